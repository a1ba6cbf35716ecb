import { type FormEvent, useState } from 'react';
import { EMAIL_MESSAGE, isEmail } from '../../src/domain/text-schemas.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { InputField } from '../ui/field.tsx';

/** Emails the links of the coming bookings to the address that made them. */
export function LostLink({ hadLink }: { hadLink: boolean }) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState('');
  const [answer, setAnswer] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!isEmail(email)) {
      setError(EMAIL_MESSAGE);
      return;
    }
    setBusy(true);
    setError('');
    try {
      const { message } = await callApi('POST /api/manage-links', { body: { email: email.trim() } });
      setAnswer(message);
    } catch (failure) {
      setError(errorMessage(failure, 'The connection was lost. Please try again.'));
    }
    setBusy(false);
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
      <form noValidate onSubmit={submit} aria-busy={busy}>
        <InputField
          label="Email you booked with"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          error={error || undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button type="submit" disabled={busy}>
          Send me my links
        </button>
      </form>
      <p role="status">{answer}</p>
    </section>
  );
}
