import type { Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { type BookingRules, payByOf } from '../domain/payment-deadline.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { payOnlineBlock } from '../domain/self-service.ts';
import { actorOf, type Session } from '../http/session-guard.ts';
import { type AddLedgerEntry, payBalance } from './change-status.ts';
import type { BookingStore } from './store.ts';

/** The payments module's functions for card payments. */
export interface CardCheckout {
  /** Records in the booking's own transaction that it waits for a card payment of its balance. */
  createCheckout(tx: Transaction, booking: Booking): void;
  hasCheckout(bookingId: number): boolean;
  /** Null once the payment has arrived. */
  openPaymentPage(bookingId: number): Promise<PaymentPage | null>;
}

export interface PaymentPage {
  payment_url: string;
  cancel_url: string;
  /** The name of `cancel_url` in earlier versions. */
  leave_url: string;
}

/** Throws when the booking cannot be paid online, or when its balance is not the `amount` that the customer saw. */
export function assertPayable(booking: Booking, amount: number): void {
  const block = payOnlineBlock(booking);
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
  if (amount === booking.balance) return;
  throw new Failure(
    'changed_meanwhile',
    `You now have ${formatPkr(booking.balance)} to pay, not ${formatPkr(amount)}. Please check it and try again.`,
    { amount: booking.balance },
  );
}

/**
 * Opens a checkout for a booking that was made another way. The first one holds the slots as long as a booking by
 * card, so that a deadline does not end in the middle of a payment; further ones do not, because else a customer
 * could hold a court for ever.
 */
export function startCardPayment(
  tx: Transaction,
  deps: { bookings: BookingStore; bookingRules: () => BookingRules },
  cardCheckout: CardCheckout,
  booking: Booking,
): void {
  if (booking.pay_by !== null && !cardCheckout.hasCheckout(booking.id)) {
    const holdUntil = payByOf('card', deps.bookingRules(), tx.now, startOfPlay(booking));
    if (holdUntil !== null) deps.bookings.extendPayBy(tx, booking.id, holdUntil);
  }
  cardCheckout.createCheckout(tx, booking);
}

/** Pays a booking's balance with the credit of its member; throws `invalid` when there is not enough. */
export function payWithCredit(
  tx: Transaction,
  deps: {
    bookings: BookingStore;
    addLedgerEntry: AddLedgerEntry;
    creditOf: (userId: number) => number;
  },
  booking: Booking,
  session: Session,
): Booking {
  if (booking.user_id !== session.user.id) {
    throw new Failure('forbidden', 'Credit pays only for the bookings of its own account.');
  }
  const credit = deps.creditOf(session.user.id);
  if (credit < booking.balance) {
    throw invalidField(
      'payment_method',
      `This booking costs ${formatPkr(booking.balance)}, and you have ${formatPkr(credit)} of credit. Please choose another payment method.`,
    );
  }
  payBalance(tx, deps, booking, 'credit', actorOf(session));
  return booking.status === 'pending'
    ? deps.bookings.changeStatus(tx, booking.id, 'paid', actorOf(session))
    : deps.bookings.require(booking.id);
}
