import type { Database } from 'bun:sqlite';
import type { BookingInbox } from '../domain/api/inbox-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { COUNT_REFUNDS_DUE, listRefundsDue, owingBookings } from './balance-list.ts';
import type { BookingStore } from './store.ts';
import type { UnpaidHolds } from './unpaid-holds.ts';
import { COUNT_RECEIPTS } from './waiting-receipts.ts';

/** Unpaid bookings that start this soon need attention before the players arrive. */
const SOON_MS = 2 * 3_600_000;
const IS_SOON_DAY = `booking.date BETWEEN ?1 AND ?2 AND NOT EXISTS (SELECT 1 FROM payer AS sender
  WHERE sender.booking_id = booking.id AND sender.position = 1 AND sender.receipt_waits = 1)`;

type InboxServices = { bookings: BookingStore; ledger: LedgerStore; holds: UnpaidHolds };

/** Bookings waiting for a decision by the reception at `now`, not counting receipts; the next to play first. */
export function listBookingInbox(
  db: Database,
  { bookings, ledger, holds }: InboxServices,
  now: number,
): BookingInbox {
  return {
    mass_unpaid: holds.listMassUnpaid({ now, today: businessDayOf(now) }),
    to_give_back: listRefundsDue(db, { bookings, ledger }, now),
    unpaid_soon: listUnpaidSoon(db, bookings, now),
  };
}

function listUnpaidSoon(db: Database, bookings: BookingStore, now: number): Booking[] {
  const today = businessDayOf(now);
  return db
    .query<{ id: number }, [string, string]>(owingBookings(IS_SOON_DAY))
    .all(today, addDays(today, 1))
    .map(({ id }) => bookings.require(id))
    .filter((booking) => isSoon(booking, now) && bookings.payers.dueOf(booking) > 0)
    .sort((a, b) => startOfPlay(a) - startOfPlay(b));
}

/** How many bookings and receipts are waiting, beyond the lists' limits; answered from indexes. */
export function countBookingInbox(db: Database, { bookings, holds }: InboxServices, now: number): number {
  const count = (sql: string) => db.query<{ count: number }, []>(sql).get()?.count ?? 0;
  return (
    count(COUNT_RECEIPTS) +
    count(COUNT_REFUNDS_DUE) +
    listUnpaidSoon(db, bookings, now).length +
    holds.listMassUnpaid({ now, today: businessDayOf(now) }).length
  );
}

function isSoon(booking: Pick<Booking, 'date' | 'slots'>, now: number): boolean {
  const start = startOfPlay(booking);
  return start > now && start <= now + SOON_MS;
}
