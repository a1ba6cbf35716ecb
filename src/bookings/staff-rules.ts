import type { Database } from 'bun:sqlite';
import { listAuditEntries } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { linesTotal } from '../domain/booking-price-lines.ts';
import { Failure } from '../domain/failure.ts';
import { overpaymentError } from '../domain/ledger.ts';
import { NO_RESALE_MS } from '../domain/payment-deadline.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { BookingServices } from './services.ts';

export function isNearPlay(play: Pick<Booking, 'date' | 'slots'>, at: number): boolean {
  return startOfPlay(play) - NO_RESALE_MS <= at;
}

/** True if the booking was moved later on its day close to play: a new time takes no cash back out of a pocket. */
function wasMovedNearPlay(db: Database, bookingId: number): boolean {
  return listAuditEntries(db, 'booking', bookingId).some(
    ({ action, at, details }) =>
      action === 'moved' && details.from.date === details.to.date && isNearPlay(details.from, Date.parse(at)),
  );
}

/** Counts what a code takes off a booking when applied by staff, who could have pocketed the full price in cash. */
export function limitCode(
  tx: Transaction,
  { grants }: Pick<BookingServices, 'grants'>,
  booking: Booking,
  actor: Actor,
  before?: Booking,
): void {
  const amount = codeDiscountOf(booking) - (before ? codeDiscountOf(before) : 0);
  if (amount <= 0) return;
  grants.add(tx, actor, { kind: 'code', amount, booking_id: booking.id, is_new: before === undefined });
}

/** PKR, at least 0. */
function codeDiscountOf({ lines = [] }: Booking): number {
  return -linesTotal(lines.filter(({ kind }) => kind === 'code'));
}

/**
 * From half an hour before play, counts whatever staff take off a booking's balance without a payment, because
 * unrecorded cash would never be missed; also the full charge of a booking that they move to a later time. Refunds
 * due count when they are given back.
 */
export function limitWriteOff(
  tx: Transaction,
  { grants }: Pick<BookingServices, 'grants'>,
  before: Booking,
  after: Booking,
  actor: Actor,
): void {
  if (!isNearPlay(before, tx.now) && !wasMovedNearPlay(tx.db, before.id)) return;
  const isOtherPlay = startOfPlay(before) <= tx.now || after.date !== before.date;
  const isPlayedAgain = after.status !== 'cancelled' && isOtherPlay && startOfPlay(after) > tx.now;
  const lowered = Math.max(0, before.balance) - Math.max(0, after.balance);
  const amount = isPlayedAgain ? before.charge : lowered;
  if (amount <= 0) return;
  grants.add(tx, actor, { kind: 'write_off', amount, booking_id: before.id });
}

/** Refuses staff a payment of more than `due`. Other proof that the money came belongs here. */
export function assertNoOverpayment(actor: Actor, amount: number, due: number): void {
  const error = actor.role === 'staff' ? overpaymentError(amount, due) : null;
  if (error !== null) throw new Failure('forbidden', error);
}
