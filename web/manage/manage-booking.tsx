import { lazy, Suspense, useState } from 'react';
import { bookAgainPath } from '../../src/domain/book-again-path.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { startOfPlay } from '../../src/domain/play-time.ts';
import {
  cancelBlock,
  payOnlineBlock,
  rescheduleBlock,
  type SelfServiceBlock,
} from '../../src/domain/self-service.ts';
import { dueOf, ownPart } from '../../src/domain/share.ts';
import { revealPage } from '../lib/reveal.ts';
import { serverNow } from '../lib/server-time.ts';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { HelpCard } from '../shared/booking-view/help-card.tsx';
import { NextAction } from '../shared/booking-view/next-action.tsx';
import { PaymentCard } from '../shared/booking-view/payment-card.tsx';
import { BookingReceiptCard } from '../shared/booking-view/receipt-card.tsx';
import { RefundCard } from '../shared/booking-view/refund-card.tsx';
import { SplitCard } from '../shared/booking-view/split-card.tsx';
import { StatementLink } from '../shared/booking-view/statement-link.tsx';
import { BookingTicket } from '../shared/booking-view/ticket.tsx';
import type { CustomerDetails } from '../shared/booking-view/use-booking-details.ts';
import { useFollowBooking, usePaymentPolling } from '../shared/booking-view/use-payment-polling.ts';
import { VisitCard } from '../shared/booking-view/visit-card.tsx';
import { CompanyForm } from '../shared/company-form.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { RegularSlotNote } from '../shared/regular-slot-note.tsx';
import { phoneLink } from '../ui/contact-links.ts';
import { CancelCard } from './cancel-card.tsx';
import { CorrectEmailCard } from './correct-email-card.tsx';
import { MatchCard } from './match-card.tsx';
import { PayBalance } from './pay-balance.tsx';
import { type PaymentReturn, PaymentReturnNote } from './payment-return.tsx';

/** Choosing courts and slots is most of the code, and few customers move. */
const RescheduleCard = lazy(() => import('./reschedule-card.tsx'));

/** Everything a customer can do with a booking: look, pay, upload, print, reschedule, cancel. */
export function ManageBooking({
  details,
  isStored,
  opensSplit,
  payment,
}: {
  details: CustomerDetails;
  isStored: boolean;
  /** The link that led here was about it. */
  opensSplit: boolean;
  payment: PaymentReturn;
}) {
  const { booking, payers, self_service } = details;
  const due = dueOf(payers);
  const own = ownPart(booking, payers);
  const now = useCurrentMinute() || serverNow();
  const [done, setDone] = useState('');
  const cannotCancel = cancelBlock(booking, now);
  // A second payment would have to be refunded, so the customer waits for news of the first.
  const isWaiting = payment === 'returned' && payOnlineBlock(booking) === null;
  const isSlow = usePaymentPolling(isWaiting);
  useFollowBooking(booking.status === 'pending');
  const canPay = !isWaiting || isSlow;
  const cannotReschedule = rescheduleBlock(booking, self_service.reschedule_used, now);
  return (
    <>
      <div role="status" className={done ? 'alert success' : ''}>
        {done && <p>{done}</p>}
      </div>
      {!done && (
        <PaymentReturnNote
          status={booking.status}
          balance={booking.balance}
          payment={payment}
          isSlow={isSlow}
        />
      )}
      {!isWaiting && <NextAction booking={own} rejected={self_service.receipt_rejected} />}
      <div className="split">
        <div className="stack">
          <BookingTicket
            id={booking.id}
            params={{
              court: '',
              date: booking.date,
              time: '',
              name: booking.name,
              paymentMethod: booking.payment_method,
              courtName: '',
              timeText: '',
            }}
            details={details}
            isStored={isStored}
          />
          <RefundCard
            route="PUT /api/booking/:id/refund-account"
            id={booking.id}
            balance={due}
            paidWays={self_service.paid_ways}
            account={booking.refund_account}
          />
          <StateNote booking={booking} block={cannotCancel} />
          {canPay && <PaymentCard details={{ ...details, booking: own }} />}
          {canPay && own.balance > 0 && <PayBalance booking={own} isOfOthers={false} onDone={setDone} />}
          <BookingReceiptCard booking={booking} rejected={self_service.receipt_rejected} folds />
          {!cannotCancel && (
            <Changes
              details={details}
              cannotReschedule={cannotReschedule}
              now={now}
              onDone={(text) => {
                setDone(text);
                revealPage();
              }}
            />
          )}
          <div className="rows">
            {canPay && own.balance <= 0 && due > 0 && (
              <PayBalance booking={{ ...booking, balance: due }} isOfOthers onDone={setDone} />
            )}
            {!isStored && !details.match && <SplitCard details={details} now={now} isAskedFor={opensSplit} />}
            {!isStored && <MatchCard details={details} now={now} />}
          </div>
        </div>
        <div className="stack">
          <div className="rows">
            <VisitCard details={details} />
            <StatementLink of={booking.id} balance={own.balance} />
            <CompanyForm bookingId={booking.id} isRow />
            <CorrectEmailCard details={details} />
            <HelpCard folds />
          </div>
          {booking.series_id === null && <RegularSlotNote />}
          <a className="button quiet wide" href="/booking">
            Book another court
          </a>
        </div>
      </div>
    </>
  );
}

/** Move and Cancel; each opens its card, one at a time. */
function Changes({
  details,
  cannotReschedule,
  now,
  onDone,
}: {
  details: CustomerDetails;
  cannotReschedule: SelfServiceBlock | null;
  now: number;
  onDone: (message: string) => void;
}) {
  const [open, setOpen] = useState<'' | 'move' | 'cancel'>('');
  const toggle = (one: 'move' | 'cancel') => ({
    type: 'button' as const,
    className: 'ghost',
    'aria-expanded': open === one,
    onClick: () => setOpen(open === one ? '' : one),
  });
  return (
    <div className="stack">
      <div className="manage-changes">
        <button {...toggle('move')}>Move</button>
        <button {...toggle('cancel')}>Cancel</button>
      </div>
      {open === 'move' && (
        <section ref={showWhole} className="card" aria-labelledby="reschedule-title">
          <h2 id="reschedule-title">Move to another time</h2>
          {cannotReschedule ? (
            <BlockNote block={cannotReschedule} />
          ) : (
            <Suspense fallback={<p aria-busy="true">One moment …</p>}>
              <RescheduleCard
                booking={details.booking}
                onDone={(message) => {
                  setOpen('');
                  onDone(message);
                }}
              />
            </Suspense>
          )}
        </section>
      )}
      {open === 'cancel' && (
        <CancelCard details={details} now={now} onDone={onDone} onKeep={() => setOpen('')} />
      )}
    </div>
  );
}

/** A card that opens below what was pressed may be off the bottom of a phone's screen. */
const showWhole = (card: HTMLElement | null) => card?.scrollIntoView({ block: 'nearest' });

/** What can still be done with a booking that has begun, ended or been cancelled. */
function StateNote({ booking, block }: { booking: Booking; block: SelfServiceBlock | null }) {
  if (!block) return null;
  if (booking.status === 'cancelled') {
    return (
      <a className="button wide" href={isPlayable(booking) ? bookAgainPath(booking) : '/booking'}>
        Book again
      </a>
    );
  }
  return (
    <section className="card flat" aria-label="What you can do">
      <BlockNote block={{ title: '', text: block.text }} />
    </section>
  );
}

function isPlayable(booking: Booking): boolean {
  return startOfPlay(booking) > serverNow();
}

function BlockNote({ block }: { block: SelfServiceBlock }) {
  const { club } = usePageData();
  return (
    <p>
      {block.title && <strong>{block.title}. </strong>}
      {block.text}{' '}
      <a href={phoneLink(club.phone)} className="no-wrap">
        {club.phone}
      </a>
    </p>
  );
}
