import type { Database } from 'bun:sqlite';
import type { Booking } from '../domain/booking.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { ownPart, shownPart } from '../domain/share.ts';
import { lateDueOf, type Payer } from '../payers/store.ts';
import { type BookingStore, slotIndexesOf } from './store.ts';

/** A payer's receipt waiting for the reception. */
export interface WaitingReceipt {
  /** With only the money of the customer's own part if the receipt is the customer's. */
  booking: Booking;
  payer: Payer;
  /** It came too late for its part, which is no longer owed. */
  late: boolean;
  /** PKR that it should show: what is outstanding or, for a late one, what was. */
  amount: number;
  /** For a late one: the slots are free and play has not begun. */
  can_restore: boolean;
  /** It belongs to a member, who can hold credit. */
  can_credit: boolean;
}

const FROM_WAITING = `payer INDEXED BY payer_receipt_waits
  CROSS JOIN booking ON booking.id = payer.booking_id WHERE payer.receipt_waits = 1`;

export const COUNT_RECEIPTS = `SELECT count(*) AS count FROM ${FROM_WAITING}`;

/** Receipts waiting for review: in time before late, and the next to play first. */
export function listReceipts(db: Database, bookings: BookingStore, now: number): WaitingReceipt[] {
  return db
    .query<{ id: number; late: number }, []>(
      `SELECT payer.id, payer.charge <= payer.received OR booking.status = 'cancelled' AS late FROM ${FROM_WAITING}
       ORDER BY late, booking.date, payer.id LIMIT ${LIST_LIMITS.inbox}`,
    )
    .all()
    .map(({ id, late }) => {
      const [booking, payer] = bookings.requirePart(id);
      const isCustomer = payer.position === 1;
      const payers = bookings.payers.listOf(booking);
      const shown = shownPart(payer, payers);
      return {
        booking: isCustomer && late === 0 ? ownPart(booking, payers) : booking,
        payer: shown,
        late: late === 1,
        amount: late === 1 ? lateDueOf(payer) : shown.balance,
        can_restore: late === 1 && isCustomer && canRestore(bookings, booking, now),
        can_credit: payer.user_id !== null,
      };
    });
}

function canRestore(bookings: BookingStore, booking: Booking, now: number): boolean {
  if (startOfPlay(booking) <= now) return false;
  const { court_id, date, lines = [] } = booking;
  const slotIndexes = slotIndexesOf(booking);
  const taken = bookings.takenSlotIndexes(court_id, date);
  const isFree = !slotIndexes.some((slotIndex) => taken.has(slotIndex));
  return isFree && bookings.addOns.findShortage(lines, { date, slotIndexes }) === null;
}
