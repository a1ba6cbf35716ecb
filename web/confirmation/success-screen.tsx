import { lazy, Suspense, useEffect } from 'react';
import { bookAgainPath } from '../../src/domain/book-again-path.ts';
import type { Booking, PublicBooking } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { isReleased } from '../../src/domain/late-receipt.ts';
import { awaitsCardPayment, restSentence } from '../../src/domain/payment-instructions.ts';
import { invalidateQueries } from '../lib/query.ts';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { HelpCard } from '../shared/booking-view/help-card.tsx';
import { InstructionsCard, PaymentCard } from '../shared/booking-view/payment-card.tsx';
import { ReceiptCard } from '../shared/booking-view/receipt-card.tsx';
import { BookingTicket } from '../shared/booking-view/ticket.tsx';
import { isCustomerDetails } from '../shared/booking-view/use-booking-details.ts';
import { SLOW_PAYMENT_TEXT, usePaymentPolling } from '../shared/booking-view/use-payment-polling.ts';
import { VisitCard } from '../shared/booking-view/visit-card.tsx';
import { useToday } from '../shared/club-time-hooks.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { useAuth } from '../shared/session.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';
import { type Confirmation, useConfirmation, useStoredInstructions } from './confirmation-data.ts';
import { NextSteps } from './next-steps.tsx';
import { useTrackPurchase } from './use-track-purchase.ts';

const SeriesRequestCard = lazy(() =>
  import('../shared/series-request-card.tsx').then(({ SeriesRequestCard: card }) => ({ default: card })),
);

/** The booking confirmation. */
export default function SuccessScreen() {
  const confirmation = useConfirmation();
  const { state, id, params, details } = confirmation;
  const customer = details && isCustomerDetails(details) ? details : null;
  useTrackPurchase(customer?.booking);
  const isSlow = usePaymentPolling(
    details !== null && awaitsCardPayment({ received: 0, ...details.booking }),
  );
  useDraftReset(details?.booking);
  const storedInstructions = useStoredInstructions(id);
  const now = useCurrentMinute();
  useReloadAtDeadline(customer?.booking, now);
  const { title, lead } = getHeading(confirmation, isSlow, now);
  // A browser without the key still has what this tab's wizard left.
  const needsStored = state === 'unreachable' || (!customer && details?.booking.status === 'pending');
  return (
    <main id="main" className="container confirm" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">{id === null ? 'Booking confirmation' : `Booking ${id}`}</p>
        <h1>{title}</h1>
        <p className="lead requires-javascript" role="status">
          <NoWrap>{lead}</NoWrap>
        </p>
        <JavaScriptRequired feature="Showing your booking" />
      </header>
      {state === 'not_found' ? (
        <div className="stack narrow">
          <HelpCard hint="Tell us your name and the day, and we will find it." />
          <PageLinks />
        </div>
      ) : (
        <div className="split">
          <div className="stack">
            <BookingTicket id={id} params={params} details={details} />
            {state === 'unreachable' && <TryAgain />}
            {needsStored && storedInstructions && (
              <InstructionsCard instructions={storedInstructions} method={params.paymentMethod} />
            )}
            {customer && <PaymentCard details={customer} />}
            {details && (
              <ReceiptCard
                booking={details.booking}
                rejected={customer?.self_service.receipt_rejected ?? null}
              />
            )}
          </div>
          <div className="stack">
            {details && <NextSteps booking={details.booking} />}
            {details && <VisitCard details={details} />}
            {customer && <ManageLinks booking={customer.booking} />}
            {customer && <RepeatCard booking={customer.booking} />}
            <HelpCard />
            <PageLinks booking={customer?.booking} />
          </div>
        </div>
      )}
    </main>
  );
}

/** Fetches the booking again once its deadline has passed: the server may have released it. */
function useReloadAtDeadline(booking: Booking | undefined, now: number): void {
  const isOver =
    booking?.status === 'pending' && booking.pay_by !== null && Date.parse(booking.pay_by) <= now;
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => void invalidateQueries('/api/booking/'), RELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
}

/** The server releases within a second. */
const RELOAD_DELAY_MS = 2000;

/** Resets the draft of a card booking, which the wizard kept in case its customer did not pay. */
function useDraftReset(booking: PublicBooking | undefined): void {
  const bookedByCard = booking?.payment_method === 'card' && booking.status !== 'cancelled';
  useEffect(() => {
    if (!bookedByCard) return;
    void import('../shared/booking-draft.ts').then(
      ({ resetAfterCheckout }) => resetAfterCheckout(),
      () => {},
    );
  }, [bookedByCard]);
}

function getHeading(
  { state, id, params, details }: Confirmation,
  isSlow: boolean,
  now: number,
): { title: string; lead: string } {
  const firstName = params.name.trim().split(/\s+/)[0];
  if (state === 'not_found') {
    return {
      title: 'We cannot find this booking',
      lead: `${id === null ? 'This link has no booking number.' : 'The booking number in this link is unknown.'} Check the link in your email, or ask us.`,
    };
  }
  if (state === 'unreachable') {
    return {
      title: 'Your booking',
      lead: 'We could not reach the club, so the status is unknown.',
    };
  }
  if (!details) return { title: 'Your booking', lead: 'One moment, we are loading your booking…' };
  const thanks = firstName && details.booking.status !== 'cancelled' ? `Thank you, ${firstName}. ` : '';
  return {
    title: getTitle(details.booking),
    lead: thanks + (isSlow ? SLOW_PAYMENT_TEXT : getLead(details.booking, now)),
  };
}

function getTitle(booking: Booking | PublicBooking): string {
  const isOwn = 'balance' in booking;
  if (isOwn && isReleased(booking))
    return booking.receipt_received ? 'Payment under review' : 'This booking was released';
  if (booking.status === 'cancelled') return 'This booking is cancelled';
  if (booking.status !== 'pending') return "You're booked";
  return isOwn && booking.receipt_received ? 'Payment under review' : 'Your court is held';
}

/** `Held for you: pay by 9 PM. `, empty for a booking without a deadline. */
function heldText(booking: Booking, now: number): string {
  return booking.pay_by ? `Held for you: pay by ${formatPayBy(booking.pay_by, now)}. ` : '';
}

function getReleasedLead(booking: Booking, now: number): string {
  const payBy = formatPayBy(booking.pay_by ?? '', now);
  return booking.receipt_received
    ? `The slot was released at ${payBy}, before your receipt came. We check it within 24 hours: if the slot is still free, you get it back, and otherwise credit or a refund.`
    : `We did not receive your payment by ${payBy}, so other players can book this slot again. You owe nothing.`;
}

function getLead(booking: Booking | PublicBooking, now: number): string {
  if (!('balance' in booking)) return PUBLIC_LEADS[booking.status];
  const amount = formatPkr(booking.computed_amount);
  if (isReleased(booking) && booking.payment_method !== 'card') return getReleasedLead(booking, now);
  if (booking.status === 'cancelled') {
    const refund = booking.balance < 0 ? ` We will refund ${formatPkr(-booking.balance)}.` : '';
    return `This slot is no longer held.${refund} You can book again whenever you like.`;
  }
  if (booking.status === 'paid' && booking.balance > 0) return getPartPaidLead(booking);
  if (booking.status === 'paid' && booking.balance < 0) {
    return `Your booking is paid, and we will refund ${formatPkr(-booking.balance)}.`;
  }
  if (booking.status === 'paid') return 'Everything is paid. We look forward to seeing you on court.';
  if (booking.received > 0) return getPartPaidLead(booking);
  if (booking.payment_method === 'cash' || booking.payment_method === 'credit')
    return `${heldText(booking, now)}Please pay ${amount} at the reception before you play.`;
  if (booking.payment_method === 'card') return 'We are waiting for your payment to be confirmed.';
  if (booking.receipt_received) {
    const held = booking.pay_by ? ` Your slot is held until ${formatPayBy(booking.pay_by, now)}.` : '';
    return `We have your receipt and check it within 24 hours.${held}`;
  }
  return `${heldText(booking, now)}Send ${amount} by bank transfer, then upload the receipt here.`;
}

/** For a browser that does not have the booking's key. */
const PUBLIC_LEADS = {
  pending: 'To pay, cancel or reschedule, open the link in your email.',
  paid: 'We look forward to seeing you on court.',
  cancelled: 'This slot is no longer held. You can book again whenever you like.',
};

/** For a booking of which a part is paid, or whose price rose since it was paid. */
function getPartPaidLead(booking: Booking): string {
  const receivedText = `We received ${formatPkr(booking.received)}.`;
  if (booking.balance <= 0) return `${receivedText} Your booking is confirmed.`;
  return `${receivedText} Your booking costs ${formatPkr(booking.charge)}. ${restSentence(booking)}`;
}

/** For the member of the booking; the code loads only for them. */
function RepeatCard({ booking }: { booking: Booking }) {
  const { user } = useAuth();
  const today = useToday();
  if (!user || booking.user_id !== user.id || !today || booking.status === 'cancelled') return null;
  return (
    <Suspense>
      <SeriesRequestCard bookings={[booking]} today={today} />
    </Suspense>
  );
}

function ManageLinks({ booking }: { booking: Booking }) {
  return (
    <p className="stack">
      <a className="button ghost wide" href={`/manage?booking_id=${booking.id}`}>
        Cancel or reschedule
      </a>
      <a className="button ghost wide" href={`/receipt?booking_id=${booking.id}`}>
        {booking.balance > 0 ? 'Invoice to print' : 'Receipt to print'}
      </a>
    </p>
  );
}

function TryAgain() {
  return (
    <div className="alert warning">
      <p>Your booking is safe. Check your connection and try again.</p>
      <button type="button" className="ghost" onClick={() => void invalidateQueries('/api/booking/')}>
        Try again
      </button>
    </div>
  );
}

/** A released booking offers the same slots again. */
function PageLinks({ booking }: { booking?: Booking | undefined }) {
  const released = booking && isReleased(booking) ? booking : null;
  return (
    <nav className="cluster confirm-links" aria-label="Where to go now">
      <a className="button" href={released ? bookAgainPath(released) : '/booking'}>
        {released ? 'Book the same again' : 'Book another court'}
      </a>
      <a className="button ghost" href="/">
        Back to Home
      </a>
    </nav>
  );
}
