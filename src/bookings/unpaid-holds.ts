import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { ReleaseUnpaid } from '../domain/admin-inputs.ts';
import type { MassUnpaidBookings } from '../domain/api/admin-booking-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { BookingServices } from './services.ts';
import { limitWriteOff } from './staff-rules.ts';

/** More than a group of friends would book: half a day of two courts, in several bookings. */
const MIN_SLOTS = 42;
const MIN_BOOKINGS = 5;
const MAX_GROUPS = 5;

/**
 * A booking that holds slots unpaid: part of its price is missing, and the reception has approved nothing. A receipt
 * makes no difference, because any picture is one. `$now` is in milliseconds.
 */
const IS_UNPAID = `booking.state = 'pending' AND booking.charge > booking.received AND booking.date >= $today
  AND (booking.pay_by IS NULL OR booking.pay_by > $now)`;

/** The current time and its business day. */
export type Present = { now: number; today: string };

interface GroupRow {
  /** JSON lists. */
  booking_ids: string;
  with_receipt_ids: string;
  slots: number;
  first_at: number;
  last_at: number;
}

/**
 * What a contact, network or member holds unpaid. The limits, the alarm and the mass release all use this, so that
 * they always agree.
 */
export class UnpaidHolds {
  readonly #selectSlots;
  readonly #selectPlaces;
  readonly #selectUntaken;
  readonly #selectGroups;

  constructor(db: Database) {
    // Most keys have no row, and for a new key a join costs ten times as much as these subqueries.
    this.#selectSlots = db.prepare<{ slots: number }, Present & { key: string }>(
      `SELECT (SELECT coalesce(sum(slots), 0) FROM booking_origin
           WHERE key = $key AND (SELECT ${IS_UNPAID} FROM booking WHERE booking.id = booking_id))
         + (SELECT coalesce(sum((SELECT count(*) FROM claim WHERE claim.offer_id = offer_origin.offer_id)), 0)
           FROM offer_origin WHERE key = $key) AS slots`,
    );
    this.#selectPlaces = db.prepare<{ places: number }, [string, string]>(
      `SELECT count(*) AS places FROM place_origin JOIN payer ON payer.id = payer_id
         LEFT JOIN booking ON booking.id = payer.booking_id
       WHERE key = ? AND payer.state = 'joined' AND payer.charge > payer.received
         AND (payer.event_id IS NOT NULL OR booking.status <> 'cancelled' AND booking.date >= ?)`,
    );
    this.#selectUntaken = db.prepare<{ places: number }, [string, number | null, number | null]>(
      `SELECT count(*) AS places FROM place_origin JOIN payer ON payer.id = payer_id
       WHERE key = ?1 AND (payer.booking_id = ?2 OR payer.event_id = ?3) AND confirmed_at IS NULL`,
    );
    const list = (condition: string) => `json_group_array(booking.id) FILTER (WHERE ${condition})`;
    // The club doesn't release what a customer has started paying.
    this.#selectGroups = db.prepare<GroupRow, Present & { slots: number; bookings: number }>(
      `SELECT ${list('booking.receipt_waits = 0')} AS booking_ids,
         ${list('booking.receipt_waits = 1')} AS with_receipt_ids,
         sum(booking_origin.slots) AS slots,
         min(booking_origin.created_at) AS first_at, max(booking_origin.created_at) AS last_at
       FROM booking_origin JOIN customer_booking AS booking ON booking.id = booking_origin.booking_id
       WHERE ${IS_UNPAID} AND booking.received <= 0
       GROUP BY booking_origin.key HAVING sum(booking_origin.slots) >= $slots AND count(*) >= $bookings
       ORDER BY slots DESC, booking_ids LIMIT 50`,
    );
  }

  /** How many slots a key holds through bookings and open offers. */
  slotsOf(key: string, { now, today }: Present): number {
    return this.#selectSlots.get({ key, now, today })?.slots ?? 0;
  }

  /** How many unpaid places a key has in upcoming matches and events: held, promised, or with a receipt waiting. */
  placesOf(key: string, today: string): number {
    return this.#selectPlaces.get(key, today)?.places ?? 0;
  }

  /** How many places in one match or event a key is waiting for, holds, or has let lapse. */
  untakenPlacesOf(key: string, of: { booking_id: number } | { event_id: number }): number {
    const [bookingId, eventId] = 'event_id' in of ? [null, of.event_id] : [of.booking_id, null];
    return this.#selectUntaken.get(key, bookingId, eventId)?.places ?? 0;
  }

  /** Unusually many unpaid bookings from one network, contact or member; largest first. */
  listMassUnpaid({ now, today }: Present): MassUnpaidBookings[] {
    const rows = this.#selectGroups.all({ now, today, slots: MIN_SLOTS, bookings: MIN_BOOKINGS });
    const named = new Set<number>();
    const groups: MassUnpaidBookings[] = [];
    for (const { slots, first_at, last_at, ...row } of rows) {
      const booking_ids = sortedIds(row.booking_ids);
      const with_receipt_ids = sortedIds(row.with_receipt_ids);
      const ids = [...booking_ids, ...with_receipt_ids];
      // Networks around an address and its contacts would report the same bookings again.
      if (ids.every((id) => named.has(id)) || groups.length >= MAX_GROUPS) continue;
      for (const id of ids) named.add(id);
      groups.push({
        booking_ids,
        with_receipt_ids,
        slots,
        first_at: clubTimestamp(first_at),
        last_at: clubTimestamp(last_at),
      });
    }
    return groups;
  }
}

function sortedIds(list: string): number[] {
  return (JSON.parse(list) as number[]).sort((one, other) => one - other);
}

/**
 * Releases those of the chosen bookings that are still unpaid, as if their deadline were now: customers get a message,
 * and receipts are decided like any late one. A booking stays if a receipt has come since the reception read the list.
 * Returns the released ones.
 */
export function releaseUnpaid(
  tx: Transaction,
  deps: Pick<BookingServices, 'bookings' | 'grants'>,
  chosen: ReleaseUnpaid,
  actor: Actor,
): Booking[] {
  const { bookings } = deps;
  const now = Math.floor(tx.now / 60_000) * 60_000;
  const withReceipt = new Set(chosen.with_receipt_ids);
  return [...new Set([...chosen.booking_ids, ...withReceipt])]
    .map((id) => bookings.find(id))
    .filter((booking) => booking !== null)
    .filter(({ id, status, received, receipt_received }) => {
      return status === 'pending' && received <= 0 && (!receipt_received || withReceipt.has(id));
    })
    .map((booking) => {
      bookings.setPayBy(tx, booking, now);
      const released = bookings.changeStatus(tx, booking.id, 'cancelled', actor, { unpaid: true });
      limitWriteOff(tx, deps, booking, released, actor);
      return released;
    });
}
