import { useState } from 'react';
import { callApi, errorMessage } from '../lib/api.ts';
import { reloadBooking } from '../lib/reload.ts';
import { storeManageUrl } from '../lib/stored-booking-keys.ts';
import type { CustomerDetails } from '../shared/booking-view/use-booking-details.ts';

/** A booking's old address agrees to a new one; the link in its email carries `confirmation`. */
export function ConfirmEmailChange({
  details: { booking },
  confirmation,
}: {
  details: CustomerDetails;
  confirmation: string;
}) {
  const email = readEmail(confirmation);
  const [result, setResult] = useState<{ text: string; ok: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  if (!email || (email.toLowerCase() === booking.email.toLowerCase() && !result)) return null;

  const confirm = async () => {
    setBusy(true);
    try {
      const answer = await callApi('PUT /api/booking/:id/contact', {
        params: { id: booking.id },
        keyOf: booking.id,
        body: { email, confirmation },
      });
      if (answer.state === 'corrected') {
        storeManageUrl(answer.manage_url);
        setResult({ text: `The emails about your booking now go to ${email}.`, ok: true });
      } else {
        setResult({ text: 'This link has ended. We have just sent you a new one.', ok: false });
      }
      await reloadBooking();
    } catch (failure) {
      setResult({ text: errorMessage(failure, 'The connection was lost. Please try again.'), ok: false });
    }
    setBusy(false);
  };

  return (
    <section className="alert" aria-labelledby="confirm-email-title">
      <h2 id="confirm-email-title">Change the email of this booking?</h2>
      <p>
        From <strong className="manage-email">{booking.email}</strong> to{' '}
        <strong className="manage-email">{email}</strong>
      </p>
      <p role="status">{result?.text}</p>
      {!result?.ok && (
        <button type="button" disabled={busy} onClick={confirm}>
          Use the new address
        </button>
      )}
    </section>
  );
}

/** The new address, which the link carries next to its signature. */
function readEmail(confirmation: string): string {
  try {
    const text = atob((confirmation.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  } catch {
    return '';
  }
}
