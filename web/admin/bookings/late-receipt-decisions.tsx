import { type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import type { LateReceiptDecision } from '../../../src/domain/admin-inputs.ts';
import type { LateReceipt, ReceiptDoubt } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Inbox } from '../../../src/domain/api/inbox-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { parseNumberField } from '../parse-number-field.ts';
import { useChange } from '../use-change.ts';
import { BookingListItem } from './booking-list-item.tsx';
import { ReceiptAmount, ReceiptDoubts, ReceiptPicture, ShareReceiptPicture } from './receipt-picture.tsx';
import { RejectReceipt } from './reject-receipt.tsx';

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
  return (
    <>
      <BookingListItem
        booking={booking}
        amount={amount}
        suffix={can_restore ? ': still free' : ': no longer free'}
      />
      <LateDecision
        booking={booking}
        name={booking.name}
        amount={amount}
        decisions={[
          ...(can_restore ? (['restore'] as const) : []),
          ...(can_credit ? (['credit'] as const) : []),
          'refund',
        ]}
      >
        <ReceiptPicture url={`/api/booking/${booking.id}/receipt`} bookingId={booking.id}>
          <ReceiptAmount amount={amount} name={booking.name} />
        </ReceiptPicture>
      </LateDecision>
      {doubt && <ReceiptDoubts booking={booking} doubt={doubt} />}
    </>
  );
}

/** The same for the share of a player, which is owed no more. */
export function LateShareReceipt({
  line: { booking, payer, amount },
}: {
  line: Inbox['late_share_receipts'][number];
}) {
  const { receipt } = payer;
  const name = payer.name || 'a player';
  return (
    <>
      <BookingListItem booking={booking} amount={amount} suffix={`, share of ${name}`} />
      <LateDecision
        booking={booking}
        payerId={payer.id}
        name={name}
        amount={amount}
        decisions={payer.user_id === null ? ['refund'] : ['credit', 'refund']}
      >
        {receipt && <ShareReceiptPicture receipt={receipt} booking={booking} amount={amount} name={name} />}
      </LateDecision>
      <RejectReceipt booking={booking} payer={payer} />
      {receipt && <ReceiptDoubts booking={booking} doubt={receipt} />}
    </>
  );
}

function LateDecision({
  booking,
  payerId,
  name,
  amount: owed,
  decisions,
  children,
}: {
  booking: Booking;
  payerId?: number;
  name: string;
  /** 0 when the host has paid for the share: then the receipt alone says what came. */
  amount: number;
  decisions: Decision[];
  children: ReactNode;
}) {
  const [chosen, setChosen] = useState<Decision | null>(null);
  const [came, setCame] = useState('');
  const { busy, error, run } = useChange('The decision could not be saved. Please try again.');
  const isUnknown = payerId !== undefined && owed === 0;
  const amount = isUnknown ? (parseNumberField(came) ?? 0) : owed;
  const share = payerId === undefined ? {} : { payer_id: payerId, amount };
  const decide = (decision: Decision) =>
    run(
      () =>
        callApi('POST /api/admin/late-receipts/:id', {
          params: { id: booking.id },
          body: { decision, version: booking.version, ...share },
        }),
      () => toast.success(DECISIONS[decision].done, { description: `Booking ${booking.id}, ${name}` }),
    );
  return (
    <>
      <div className="cluster late-decision">
        {children}
        {isUnknown && (
          <label>
            Rupees that arrived
            <input type="number" min={1} value={came} onChange={({ target }) => setCame(target.value)} />
          </label>
        )}
        {chosen ? (
          <>
            <span>{DECISIONS[chosen].question(formatPkr(amount))}</span>
            <button
              type="button"
              aria-busy={busy}
              disabled={isUnknown && amount < 1}
              onClick={() => void decide(chosen)}
            >
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
              aria-label={`${DECISIONS[decision].label}, ${payerId === undefined ? '' : `${name}, `}booking ${booking.id}`}
              onClick={() => setChosen(decision)}
            >
              {DECISIONS[decision].label}
            </button>
          ))
        )}
      </div>
      <ErrorAlert text={error} />
    </>
  );
}
