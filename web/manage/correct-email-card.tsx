import { useState } from 'react';
import { callInstead } from '../../src/domain/reach-words.ts';
import { callApi } from '../lib/api.ts';
import { reloadBooking } from '../lib/reload.ts';
import { findContactKey, storeManageUrl } from '../lib/stored-booking-keys.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import { Row } from '../shared/booking-view/row.tsx';
import type { CustomerDetails } from '../shared/booking-view/use-booking-details.ts';
import { usePageData } from '../shared/page-data.tsx';
import { EmailAddress } from '../ui/email-address.tsx';
import { EmailAddressForm } from './email-address-form.tsx';

/** Where the booking's emails go, and its correction, which a customer can make once. */
export function CorrectEmailCard({ details: { booking, self_service } }: { details: CustomerDetails }) {
  const [message, setMessage] = useState('');
  const retryHeader = useIdempotencyKey();
  const { club } = usePageData();
  const { no_mail } = club;

  const correct = async (email: string) => {
    const contact_key = findContactKey(booking.id);
    const body = { email, ...(contact_key ? { contact_key } : {}) };
    const answer = await callApi('PUT /api/booking/:id/contact', {
      params: { id: booking.id },
      keyOf: booking.id,
      body,
      headers: retryHeader(body),
    });
    if (answer.state === 'corrected') storeManageUrl(answer.manage_url);
    setMessage(
      answer.state === 'corrected'
        ? no_mail
          ? `Your email is now ${email}.`
          : `We sent the email about your booking to ${email}.`
        : no_mail
          ? callInstead(club, 'to change it')
          : `We sent a link to ${booking.email}. Open it to confirm the new address.`,
    );
    await reloadBooking();
  };

  return (
    <Row
      id="contact-title"
      title="Your email"
      hint={
        booking.email ? (
          <EmailAddress address={booking.email} />
        ) : (
          'We have no email address for this booking.'
        )
      }
    >
      <p role="status">{message}</p>
      {self_service.email_corrected ? (
        !message && <p>You have corrected it once. To change it again, please contact us.</p>
      ) : (
        <EmailAddressForm
          label="Correct email address"
          name="new-email"
          submitLabel={no_mail ? 'Save' : 'Send emails here'}
          onSubmit={correct}
        />
      )}
    </Row>
  );
}
