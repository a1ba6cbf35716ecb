import type { Transaction } from '../db/club-db.ts';
import { type Actor, type ClubEvent, SYSTEM_ACTOR } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import type {
  EntryRequest,
  ItemEntryRequest,
  LedgerEntry,
  MoneyMethod,
  NewLedgerEntry,
} from '../domain/ledger.ts';
import { customerPart, isQuarterPaid } from '../domain/share.ts';
import type { SoleMoney } from '../payers/sole-money.ts';
import { lateDueOf, type Payer } from '../payers/store.ts';
import { askAgain } from './pay-by.ts';
import { confirmPlace, holdAgain } from './places.ts';
import type { BookingServices } from './services.ts';
import { assertNoOverpayment } from './staff-rules.ts';

export type MoneyServices = Pick<BookingServices, 'bookings' | 'ledger' | 'settings'>;

export interface MoneyChange {
  entry: LedgerEntry;
  booking: Booking;
}

/** Money that came for a payer, as it is written into the ledger. */
export interface Payment extends Omit<NewLedgerEntry, 'booking_id' | 'payer_id' | 'user_id' | 'kind'> {
  /** A later report of the card provider corrects an earlier one. */
  kind?: 'payment' | 'correction';
}

/** Records money of a payer, by whatever way it came, with everything that follows from it. */
export function pay(
  tx: Transaction,
  services: MoneyServices,
  payer: Payer,
  payment: Payment,
  actor: Actor,
  stopsClock = true,
): MoneyChange {
  const { bookings, ledger } = services;
  const { booking_id, id: payer_id, user_id } = payer;
  const entry = ledger.add(tx, actor, { kind: 'payment', ...payment, booking_id, payer_id, user_id });
  const { amount } = payment;
  if (amount > 0 && payer.position === 1) moveOpenToCustomer(tx, bookings, booking_id, amount);
  if (amount > 0 && payer.position > 1) confirmPlace(tx, bookings, payer_id);
  if (payer.position > 1) markPartPaid(tx, services, payer_id, entry.id);
  return { entry, booking: settle(tx, services, booking_id, actor, stopsClock) };
}

/** The customer pays everything that is still open of a booking, which is nothing of one that is free; `amount` where another sum is meant. */
export function payDue(
  tx: Transaction,
  services: MoneyServices,
  booking: Booking,
  method: MoneyMethod,
  actor: Actor,
  amount = services.bookings.payers.dueOf(booking),
): Booking {
  const { bookings } = services;
  if (amount <= 0) return settle(tx, services, booking.id, actor);
  return pay(tx, services, bookings.payers.require(booking.payer_id), { method, amount }, actor).booking;
}

/** What the customer pays beyond the own part pays for the open ones; held places are taken by it. */
function moveOpenToCustomer(
  tx: Transaction,
  bookings: BookingServices['bookings'],
  id: number,
  amount: number,
): void {
  for (const { id: payer_id } of bookings.payers.moveOpenToCustomer(tx, { id }, amount)) {
    tx.emit({ kind: 'payer.changed', booking_id: id, payer_id });
    if (bookings.payers.require(payer_id).balance <= 0) confirmPlace(tx, bookings, payer_id);
  }
}

/**
 * A part that has come decides its receipt, and who gave the place back gets everything: a contact or a promise is no
 * money, with a second mailbox every late player would get around the policy.
 */
function markPartPaid(tx: Transaction, services: MoneyServices, payerId: number, entry_id: number): void {
  const { payers } = services.bookings;
  const [booking, payer] = services.bookings.requirePart(payerId);
  if (payer.state === 'left' || booking.status === 'cancelled') {
    if (payer.receipt_waits === 1 && lateDueOf(payer) === 0) payers.endReceipt(tx, payerId);
    return;
  }
  if (payer.balance > 0) return;
  payers.markPaid(tx, payerId);
  const { booking_id } = payer;
  tx.emit({ kind: 'payer.paid', booking_id, payer_id: payerId, entry_id });
  const replaced = payers.giveBackReplaced(tx, payer);
  if (!replaced) return;
  tx.emit({ kind: 'payer.changed', booking_id, payer_id: replaced.id });
  returnCredit(tx, services, replaced, SYSTEM_ACTOR);
}

/**
 * What came as credit goes back as credit at once, as far as a payer gets anything back: paid out in cash, credit with a
 * bonus would be money for nothing. With `all` other money becomes credit too; else it waits for the reception.
 */
export function returnCredit(
  tx: Transaction,
  { bookings, ledger }: Pick<BookingServices, 'bookings' | 'ledger'>,
  { id, booking_id, user_id, position, balance }: Payer,
  actor: Actor,
  all = false,
): void {
  const owed = -(position === 1 ? bookings.payers.dueOf({ id: booking_id }) : balance);
  if (user_id === null || owed <= 0) return;
  const came = all ? owed : ledger.creditPaidBy(id);
  const amount = Math.min(owed, came);
  if (amount <= 0) return;
  const entry = { booking_id, payer_id: id, user_id, kind: 'refund', method: 'credit' } as const;
  ledger.add(tx, actor, { ...entry, amount: -amount });
}

/**
 * Brings a booking's status in line with its money after anything that changed either. Pending turns into paid once all
 * of it has come, or when it costs nothing any more. A part of it stops the clock, because the club may not release what
 * a customer has begun to pay; without `stopsClock` the part is too little to hold the slots, and the deadline of several
 * payers runs on.
 */
export function settle(
  tx: Transaction,
  services: MoneyServices,
  id: number,
  actor: Actor,
  stopsClock = true,
): Booking {
  const { bookings } = services;
  for (const payer of bookings.payers.listOf({ id })) returnCredit(tx, services, payer, actor);
  return followMoney(tx, bookings, id, actor, stopsClock);
}

function followMoney(
  tx: Transaction,
  bookings: BookingServices['bookings'],
  id: number,
  actor: Actor,
  stopsClock: boolean,
): Booking {
  const { payers } = bookings;
  const booking = bookings.require(id);
  const all = payers.listOf(booking);
  if (booking.released && all[0] && lateDueOf(all[0]) === 0) {
    bookings.endRelease(tx, booking);
    return bookings.require(id);
  }
  if (booking.status !== 'pending') return booking;
  if (booking.received <= 0 && booking.charge > 0) return booking;
  if (stopsClock && booking.pay_by !== null && !booking.is_shared) bookings.setPayBy(tx, booking, null);
  if (payers.dueOf(booking) <= 0) return bookings.setStatus(tx, booking, 'paid', actor);
  if (customerPart(all).balance <= 0) payers.endReceipt(tx, booking.payer_id);
  return bookings.require(id);
}

/** What a booking costs, and what is still to come of it. */
export interface Owed {
  charge: number;
  due: number;
}

export function owedOf(
  { payers }: BookingServices['bookings'],
  booking: { id: number; charge: number },
): Owed {
  return { charge: booking.charge, due: payers.dueOf(booking) };
}

/**
 * After a balance was opened: a paid booking is pending again when too little has come to hold a court, and has as long
 * to pay as a new one. Shortly before play it stays owed, because nobody would buy the time any more. `before` is what
 * was owed then. Once the time to pay the parts is over, a receipt that goes with its player opens one too. Says whether it
 * has opened a deadline.
 */
export function reopen(
  tx: Transaction,
  services: MoneyServices,
  id: number,
  before: Owed,
  actor: Actor,
): boolean {
  const { bookings } = services;
  const booking = bookings.require(id);
  const now = owedOf(bookings, booking);
  const isUnkept = booking.status === 'pending' && bookings.shareRulesOf(booking).isClosed;
  if (booking.status === 'cancelled' || now.due <= 0 || (now.due <= before.due && !isUnkept)) return false;
  const isKept = ({ charge, due }: Owed) => isQuarterPaid({ charge, open: due });
  // What the reception brought back unpaid stays to be collected.
  if (isKept(now) || (booking.status === 'paid' && !isKept(before))) return false;
  const pending = booking.status === 'paid' ? bookings.setStatus(tx, booking, 'pending', actor) : booking;
  // Nobody loses the court because the reception has not looked at a receipt yet.
  if (pending.pay_by !== null || pending.receipt_received) return false;
  return askAgain(tx, services, pending);
}

/** Tells a payer who owes again until when; nothing where no deadline runs. */
export function tellReopened(
  tx: Transaction,
  bookings: BookingServices['bookings'],
  payerId: number,
  cause: Extract<ClubEvent, { kind: 'payer.reopened' }>['cause'],
): void {
  const [{ id, status, pay_by }, { balance }] = bookings.requirePart(payerId);
  if (status !== 'pending' || pay_by === null || balance <= 0) return;
  tx.emit({ kind: 'payer.reopened', booking_id: id, payer_id: payerId, cause });
}

/** Payments, refunds and reversals at the reception. Each runs inside a transaction of `ClubDb`. */
export class Payments {
  readonly #services: MoneyServices;
  readonly #soleMoney: SoleMoney;

  constructor(services: MoneyServices, soleMoney: SoleMoney) {
    this.#services = services;
    this.#soleMoney = soleMoney;
  }

  /** Records money that came; more than the booking costs, which an owner records, becomes a sum to give back. */
  pay(
    tx: Transaction,
    bookingId: number,
    { version, payer_id, ...payment }: EntryRequest & Pick<NewLedgerEntry, 'proven' | 'line_id'>,
    actor: Actor,
  ): MoneyChange {
    const { bookings } = this.#services;
    const booking = bookings.require(bookingId, version);
    const payer = bookings.payers.requireOf(booking, payer_id);
    const isCustomer = payer.position === 1;
    // A receipt may wait for a part that is owed no more: its money comes late.
    const isLate = isCustomer ? booking.released : payer.receipt_waits === 1 && payer.balance <= 0;
    const due = isLate ? lateDueOf(payer) : isCustomer ? bookings.payers.dueOf(booking) : payer.balance;
    if (!payment.proven) assertNoOverpayment(actor, payment.amount, due);
    return pay(tx, this.#services, payer, payment, actor);
  }

  /** Records money for a booking, or for the place or the purchase that a payer owes for alone. */
  payPart(
    tx: Transaction,
    { booking_id, payer_id }: { booking_id: number | null; payer_id?: number | undefined },
    payment: ItemEntryRequest & Pick<NewLedgerEntry, 'proven' | 'line_id'>,
    actor: Actor,
  ): LedgerEntry {
    if (booking_id !== null) return this.pay(tx, booking_id, { ...payment, payer_id }, actor).entry;
    return this.#soleMoney.payAtReception(tx, payer_id ?? 0, payment, actor);
  }

  /** Records money that went back; at most what is to be given back. */
  refund(
    tx: Transaction,
    bookingId: number,
    { version, payer_id, amount, method, reference, note }: EntryRequest,
    actor: Actor,
  ): MoneyChange {
    const { bookings, ledger } = this.#services;
    const booking = bookings.require(bookingId, version);
    const payer = bookings.payers.requireOf(booking, payer_id);
    const due = payer.position === 1 ? bookings.payers.dueOf(booking) : payer.balance;
    const owed = Math.max(0, -due);
    if (amount > owed) {
      throw invalidField(
        'amount',
        owed === 0
          ? 'Nothing is to be given back for this booking.'
          : `Only ${formatPkr(owed)} is to be given back for this booking.`,
      );
    }
    const { booking_id, id, user_id } = payer;
    const entry = ledger.add(tx, actor, {
      booking_id,
      payer_id: id,
      user_id,
      kind: 'refund',
      method,
      amount: -amount,
      reference,
      note,
    });
    emitRefund(tx, entry);
    return { entry, booking: settle(tx, this.#services, bookingId, actor) };
  }

  /** Undoes an entry that was recorded by mistake. `booking` is null for the entry of a top-up or of an item. */
  reverse(
    tx: Transaction,
    entryId: number,
    reason: string,
    actor: Actor,
  ): { entry: LedgerEntry; booking: Booking | null } {
    const { bookings, ledger } = this.#services;
    const { payers } = bookings;
    const { payer_id, booking_id, method } = ledger.require(entryId);
    const before = booking_id === null ? null : owedOf(bookings, bookings.require(booking_id));
    const entry = ledger.reverse(tx, actor, entryId, reason);
    const { amount } = entry;
    if (payer_id === null) return { entry, booking: null };
    if (booking_id === null || before === null) {
      this.#soleMoney.undone(tx, entry, actor);
      return { entry, booking: null };
    }
    const payer = payers.require(payer_id);
    // Refunds would exceed payments, so roll back.
    if (payer.received < 0) {
      throw new Failure('wrong_state', 'This money was given back already. Undo the refund first.');
    }
    const booking = bookings.require(booking_id);
    // A refund of credit that was undone is not given again.
    if (amount > 0) return { entry, booking: followMoney(tx, bookings, booking_id, actor, true) };
    if (booking.status === 'cancelled') payers.keepReceived(tx, booking);
    else if (payer.state === 'left') payers.keepReceivedOf(tx, payer);
    const isHeld = payer.position > 1 && holdAgain(tx, bookings, payer_id);
    if (isHeld) tx.emit({ kind: 'payer.payment_due', booking_id, payer_id, at: tx.now });
    const isUnpaid = booking.status === 'paid' && payers.dueOf(booking) > 0;
    if (isUnpaid) bookings.setStatus(tx, booking, 'pending', actor);
    const isOwing = booking.status !== 'cancelled' && payer.state !== 'left' && payer.balance > 0;
    if (isOwing && method === 'bank_transfer') payers.reopenReceipt(tx, payer_id);
    reopen(tx, this.#services, booking_id, before, actor);
    // The customer carries the place of a payer who left.
    const owing = payer.state === 'left' ? booking.payer_id : payer_id;
    if (!isHeld) tellReopened(tx, bookings, owing, 'payment_undone');
    return { entry, booking: bookings.require(booking_id) };
  }
}

/** Tells the payer whose money went back. */
export function emitRefund(tx: Transaction, entry: LedgerEntry): void {
  const { id: entry_id, booking_id, payer_id, method, amount } = entry;
  if (booking_id === null || payer_id === null) return;
  tx.emit({ kind: 'payer.refunded', booking_id, payer_id, entry_id, amount: -amount, method });
}
