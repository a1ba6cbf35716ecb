import type * as v from 'valibot';
import { assertUnpaidLimit } from '../bookings/booking-limits.ts';
import { originKeysOf } from '../bookings/booking-origins.ts';
import { cancellationOf, changeStatusWithMoney } from '../bookings/cancel.ts';
import { assertMayMove } from '../bookings/contact-blocks.ts';
import { rescheduleBooking } from '../bookings/reschedule.ts';
import type { BookingServices } from '../bookings/services.ts';
import { isNearPlay } from '../bookings/staff-rules.ts';
import {
  hasAdminEmail,
  hasCustomerEntry,
  hasHandedLink,
  mayStaffHaveLink,
  recordAuditEntry,
} from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { daysAheadOf } from '../domain/club.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import type { PayeeDoubt } from '../domain/payee-doubts.ts';
import { guestCashError } from '../domain/payment-deadline.ts';
import { planDaysAhead } from '../domain/plan-price.ts';
import {
  type CustomerReschedule,
  cancelBlock,
  type refundAccountSchema,
  rescheduleBlock,
  rescheduleTargetError,
  type SelfServiceBlock,
} from '../domain/self-service.ts';
import type { Payer } from '../payers/store.ts';

type ChangeServices = Omit<BookingServices, 'addOns'>;

const CANCELLED_BY_CLUB: SelfServiceBlock = {
  title: 'Play starts in less than 30 minutes',
  text: 'The reception made or changed this booking. Please call us to cancel it.',
};

/**
 * Cancels under the published policy. The customer agreed to `amount_back`; if that is no longer right, the refusal
 * contains the right amount.
 */
export function cancelByCustomer(
  tx: Transaction,
  deps: ChangeServices,
  id: number,
  input: { version?: number | undefined; amount_back?: number | undefined },
  actor: Actor,
): Booking {
  const booking = deps.bookings.require(id);
  assertAllowed(cancelBlock(booking, tx.now), deps);
  // A staff member may have the link, keep the cash and cancel as the customer.
  if (mayStaffHaveLink(tx.db, booking) && booking.balance > 0 && isNearPlay(booking, tx.now))
    assertAllowed(CANCELLED_BY_CLUB, deps);
  const { giveBack } = cancellationOf(deps.bookings, booking, 'customer', tx.now);
  if (input.amount_back !== undefined && input.amount_back !== giveBack) {
    throw new Failure(
      'changed_meanwhile',
      `The refund is now ${formatPkr(giveBack)}, not ${formatPkr(input.amount_back)}. Please check it and try again.`,
      { amount: giveBack },
    );
  }
  const { version } = input;
  return changeStatusWithMoney(
    tx,
    deps,
    id,
    { status: 'cancelled', version, cancelled_by: 'customer' },
    actor,
  );
}

/** Moves a booking once, 24 hours ahead, to other free slots of the same length at today's price. */
export function rescheduleByCustomer(
  tx: Transaction,
  deps: ChangeServices,
  id: number,
  input: CustomerReschedule,
  actor: Actor,
): Booking {
  const { bookings } = deps;
  const booking = bookings.require(id);
  assertAllowed(rescheduleBlock(booking, hasCustomerEntry(tx.db, id, 'moved'), tx.now), deps);
  const error = rescheduleTargetError(booking, input, {
    calendar: deps.calendar.current(),
    now: tx.now,
    daysAhead: daysAheadOf(
      deps.settings.facts(),
      booking.user_id !== null,
      planDaysAhead(deps.items.heldBy(booking.user_id), deps.calendar.today()),
    ),
  });
  if (error) throw invalidField('slots', error);
  if (actor.kind !== 'admin') assertMayMove(tx.db, booking, tx.now, deps.settings.facts().phone);
  const { version } = booking;
  const moved = rescheduleBooking(tx, deps, id, { ...input, version }, actor, true);
  if (moved.status === 'pending') assertMayHold(deps, booking, moved, tx.now);
  return moved;
}

/**
 * A move must not hold what a new booking couldn't: too far ahead with cash, or more than the contact's allowance.
 */
function assertMayHold(deps: ChangeServices, before: Booking, moved: Booking, now: number): void {
  const { date, user_id, payment_method } = moved;
  const rules = deps.settings.facts().booking_rules;
  const user = user_id === null ? null : deps.users.find(user_id);
  const isCashOfGuest = !user?.email_verified && payment_method === 'cash';
  const cashError = isCashOfGuest && date > before.date ? guestCashError(date, rules, now) : null;
  if (cashError) throw invalidField('slots', cashError);
  if (before.status === 'pending') return;
  // The booking counts itself. Its network may have changed since, and many homes share one.
  assertUnpaidLimit(deps, originKeysOf(null, moved, user), 0, { date, now });
}

type RefundAccount = v.InferOutput<typeof refundAccountSchema>;

/** Stores where the customer wants the refund that the reception sends. */
export function nameRefundAccount(
  tx: Transaction,
  { bookings }: ChangeServices,
  booking: Booking,
  { title, account }: RefundAccount,
  actor: Actor,
): Booking {
  const { id } = booking;
  assertRefundDue(bookings.payers.dueOf(booking));
  const change = { from: booking.refund_account ?? '', to: `${account}, ${title}` };
  bookings.payers.setRefundAccount(tx, booking.payer_id, change.to);
  recordRefundAccount(tx, booking, bookings.payers.require(booking.payer_id), change, actor);
  return bookings.touch(tx, id);
}

/** The same for a player's own share. */
export function nameShareAccount(
  tx: Transaction,
  { bookings }: Pick<ChangeServices, 'bookings'>,
  payerId: number,
  { title, account }: RefundAccount,
  actor: Actor,
): void {
  const [booking, payer] = bookings.requirePart(payerId);
  assertRefundDue(payer.balance);
  const change = { from: payer.refund_account ?? '', to: `${account}, ${title}` };
  bookings.payers.setRefundAccount(tx, payerId, change.to);
  recordRefundAccount(tx, booking, payer, change, actor);
}

/** A wrong account could take the money, so its owner gets an email about every account entered. */
function recordRefundAccount(
  tx: Transaction,
  booking: Booking,
  payer: Payer,
  change: { from: string; to: string },
  actor: Actor,
): void {
  if (change.to === change.from) return;
  const { id } = booking;
  const doubt = payeeDoubt(tx, booking, payer, change.from);
  recordAuditEntry(tx, actor, 'refund_account', 'booking', id, {
    ...(actor.kind === 'admin' ? change : doubt && { doubt }),
    payer: payer.id,
  });
  tx.emit({ kind: 'booking.refund_account_given', booking_id: id, payer_id: payer.id, at: tx.now });
}

/**
 * A link sent to an email that the payer entered is the payer's own; another payer's link does not depend on the
 * host's.
 */
function payeeDoubt(tx: Transaction, booking: Booking, payer: Payer, from: string): PayeeDoubt | null {
  if (payer.position > 1 && payer.email === '') return 'no_email';
  if (payer.position === 1 && hasAdminEmail(tx.db, booking))
    return booking.email === '' ? 'handed_link' : 'club_email';
  if (hasHandedLink(tx.db, 'booking', booking.id)) return 'handed_link';
  return from === '' ? null : 'replaced';
}

function assertRefundDue(balance: number): void {
  if (balance >= 0) throw new Failure('wrong_state', 'There is nothing to refund for this booking.');
}

function assertAllowed(block: SelfServiceBlock | null, deps: ChangeServices): void {
  if (!block) return;
  throw new Failure('wrong_state', `${block.title}. ${block.text} Phone ${deps.settings.facts().phone}.`);
}
