import { lazy, Suspense } from 'react';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { describeBalanceToCustomer } from '../../src/domain/money-labels.ts';
import { paymentMethodLabel } from '../../src/domain/payment-instructions.ts';
import { HelpCard } from '../shared/booking-view/help-card.tsx';
import { InstructionsCard } from '../shared/booking-view/payment-card.tsx';
import { ReceiptCard } from '../shared/booking-view/receipt-card.tsx';
import { RefundCard } from '../shared/booking-view/refund-card.tsx';
import { StatementLink } from '../shared/booking-view/statement-link.tsx';
import { Fact, LineFacts } from '../shared/booking-view/ticket.tsx';
import type { ItemDetails } from '../shared/booking-view/use-booking-details.ts';
import { useFollowBooking, usePaymentPolling } from '../shared/booking-view/use-payment-polling.ts';
import { LeaveItemCard } from './leave-card.tsx';
import { PayShare } from './pay-share.tsx';
import { type PaymentReturn, PaymentReturnNote } from './payment-return.tsx';

const TournamentCard = lazy(() => import('./tournament-card.tsx'));

/** A place in an event or a purchase, as its payer manages it: look, pay, upload, give back. */
export default function ItemPage({ details, payment }: { details: ItemDetails; payment: PaymentReturn }) {
  const { payer, item, instructions } = details;
  const isStanding = payer.state !== 'left' && !item.cancelled;
  const isOpen = isStanding && payer.balance > 0 && payer.state !== 'waiting';
  // A second payment would have to be refunded, so the payer waits for news of the first one.
  const isWaiting = payment === 'returned' && isOpen;
  const isSlow = usePaymentPolling(isWaiting);
  useFollowBooking(isOpen || payer.state === 'waiting');
  const isTransfer = payer.payment_method === 'bank_transfer';
  const mayPay = isOpen && !payer.receipt_received && (!isWaiting || isSlow);
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
      {isStanding && item.kind === 'event' && payer.state === 'joined' && (
        <Suspense>
          <TournamentCard payerId={payer.id} />
        </Suspense>
      )}
      <div className="split">
        <div className="stack">
          <ItemTicket details={details} />
          <RefundCard
            route="PUT /api/payers/:id/refund-account"
            id={payer.id}
            balance={payer.balance}
            paidBy={payer.paid_by}
            account={payer.refund_account}
          />
          {mayPay && instructions && (
            <InstructionsCard instructions={instructions} method={payer.payment_method ?? ''} />
          )}
          {isOpen && (isTransfer || payer.receipt_received) && (
            <ReceiptCard
              paysFor={`p${payer.id}`}
              email=""
              received={payer.receipt_received}
              rejected={payer.receipt_rejected}
              play={Number.POSITIVE_INFINITY}
              folds
            />
          )}
          {mayPay && <PayShare payer={payer} />}
          <LeaveItemCard details={details} />
        </div>
        <div className="rows">
          {details.entries.length > 0 && <StatementLink of={`p${payer.id}`} balance={payer.balance} isRow />}
          <HelpCard folds />
        </div>
      </div>
    </>
  );
}

function ItemTicket({ details: { payer, item, pay_by } }: { details: ItemDetails }) {
  const method = payer.paid_by ?? payer.payment_method;
  return (
    <section className="ticket requires-javascript" data-theme="dark" aria-label={item.title}>
      <div className="ticket-top">
        <p className="ticket-court" translate="no">
          {item.title}
        </p>
        {item.details.map((line) => (
          <p key={line}>{line}</p>
        ))}
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
        {item.lines.length > 1 && <LineFacts lines={item.lines} />}
        <Fact label="Price">{formatPkr(payer.charge)}</Fact>
        {payer.received !== 0 && <Fact label="Received">{formatPkr(payer.received)}</Fact>}
        {payer.balance !== payer.charge && (
          <Fact label="Balance">{describeBalanceToCustomer(payer.balance)}</Fact>
        )}
        {method && <Fact label="Payment">{paymentMethodLabel(method)}</Fact>}
        {pay_by && payer.balance > 0 && <Fact label="Pay by">{formatPayBy(pay_by)}</Fact>}
      </dl>
    </section>
  );
}
