import { type MoneyServices, payDue } from '../bookings/payments.ts';
import type { BookingServices } from '../bookings/services.ts';
import type { BookingStore } from '../bookings/store.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { payByOf } from '../domain/payment-deadline.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { payOnlineBlock } from '../domain/self-service.ts';
import { actorOf, type Session } from '../http/session-guard.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { CardPaymentService } from '../payments/card-payment-service.ts';

/**
 * Throws if the booking can't be paid online, or if `amount` is not what the customer saw: the balance or, for a
 * split booking, the host's own share.
 */
export function assertPayable({ payers }: BookingStore, booking: Booking, amount: number): void {
  const due = payers.dueOf(booking);
  const block = payOnlineBlock({ ...booking, balance: due });
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
  const [host] = payers.listOf(booking);
  if (amount !== host?.balance || amount <= 0) assertSameAmount(due, amount);
}

/** The customer pays what they saw. */
export function assertSameAmount(due: number, amount: number): void {
  if (amount === due) return;
  throw new Failure(
    'changed_meanwhile',
    `You now have ${formatPkr(due)} to pay, not ${formatPkr(amount)}. Please check it and try again.`,
    { amount: due },
  );
}

/**
 * Opens a checkout for a booking made another way, or for a share. The first one holds the slots as long as a card
 * booking, so that the deadline doesn't end in the middle of a payment. Further ones don't, or a customer could hold
 * a court forever.
 */
export function startCardPayment(
  tx: Transaction,
  { bookings, settings }: Pick<BookingServices, 'bookings' | 'settings'>,
  cards: CardPaymentService,
  booking: Booking,
  payerId: number,
  amount: number,
): void {
  if (booking.pay_by !== null && !cards.hasCheckout(booking.id)) {
    const holdUntil = payByOf('card', settings.facts().booking_rules, tx.now, startOfPlay(booking));
    if (holdUntil !== null) bookings.extendPayBy(tx, booking.id, holdUntil);
  }
  cards.createCheckout(tx, { booking_id: booking.id, id: payerId }, amount);
}

/** Throws `invalid` if the member has less credit than `amount`. */
export function assertEnoughCredit(ledger: LedgerStore, userId: number, amount: number): void {
  const credit = ledger.creditOf(userId);
  if (credit >= amount) return;
  throw invalidField(
    'payment_method',
    `This booking costs ${formatPkr(amount)}, and you have ${formatPkr(credit)} of credit. Please choose another payment method.`,
  );
}

/** Pays `amount` of a booking with its member's credit; throws `invalid` if there is not enough. */
export function payWithCredit(
  tx: Transaction,
  services: MoneyServices,
  booking: Booking,
  session: Session,
  amount = booking.balance,
): Booking {
  if (booking.user_id !== session.user.id) {
    throw new Failure('forbidden', 'Credit can only pay for bookings of its own account.');
  }
  assertEnoughCredit(services.ledger, session.user.id, amount);
  return payDue(tx, services, booking, 'credit', actorOf(session), amount);
}
