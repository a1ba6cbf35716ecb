import type { Database } from 'bun:sqlite';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { payByOf, playerReminderAt } from '../domain/payment-deadline.ts';
import { latestPlausibleInstant } from '../domain/plausible-instant.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { isQuarterPaid } from '../domain/share.ts';
import { isFull } from '../players/match-places.ts';
import { MatchStore } from '../players/match-store.ts';
import { isPromised, isReceiptWaiting, type PlayerStore } from '../players/store.ts';
import type { Settings } from '../settings/settings.ts';
import { holdAgain } from './shares.ts';
import { isNearPlay } from './staff-rules.ts';
import type { BookingStore } from './store.ts';

/** One run handles at most this many bookings, the next run the rest. */
const BATCH_SIZE = 200;

interface Due {
  id: number;
  at: number;
}

/** Reminds the customers of unpaid bookings, and cancels the bookings that were not paid by `pay_by`. */
export class PaymentDeadlines {
  readonly #bookings: BookingStore;
  readonly #settings: Settings;
  readonly #matches: MatchStore;
  readonly #selectDue;
  readonly #selectToRemind;
  readonly #selectFromFuture;
  readonly #countReceipts;

  constructor(db: Database, bookings: BookingStore, settings: Settings) {
    this.#bookings = bookings;
    this.#settings = settings;
    this.#matches = new MatchStore(db);
    this.#selectDue = db.prepare<Due, [number, number]>(
      "SELECT id, pay_by AS at FROM booking WHERE status = 'pending' AND pay_by <= ? ORDER BY pay_by LIMIT ?",
    );
    this.#selectToRemind = db.prepare<Due, [number, number]>(
      'SELECT id, remind_at AS at FROM booking WHERE remind_at <= ? ORDER BY remind_at LIMIT ?',
    );
    this.#selectFromFuture = db.prepare<{ id: number }, [number]>(
      "SELECT id FROM booking WHERE status = 'pending' AND pay_by IS NOT NULL AND created_at > ?",
    );
    this.#countReceipts = db.prepare<{ count: number }, [number]>(
      'SELECT count(*) AS count FROM receipt WHERE booking_id = ? AND player_id IS NULL',
    );
  }

  /**
   * The first receipt removes the deadline of a pending booking until an admin decides, so that nobody loses a slot
   * because the reception did not look. A later one stops nothing: else each picture would hold the slots again. That of
   * a split booking is the deadline of its shares, so the host's receipt counts then like those of the others.
   */
  attachReceipt(tx: Transaction, bookingId: number, path: string, isFirst: boolean): void {
    this.#setReceipt(tx, bookingId, path);
    const booking = this.#bookings.require(bookingId);
    if (isFirst && booking.status === 'pending' && booking.activity_id === null)
      this.#bookings.setPayBy(tx, booking, null);
  }

  /**
   * The receipt of a booking was rejected: a deadline that it had stopped starts anew, unless the customer has paid
   * a part; one that runs goes on.
   */
  rejectReceipt(tx: Transaction, bookingId: number): Booking {
    this.#setReceipt(tx, bookingId, null);
    this.#restartClock(tx, this.#bookings.require(bookingId));
    return this.#bookings.require(bookingId);
  }

  /**
   * The receipt of a share was rejected: a place of an open match that it had taken is held again. Once the time to pay
   * is over, another share becomes the host's, and a booking that only the receipt kept has a deadline again. Nothing
   * changes for a share that was owed no more.
   */
  rejectShareReceipt(tx: Transaction, bookingId: number, playerId: number): Booking {
    const { players } = this.#bookings;
    players.setReceipt(tx, playerId, null);
    holdAgain(tx, this.#bookings, bookingId, playerId);
    const booking = this.#bookings.touch(tx, bookingId);
    const player = players.require(booking, playerId);
    if (booking.status === 'cancelled' || player.state === 'left') return booking;
    if (this.#isClosed(booking)) {
      if (player.hold_until === null && !isPromised(player)) {
        players.takeOverShare(tx, player);
        tx.emit({ kind: 'player.changed', booking_id: bookingId, player_id: playerId });
      }
      this.#restartClock(tx, booking);
    }
    return this.#bookings.markPaidIfSettled(tx, bookingId, SYSTEM_ACTOR);
  }

  /**
   * A pending booking that nothing keeps any more has a deadline again. In the last half hour before play it stays
   * owed: staff who kept its cash could else let the program cancel it.
   */
  #restartClock(tx: Transaction, booking: Booking): void {
    const { status, pay_by, received, receipt_received, activity_id } = booking;
    // Before the deadline of the shares no part of the price ends it: else one rupee would hold the slots until play.
    const isKept = activity_id === null ? received > 0 : this.#isClosed(booking) && this.#stays(booking);
    if (status !== 'pending' || pay_by !== null || receipt_received || isKept) return;
    const payBy = this.#payByFromNow(tx, booking);
    if (payBy !== null && !isNearPlay(booking, payBy)) this.#bookings.setPayBy(tx, booking, payBy);
  }

  /** The time to pay the shares is over. */
  #isClosed({ activity_id }: Booking): boolean {
    return activity_id !== null && Boolean(this.#bookings.players.findActivity(activity_id)?.closed_at);
  }

  #setReceipt(tx: Transaction, bookingId: number, path: string | null): void {
    tx.db
      .query('UPDATE booking SET payment_receipt = ?, version = version + 1 WHERE id = ?')
      .run(path, bookingId);
  }

  /** Does what is due at `now`; writes nothing when nothing is. */
  async run(club: ClubDb, now: number): Promise<void> {
    const { players } = this.#bookings;
    const isQuiet =
      !this.#selectToRemind.get(now, 1) &&
      !this.#selectDue.get(now, 1) &&
      players.listToRemind(now, 1).length === 0;
    if (isQuiet) return;
    await club.write((tx) => {
      for (const player of players.listToRemind(now, BATCH_SIZE)) this.#remindPlayer(tx, player);
      for (const { id } of this.#selectToRemind.all(now, BATCH_SIZE)) this.#remind(tx, id);
      for (const { id } of this.#selectDue.all(now, BATCH_SIZE)) this.#release(tx, id);
    });
  }

  /** A split booking of which a quarter has come stays, and a full match: what nobody has paid is the host's. */
  #release(tx: Transaction, id: number): void {
    const booking = this.#bookings.require(id);
    // The match is decided at the same minute, and its host reads that it did not fill.
    if (this.#isDecidedNow(booking, tx.now)) return;
    if (booking.activity_id !== null && this.#stays(booking)) {
      this.#closeShares(tx, booking, booking.activity_id);
      return;
    }
    this.#bookings.changeStatus(tx, id, 'cancelled', SYSTEM_ACTOR, { charge: 0, unpaid: true });
  }

  #isDecidedNow(booking: Booking, now: number): boolean {
    const match = booking.activity_id === null ? null : this.#matches.find(booking.activity_id);
    if (!match || match.decide_at === null || match.decide_at > now) return false;
    return !isFull(match, this.#bookings.players.listOf(booking));
  }

  /** Whether enough has come, or at the first deadline a full match has promised it. */
  #stays(booking: Booking): boolean {
    const match = booking.activity_id === null ? null : this.#matches.find(booking.activity_id);
    const isPromised =
      match && !this.#isClosed(booking) && isFull(match, this.#bookings.players.listOf(booking));
    return isPromised || this.#hasQuarter(booking);
  }

  /**
   * Whether a quarter of the price of a split booking has come. First receipts stand for their money at the first
   * deadline only: else each picture would hold the slots again.
   */
  #hasQuarter(booking: Booking): boolean {
    const { id, activity_id, charge, received, receipt_received } = booking;
    if (activity_id === null) return false;
    if (this.#isClosed(booking)) return isQuarterPaid({ charge, received });
    const isHostWaiting = receipt_received && this.#countReceipts.get(id)?.count === 1;
    const waiting = this.#bookings.players
      .listOf(booking)
      .filter((player) => (player.is_host === 1 ? isHostWaiting : isReceiptWaiting(player)));
    const coming = waiting.reduce((sum, { balance }) => sum + Math.max(0, balance), received);
    return isQuarterPaid({ charge, received: coming });
  }

  /**
   * What nobody has paid is the host's; the places open to other players where the host wants that. Promises alone keep
   * the booking for as long as a new one has to pay.
   */
  #closeShares(tx: Transaction, booking: Booking, activityId: number): void {
    const { players } = this.#bookings;
    const { id } = booking;
    const opens =
      players.findActivity(activityId)?.rest === 'open' && this.#settings.current().matches.allowed;
    const payBy = this.#hasQuarter(booking) ? null : this.#payByFromNow(tx, booking);
    const closed = players.close(tx, booking);
    this.#bookings.setPayBy(tx, booking, payBy);
    for (const player of closed) {
      const event = { booking_id: id, player_id: player.id };
      if (!opens) tx.emit({ kind: 'player.changed', ...event });
      else {
        players.leave(tx, player.id, 0, false);
        const left = { keep: 0, give_back: player.received, taken_off: false, expired: true } as const;
        tx.emit({ kind: 'player.left', ...event, ...left });
      }
    }
    if (opens && closed.length > 0) this.#matches.openPlaces(tx, activityId, closed.length);
    const amount = closed.reduce((sum, { balance }) => sum + balance, 0);
    tx.emit({ kind: 'players.closed', booking_id: id, amount, opened: opens });
    this.#bookings.markPaidIfSettled(tx, id, SYSTEM_ACTOR);
  }

  /** At half-time, and three hours before play. */
  #remindPlayer(
    tx: Transaction,
    { id, activity_id, remind_at, email }: ReturnType<PlayerStore['listToRemind']>[number],
  ): void {
    const booking = this.#bookings.findByActivity(activity_id);
    const { players } = this.#bookings;
    players.setReminder(tx, id, booking && playerReminderAt(booking, tx.now, false));
    if (!booking || booking.status === 'cancelled' || startOfPlay(booking) <= tx.now || email === '') return;
    const player = players.require(booking, id);
    if (player.state === 'left' || player.balance <= 0 || player.payment_receipt !== null) return;
    tx.emit({ kind: 'player.payment_due', booking_id: booking.id, player_id: id, at: remind_at ?? tx.now });
  }

  #remind(tx: Transaction, id: number): void {
    tx.db.query('UPDATE booking SET remind_at = NULL WHERE id = ?').run(id);
    const { status, pay_by, receipt_received } = this.#bookings.require(id);
    const isOpen = status === 'pending' && pay_by !== null && Date.parse(pay_by) > tx.now;
    if (isOpen && !receipt_received) tx.emit({ kind: 'booking.payment_due', booking_id: id });
  }

  /** A booking made while the clock was ahead gets the time that it would have if it were made now. */
  correctFuture(tx: Transaction): void {
    for (const { id } of this.#selectFromFuture.all(latestPlausibleInstant(tx.now))) {
      const booking = this.#bookings.require(id);
      const payBy = this.#payByFromNow(tx, booking);
      if (payBy !== null && booking.pay_by !== null && payBy < Date.parse(booking.pay_by)) {
        this.#bookings.setPayBy(tx, booking, payBy);
      }
    }
  }

  #payByFromNow(tx: Transaction, booking: Booking): number | null {
    return payByFromNow(this.#settings, booking, tx.now);
  }
}

/** Until when a booking that is asked for its money at `now` holds its slots. */
export function payByFromNow(settings: Settings, booking: Booking, now: number): number | null {
  const { payment_method, series_id } = booking;
  const rules = settings.facts().booking_rules;
  return payByOf(payment_method, rules, now, startOfPlay(booking), series_id !== null);
}
