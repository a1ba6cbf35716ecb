import { useState } from 'react';
import { callApi } from '../lib/api.ts';
import { reloadBooking } from '../lib/reload-booking.ts';
import { findContactKey, storeManageUrl } from '../lib/stored-booking-keys.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import type { CustomerDetails } from '../shared/booking-view/use-booking-details.ts';
import { EmailAddressForm } from './email-address-form.tsx';

/** Where the booking's emails go, and its correction, which a customer has once. */
export function CorrectEmailCard({ details: { booking, self_service } }: { details: CustomerDetails }) {
  const [isOpen, setIsOpen] = useState(false);
  const [message, setMessage] = useState('');
  const retryHeader = useIdempotencyKey();

  const correct = async (email: string) => {
    const contact_key = findContactKey(booking.id);
    const body = { email, ...(contact_key ? { contact_key } : {}) };
    const answer = await callApi('PUT /api/booking/:id/contact', {
      params: { id: booking.id },
      body,
      headers: retryHeader(body),
    });
    if (answer.state === 'corrected') storeManageUrl(answer.manage_url);
    setMessage(
      answer.state === 'corrected'
        ? `We sent the email about your booking to ${email}.`
        : `We sent a link to ${booking.email}. Open it to confirm the new address.`,
    );
    setIsOpen(false);
    await reloadBooking();
  };

  return (
    <section className="card flat" aria-labelledby="contact-title">
      <h2 id="contact-title">Your email</h2>
      <p className="manage-email">{booking.email || 'We have no email address for this booking.'}</p>
      <p role="status">{message}</p>
      {!isOpen && !self_service.email_corrected && (
        <button type="button" className="link" onClick={() => setIsOpen(true)}>
          Correct the address
        </button>
      )}
      {isOpen && (
        <EmailAddressForm
          label="Right email address"
          name="new-email"
          submitLabel="Send the emails there"
          onSubmit={correct}
        />
      )}
    </section>
  );
}
