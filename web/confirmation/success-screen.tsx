import { lazy, Suspense, useDeferredValue, useEffect } from 'react';
import { bookAgainPath } from '../../src/domain/book-again-path.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { isReleased } from '../../src/domain/late-receipt.ts';
import { awaitsCardPayment } from '../../src/domain/payment-instructions.ts';
import { ownPart } from '../../src/domain/share.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { specifiedStatusLabel } from '../shared/booking-status-label.ts';
import { BookingHeading } from '../shared/booking-view/booking-heading.tsx';
import { HelpCard } from '../shared/booking-view/help-card.tsx';
import { NextAction } from '../shared/booking-view/next-action.tsx';
import { InstructionsCard, PaymentCard } from '../shared/booking-view/payment-card.tsx';
import { BookingReceiptCard, ReceiptCard } from '../shared/booking-view/receipt-card.tsx';
import { StatementLink } from '../shared/booking-view/statement-link.tsx';
import { BookingTicket } from '../shared/booking-view/ticket.tsx';
import { UnreachableAlert } from '../shared/booking-view/unreachable-alert.tsx';
import { type CustomerDetails, isCustomerDetails } from '../shared/booking-view/use-booking-details.ts';
import {
  SLOW_PAYMENT_TEXT,
  useFollowBooking,
  usePaymentPolling,
} from '../shared/booking-view/use-payment-polling.ts';
import { VisitCard } from '../shared/booking-view/visit-card.tsx';
import { FullRefundDeadline } from '../shared/cancellation-policy.tsx';
import { useToday } from '../shared/club-time-hooks.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { ShareMatch } from '../shared/matches/share-match.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { useTellYou } from '../shared/use-tell-you.ts';
import { EmailAddress } from '../ui/email-address.tsx';
import { type Confirmation, useConfirmation, useStoredInstructions } from './confirmation-data.ts';
import { NextSteps } from './next-steps.tsx';
import { useTrackPurchase } from './use-track-purchase.ts';

const SplitCard = lazy(() =>
  import('../shared/booking-view/split-card.tsx').then(({ SplitCard: card }) => ({ default: card })),
);

const SeriesRequestCard = lazy(() =>
  import('../shared/series-request-card.tsx').then(({ SeriesRequestCard: card }) => ({ default: card })),
);

/** A later visit renders in one go, so that Back finds the page as high as it was and scrolls to its place. */
let hasBeenWhole = false;

export default function SuccessScreen() {
  const confirmation = useConfirmation();
  const { state, id, params, details } = confirmation;
  const customer = details && isCustomerDetails(details) ? details : null;
  const isStranger = details !== null && customer === null;
  const tell = useTellYou();
  useTrackPurchase(customer?.booking);
  const isSlow = usePaymentPolling(customer !== null && awaitsCardPayment(customer.booking));
  useDraftReset(customer?.booking);
  const storedInstructions = useStoredInstructions(id);
  const now = useCurrentMinute();
  useFollowBooking(customer?.booking.status === 'pending');
  const unknown = describeUnknown(confirmation, isStranger);
  // After the wizard, the ticket renders first and everything around it in the next frame.
  const isWhole = useDeferredValue(true, !useHydrated() || hasBeenWhole);
  useEffect(() => {
    hasBeenWhole ||= isWhole;
  }, [isWhole]);
  // A browser that couldn't store the key still has what this tab's wizard left.
  const needsStored = state === 'unreachable' || isStranger;
  return (
    <main id="main" className="container confirm" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">{id === null ? 'Booking confirmation' : `Booking ${id}`}</p>
        {customer ? (
          <BookingHeading
            booking={ownPart(customer.booking, customer.payers)}
            selfService={customer.self_service}
            now={now}
          />
        ) : (
          <>
            <h1>{unknown.title}</h1>
            <p className="lead requires-javascript" role="status">
              {unknown.lead}
            </p>
          </>
        )}
        {customer && <EmailLine details={customer} />}
        {isSlow && <p role="status">{SLOW_PAYMENT_TEXT}</p>}
        <JavaScriptRequired feature="Showing your booking" />
      </header>
      {customer && (
        <NextAction
          booking={ownPart(customer.booking, customer.payers)}
          rejected={customer.self_service.receipt_rejected}
        />
      )}
      {state === 'not_found' ? (
        <div className="stack narrow">
          <HelpCard hint="Tell us your name and the day, and we will find it." />
          <PageLinks />
        </div>
      ) : (
        <div className="split">
          <div className="stack">
            {(state === 'unreachable' || state === 'stored') && (
              <UnreachableAlert isStored={state === 'stored'} />
            )}
            <BookingTicket
              id={id}
              params={params}
              details={customer}
              isStored={state === 'stored'}
              isStranger={isStranger}
              labelOf={specifiedStatusLabel}
            />
            {isStranger && id !== null && (
              <a className="button wide" href={`/manage?booking_id=${id}`}>
                Open my booking
              </a>
            )}
            {isWhole && (
              <>
                {customer?.match && (
                  <section className="card" aria-labelledby="match-title">
                    <h2 id="match-title">Your match is open</h2>
                    <p>Send its link to players you know. We’ll {tell(customer.booking)} when it’s full.</p>
                    <ShareMatch match={customer.match} />
                  </section>
                )}
                {needsStored && storedInstructions && (
                  <InstructionsCard instructions={storedInstructions} method={params.paymentMethod} />
                )}
                {customer && (
                  <PaymentCard
                    details={{ ...customer, booking: ownPart(customer.booking, customer.payers) }}
                  />
                )}
                {customer && (
                  <BookingReceiptCard
                    booking={customer.booking}
                    rejected={customer.self_service.receipt_rejected}
                  />
                )}
                {isStranger && id !== null && params.paymentMethod === 'bank_transfer' && (
                  <ReceiptCard paysFor={id} play={now} />
                )}
              </>
            )}
          </div>
          {isWhole && (
            <div className="stack">
              <div className="rows">
                {customer && customer.booking.status !== 'cancelled' && (
                  <a className="card row" href={`/manage?booking_id=${customer.booking.id}`}>
                    Move or cancel
                    <small>
                      <FullRefundDeadline booking={customer.booking} />
                    </small>
                  </a>
                )}
                {customer && !customer.match && state === 'ready' && (
                  <Suspense>
                    <SplitCard details={customer} now={now} />
                  </Suspense>
                )}
                {customer && <NextSteps booking={customer.booking} now={now} />}
                {customer && <VisitCard details={customer} startsOpen={!isTransferDue(customer.booking)} />}
                {customer && <StatementLink of={customer.booking.id} balance={customer.booking.balance} />}
                <HelpCard folds />
              </div>
              {customer && <RepeatCard booking={customer.booking} />}
              <PageLinks booking={customer?.booking} />
            </div>
          )}
        </div>
      )}
    </main>
  );
}

/** While a transfer is due, only what it needs is open. */
function isTransferDue({ status, balance, payment_method, receipt_received }: Booking): boolean {
  return status === 'pending' && balance > 0 && payment_method === 'bank_transfer' && !receipt_received;
}

/** Resets a card booking's draft, which the wizard kept in case its customer did not pay. */
function useDraftReset(booking: Booking | undefined): void {
  const bookedByCard = booking?.payment_method === 'card' && booking.status !== 'cancelled';
  useEffect(() => {
    if (!bookedByCard) return;
    void import('../shared/booking-draft.ts').then(
      ({ resetAfterCheckout }) => resetAfterCheckout(),
      () => {},
    );
  }, [bookedByCard]);
}

/** The heading for a booking that is unknown, or not for this browser to read. */
function describeUnknown({ state, id }: Confirmation, isStranger: boolean): { title: string; lead: string } {
  if (isStranger) {
    return {
      title: 'Your booking',
      lead: 'Open your booking’s link to see whether it is confirmed, and to pay, move or cancel.',
    };
  }
  if (state === 'not_found') {
    return {
      title: 'We can’t find this booking',
      lead: `${id === null ? 'This link has no booking number.' : 'The booking number in this link is unknown.'} Check your booking’s link, or ask us.`,
    };
  }
  return {
    title: 'Your booking',
    lead:
      state === 'unreachable'
        ? 'We could not reach the club, so the status is unknown.'
        : 'One moment, we are loading your booking…',
  };
}

/** This is where a mistyped address would be noticed. */
function EmailLine({ details: { booking, self_service } }: { details: CustomerDetails }) {
  const tell = useTellYou()(booking);
  const { no_mail } = usePageData().club;
  if (!booking.email || booking.status === 'cancelled' || self_service.email_corrected) return null;
  return (
    <p className="confirm-email">
      {no_mail
        ? 'Your email is'
        : tell === 'email you'
          ? 'The emails go to'
          : `We’ll ${tell}. If that doesn’t reach you, an email goes to`}{' '}
      <EmailAddress address={booking.email} />.{' '}
      <a href={`/manage?booking_id=${booking.id}#contact-title`}>Wrong address?</a>
    </p>
  );
}

/** For the booking's member; the code loads only for them. */
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

/** A released booking offers the same slots again. */
function PageLinks({ booking }: { booking?: Booking | undefined }) {
  const released = booking && isReleased(booking) ? booking : null;
  return (
    <nav className="cluster confirm-links" aria-label="Where to go now">
      <a
        className={released ? 'button' : 'button quiet'}
        href={released ? bookAgainPath(released) : '/booking'}
      >
        {released ? 'Book the same slot again' : 'Book another court'}
      </a>
      <a className="button quiet" href="/">
        Back to Home
      </a>
    </nav>
  );
}
