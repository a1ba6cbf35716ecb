import { type FormEvent, useState } from 'react';
import { EMAIL_MESSAGE, isEmail } from '../../src/domain/text-schemas.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { findContactKey, storeManageUrl } from '../lib/booking-keys.ts';
import { invalidateQueries } from '../lib/query.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import type { CustomerDetails } from '../shared/booking-view/booking-details.ts';
import { InputField } from '../ui/field.tsx';

/** Where the booking's emails go, and its correction, which a customer has once. */
export function ContactCard({ details: { booking, self_service } }: { details: CustomerDetails }) {
  const [isOpen, setIsOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const retryHeader = useIdempotencyKey();

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
      const contact_key = findContactKey(booking.id);
      const body = { email: email.trim(), ...(contact_key ? { contact_key } : {}) };
      const answer = await callApi('PUT /api/booking/:id/contact', {
        params: { id: booking.id },
        body,
        headers: retryHeader(body),
      });
      if (answer.state === 'corrected') storeManageUrl(answer.manage_url);
      setMessage(
        answer.state === 'corrected'
          ? `We sent the email about your booking to ${body.email}.`
          : `We sent a link to ${booking.email}. Open it to confirm the new address.`,
      );
      setIsOpen(false);
      await invalidateQueries('/api/booking/');
    } catch (failure) {
      setError(errorMessage(failure, 'The connection was lost. Please try again.'));
    }
    setBusy(false);
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
        <form noValidate onSubmit={submit} aria-busy={busy}>
          <InputField
            label="Right email address"
            name="new-email"
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
            Send the emails there
          </button>
        </form>
      )}
    </section>
  );
}
