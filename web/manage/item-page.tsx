import { lazy, Suspense } from 'react';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { hasBegun, isFree, isOver } from '../../src/domain/item-words.ts';
import { describeBalanceToCustomer } from '../../src/domain/money-labels.ts';
import { paymentLabel } from '../../src/domain/money-ways.ts';
import { serverNow } from '../lib/server-time.ts';
import { HelpCard } from '../shared/booking-view/help-card.tsx';
import { StatementLink } from '../shared/booking-view/statement-link.tsx';
import { Fact, LineFacts } from '../shared/booking-view/ticket.tsx';
import type { ItemDetails } from '../shared/booking-view/use-booking-details.ts';
import { useFollowBooking, usePaymentPolling } from '../shared/booking-view/use-payment-polling.ts';
import { useTellYou } from '../shared/use-tell-you.ts';
import { LeaveItemCard } from './leave-card.tsx';
import { HoldWarning, PartCards } from './part-cards.tsx';
import { PayShare } from './pay-share.tsx';
import { type PaymentReturn, PaymentReturnNote } from './payment-return.tsx';

/** An evening may take longer than its courts were booked for. */
const LATE_MS = 2 * 60 * 60_000;

const TournamentCard = lazy(() => import('./tournament-card.tsx'));
const MakeUpCard = lazy(() => import('./make-up-card.tsx'));

/** A place in an event or a purchase, as its payer manages it: look, pay, upload, give back. */
export function ItemPage({ details, payment }: { details: ItemDetails; payment: PaymentReturn }) {
  const { payer, item } = details;
  const isStanding = payer.state !== 'left' && !item.cancelled;
  // Nothing is held any more, and nobody waits.
  const isTooLate = isOver(item, serverNow()) || (payer.state === 'waiting' && hasBegun(item, serverNow()));
  const isOpen = isStanding && payer.balance > 0 && payer.state !== 'waiting';
  // A second payment would have to be refunded, so the payer waits for news of the first one.
  const isWaiting = payment === 'returned' && isOpen;
  const isSlow = usePaymentPolling(isWaiting);
  useFollowBooking(isOpen || (payer.state === 'waiting' && !isTooLate));
  const mayPay = isOpen && !payer.receipt_received && (!isWaiting || isSlow);
  const isAnyHeld = details.together.some(({ pay_by }) => pay_by !== null);
  const status = isStanding ? 'pending' : 'cancelled';
  return (
    <>
      <PaymentReturnNote
        status={status}
        thing={item.kind === 'event' ? 'place' : 'purchase'}
        balance={payer.balance}
        payment={payment}
        isSlow={isSlow}
      />
      {isStanding && item.kind === 'event' && !isTooLate && <HoldNote payer={payer} />}
      {isStanding && item.kind === 'event' && payer.state === 'joined' && (
        <Suspense>
          <TournamentCard payerId={payer.id} isOver={isOver(item, serverNow() - LATE_MS)} />
        </Suspense>
      )}
      <div className="split">
        <div className="stack">
          <ItemTicket details={details} />
          {/* What may be lost comes first. */}
          {isStanding && isAnyHeld && <CompanionsCard details={details} />}
          <PartCards details={details} isOpen={isOpen} mayPay={mayPay} play={Number.POSITIVE_INFINITY} />
          {mayPay && <PayShare payer={payer} together={details.together} />}
          {isStanding && item.kind === 'event' && payer.state === 'joined' && (
            <Suspense>
              <MakeUpCard payerId={payer.id} />
            </Suspense>
          )}
          {isStanding && !isAnyHeld && <CompanionsCard details={details} />}
          <LeaveItemCard details={details} />
        </div>
        <div className="rows">
          {details.entries.length > 0 && <StatementLink of={`p${payer.id}`} balance={payer.balance} />}
          <HelpCard folds />
        </div>
      </div>
    </>
  );
}

/** What makes a held place the payer's, or what follows on the waiting list. */
function HoldNote({ payer }: { payer: ItemDetails['payer'] }) {
  const { state, hold_until, prepaid, receipt_received } = payer;
  const tell = useTellYou();
  if (state === 'waiting')
    return <p className="alert">As soon as a place is free, we’ll {tell(payer)} and hold it for you.</p>;
  if (!hold_until || receipt_received) return null;
  return <HoldWarning prepaid={prepaid} />;
}

/** Places that came with this one and still have to be paid, each with a page of its own. */
function CompanionsCard({ details }: { details: ItemDetails }) {
  const { together } = details;
  if (together.length === 0) return null;
  return (
    <section className="card" aria-labelledby="together-title">
      <h2 id="together-title">You also took</h2>
      <ul className="event-dates">
        {together.map(({ id, name, balance, pay_by, join_url }) => (
          <li key={id}>
            <a href={join_url}>
              <span translate="no">{name}</span>’s place
            </a>
            , {formatPkr(balance)} to pay{pay_by && ` by ${formatPayBy(pay_by)}`}
          </li>
        ))}
      </ul>
      {details.payer.payment_method === 'bank_transfer' && together.some(({ pay_by }) => pay_by !== null) && (
        <p>Each place has a transfer and a receipt of its own.</p>
      )}
    </section>
  );
}

/** What it costs and what came; of what was given back only what came, and of a place waited for nothing yet. */
function ItemMoney({ payer }: { payer: ItemDetails['payer'] }) {
  const { state, charge, received, balance } = payer;
  const payment = paymentLabel(payer.paid_ways, payer.payment_method ?? '');
  if (isFree(payer)) return <Fact label="Price">Free</Fact>;
  if (state === 'waiting' || (state === 'left' && received === 0)) return null;
  return (
    <>
      <Fact label={state === 'left' ? 'Kept' : 'Price'}>{formatPkr(charge)}</Fact>
      {received !== 0 && <Fact label="Received">{formatPkr(received)}</Fact>}
      {balance !== charge && <Fact label="Balance">{describeBalanceToCustomer(balance)}</Fact>}
      {payment && <Fact label="Payment">{payment}</Fact>}
    </>
  );
}

function ItemTicket({ details: { payer, item, pay_by } }: { details: ItemDetails }) {
  return (
    <section className="ticket requires-javascript" data-theme="dark" aria-label={item.title}>
      <div className="ticket-top">
        <p className="ticket-court" translate="no">
          {item.title}
        </p>
        <ul className="ticket-lines">
          {item.details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {item.page && (
          <p>
            <a href={item.page}>{item.kind === 'event' ? 'More about it' : 'Your plans'}</a>
          </p>
        )}
      </div>
      <dl className="ticket-stub">
        <Fact label="Name">
          <span translate="no">{payer.name}</span>
        </Fact>
        {item.contact_name && (
          <Fact label="Contact">
            <span translate="no">{item.contact_name}</span>
          </Fact>
        )}
        {item.lines.length > 1 && <LineFacts lines={item.lines} />}
        <ItemMoney payer={payer} />
        {pay_by && payer.balance > 0 && !payer.receipt_received && (
          <Fact label="Pay by">{formatPayBy(pay_by)}</Fact>
        )}
      </dl>
    </section>
  );
}
