import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { User } from '../domain/api/account-answers.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { networkKeys } from '../http/client-ip.ts';

/** A network, contact or member whose bookings are counted together. */
export interface OriginKey {
  kind: 'network' | 'email' | 'phone' | 'member';
  /** A digest: visitors' addresses are not stored. */
  key: string;
  /** By how much the limit for a single address is multiplied. */
  factor: number;
}

/** A person's keys, from whatever contact details they typed. */
export function contactKeysOf({ email, phone }: { email: string; phone: string }): OriginKey[] {
  return [
    ...(email ? [originKey('email', mailboxOf(email))] : []),
    ...(phone ? [originKey('phone', phone)] : []),
  ];
}

/** The keys of a booking's customer. A member stays the same when the contact is corrected. */
export function customerKeysOf(booking: {
  email: string;
  phone: string;
  user_id: number | null;
}): OriginKey[] {
  const { user_id } = booking;
  return [...contactKeysOf(booking), ...(user_id === null ? [] : [memberKey(user_id)])];
}

/**
 * The keys that a booking counts against. A member with a verified email counts alone, so that no stranger can use up
 * the member's allowance; any contact that isn't the member's own counts like everybody's.
 */
export function originKeysOf(
  ip: string | null,
  booking: { email: string; phone: string },
  user: (Pick<User, 'id' | 'email' | 'phone'> & { email_verified: boolean | number }) | null,
): OriginKey[] {
  if (user?.email_verified) return memberKeysOf(booking, user);
  return [...(ip === null ? [] : networkKeysOf(ip)), ...contactKeysOf(booking)];
}

/** `of` separates visitors on a network who don't share an allowance. */
function networkKeysOf(ip: string, of = ''): OriginKey[] {
  return networkKeys(ip).map(({ key, factor }) => originKey('network', `${of}${key}`, factor));
}

function memberKeysOf(
  booking: { email: string; phone: string },
  member: Pick<User, 'id' | 'email' | 'phone'>,
): OriginKey[] {
  const isOwnEmail = mailboxOf(member.email) === mailboxOf(booking.email);
  const email = isOwnEmail ? '' : booking.email;
  const phone = member.phone === booking.phone ? '' : booking.phone;
  return [memberKey(member.id), ...contactKeysOf({ email, phone })];
}

const memberKey = (id: number) => originKey('member', String(id));

function originKey(kind: OriginKey['kind'], value: string, factor = 1): OriginKey {
  const key = Bun.CryptoHasher.hash('sha256', `${kind}:${value}`, 'base64url').slice(0, 22);
  return { kind, key, factor };
}

/** What a key has booked; `oldest` is when its first booking was made. */
export interface OriginUsage {
  slots: number;
  bookings: number;
  oldest: number;
}

/** Where online bookings, offers and match places came from: one row per key. Refused requests leave none. */
export class BookingOriginStore {
  readonly #selectUsage;
  readonly #insert;
  readonly #findPaid;

  constructor(db: Database) {
    this.#findPaid = db.prepare<{ one: number }, [number]>(
      "SELECT 1 AS one FROM customer_booking WHERE user_id = ? AND status = 'paid' AND received > 0 LIMIT 1",
    );
    this.#selectUsage = db.prepare<OriginUsage, [string, number]>(
      `SELECT coalesce(sum(slots), 0) AS slots, count(*) AS bookings, coalesce(min(created_at), 0) AS oldest
       FROM booking_origin WHERE key = ? AND created_at > ?`,
    );
    this.#insert = db.prepare<null, [string, number, number, number]>(
      'INSERT INTO booking_origin (key, booking_id, created_at, slots) VALUES (?, ?, ?, ?)',
    );
  }

  /**
   * The keys of a request from `ip`. Whoever owns a mail domain can confirm any number of accounts, so a network's
   * members share its limit until they have paid for a booking; guests on the network don't use it up.
   */
  keysOf(ip: string, contact: { email: string; phone: string }, user: User | null): OriginKey[] {
    const keys = originKeysOf(ip, contact, user);
    const isNew = user?.email_verified === true && !this.hasPaid(user.id);
    return isNew ? [...keys, ...networkKeysOf(ip, 'members of ')] : keys;
  }

  /** True if the member has a paid booking, the one thing that an invented account lacks. */
  hasPaid(userId: number): boolean {
    return this.#findPaid.get(userId) !== null;
  }

  /** What `key` has booked in the last `windowMs`. */
  usageOf(key: string, now: number, windowMs: number): OriginUsage {
    const usage = this.#selectUsage.get(key, now - windowMs);
    if (!usage) throw new Error('an aggregate query returns one row');
    return usage;
  }

  record(
    tx: Transaction,
    booking: { id: number; slots: readonly string[] },
    keys: readonly OriginKey[],
  ): void {
    for (const { key } of keys) this.#insert.run(key, booking.id, tx.now, booking.slots.length);
  }

  /** The offer's slots count against `keys` until it ends. */
  recordOffer(
    tx: Transaction,
    { offer_id, date }: { offer_id: number; date: string },
    keys: readonly OriginKey[],
  ): void {
    const insert = tx.db.query('INSERT OR IGNORE INTO offer_origin (key, offer_id, date) VALUES (?, ?, ?)');
    for (const { key } of keys) insert.run(key, offer_id, date);
  }

  /** The player's place counts against `keys` until its share is paid. */
  recordPlace(tx: Transaction, payerId: number, keys: readonly OriginKey[]): void {
    const insert = tx.db.query('INSERT INTO place_origin (key, payer_id) VALUES (?, ?)');
    for (const { key } of keys) insert.run(key, payerId);
  }

  /** Forgets where the offers `ids` came from. */
  deleteOffers(tx: Transaction, ids: readonly number[]): void {
    tx.db
      .query('DELETE FROM offer_origin WHERE offer_id IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(ids));
  }

  /**
   * Keeps rows from the last `windowMs`, and those of unpaid bookings still to be played, even free ones, because a
   * move may change their price. Rows of offers and places go with their day.
   */
  deleteExpired(tx: Transaction, windowMs: number, today: string): void {
    tx.db
      .query(
        `DELETE FROM booking_origin WHERE created_at <= ? AND booking_id NOT IN
           (SELECT id FROM booking WHERE status <> 'cancelled' AND received < max(charge, 1) AND date >= ?)`,
      )
      .run(tx.now - windowMs, today);
    tx.db.query('DELETE FROM offer_origin WHERE date < ?').run(today);
    tx.db
      .query(
        `DELETE FROM place_origin WHERE payer_id NOT IN (SELECT payer.id FROM payer
           JOIN booking ON booking.id = payer.booking_id WHERE booking.date >= ?1
           UNION SELECT payer.id FROM payer
           JOIN event_session ON event_session.event_id = payer.event_id WHERE event_session.date >= ?1)`,
      )
      .run(today);
  }
}
