import { useEffect, useState } from 'react';
import type { PublicBooking } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { awaitsCardPayment, balanceDue } from '../../src/domain/payment.ts';
import { NeedsScript } from '../app/needs-script.tsx';
import { invalidate } from '../lib/query.ts';
import { Unbroken } from '../ui/unbroken.tsx';
import { KeepCard } from './keep-card.tsx';
import { HelpCard, NextSteps } from './next-steps.tsx';
import { PaymentCard } from './payment-card.tsx';
import { usePurchase } from './purchase.ts';
import { ReceiptCard } from './receipt-card.tsx';
import { Ticket } from './ticket.tsx';
import { type Confirmation, useConfirmation } from './use-confirmation.ts';

/** The booking confirmation. */
export default function SuccessScreen() {
  const confirmation = useConfirmation();
  const { state, id, attempt, news } = confirmation;
  usePurchase(news?.booking);
  const waitedLong = usePatience(news?.booking);
  useFinishedDraft(news?.booking);
  const { title, lead } = headOf(confirmation, waitedLong);
  return (
    <main id="main" className="container confirm" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">{id === null ? 'Booking confirmation' : `Booking ${id}`}</p>
        <h1>{title}</h1>
        <p className="lead needs-script" role="status">
          <Unbroken>{lead}</Unbroken>
        </p>
        <NeedsScript what="Looking up your booking" />
      </header>
      {state === 'missing' ? (
        <div className="stack narrow">
          <HelpCard hint="Tell us your name and the day; we look it up." />
          <Ways />
        </div>
      ) : (
        <div className="split">
          <div className="stack">
            <Ticket id={id} attempt={attempt} news={news} />
            {state === 'unreachable' && <TryAgain />}
            {news && <PaymentCard news={news} />}
            {news && <ReceiptCard booking={news.booking} />}
          </div>
          <div className="stack">
            {news && <NextSteps booking={news.booking} />}
            {news && <KeepCard news={news} />}
            <HelpCard />
            <Ways />
          </div>
        </div>
      )}
    </main>
  );
}

/** Seconds between two questions, and how many are asked before the visitor is told not to wait. */
const PAUSE = 3;
const MOST_QUESTIONS = 20;

/**
 * The provider's word about a card payment may come a little after the customer: asks for it, and says
 * whether that has gone on for long.
 */
function usePatience(booking: PublicBooking | undefined): boolean {
  const waits = booking !== undefined && awaitsCardPayment(booking);
  const [asked, setAsked] = useState(0);
  const over = asked >= MOST_QUESTIONS;
  useEffect(() => {
    if (!waits || over) return;
    const timer = setInterval(() => {
      setAsked((count) => count + 1);
      void invalidate('/api/booking/');
    }, PAUSE * 1000);
    return () => clearInterval(timer);
  }, [waits, over]);
  return waits && over;
}

/** A booking by card leaves the wizard's draft behind, in case the customer turns round on the payment page. */
function useFinishedDraft(booking: PublicBooking | undefined): void {
  const arrived = booking?.payment_method === 'card' && booking.status !== 'cancelled';
  useEffect(() => {
    if (!arrived) return;
    void import('../booking/draft.ts').then(
      ({ finishPaidDraft }) => finishPaidDraft(),
      () => {},
    );
  }, [arrived]);
}

function headOf(
  { state, id, attempt, news }: Confirmation,
  waitedLong: boolean,
): { title: string; lead: string } {
  const first = attempt.name.trim().split(/\s+/)[0];
  if (state === 'missing') {
    return {
      title: 'We cannot find this booking',
      lead: `${id === null ? 'This link carries no booking number.' : 'The number in this link is not one of ours.'} Check the link in your e-mail, or ask us.`,
    };
  }
  if (state === 'unreachable') {
    return {
      title: 'Your booking',
      lead: 'We could not reach the club just now, so the status is not known.',
    };
  }
  if (!news) return { title: 'Your booking', lead: 'One moment, we are looking it up…' };
  const thanks = first ? `Thank you, ${first}. ` : '';
  return { title: titleOf(news.booking), lead: thanks + (waitedLong ? WAITED_LONG : leadOf(news.booking)) };
}

const WAITED_LONG =
  'Word of your payment takes longer than usual. You need not wait here: we write to you as soon as it is in.';

function titleOf(booking: PublicBooking): string {
  if (booking.status === 'cancelled') return 'This booking is cancelled';
  if (booking.status !== 'pending') return "You're booked";
  return booking.receipt_received ? 'Payment under review' : 'Your court is held';
}

function leadOf(booking: PublicBooking): string {
  const amount = formatPkr(booking.computed_amount);
  if (booking.status === 'cancelled') return 'Nobody expects you at this time. Book again whenever you like.';
  if (booking.status !== 'pending') return 'Everything is paid. We look forward to seeing you on court.';
  if (booking.payment_method === 'cash') return `Please pay ${amount} at the reception before you play.`;
  if (booking.card_received !== null) return partLead(booking, booking.card_received);
  if (booking.payment_method === 'card') return 'We are waiting for word of your payment.';
  if (booking.receipt_received) return 'We have your receipt and check it within 24 hours.';
  return `Send ${amount} by bank transfer, then upload the receipt here.`;
}

/** The desk moved the booking to another price while its customer was paying. */
function partLead(booking: PublicBooking, received: number): string {
  const missing = balanceDue(booking) ?? 0;
  const came = `${formatPkr(received)} came from your card.`;
  if (missing <= 0) return `${came} The club confirms your booking.`;
  return `${came} Your booking costs ${formatPkr(booking.computed_amount)} now: please pay ${formatPkr(missing)} at the reception.`;
}

function TryAgain() {
  return (
    <div className="notice warning">
      <p>Your booking is safe with us. Check your connection and try again.</p>
      <button type="button" className="ghost" onClick={() => void invalidate('/api/booking/')}>
        Try again
      </button>
    </div>
  );
}

function Ways() {
  return (
    <nav className="cluster confirm-ways" aria-label="Where to go now">
      <a className="button" href="/booking">
        Book another court
      </a>
      <a className="button ghost" href="/">
        Back to Home
      </a>
    </nav>
  );
}
