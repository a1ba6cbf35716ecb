import { useState } from 'react';
import type { BankLine } from '../../../src/domain/api/bank-routes.ts';
import { callApi } from '../../lib/api.ts';
import { ActionForm } from '../action-form.tsx';
import { TextInput } from '../inputs.tsx';

/** For a line without matches: a person names the booking, or says what the money is. */
export function MatchByHand({ line: { id, amount }, failure }: { line: BankLine; failure: string }) {
  const [bookingId, setBookingId] = useState('');
  const [reason, setReason] = useState('');
  const shared = { className: 'bank-hand', failure, submitClass: 'ghost' };
  const parts = [{ booking_id: Number(bookingId), amount: Math.floor(amount) }];
  return (
    <details>
      <summary className="small">Another booking, or none</summary>
      <ActionForm
        {...shared}
        submitLabel="Pay"
        act={() => callApi('POST /api/admin/bank-lines/:id/match', { params: { id }, body: { parts } })}
      >
        <TextInput
          label="Booking number"
          inputMode="numeric"
          pattern="\d{1,9}"
          required
          value={bookingId}
          onText={setBookingId}
        />
      </ActionForm>
      <ActionForm
        {...shared}
        submitLabel="Ignore"
        act={() => callApi('POST /api/admin/bank-lines/:id/ignore', { params: { id }, body: { reason } })}
      >
        <TextInput
          label="It isn’t for a booking because"
          maxLength={200}
          required
          value={reason}
          onText={setReason}
        />
      </ActionForm>
    </details>
  );
}
