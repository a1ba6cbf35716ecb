import { useState } from 'react';
import { callApi } from '../lib/api.ts';
import { EmailAddressForm } from './email-address-form.tsx';

/** Emails the links of the coming bookings to the address that made them. */
export function LostLink({ hadLink }: { hadLink: boolean }) {
  const [answer, setAnswer] = useState('');
  const requestLinks = async (email: string) => {
    const { message } = await callApi('POST /api/manage-links', { body: { email } });
    setAnswer(message);
  };
  return (
    <section className="card requires-javascript" aria-labelledby="lost-title">
      <h2 id="lost-title">{hadLink ? 'This link does not open the booking' : 'Find your booking'}</h2>
      <p>
        {hadLink
          ? 'The newest email about the booking has the link that works. Members can also '
          : 'Open the link in the email about your booking. Members can also '}
        <a href="/login">log in</a>.
      </p>
      <EmailAddressForm
        label="Email you booked with"
        name="email"
        submitLabel="Send me my links"
        onSubmit={requestLinks}
      />
      <p role="status">{answer}</p>
    </section>
  );
}
