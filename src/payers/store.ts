import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { insertRow } from '../db/insert-row.ts';
import type { PaymentMethod } from '../domain/booking.ts';
import type { Consents } from '../domain/consent.ts';
import { Failure } from '../domain/failure.ts';
import type { Level } from '../domain/match.ts';
import type { PayerState } from '../domain/payer.ts';
import { searchText } from '../domain/search-text.ts';
import { cheaperPart, dueOf } from '../domain/share.ts';

interface PayerRow {
  id: number;
  booking_id: number;
  /** 1 for the booking's customer. */
  position: number;
  state: PayerState;
  name: string;
  /** Empty until the payer enters a contact. */
  email: string;
  phone: string;
  user_id: number | null;
  /** JSON: `Consents`. */
  consents: string;
  /** PKR: the payer's part of the price while the booking stands. */
  price: number;
  /** How many PKR of it are owed, or kept after the payer left or the booking was cancelled. */
  charge: number;
  received: number;
  /** How the payer said they would pay; null before that. */
  payment_method: PaymentMethod | null;
  /** The file of the newest receipt that wasn't rejected. */
  payment_receipt: string | null;
  /** 1 if the reception still has to decide on it. */
  receipt_waits: number;
  receipts: number;
  /** Where a refund by transfer goes: the account's number and title. */
  refund_account: string | null;
  remind_at: number | null;
  level: Level | null;
  /** How long a place in an open match waits for money; null once it is taken. */
  hold_until: number | null;
  /** When such a place was taken; kept after the match is closed. */
  confirmed_at: number | null;
  /** The payer who left, and is refunded in full once this one has paid for the place. */
  replaces: number | null;
  /** 1 if the host or the reception removed the payer. */
  taken_off: number;
  /** 1 if no link opens the page any more. */
  erased: number;
  created_at: number;
}

/** Who owes for a booking. */
export interface Payer extends PayerRow {
  balance: number;
}

export interface Contact {
  name: string;
  email: string;
  phone: string;
  user_id: number | null;
}

/** A new booking's customer. */
export interface NewCustomer extends Contact {
  consents: Consents;
  payment_method: PaymentMethod;
  /** PKR for the whole booking. */
  price: number;
  remind_at: number | null;
}

/** A payer who takes over part of a booking's price from its customer. */
export interface NewPayer extends Partial<Contact> {
  state: 'invited' | 'joined' | 'waiting';
  price: number;
  consents?: Consents;
  level?: Level | null;
  remind_at?: number | null;
  hold_until?: number | null;
}

type Part = Pick<Payer, 'state' | 'price' | 'charge'>;

/**
 * The payers of bookings. The customer's part makes up for any change to another part, so a booking's totals stay the
 * same.
 */
export class PayerStore {
  readonly #selectById;
  readonly #selectByBooking;
  readonly #selectToRemind;
  readonly #selectOwingByPhone;
  readonly #selectContacts;
  readonly #selectMembers;
  readonly #selectOwnPhones;
  readonly #selectDecideAt;

  constructor(db: Database) {
    const select = 'SELECT *, charge - received AS balance FROM payer WHERE';
    this.#selectById = db.prepare<Payer, [number]>(`${select} id = ? AND booking_id IS NOT NULL`);
    this.#selectByBooking = db.prepare<Payer, [number]>(`${select} booking_id = ? ORDER BY position`);
    this.#selectToRemind = db.prepare<Payer, [number, number]>(
      `${select} remind_at <= ? AND booking_id IS NOT NULL ORDER BY remind_at LIMIT ?`,
    );
    this.#selectOwnPhones = db.prepare<{ phone: string }, [string]>(
      `SELECT DISTINCT phone FROM payer WHERE id IN (SELECT value FROM json_each(?1)) AND phone <> '' AND NOT EXISTS (
         SELECT 1 FROM payer AS other WHERE other.phone = payer.phone
           AND other.id NOT IN (SELECT value FROM json_each(?1)))`,
    );
    this.#selectMembers = db.prepare<{ user_id: number }, [string]>(
      'SELECT DISTINCT user_id FROM payer WHERE phone = ? AND user_id IS NOT NULL',
    );
    this.#selectContacts = db.prepare<{ name: string; email: string }, [string]>(
      "SELECT name, email FROM payer WHERE phone = ? AND name <> '' GROUP BY email ORDER BY max(id) DESC LIMIT 10",
    );
    this.#selectOwingByPhone = db.prepare<{ id: number }, [string]>(
      `SELECT id FROM payer WHERE phone = ? AND state = 'joined' AND charge > received
         AND payment_method = 'bank_transfer' AND receipt_waits = 0 ORDER BY id DESC LIMIT 10`,
    );
    this.#selectDecideAt = db.prepare<{ decide_at: number | null }, [number]>(
      'SELECT decide_at FROM match WHERE booking_id = ? AND is_open = 1',
    );
  }

  find(id: number): Payer | null {
    return this.#selectById.get(id);
  }

  require(id: number): Payer {
    const payer = this.find(id);
    if (!payer) throw notFound();
    return payer;
  }

  /** All of them, including those who left; the customer first. */
  listOf({ id }: { id: number }): Payer[] {
    return this.#selectByBooking.all(id);
  }

  /**
   * The payer `id` of a booking, or its customer if no id is given; throws `not_found` for another booking's payer.
   */
  requireOf(booking: { id: number }, id?: number | null): Payer {
    const payer = this.listOf(booking).find((one) => one.id === (id ?? one.id));
    if (!payer) throw notFound();
    return payer;
  }

  /** What the customer has to pay, including all open parts; if below 0, what they can get back. */
  dueOf(booking: { id: number }): number {
    return dueOf(this.listOf(booking));
  }

  /** When a booking's open match is decided; null without one. */
  decideAtOf({ id }: { id: number }): number | null {
    return this.#selectDecideAt.get(id)?.decide_at ?? null;
  }

  /**
   * Payers with this number who still owe by bank transfer, for a booking, a place or a purchase, and have no receipt
   * waiting for review.
   */
  listOwingByPhone(phone: string): number[] {
    return this.#selectOwingByPhone.all(phone).map(({ id }) => id);
  }

  /** How the customers with a number call themselves, the newest first, and their email addresses. */
  contactsOf(phone: string): { name: string; emails: string[] } {
    const found = this.#selectContacts.all(phone);
    return { name: found[0]?.name ?? '', emails: found.map(({ email }) => email) };
  }

  /** The members who have given a number with what they booked or bought. */
  membersOf(phone: string): number[] {
    return this.#selectMembers.all(phone).map(({ user_id }) => user_id);
  }

  /** The numbers of these payers, as a JSON list, that no other payer has. */
  phonesOnlyOf(payerIds: string): string[] {
    return this.#selectOwnPhones.all(payerIds).map(({ phone }) => phone);
  }

  /** The person with this number wants no more messages by a channel. */
  endConsents(tx: Transaction, channel: string, phone: string): void {
    tx.db
      .query(
        `UPDATE payer SET consents = json_set(consents, '$.' || ?1 || '.ended', ?2)
         WHERE phone = ?3 AND consents -> ('$.' || ?1) IS NOT NULL AND consents -> ('$.' || ?1 || '.ended') IS NULL`,
      )
      .run(channel, tx.now, phone);
  }

  listToRemind(now: number, limit: number): Payer[] {
    return this.#selectToRemind.all(now, limit);
  }

  addCustomer(tx: Transaction, bookingId: number, customer: NewCustomer): number {
    const { lastInsertRowid } = insertRow(tx.db, 'INSERT INTO payer', {
      ...customer,
      booking_id: bookingId,
      position: 1,
      state: 'joined',
      search: searchText(customer),
      consents: JSON.stringify(customer.consents),
      charge: customer.price,
      created_at: tx.now,
    });
    return Number(lastInsertRowid);
  }

  /** Adds a payer; one with a place gets the place of the payer who left first. */
  add(tx: Transaction, bookingId: number, payer: NewPayer): number {
    const { state, price, name = '', email = '', phone = '', user_id = null } = payer;
    const { consents = {}, level = null, remind_at = null, hold_until = null } = payer;
    const replaces = state === 'waiting' ? null : this.#firstLeft(bookingId);
    const last = this.listOf({ id: bookingId }).at(-1)?.position ?? 0;
    this.#makeUp(tx, bookingId, { state: 'left', price: 0, charge: 0 }, { state, price, charge: price }, () =>
      insertRow(tx.db, 'INSERT INTO payer', {
        booking_id: bookingId,
        position: last + 1,
        state,
        name,
        email,
        phone,
        search: searchText({ name, email, phone }),
        user_id,
        consents: JSON.stringify(consents),
        level,
        price,
        charge: price,
        remind_at,
        hold_until,
        replaces,
        created_at: tx.now,
      }),
    );
    const newest = this.listOf({ id: bookingId }).at(-1);
    return newest?.id ?? 0;
  }

  /** A place became free for a payer who was waiting. */
  offer(tx: Transaction, payer: Payer, price: number, holdUntil: number): void {
    const replaces = this.#firstLeft(payer.booking_id);
    this.#setPart(tx, payer, { state: 'joined', price, charge: price });
    tx.db
      .query('UPDATE payer SET hold_until = ?, replaces = ? WHERE id = ?')
      .run(holdUntil, replaces, payer.id);
  }

  /** The payer who left first and whose place hasn't been given to anybody yet. */
  #firstLeft(bookingId: number): number | null {
    const payers = this.listOf({ id: bookingId });
    const given = new Set(payers.filter(hasPlace).map(({ replaces }) => replaces));
    return (
      payers.find(({ id, state, charge }) => state === 'left' && charge > 0 && !given.has(id))?.id ?? null
    );
  }

  /** Changes a part other than the customer's in a booking that stands. */
  #setPart(tx: Transaction, payer: Payer, next: Partial<Part>): void {
    const after = { state: payer.state, price: payer.price, charge: payer.charge, ...next };
    this.#makeUp(tx, payer.booking_id, payer, after, () =>
      tx.db
        .query('UPDATE payer SET state = ?, price = ?, charge = ? WHERE id = ?')
        .run(after.state, after.price, after.charge, payer.id),
    );
  }

  /**
   * Runs `write`, which turns part of the booking from `before` into `after`, and lets the customer's part make up
   * for it.
   */
  #makeUp(tx: Transaction, bookingId: number, before: Part, after: Part, write: () => void): void {
    const price = placePrice(before) - placePrice(after);
    const charge = before.charge - after.charge;
    const change = () => {
      if (price === 0 && charge === 0) return;
      tx.db
        .query(
          'UPDATE payer SET price = price + ?, charge = charge + ? WHERE booking_id = ? AND position = 1',
        )
        .run(price, charge, bookingId);
    };
    // The booking's totals never drop below 0, not even in between.
    if (charge > 0) change();
    write();
    if (charge <= 0) change();
  }

  /**
   * Finds whose place the payer has paid for, who is refunded in full. Null if the club would then keep more than it
   * got.
   */
  giveBackReplaced(tx: Transaction, { received, replaces }: Payer): Payer | null {
    const replaced = replaces === null ? null : this.find(replaces);
    if (!replaced || replaced.charge < 1 || replaced.charge > received) return null;
    this.#setPart(tx, replaced, { price: 0, charge: 0 });
    return this.find(replaced.id);
  }

  /** Payers who haven't paid are reminded again after a move. */
  resetReminders(tx: Transaction, bookingId: number, remindAt: number | null): void {
    tx.db
      .query(
        `UPDATE payer SET remind_at = ? WHERE booking_id = ? AND position > 1
           AND state IN ('invited', 'joined') AND charge > received`,
      )
      .run(remindAt, bookingId);
  }

  /** Changes a part that nobody has paid; a payer who has entered a contact keeps their own name. */
  setShare(tx: Transaction, payer: Payer, { name, price }: { name: string; price: number }): void {
    this.#setPart(tx, payer, { price, charge: price });
    if (payer.email === '' && name !== '') this.#setContact(tx, { ...payer, name });
  }

  /** The payer enters a contact, which creates a new key, and says how they will pay. */
  join(
    tx: Transaction,
    payer: Payer,
    { user_id, consents, ...contact }: Contact & { consents: Consents },
    paymentMethod: string,
  ): void {
    this.#setContact(tx, { ...contact, id: payer.id });
    tx.db
      .query("UPDATE payer SET state = 'joined', user_id = ?, consents = ?, payment_method = ? WHERE id = ?")
      .run(user_id, JSON.stringify(consents), paymentMethod, payer.id);
  }

  setMethod(tx: Transaction, id: number, method: PaymentMethod): void {
    tx.db.query('UPDATE payer SET payment_method = ? WHERE id = ?').run(method, id);
  }

  setEmail(tx: Transaction, payer: Payer, email: string): void {
    this.#setContact(tx, { ...payer, email });
  }

  #setContact(tx: Transaction, { id, name, email, phone }: Omit<Contact, 'user_id'> & { id: number }): void {
    tx.db
      .query('UPDATE payer SET name = ?, email = ?, phone = ?, search = ? WHERE id = ?')
      .run(name, email, phone, searchText({ name, email, phone }), id);
  }

  /**
   * The payer gives up the place; the club keeps `keep`, and the customer carries the rest. A receipt still waits.
   */
  leave(tx: Transaction, payer: Payer, keep: number, takenOff: boolean): void {
    this.#setPart(tx, payer, { state: 'left', charge: keep });
    tx.db
      .query('UPDATE payer SET taken_off = ?, remind_at = NULL, hold_until = NULL WHERE id = ?')
      .run(takenOff ? 1 : 0, payer.id);
  }

  /** Once a part is paid, it is no longer waited for and its receipt is settled. */
  markPaid(tx: Transaction, id: number): void {
    tx.db
      .query(
        `UPDATE payer SET state = iif(state = 'invited', 'joined', state), receipt_waits = 0, remind_at = NULL
         WHERE id = ?`,
      )
      .run(id);
  }

  /** The place becomes the payer's; false if it already was. */
  confirm(tx: Transaction, id: number): boolean {
    const { changes } = tx.db
      .query('UPDATE payer SET hold_until = NULL, confirmed_at = ? WHERE id = ? AND hold_until IS NOT NULL')
      .run(tx.now, id);
    return changes > 0;
  }

  /** The place waits for money again, so a match that was full no longer is. */
  hold(tx: Transaction, { id, booking_id }: Payer, until: number): void {
    tx.db
      .query('UPDATE payer SET hold_until = ?, confirmed_at = NULL, remind_at = NULL WHERE id = ?')
      .run(until, id);
    tx.db.query('UPDATE match SET full_at = NULL WHERE booking_id = ?').run(booking_id);
  }

  attachReceipt(tx: Transaction, id: number, path: string): void {
    tx.db
      .query('UPDATE payer SET payment_receipt = ?, receipt_waits = 1, receipts = receipts + 1 WHERE id = ?')
      .run(path, id);
  }

  /** The reception rejected the receipt. */
  rejectReceipt(tx: Transaction, id: number): void {
    tx.db.query('UPDATE payer SET payment_receipt = NULL, receipt_waits = 0 WHERE id = ?').run(id);
  }

  /** The reception has decided on the receipt. */
  endReceipt(tx: Transaction, id: number): void {
    tx.db.query('UPDATE payer SET receipt_waits = 0 WHERE id = ?').run(id);
  }

  /** The payment that settled the newest receipt is undone: the reception decides again. */
  reopenReceipt(tx: Transaction, id: number): void {
    tx.db.query('UPDATE payer SET receipt_waits = 1 WHERE id = ? AND payment_receipt IS NOT NULL').run(id);
  }

  setRefundAccount(tx: Transaction, id: number, account: string): void {
    tx.db.query('UPDATE payer SET refund_account = ? WHERE id = ?').run(account, id);
  }

  setReminder(tx: Transaction, id: number, remindAt: number | null): void {
    tx.db.query('UPDATE payer SET remind_at = ? WHERE id = ?').run(remindAt, id);
  }

  /** Drops customers' reminders that were due at `now`. */
  dropReminders(tx: Transaction, now: number): void {
    tx.db.query('UPDATE payer SET remind_at = NULL WHERE position = 1 AND remind_at <= ?').run(now);
  }

  setMember(tx: Transaction, id: number, userId: number): void {
    tx.db.query('UPDATE payer SET user_id = ? WHERE id = ?').run(userId, id);
  }

  /**
   * The customer pays `amount` on top of their own part: open parts become the customer's, in the order in which
   * their payers were invited. Returns the payers whose parts changed.
   */
  moveOpenToCustomer(tx: Transaction, booking: { id: number }, amount: number): Payer[] {
    const [customer, ...others] = this.listOf(booking);
    let rest = Math.min(amount, Math.max(0, -(customer?.balance ?? 0)));
    return others.filter((payer) => {
      const part = Math.min(rest, Math.max(0, payer.balance));
      if (part === 0) return false;
      this.#lower(tx, payer, part);
      rest -= part;
      return true;
    });
  }

  /** What one payer owes becomes the customer's. */
  moveBalanceToCustomer(tx: Transaction, payer: Payer): void {
    this.#lower(tx, payer, Math.max(0, payer.balance));
  }

  #lower(tx: Transaction, payer: Payer, by: number): void {
    if (by === 0) return;
    this.#setPart(tx, payer, { price: payer.price - by, charge: payer.charge - by });
    this.setReminder(tx, payer.id, null);
  }

  /**
   * Changes the price of a booking that stands. A lower price reduces every part in proportion; a change of add-ons
   * only does if the customer's part can't absorb it. The customer bears any increase.
   */
  setPrice(
    tx: Transaction,
    booking: { id: number; charge: number },
    amount: number,
    isCustomers: boolean,
  ): void {
    const [customer, ...others] = this.listOf(booking);
    if (!customer) throw notFound();
    const taken = others.filter(hasPlace).reduce((sum, { charge }) => sum + charge, 0);
    const from = isCustomers ? Math.max(taken, amount) : booking.charge;
    for (const payer of others) {
      this.#setPart(tx, payer, {
        price: cheaperPart(payer.price, from, amount),
        charge: cheaperPart(payer.charge, from, amount),
      });
    }
    tx.db
      .query('UPDATE payer SET price = price + ?1, charge = charge + ?1 WHERE id = ?2')
      .run(amount - booking.charge, customer.id);
  }

  /** Keeps `kept` of each payer's money in a cancelled booking, in payer order. Other payers' receipts still wait. */
  cancel(tx: Transaction, booking: { id: number }, kept: readonly number[]): void {
    const update = tx.db.query(
      'UPDATE payer SET charge = ?, remind_at = NULL, hold_until = NULL WHERE id = ?',
    );
    for (const [index, { id }] of this.listOf(booking).entries()) update.run(kept[index] ?? 0, id);
  }

  /** A restored booking has its parts back; what was kept from payers who left stays kept. */
  restore(tx: Transaction, booking: { id: number }): void {
    const [customer, ...others] = this.listOf(booking);
    const kept = others.filter(({ state }) => state === 'left').reduce((sum, { charge }) => sum + charge, 0);
    tx.db
      .query("UPDATE payer SET charge = price WHERE booking_id = ? AND state IN ('invited', 'joined')")
      .run(booking.id);
    if (customer && kept > 0)
      tx.db.query('UPDATE payer SET charge = charge - ? WHERE id = ?').run(kept, customer.id);
  }

  /** After a payment was undone: a cancelled booking keeps no more than it received. */
  keepReceived(tx: Transaction, booking: { id: number }): void {
    tx.db
      .query('UPDATE payer SET charge = max(0, min(charge, received)) WHERE booking_id = ?')
      .run(booking.id);
  }

  /** The same for one payer who left a booking that stands. */
  keepReceivedOf(tx: Transaction, payer: Payer): void {
    this.#setPart(tx, payer, { charge: Math.min(payer.charge, Math.max(0, payer.received)) });
  }
}

/** Who plays or is going to; those who wait or left have no place. */
export function hasPlace({ state }: Pick<Payer, 'state'>): boolean {
  return state === 'joined' || state === 'invited';
}

function placePrice({ state, price }: Part): number {
  return hasPlace({ state }) ? price : 0;
}

/** PKR still outstanding on a part that is no longer owed; 0 once its money is here. */
export function lateDueOf({ price, received }: Pick<Payer, 'price' | 'received'>): number {
  return Math.max(0, price - Math.max(0, received));
}

/** A payer of an open match pays at the club, even after the match was closed. */
export function isPromised({ payment_method, confirmed_at }: Payer): boolean {
  return payment_method === 'cash' && confirmed_at !== null;
}

/** The first receipt stands in for its money until the reception decides. */
export function isReceiptWaiting({ receipt_waits, receipts }: Payer): boolean {
  return receipt_waits === 1 && receipts === 1;
}

function notFound(): Failure {
  return new Failure('not_found', 'There is no player with this number.');
}
