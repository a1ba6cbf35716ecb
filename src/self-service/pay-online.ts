import { payBalance } from '../bookings/change-status.ts';
import type { BookingServices } from '../bookings/services.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { payByOf } from '../domain/payment-deadline.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { payOnlineBlock } from '../domain/self-service.ts';
import { actorOf, type Session } from '../http/session-guard.ts';
import type { CardPaymentService } from '../payments/card-payment-service.ts';

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
  { bookings, settings }: Pick<BookingServices, 'bookings' | 'settings'>,
  cards: CardPaymentService,
  booking: Booking,
): void {
  if (booking.pay_by !== null && !cards.hasCheckout(booking.id)) {
    const holdUntil = payByOf('card', settings.facts().booking_rules, tx.now, startOfPlay(booking));
    if (holdUntil !== null) bookings.extendPayBy(tx, booking.id, holdUntil);
  }
  cards.createCheckout(tx, booking);
}

/** Pays a booking's balance with the credit of its member; throws `invalid` when there is not enough. */
export function payWithCredit(
  tx: Transaction,
  deps: Pick<BookingServices, 'bookings' | 'ledger'>,
  booking: Booking,
  session: Session,
): Booking {
  if (booking.user_id !== session.user.id) {
    throw new Failure('forbidden', 'Credit pays only for the bookings of its own account.');
  }
  const credit = deps.ledger.creditOf(session.user.id);
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
