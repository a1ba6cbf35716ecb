import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { isMissed, payerReminderAt } from '../domain/payment-deadline.ts';
import { latestPlausibleInstant } from '../domain/plausible-instant.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { isQuarterPaid } from '../domain/share.ts';
import { isPromised, isReceiptWaiting, type Payer } from '../payers/store.ts';
import { askAgain, payByFromNow, toTransfer } from './pay-by.ts';
import { settle, tellReopened } from './payments.ts';
import { holdAgain } from './places.ts';
import type { BookingServices } from './services.ts';

/** The most bookings one run handles; the rest wait for the next. */
const BATCH_SIZE = 200;

type DeadlineServices = Pick<BookingServices, 'bookings' | 'ledger' | 'settings'>;

/** How long bookings hold their slots unpaid, who is reminded, and what happens at the deadline. */
export class PaymentDeadlines {
  readonly #services: DeadlineServices;
  readonly #selectDue;
  readonly #selectFromFuture;

  constructor(db: Database, services: DeadlineServices) {
    this.#services = services;
    this.#selectDue = db.prepare<{ id: number }, [number, number]>(
      "SELECT id FROM booking WHERE state = 'pending' AND pay_by <= ? ORDER BY pay_by LIMIT ?",
    );
    this.#selectFromFuture = db.prepare<{ id: number }, [number]>(
      "SELECT id FROM booking WHERE state = 'pending' AND pay_by IS NOT NULL AND created_at > ?",
    );
  }

  /**
   * The first receipt removes a pending booking's deadline until an admin decides, so nobody loses a slot because the
   * reception has not looked yet. Later ones change nothing: otherwise every picture would hold the slots again. With
   * several payers, the deadline keeps running, and each payer's first receipt counts then.
   */
  attachReceipt(tx: Transaction, payer: Payer, path: string): void {
    const { bookings } = this.#services;
    const isFirst = payer.receipts === 0;
    bookings.payers.attachReceipt(tx, payer.id, path);
    const booking = bookings.touch(tx, payer.booking_id);
    if (isFirst && booking.status === 'pending' && !booking.is_shared) bookings.setPayBy(tx, booking, null);
  }

  /**
   * The reception rejected a receipt. A deadline that it had stopped starts again unless part was paid, and a place
   * in an open match that it had secured is held again. Once the time to pay is over, an open part becomes the
   * host's, and a booking kept only by this receipt gets a deadline again. A part that is no longer owed doesn't
   * change.
   */
  rejectReceipt(tx: Transaction, payer: Payer): Booking {
    const { bookings } = this.#services;
    const { payers } = bookings;
    payers.rejectReceipt(tx, payer.id);
    const booking = bookings.touch(tx, payer.booking_id);
    if (payer.position === 1) {
      this.#restartClock(tx, booking);
      return bookings.require(booking.id);
    }
    holdAgain(tx, bookings, payer.id);
    const open = payers.require(payer.id);
    if (booking.status === 'cancelled' || open.state === 'left') return booking;
    let isReopened = false;
    if (bookings.shareRulesOf(booking).isClosed) {
      const isTakenOver = open.hold_until === null && !isPromised(open);
      if (isTakenOver) {
        payers.moveBalanceToCustomer(tx, open);
        tx.emit({ kind: 'payer.changed', booking_id: booking.id, payer_id: payer.id });
      }
      isReopened = this.#restartClock(tx, bookings.require(booking.id)) || isTakenOver;
    }
    settle(tx, this.#services, booking.id, SYSTEM_ACTOR);
    if (isReopened) tellReopened(tx, bookings, booking.payer_id, 'shares_open');
    return bookings.require(booking.id);
  }

  /** Gives a pending booking that nothing keeps any more a deadline again. Returns whether it has one now. */
  #restartClock(tx: Transaction, booking: Booking): boolean {
    const { bookings } = this.#services;
    const { status, pay_by, received, receipt_received, is_shared } = booking;
    // Before the deadline of several parts, no single one ends it: otherwise one rupee would hold the slots until
    // play.
    const isKept = is_shared
      ? bookings.shareRulesOf(booking).isClosed && this.#hasQuarter(booking)
      : received > 0;
    if (status !== 'pending' || pay_by !== null || receipt_received || isKept) return false;
    return askAgain(tx, this.#services, booking);
  }

  /** Bookings whose time to pay is over at `now`. */
  listDue(now: number): number[] {
    return this.#selectDue.all(now, BATCH_SIZE).map(({ id }) => id);
  }

  hasReminders(now: number): boolean {
    return this.#services.bookings.payers.listToRemind(now, 1).length > 0;
  }

  remindAll(tx: Transaction, now: number): void {
    for (const payer of this.#services.bookings.payers.listToRemind(now, BATCH_SIZE)) this.#remind(tx, payer);
  }

  /**
   * Releases a booking that was not paid in time. A split booking stays if a quarter has come in, as does a match
   * whose places are all `promised`; unpaid parts then become the host's. So does any booking whose play began while the
   * club's machine was off, except one that waits for a card.
   */
  release(tx: Transaction, id: number, promised: boolean): void {
    const { bookings } = this.#services;
    const booking = bookings.require(id);
    const { isClosed } = bookings.shareRulesOf(booking);
    const { payment_method, received, pay_by } = booking;
    const isCardPage = payment_method === 'card' && received === 0;
    const missed = !isCardPage && pay_by !== null && isMissed(booking, Date.parse(pay_by), tx.now);
    const stays = booking.is_shared && (missed || (promised && !isClosed) || this.#hasQuarter(booking));
    if (stays) this.#closeShares(tx, booking);
    else if (missed) bookings.setPayBy(tx, booking, null);
    else bookings.changeStatus(tx, id, 'cancelled', SYSTEM_ACTOR, { unpaid: true });
  }

  /**
   * True if enough has come in to hold the court. First receipts only count as money at the first deadline: otherwise
   * every picture would hold the slots again.
   */
  #hasQuarter(booking: Booking): boolean {
    const { bookings } = this.#services;
    const payers = bookings.payers.listOf(booking);
    const waiting = bookings.shareRulesOf(booking).isClosed ? [] : payers.filter(isReceiptWaiting);
    const coming = waiting.reduce((sum, { balance }) => sum + Math.max(0, balance), 0);
    return isQuarterPaid({ charge: booking.charge, open: bookings.payers.dueOf(booking) - coming });
  }

  /**
   * Unpaid parts become the host's or, if the host prefers, open places for other players. Exempt are parts with a
   * first receipt waiting, held places, and players who promised to pay at the club. Promises alone keep a booking
   * only as long as a new one has to pay.
   */
  #closeShares(tx: Transaction, booking: Booking): void {
    const { bookings, settings } = this.#services;
    const { payers } = bookings;
    const { id } = booking;
    const opens = bookings.shareRulesOf(booking).rest === 'open' && settings.current().matches.allowed;
    const hasQuarter = this.#hasQuarter(booking);
    const asked = hasQuarter ? booking : toTransfer(tx, this.#services, booking);
    const payBy = hasQuarter ? null : payByFromNow(this.#services, asked, tx.now);
    bookings.closeShares(tx, id);
    const open = payers
      .listOf(booking)
      .filter(
        (payer) =>
          payer.position > 1 &&
          payer.balance > 0 &&
          payer.hold_until === null &&
          !isReceiptWaiting(payer) &&
          !isPromised(payer),
      );
    for (const payer of open) payers.moveBalanceToCustomer(tx, payer);
    bookings.setPayBy(tx, asked, payBy);
    for (const { id: payer_id } of open) {
      if (!opens) {
        tx.emit({ kind: 'payer.changed', booking_id: id, payer_id });
        continue;
      }
      const payer = payers.require(payer_id);
      payers.leave(tx, payer, 0, false);
      const left = {
        keep: 0,
        give_back: payer.received,
        taken_off: false,
        by_club: false,
        expired: true,
      } as const;
      tx.emit({ kind: 'payer.left', booking_id: id, payer_id, ...left });
    }
    const amount = open.reduce((sum, { balance }) => sum + balance, 0);
    tx.emit({ kind: 'payers.closed', booking_id: id, amount, opened: opens ? open.length : 0 });
    if (amount === 0) tellReopened(tx, bookings, booking.payer_id, 'shares_open');
    settle(tx, this.#services, id, SYSTEM_ACTOR);
  }

  /** The customer is reminded once, at half-time; the others at half-time and three hours before play. */
  #remind(tx: Transaction, { id, booking_id, position, remind_at, email }: Payer): void {
    const { bookings } = this.#services;
    const booking = bookings.require(booking_id);
    if (position === 1) {
      bookings.payers.setReminder(tx, id, null);
      const { status, receipt_received } = booking;
      const payBy = booking.pay_by === null ? 0 : Date.parse(booking.pay_by);
      if (status !== 'pending' || payBy <= tx.now || receipt_received) return;
      // Nobody is reminded of one deadline twice, also when an undone payment opened it again.
      tx.emit({ kind: 'payer.payment_due', booking_id, payer_id: id, at: payBy });
      return;
    }
    bookings.payers.setReminder(tx, id, payerReminderAt(booking, tx.now, false));
    if (booking.status === 'cancelled' || startOfPlay(booking) <= tx.now || email === '') return;
    const payer = bookings.payers.require(id);
    if (payer.state === 'left' || payer.balance <= 0 || payer.receipt_waits === 1) return;
    tx.emit({ kind: 'payer.payment_due', booking_id, payer_id: id, at: remind_at ?? tx.now });
  }

  /** A booking made while the clock ran ahead gets the time it would have if made now. */
  correctFuture(tx: Transaction): void {
    const { bookings } = this.#services;
    for (const { id } of this.#selectFromFuture.all(latestPlausibleInstant(tx.now))) {
      const booking = bookings.require(id);
      const payBy = payByFromNow(this.#services, booking, tx.now);
      if (payBy !== null && booking.pay_by !== null && payBy < Date.parse(booking.pay_by)) {
        bookings.setPayBy(tx, booking, payBy);
      }
    }
  }
}
