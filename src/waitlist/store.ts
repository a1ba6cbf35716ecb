import type { Database } from 'bun:sqlite';
import type { OriginKey } from '../bookings/booking-origins.ts';
import type { Transaction } from '../db/club-db.ts';
import { insertRow } from '../db/insert-row.ts';
import type { AdminWaitlistEntry, Offer, WaitlistEntry } from '../domain/api/waitlist-routes.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { chosenUpdates } from '../domain/consent.ts';
import { SLOT_MINUTES, startTimeOf } from '../domain/slot.ts';
import type { OfferState, WaitlistState } from '../domain/waitlist.ts';
import { type PositionRange, slotIndexesFrom, startTimeOfPosition } from '../domain/waitlist-matching.ts';

export interface WaitlistEntryRow {
  id: number;
  date: string;
  from_position: number;
  until_position: number;
  slots: number;
  court_id: number | null;
  user_id: number | null;
  name: string;
  /** May be empty. */
  email: string;
  phone: string;
  /** JSON: `Consents`. */
  consents: string;
  /** The mailbox, or the phone if there is none. */
  contact: string;
  state: WaitlistState;
  offers: number;
  created_at: number;
  /** JSON: the network or member who asked. */
  origins: string;
}

export interface OfferRow {
  id: number;
  waitlist_entry_id: number;
  court_id: number;
  date: string;
  from_position: number;
  slots: number;
  state: OfferState;
  booking_id: number | null;
  created_at: number;
  expires_at: number;
}

type OfPerson = { entry: number; contact: string; phone: string; date: string; court: number };
type OfferViewRow = OfferRow & { court_name: string };

const OFFER_VIEW =
  'SELECT offer.*, court.name AS court_name FROM offer JOIN court ON court.id = offer.court_id';
/** Usually the first entry gets the offer. */
const QUEUE_PAGE = 16;

/**
 * Waitlist entries and offers. All changes run inside a transaction of `ClubDb`; the claims belong to the bookings
 * module.
 */
export class WaitlistStore {
  readonly #entryById;
  readonly #offerById;
  readonly #db: Database;
  readonly #hasQueue;
  readonly #queueDates;
  readonly #offersOfPerson;
  readonly #offersOfKey;
  readonly #freedSlots;
  readonly #openContacts;
  readonly #openOffersOfDay;
  readonly #due;
  readonly #openOfContact;

  constructor(db: Database) {
    this.#db = db;
    this.#entryById = db.prepare<WaitlistEntryRow, [number]>('SELECT * FROM waitlist_entry WHERE id = ?');
    this.#offerById = db.prepare<OfferViewRow, [number]>(`${OFFER_VIEW} WHERE offer.id = ?`);
    this.#hasQueue = db.prepare<{ one: number }, [string]>(
      "SELECT 1 AS one FROM waitlist_entry WHERE state = 'open' AND date = ? LIMIT 1",
    );
    this.#queueDates = db.prepare<{ date: string }, [string]>(
      "SELECT DISTINCT date FROM waitlist_entry WHERE state = 'open' AND date >= ?",
    );
    const columns = 'offer.state, offer.from_position AS "from", offer.from_position + offer.slots AS until';
    this.#offersOfPerson = db.prepare<PositionRange, OfPerson>(
      `SELECT ${columns} FROM waitlist_entry CROSS JOIN offer ON offer.waitlist_entry_id = waitlist_entry.id
       WHERE (waitlist_entry.contact = $contact OR (waitlist_entry.phone = $phone AND $phone <> ''))
         AND offer.court_id = $court AND offer.date = $date
         AND (offer.waitlist_entry_id = $entry OR offer.state = 'passed')`,
    );
    this.#offersOfKey = db.prepare<PositionRange & { state: OfferState }, [string, number, string]>(
      `SELECT ${columns} FROM offer_origin JOIN offer ON offer.id = offer_origin.offer_id
       WHERE offer_origin.key = ? AND offer.court_id = ? AND offer.date = ?`,
    );
    this.#freedSlots = db.prepare<{ slot: number }, [string, number, string]>(
      'SELECT slot FROM freed_slot WHERE key = ? AND court_id = ? AND date = ?',
    );
    this.#openContacts = db.prepare<{ contact: string; phone: string }, []>(
      `SELECT waitlist_entry.contact, waitlist_entry.phone FROM offer JOIN waitlist_entry ON waitlist_entry.id = offer.waitlist_entry_id
       WHERE offer.state = 'open'`,
    );
    this.#openOffersOfDay = db.prepare<OfferViewRow, [number, string]>(
      `${OFFER_VIEW} WHERE offer.state = 'open' AND offer.court_id = ? AND offer.date = ? ORDER BY offer.id`,
    );
    this.#due = db.prepare<OfferRow, [number]>(
      `SELECT * FROM offer WHERE state = 'open' AND expires_at <= ? ORDER BY expires_at, id LIMIT 200`,
    );
    this.#openOfContact = db.prepare<{ n: number }, [string, string]>(
      "SELECT count(*) AS n FROM waitlist_entry WHERE state = 'open' AND contact = ? AND date >= ?",
    );
  }

  findEntry(id: number): WaitlistEntryRow | null {
    return this.#entryById.get(id);
  }

  findOffer(id: number): OfferViewRow | null {
    return this.#offerById.get(id);
  }

  /** How many of a person's confirmed entries are waiting, from `today` on. */
  countOpenEntries(contact: string, today: string): number {
    return this.#openOfContact.get(contact, today)?.n ?? 0;
  }

  hasQueue(date: string): boolean {
    return this.#hasQueue.get(date) !== null;
  }

  listQueueDates(today: string): string[] {
    return this.#queueDates.all(today).map(({ date }) => date);
  }

  /** A day's open entries that fit one of `runs`, next in line first; read a few at a time. */
  *queueOf(date: string, courtId: number, runs: readonly PositionRange[]): Generator<WaitlistEntryRow> {
    const fits = runs.map(() => 'min(?, until_position) - max(?, from_position) >= slots').join(' OR ');
    const page = this.#db.query<WaitlistEntryRow, (string | number)[]>(
      `SELECT * FROM waitlist_entry WHERE state = 'open' AND date = ? AND (offers, id) > (?, ?)
         AND (court_id IS NULL OR court_id = ?) AND (${fits}) ORDER BY offers, id LIMIT ${QUEUE_PAGE}`,
    );
    const positions = runs.flatMap(({ from, until }) => [until, from]);
    let last = { offers: -1, id: 0 };
    for (;;) {
      const entries = page.all(date, last.offers, last.id, courtId, ...positions);
      yield* entries;
      const end = entries.at(-1);
      if (!end || entries.length < QUEUE_PAGE) return;
      last = end;
    }
  }

  /** Times on a court that a waitlist entry was already offered, or that its person passed on. */
  offeredTimes({ id, contact, phone, date }: WaitlistEntryRow, court: number): PositionRange[] {
    return this.#offersOfPerson.all({ entry: id, contact, phone, date, court });
  }

  /** What a network was offered on a court's day. */
  offersOfKey(key: string, courtId: number, date: string): (PositionRange & { state: OfferState })[] {
    return this.#offersOfKey.all(key, courtId, date);
  }

  /** The slots of a court's day that a contact gave up. */
  freedSlotsOf(key: string, courtId: number, date: string): number[] {
    return this.#freedSlots.all(key, courtId, date).map(({ slot }) => slot);
  }

  recordFreedSlots(
    tx: Transaction,
    keys: readonly string[],
    { court_id, date, slot_indexes }: { court_id: number; date: string; slot_indexes: readonly number[] },
  ): void {
    const insert = tx.db.query(
      `INSERT OR IGNORE INTO freed_slot (key, court_id, date, slot) SELECT ?, ?, ?, value FROM json_each(?)`,
    );
    for (const key of keys) insert.run(key, court_id, date, JSON.stringify(slot_indexes));
  }

  /** Deletes what a person gave up. */
  deleteFreedSlotsOf(tx: Transaction, keys: readonly OriginKey[]): void {
    for (const { key } of keys) tx.db.query('DELETE FROM freed_slot WHERE key = ?').run(key);
  }

  /**
   * Mailboxes and phones with a current offer. A typed phone identifies nobody, but it counts as in the other limits;
   * otherwise, one person could hold an offer for each email. A stranger who types a customer's phone delays that
   * customer's offer until the stranger's own has ended; the customer keeps their place in line.
   */
  contactsWithOffer(): Set<string> {
    return new Set(
      this.#openContacts.all().flatMap(({ contact, phone }) => [contact, phone].filter(Boolean)),
    );
  }

  /** Offers that hold slots on a court on one day. */
  listOpenOffers(courtId: number, date: string): Offer[] {
    return this.#openOffersOfDay.all(courtId, date).map(toOffer);
  }

  listDueOffers(now: number): OfferRow[] {
    return this.#due.all(now);
  }

  insertEntry(
    tx: Transaction,
    entry: Omit<WaitlistEntryRow, 'id' | 'offers' | 'created_at' | 'origins'> & { origins: OriginKey[] },
  ): number {
    const { lastInsertRowid } = insertRow(tx.db, 'INSERT INTO waitlist_entry', {
      ...entry,
      created_at: tx.now,
      origins: JSON.stringify(entry.origins),
    });
    return Number(lastInsertRowid);
  }

  /** The person with this number wants no more messages by a channel. */
  endConsents(tx: Transaction, channel: string, phone: string): void {
    tx.db
      .query(
        `UPDATE waitlist_entry SET consents = json_set(consents, '$.' || ?1 || '.ended', ?2)
         WHERE phone = ?3 AND consents -> ('$.' || ?1) IS NOT NULL AND consents -> ('$.' || ?1 || '.ended') IS NULL`,
      )
      .run(channel, tx.now, phone);
  }

  /** Where a customer asked from is forgotten once they stop waiting. */
  setEntryState(tx: Transaction, id: number, state: WaitlistState): void {
    const waits = state === 'open' || state === 'unconfirmed';
    const forget = waits ? '' : ", origins = '[]'";
    tx.db.query(`UPDATE waitlist_entry SET state = ?${forget} WHERE id = ?`).run(state, id);
  }

  insertOffer(
    tx: Transaction,
    offer: Pick<
      OfferRow,
      'waitlist_entry_id' | 'court_id' | 'date' | 'from_position' | 'slots' | 'expires_at'
    >,
  ): number {
    tx.db.query('UPDATE waitlist_entry SET offers = offers + 1 WHERE id = ?').run(offer.waitlist_entry_id);
    const { lastInsertRowid } = tx.db
      .query(
        `INSERT INTO offer (waitlist_entry_id, court_id, date, from_position, slots, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        offer.waitlist_entry_id,
        offer.court_id,
        offer.date,
        offer.from_position,
        offer.slots,
        tx.now,
        offer.expires_at,
      );
    return Number(lastInsertRowid);
  }

  setOfferState(tx: Transaction, id: number, state: OfferState, bookingId: number | null = null): void {
    tx.db.query('UPDATE offer SET state = ?, booking_id = ? WHERE id = ?').run(state, bookingId, id);
  }

  findOpenOfferOf(entryId: number): OfferRow | null {
    return this.#db
      .query<OfferRow, [number]>("SELECT * FROM offer WHERE waitlist_entry_id = ? AND state = 'open'")
      .get(entryId);
  }

  /** A day's open entries, with the offers held for them. */
  listEntries(date: string): AdminWaitlistEntry[] {
    return this.#db
      .query<WaitlistEntryRow, [string]>(
        "SELECT * FROM waitlist_entry WHERE date = ? AND state IN ('open', 'unconfirmed') ORDER BY state, offers, id LIMIT 500",
      )
      .all(date)
      .map((row) => {
        const open = this.findOpenOfferOf(row.id);
        const offer = open && this.findOffer(open.id);
        const { name, phone, offers } = row;
        return {
          ...toEntry(row),
          name,
          phone,
          offers,
          created_at: clubTimestamp(row.created_at),
          offer: offer && toOffer(offer),
        };
      });
  }

  /** Deletes entries of days before `date` with their offers, and what was given up before `today`. */
  deleteBefore(tx: Transaction, date: string, today: string): void {
    tx.db.query('DELETE FROM freed_slot WHERE date < ?').run(today);
    tx.db
      .query(
        "DELETE FROM waitlist_entry WHERE date < ? AND id NOT IN (SELECT waitlist_entry_id FROM offer WHERE state = 'open')",
      )
      .run(date);
  }
}

export function toEntry(row: WaitlistEntryRow): WaitlistEntry {
  return {
    id: row.id,
    date: row.date,
    from: startTimeOfPosition(row.from_position),
    until: startTimeOfPosition(row.until_position),
    duration: row.slots * SLOT_MINUTES,
    court_id: row.court_id,
    state: row.state,
    email: row.email,
    ...chosenUpdates(row.consents),
  };
}

export function toOffer(row: OfferViewRow): Offer {
  const { id, court_id, court_name, date, state } = row;
  const slots = slotIndexesFrom(row.from_position, row.slots).map(startTimeOf);
  return { id, court_id, court_name, date, slots, state, expires_at: clubTimestamp(row.expires_at) };
}
