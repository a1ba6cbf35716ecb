import { type FormEvent, useId, useState } from 'react';
import type { BankLine } from '../../../src/domain/api/bank-routes.ts';
import { callApi } from '../../lib/api.ts';

/** A line that nothing was found for: a person names the booking, or says what the money is. */
export function MatchByHand({
  line,
  busy,
  act,
}: {
  line: BankLine;
  busy: boolean;
  act: (action: () => Promise<unknown>) => Promise<unknown>;
}) {
  const [bookingId, setBookingId] = useState('');
  const [reason, setReason] = useState('');
  const unique = useId();
  const params = { id: line.id };
  const pay = (event: FormEvent) => {
    event.preventDefault();
    const parts = [{ booking_id: Number(bookingId), amount: Math.floor(line.amount) }];
    void act(() => callApi('POST /api/admin/bank-lines/:id/match', { params, body: { parts } }));
  };
  const ignore = (event: FormEvent) => {
    event.preventDefault();
    void act(() => callApi('POST /api/admin/bank-lines/:id/ignore', { params, body: { reason } }));
  };
  return (
    <details>
      <summary className="small">Another booking, or none</summary>
      <form className="bank-hand" onSubmit={pay}>
        <label htmlFor={`${unique}-booking`}>Booking number</label>
        <input
          id={`${unique}-booking`}
          inputMode="numeric"
          pattern="\d{1,9}"
          required
          value={bookingId}
          onChange={(event) => setBookingId(event.target.value)}
        />
        <button type="submit" className="ghost" disabled={busy}>
          Pay
        </button>
      </form>
      <form className="bank-hand" onSubmit={ignore}>
        <label htmlFor={`${unique}-reason`}>It is no booking because</label>
        <input
          id={`${unique}-reason`}
          maxLength={200}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <button type="submit" className="ghost" disabled={busy}>
          Ignore
        </button>
      </form>
    </details>
  );
}
