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

/**
 * Where online bookings came from: a row for each, in the order of the bookings, so that those of one commit share
 * a page. Memory knows which bookings a key may have. Refused requests leave no row.
 */
export class BookingOriginStore {
  /**
   * The bookings of each key, found by a hash of 32 bits. Another key may have the same one, and a booking may stand
   * twice or have been rolled back or deleted: the rows decide.
   */
  readonly #bookingIds = new Map<number, number | number[]>();
  /** The newest row that was read, and the version of the database that was read. */
  #readUpTo = 0;
  #readVersion: number | null = null;
  readonly #dataVersion;
  readonly #selectNew;
  readonly #selectUsage;
  readonly #selectUnpaid;
  readonly #insert;

  constructor(db: Database) {
    this.#dataVersion = db.prepare<{ data_version: number }, []>('PRAGMA data_version');
    this.#selectNew = db.prepare<{ booking_id: number; keys: string }, [number]>(
      'SELECT booking_id, keys FROM booking_origin WHERE booking_id > ? ORDER BY booking_id',
    );
    this.#selectUsage = db.prepare<OriginUsage, [string, string, number]>(
      `SELECT coalesce(sum(slots), 0) AS slots, count(*) AS bookings, coalesce(min(created_at), 0) AS oldest
       FROM booking_origin WHERE booking_id IN (SELECT value FROM json_each(?)) AND instr(keys, ?) > 0
         AND created_at > ?`,
    );
    this.#selectUnpaid = db.prepare<
      { slots: number },
      { ids: string; key: string; now: number; today: string }
    >(
      `SELECT coalesce(sum(booking_origin.slots), 0) AS slots
       FROM booking_origin JOIN booking ON booking.id = booking_origin.booking_id
       WHERE booking_origin.booking_id IN (SELECT value FROM json_each($ids)) AND instr(keys, $key) > 0
         AND ${UNPAID_CONDITION}`,
    );
    this.#insert = db.prepare<null, [number, string, number, number]>(
      'INSERT INTO booking_origin (booking_id, keys, created_at, slots) VALUES (?, ?, ?, ?)',
    );
  }

  /**
   * Those keys that may have booked. Call it in a transaction before its first `record`: it reads what other
   * processes have committed. Most customers have no other booking, and counting takes 20 times as long.
   */
  knownKeys(_tx: Transaction, keys: readonly OriginKey[]): OriginKey[] {
    const version = this.#dataVersion.get()?.data_version ?? 0;
    if (version !== this.#readVersion) {
      for (const row of this.#selectNew.all(this.#readUpTo)) {
        for (const key of JSON.parse(row.keys) as string[]) this.#remember(key, row.booking_id);
        this.#readUpTo = row.booking_id;
      }
      this.#readVersion = version;
    }
    return keys.filter(({ key }) => this.#bookingIds.has(hashOf(key)));
  }

  #remember(key: string, bookingId: number): void {
    const hash = hashOf(key);
    const ids = this.#bookingIds.get(hash);
    // Most keys have one booking, and a list takes more memory.
    if (ids === undefined) this.#bookingIds.set(hash, bookingId);
    else if (typeof ids === 'number') this.#bookingIds.set(hash, [ids, bookingId]);
    else ids.push(bookingId);
  }

  /** What `key` booked in the last `windowMs`. */
  usageOf(key: string, now: number, windowMs: number): OriginUsage {
    const usage = this.#selectUsage.get(this.#idsOf(key), key, now - windowMs);
    if (!usage) throw new Error('an aggregate query returns one row');
    return usage;
  }

  /** How many slots the bookings of `key` hold unpaid. `today` is the business day. */
  unpaidSlotsOf(key: string, { now, today }: { now: number; today: string }): number {
    return this.#selectUnpaid.get({ ids: this.#idsOf(key), key, now, today })?.slots ?? 0;
  }

  /** A JSON list. */
  #idsOf(key: string): string {
    return JSON.stringify([this.#bookingIds.get(hashOf(key)) ?? []].flat());
  }

  record(
    tx: Transaction,
    booking: { id: number; slots: readonly string[] },
    keys: readonly OriginKey[],
  ): void {
    if (keys.length === 0) return;
    this.#insert.run(booking.id, JSON.stringify(keys.map(({ key }) => key)), tx.now, booking.slots.length);
    for (const { key } of keys) this.#remember(key, booking.id);
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

  /** Forgets deleted rows; the next booking reads those that are left. Call it outside of a transaction. */
  reread(): void {
    this.#bookingIds.clear();
    this.#readUpTo = 0;
    this.#readVersion = null;
  }
}

function hashOf(key: string): number {
  // JavaScript keeps small signed integers without an object.
  return Bun.hash.xxHash32(key) | 0;
}
