import { useState } from 'react';
import type { LateReceiptDecision } from '../../../src/domain/admin-inputs.ts';
import type { Inbox } from '../../../src/domain/api/inbox-routes.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NotInBank, useMissingTransfers } from '../bank/not-in-bank.tsx';
import { type Approved, ApproveReceipt } from '../bookings/approve-receipt.tsx';
import { BookingListItem } from '../bookings/booking-list-item.tsx';
import { ReceiptAmount, ReceiptDoubts, ReceiptPicture } from '../bookings/receipt-picture.tsx';
import { RejectReceipt } from '../bookings/reject-receipt.tsx';
import { parseNumberField } from '../parse-number-field.ts';
import { useChange } from '../use-change.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';

export type WaitingReceipt = Inbox['receipts'][number];

/** True for the booking's customer, false for a player. */
const isOfCustomer = ({ payer }: WaitingReceipt) => payer.position === 1;
const nameOf = ({ payer }: WaitingReceipt) => payer.name || 'a player';

/** The likeliest forgery: an image sent for two bookings, with a transfer that the bank doesn't show. */
export function isForged(
  { payer }: WaitingReceipt,
  missing: ReturnType<typeof useMissingTransfers>,
): boolean {
  const isMissing = missing.some(({ payer_id }) => payer_id === payer.id);
  return isMissing && (payer.receipt?.reused_in.length ?? 0) > 0;
}

/** A receipt next to the amount it must show, with any doubts, and the decision. */
export function ReceiptLine({
  line,
  onApproved,
}: {
  line: WaitingReceipt;
  onApproved?: (approved: Approved) => void;
}) {
  const { booking, payer, late, amount, can_restore } = line;
  const { receipt } = payer;
  const isMissing = useMissingTransfers().some(({ payer_id }) => payer_id === payer.id);
  const isCustomer = isOfCustomer(line);
  const court = `, ${shortCourtName(booking.court_name).replace(' ', '\u00a0')}`;
  const suffix = late ? (can_restore ? ': still free' : ': no longer free') : court;
  const title = isCustomer
    ? `Receipt for booking ${booking.id}`
    : `Receipt of ${nameOf(line)} for booking ${booking.id}`;
  const isDoubted =
    isMissing || (receipt !== null && (receipt.reused_in.length > 0 || receipt.price_at_upload !== null));
  const decision = (
    <>
      {late ? (
        <LateDecision line={line} />
      ) : (
        <ApproveReceipt
          booking={booking}
          payer={{ id: payer.id, name: nameOf(line), isCustomer }}
          amount={amount}
          isDoubted={isDoubted}
          onApproved={onApproved}
        />
      )}
      <RejectReceipt booking={booking} {...(isCustomer ? {} : { payer })} />
    </>
  );
  return (
    <>
      <BookingListItem
        booking={booking}
        amount={amount}
        suffix={isCustomer ? suffix : `, share of ${nameOf(line)}`}
      />
      <div className="admin-inbox-receipt cluster">
        {receipt && (
          <ReceiptPicture url={receipt.url} bookingId={booking.id} name={title} actions={decision}>
            <ReceiptAmount amount={amount} name={nameOf(line)} />
            <ReceiptDoubts booking={booking} doubt={receipt} />
            {isMissing && <NotInBank bookingId={booking.id} />}
          </ReceiptPicture>
        )}
        {receipt && <ReceiptDoubts booking={booking} doubt={receipt} />}
        {isMissing && <NotInBank bookingId={booking.id} />}
        {decision}
        <WhatsAppMenu phone={payer.phone} name={nameOf(line)} about={{ booking, payer }} />
      </div>
    </>
  );
}

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

/** What happens to money that came too late, in two presses. */
function LateDecision({ line }: { line: WaitingReceipt }) {
  const { booking, payer, can_restore, can_credit } = line;
  const name = nameOf(line);
  const [chosen, setChosen] = useState<Decision | null>(null);
  const [came, setCame] = useState('');
  const { busy, error, run } = useChange('The decision could not be saved. Please try again.');
  // The host has paid for the share, so only the receipt says what came.
  const isUnknown = line.amount === 0;
  const amount = isUnknown ? (parseNumberField(came) ?? 0) : line.amount;
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
          body: { decision, version: booking.version, payer_id: payer.id, amount },
        }),
      () => showToast('success', DECISIONS[decision].done, `Booking ${booking.id}, ${name}`),
    );
  return (
    <>
      {isUnknown && (
        <label>
          Amount received in PKR
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
            aria-label={`${DECISIONS[decision].label}, ${name}, booking ${booking.id}`}
            onClick={() => setChosen(decision)}
          >
            {DECISIONS[decision].label}
          </button>
        ))
      )}
      <ErrorAlert text={error} />
    </>
  );
}
