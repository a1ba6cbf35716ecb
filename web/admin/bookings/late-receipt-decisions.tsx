import { useState } from 'react';
import { toast } from 'sonner';
import type { LateReceiptDecision } from '../../../src/domain/admin-inputs.ts';
import type { LateReceipt, ReceiptDoubt } from '../../../src/domain/api/admin-booking-routes.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useChange } from '../use-change.ts';
import { BookingListItem } from './booking-list-item.tsx';
import { ReceiptAmount, ReceiptDoubts, ReceiptPicture } from './receipt-picture.tsx';

type Decision = LateReceiptDecision['decision'];

const DECISIONS: Record<Decision, { label: string; question: (amount: string) => string; done: string }> = {
  restore: {
    label: 'Restore',
    question: (amount) => `Has ${amount} arrived? The booking is restored and paid.`,
    done: 'Booking restored',
  },
  credit: {
    label: 'Give credit',
    question: (amount) => `Has ${amount} arrived? The member gets it as credit.`,
    done: 'Credit given',
  },
  refund: {
    label: 'Refund',
    question: (amount) => `Has ${amount} arrived? It is listed under Refunds due.`,
    done: 'To be refunded',
  },
};

/** A receipt that came after the release, decided in two taps. */
export function LateReceiptLine({
  late: { booking, amount, can_restore, can_credit },
  doubt,
}: {
  late: LateReceipt;
  doubt: ReceiptDoubt | undefined;
}) {
  const [chosen, setChosen] = useState<Decision | null>(null);
  const { busy, error, run } = useChange('The decision could not be saved. Please try again.');
  const decisions: Decision[] = [
    ...(can_restore ? (['restore'] as const) : []),
    ...(can_credit ? (['credit'] as const) : []),
    'refund',
  ];
  const decide = (decision: Decision) =>
    run(
      () =>
        callApi('POST /api/admin/late-receipts/:id', {
          params: { id: booking.id },
          body: { decision, version: booking.version },
        }),
      () =>
        toast.success(DECISIONS[decision].done, { description: `Booking ${booking.id}, ${booking.name}` }),
    );
  return (
    <>
      <BookingListItem
        booking={booking}
        amount={amount}
        suffix={can_restore ? ': still free' : ': no longer free'}
      />
      <div className="cluster late-decision">
        <ReceiptPicture url={`/api/booking/${booking.id}/receipt`} bookingId={booking.id}>
          <ReceiptAmount amount={amount} name={booking.name} />
        </ReceiptPicture>
        {chosen ? (
          <>
            <span>{DECISIONS[chosen].question(formatPkr(amount))}</span>
            <button type="button" aria-busy={busy} onClick={() => void decide(chosen)}>
              {DECISIONS[chosen].label}
            </button>
            <button type="button" className="ghost" onClick={() => setChosen(null)}>
              Back
            </button>
          </>
        ) : (
          decisions.map((decision) => (
            <button
              key={decision}
              type="button"
              className="quiet"
              aria-label={`${DECISIONS[decision].label}, booking ${booking.id}`}
              onClick={() => setChosen(decision)}
            >
              {DECISIONS[decision].label}
            </button>
          ))
        )}
      </div>
      {doubt && <ReceiptDoubts booking={booking} doubt={doubt} />}
      <ErrorAlert text={error} />
    </>
  );
}
