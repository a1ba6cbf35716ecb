import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { User } from '../domain/account.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { networkKeys } from '../http/client-ip.ts';

/** A network, contact or member whose bookings are counted together. */
export interface OriginKey {
  kind: 'network' | 'email' | 'phone' | 'member';
  /** A digest: the database holds no addresses of visitors. */
  key: string;
  /** How many times the limit of one address applies. */
  factor: number;
}

/**
 * The keys under which a booking counts. A member with a verified email counts alone, so that no stranger can
 * use up the member's share; a contact that is not the member's own counts as everybody's.
 */
export function originKeysOf(
  ip: string,
  booking: { email: string; phone: string },
  user: Pick<User, 'id' | 'email' | 'phone' | 'email_verified'> | null,
): OriginKey[] {
  const member = user?.email_verified ? user : null;
  const email = mailboxOf(booking.email);
  const keys: OriginKey[] = member
    ? [originKey('member', String(member.id))]
    : networkKeys(ip).map(({ key, factor }) => originKey('network', key, factor));
  if (!member || mailboxOf(member.email) !== email) keys.push(originKey('email', email));
  if (!member || member.phone !== booking.phone) keys.push(originKey('phone', booking.phone));
  return keys;
}

function originKey(kind: OriginKey['kind'], value: string, factor = 1): OriginKey {
  const key = Bun.CryptoHasher.hash('sha256', `${kind}:${value}`, 'base64url').slice(0, 22);
  return { kind, key, factor };
}

/** What a key has booked; `oldest` is the instant of its first booking. */
export interface OriginUsage {
  slots: number;
  bookings: number;
  oldest: number;
}

/** A booking that holds slots without money, a receipt or an end of its time; `$now` in milliseconds. */
export const UNPAID_CONDITION = `booking.status = 'pending' AND booking.received <= 0
  AND booking.payment_receipt IS NULL AND booking.date >= $today
  AND (booking.pay_by IS NULL OR booking.pay_by > $now)`;

/** Where online bookings came from: a row for each key of a booking. Refused requests leave no row. */
export class BookingOriginStore {
  readonly #selectUsage;
  readonly #selectUnpaid;
  readonly #insert;

  constructor(db: Database) {
    this.#selectUsage = db.prepare<OriginUsage, [string, number]>(
      `SELECT coalesce(sum(slots), 0) AS slots, count(*) AS bookings, coalesce(min(created_at), 0) AS oldest
       FROM booking_origin WHERE key = ? AND created_at > ?`,
    );
    // Most keys have no row, and a join costs a new key ten times as much as this subquery.
    this.#selectUnpaid = db.prepare<{ slots: number }, { key: string; now: number; today: string }>(
      `SELECT coalesce(sum(slots), 0) AS slots FROM booking_origin
       WHERE key = $key AND (SELECT ${UNPAID_CONDITION} FROM booking WHERE booking.id = booking_id)`,
    );
    this.#insert = db.prepare<null, [string, number, number, number]>(
      'INSERT INTO booking_origin (key, booking_id, created_at, slots) VALUES (?, ?, ?, ?)',
    );
  }

  /** What `key` booked in the last `windowMs`. */
  usageOf(key: string, now: number, windowMs: number): OriginUsage {
    const usage = this.#selectUsage.get(key, now - windowMs);
    if (!usage) throw new Error('an aggregate query returns one row');
    return usage;
  }

  /** How many slots the bookings of `key` hold unpaid. `today` is the business day. */
  unpaidSlotsOf(key: string, { now, today }: { now: number; today: string }): number {
    return this.#selectUnpaid.get({ key, now, today })?.slots ?? 0;
  }

  record(
    tx: Transaction,
    booking: { id: number; slots: readonly string[] },
    keys: readonly OriginKey[],
  ): void {
    for (const { key } of keys) this.#insert.run(key, booking.id, tx.now, booking.slots.length);
  }

  /** Keeps the rows of the last `windowMs` and those of unpaid bookings still to be played. */
  deleteExpired(tx: Transaction, windowMs: number, today: string): void {
    tx.db
      .query(
        `DELETE FROM booking_origin WHERE created_at <= ? AND booking_id NOT IN
           (SELECT id FROM booking WHERE status = 'pending' AND date >= ?)`,
      )
      .run(tx.now - windowMs, today);
  }
}
