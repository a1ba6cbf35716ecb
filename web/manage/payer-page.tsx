import { useEffect, useRef } from 'react';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { noPlaceText } from '../../src/domain/item-words.ts';
import { endOfPlay, startOfPlay } from '../../src/domain/play-time.ts';
import { serverNow } from '../lib/server-time.ts';
import { HelpCard } from '../shared/booking-view/help-card.tsx';
import { StatementLink } from '../shared/booking-view/statement-link.tsx';
import { PayerTicket } from '../shared/booking-view/ticket.tsx';
import type { PayerDetails } from '../shared/booking-view/use-booking-details.ts';
import { useFollowBooking, usePaymentPolling } from '../shared/booking-view/use-payment-polling.ts';
import { VisitCard } from '../shared/booking-view/visit-card.tsx';
import { LeaveCard } from './leave-card.tsx';
import { HoldWarning, PartCards } from './part-cards.tsx';
import { PayShare } from './pay-share.tsx';
import { type PaymentReturn, PaymentReturnNote } from './payment-return.tsx';

/** Everything a player can do with their share: look, pay, upload, print, give the place back. */
export function PayerPage({
  details,
  isStored,
  payment,
}: {
  details: PayerDetails;
  isStored: boolean;
  payment: PaymentReturn;
}) {
  const { payer, booking } = details;
  const isStanding = standsIn(details);
  const isOpen = isStanding && payer.balance > 0 && payer.state !== 'waiting';
  // A second payment would have to be refunded, so the player waits for news of the first.
  const isWaiting = payment === 'returned' && isOpen;
  const isSlow = usePaymentPolling(isWaiting);
  useFollowBooking(isOpen);
  const mayPay = isOpen && !payer.receipt_received && (!isWaiting || isSlow);
  return (
    <>
      <PaymentReturnNote status={booking.status} balance={payer.balance} payment={payment} isSlow={isSlow} />
      {payer.hold_until && isStanding && endOfPlay(booking) > serverNow() && (
        <HoldWarning prepaid={payer.prepaid} />
      )}
      <div className="split">
        <div className="stack">
          <PayerTicket details={details} isStored={isStored} />
          <PartCards details={details} isOpen={isOpen} mayPay={mayPay} play={startOfPlay(booking)} />
          {mayPay && <PayShare payer={payer} />}
          <LeaveCard details={details} />
        </div>
        <div className="rows">
          {isStanding && payer.state === 'joined' && <VisitCard details={details} />}
          {details.entries.length > 0 && <StatementLink of={`p${payer.id}`} balance={payer.balance} />}
          <HelpCard folds />
        </div>
      </div>
    </>
  );
}

/** The payer's current state; takes the focus after a change made by a button far below. */
export function PayerHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(text);
  useEffect(() => {
    if (text !== last.current) {
      heading.current?.focus({ preventScroll: true });
      // Safari scrolls to the focus only later, and not at all if the page changes in between.
      heading.current?.scrollIntoView({ block: 'nearest' });
    }
    last.current = text;
  }, [text]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}

/** The player's current state in this booking. */
export function payerHeading({ payer, booking }: PayerDetails): string {
  if (booking.status === 'cancelled') return 'The booking is cancelled';
  if (payer.state === 'left') return 'You are no longer in this booking';
  const now = serverNow();
  if (payer.state === 'waiting')
    return startOfPlay(booking) <= now ? noPlaceText(null) : 'You’re on the waiting list';
  if (endOfPlay(booking) <= now) return 'This booking is over';
  if (payer.hold_until) return `Held for you until ${formatPayBy(payer.hold_until, now)}`;
  return payer.state === 'invited' ? 'You’re invited to play' : 'You’re in';
}

function standsIn({ booking, payer }: PayerDetails): boolean {
  return booking.status !== 'cancelled' && payer.state !== 'left';
}
