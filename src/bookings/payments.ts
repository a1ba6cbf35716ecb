import type { Transaction } from '../db/club-db.ts';
import { type Actor, actsForClub, type ClubEvent, SYSTEM_ACTOR } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import type {
  EntryRequest,
  ItemEntryRequest,
  LedgerEntry,
  MoneyMethod,
  NewLedgerEntry,
  ReverseInput,
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

/** A payer's money, in ledger form. */
export interface Payment extends Omit<NewLedgerEntry, 'booking_id' | 'payer_id' | 'user_id' | 'kind'> {
  /** A later report from the card provider corrects an earlier one. */
  kind?: 'payment' | 'correction';
}

/** Records a payer's money, however it came, with everything that follows from it. */
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
  if (payer.position > 1) markPartPaid(tx, services, payer_id, entry.id, actor);
  return { entry, booking: settle(tx, services, booking_id, actor, stopsClock) };
}

/** The customer pays everything still open on a booking, which is nothing for a free one, or `amount` if given. */
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

/** Anything the customer pays beyond their own part covers open ones, which also secures held places. */
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
 * A payment for a part settles its receipt, and whoever gave the place back gets everything. A contact or promise is
 * not enough: with a second mailbox, every late player could get around the policy.
 */
function markPartPaid(
  tx: Transaction,
  services: MoneyServices,
  payerId: number,
  entry_id: number,
  actor: Actor,
): void {
  const { payers } = services.bookings;
  const [booking, payer] = services.bookings.requirePart(payerId);
  if (payer.state === 'left' || booking.status === 'cancelled') {
    if (payer.receipt_waits === 1 && lateDueOf(payer) === 0) payers.endReceipt(tx, payerId);
    return;
  }
  if (payer.balance > 0) return;
  payers.markPaid(tx, payerId);
  const { booking_id } = payer;
  tx.emit({ kind: 'payer.paid', booking_id, payer_id: payerId, entry_id, by_club: actsForClub(actor) });
  const replaced = payers.giveBackReplaced(tx, payer);
  if (!replaced) return;
  tx.emit({ kind: 'payer.changed', booking_id, payer_id: replaced.id });
  returnCredit(tx, services, replaced, SYSTEM_ACTOR);
}

/**
 * Gives credit back as credit immediately, as far as a payer gets anything back: in cash, credit with a bonus would
 * be free money. With `all`, other money becomes credit too; otherwise it waits for the reception.
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
 * Brings a booking's status in line with its money after a change to either. Pending becomes paid once everything has
 * come in, or if it costs nothing any more. A partial payment stops the clock, because the club may not release what
 * a customer has started paying; without `stopsClock`, the part is too little to hold the slots, and the deadline of
 * several payers keeps running.
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

/** What a booking costs, and how much is outstanding. */
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
 * Called after a balance was opened. A paid booking is pending again if too little has come in to hold a court, and
 * has as long to pay as a new one. Close to play it just stays owed, because nobody else would buy the time. `before`
 * is what was owed earlier. After the deadline for the parts, a receipt that leaves with its player also opens a
 * balance. Returns whether this started a deadline.
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
  // What the reception restored unpaid stays to be collected.
  if (isKept(now) || (booking.status === 'paid' && !isKept(before))) return false;
  const pending = booking.status === 'paid' ? bookings.setStatus(tx, booking, 'pending', actor) : booking;
  // Nobody loses the court because the reception hasn't looked at a receipt yet.
  if (pending.pay_by !== null || pending.receipt_received) return false;
  return askAgain(tx, services, pending);
}

/** Tells a payer who owes again by when to pay; does nothing without a deadline. */
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

/** Payments, refunds and reversals at the reception. Each runs inside a `ClubDb` transaction. */
export class Payments {
  readonly #services: MoneyServices;
  readonly #soleMoney: SoleMoney;

  constructor(services: MoneyServices, soleMoney: SoleMoney) {
    this.#services = services;
    this.#soleMoney = soleMoney;
  }

  /**
   * Records money received; anything beyond the booking's price, which only an owner can record, becomes a refund
   * due.
   */
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
    // A receipt may be waiting for a part that is no longer owed; its money is late.
    const isLate = isCustomer ? booking.released : payer.receipt_waits === 1 && payer.balance <= 0;
    const due = isLate ? lateDueOf(payer) : isCustomer ? bookings.payers.dueOf(booking) : payer.balance;
    if (!payment.proven) assertNoOverpayment(actor, payment.amount, due);
    return pay(tx, this.#services, payer, payment, actor);
  }

  /** Records money for a booking, or for a place or purchase with a payer of its own. */
  payPart(
    tx: Transaction,
    { booking_id, payer_id }: { booking_id: number | null; payer_id?: number | undefined },
    payment: ItemEntryRequest & Pick<NewLedgerEntry, 'proven' | 'line_id'>,
    actor: Actor,
  ): LedgerEntry {
    if (booking_id !== null) return this.pay(tx, booking_id, { ...payment, payer_id }, actor).entry;
    return this.#soleMoney.payAtReception(tx, payer_id ?? 0, payment, actor);
  }

  /** Records money given back, at most what is due. */
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
          ? 'There is nothing to refund for this booking.'
          : `Only ${formatPkr(owed)} can be refunded for this booking.`,
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

  /** Undoes an entry that was recorded by mistake. `booking` is null for an entry of a top-up or an item. */
  reverse(
    tx: Transaction,
    entryId: number,
    { reason, reopens_receipt = false }: Pick<ReverseInput, 'reason'> & Partial<ReverseInput>,
    actor: Actor,
  ): { entry: LedgerEntry; booking: Booking | null } {
    const { bookings, ledger } = this.#services;
    const { payers } = bookings;
    const { kind, payer_id, booking_id, method, at } = ledger.require(entryId);
    const before = booking_id === null ? null : owedOf(bookings, bookings.require(booking_id));
    const entry = ledger.reverse(tx, actor, entryId, reason);
    const { amount } = entry;
    if (payer_id === null) return { entry, booking: null };
    if (booking_id === null || before === null) {
      this.#soleMoney.undone(tx, entry, Date.parse(at), actor);
      return { entry, booking: null };
    }
    const payer = payers.require(payer_id);
    // Refunds would exceed payments, so roll back.
    if (payer.received < 0) {
      throw new Failure('wrong_state', 'This money has already been refunded. Undo the refund first.');
    }
    const booking = bookings.require(booking_id);
    if (reopens_receipt && (booking.status === 'cancelled' || payer.state === 'left')) {
      const what =
        booking.status === 'cancelled' ? 'The booking was cancelled' : 'The player gave the place back';
      throw new Failure(
        'wrong_state',
        `${what} in the meantime, so the receipt can’t wait again. Open the booking to see what goes back, and undo the payment there if it never arrived.`,
      );
    }
    if (kind === 'refund')
      tx.emit({ kind: 'payer.refund_undone', booking_id, payer_id, entry_id: entryId, amount, method });
    // A credit refund that was undone isn't given again.
    if (amount > 0) return { entry, booking: followMoney(tx, bookings, booking_id, actor, true) };
    if (booking.status === 'cancelled') payers.keepReceived(tx, booking);
    else if (payer.state === 'left') payers.keepReceivedOf(tx, payer);
    if (booking.status === 'cancelled' || payer.state === 'left') {
      const undone = { entry_id: entryId, amount: -amount, method, recorded: Date.parse(at) };
      tx.emit({ kind: 'payer.payment_undone', booking_id, payer_id, ...undone });
    }
    const isHeld = payer.position > 1 && holdAgain(tx, bookings, payer_id);
    if (isHeld) tx.emit({ kind: 'payer.payment_due', booking_id, payer_id, at: tx.now });
    const isUnpaid = booking.status === 'paid' && payers.dueOf(booking) > 0;
    if (isUnpaid) bookings.setStatus(tx, booking, 'pending', actor);
    const isOwing = booking.status !== 'cancelled' && payer.state !== 'left' && payer.balance > 0;
    if (isOwing && method === 'bank_transfer') payers.reopenReceipt(tx, payer_id);
    reopen(tx, this.#services, booking_id, before, actor);
    // The customer takes over the place of a payer who left.
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
