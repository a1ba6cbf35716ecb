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
import { isReceiptWaiting, type PlayerStore } from '../players/store.ts';
import type { Settings } from '../settings/settings.ts';
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
  }

  /**
   * The first receipt removes the deadline of a pending booking until an admin decides, so that nobody loses a slot
   * because the reception did not look. A later one stops nothing: else each picture would hold the slots again.
   */
  attachReceipt(tx: Transaction, bookingId: number, path: string, isFirst: boolean): void {
    this.#setReceipt(tx, bookingId, path);
    const booking = this.#bookings.require(bookingId);
    if (isFirst && booking.status === 'pending') this.#bookings.setPayBy(tx, booking, null);
  }

  /**
   * The receipt of a booking was rejected: a deadline that it had stopped starts anew, unless the customer has paid
   * a part; one that runs goes on.
   */
  rejectReceipt(tx: Transaction, bookingId: number): Booking {
    this.#setReceipt(tx, bookingId, null);
    const booking = this.#bookings.require(bookingId);
    if (booking.status === 'pending' && booking.received <= 0 && booking.pay_by === null)
      this.#bookings.setPayBy(tx, booking, this.#payByFromNow(tx, booking));
    return this.#bookings.require(bookingId);
  }

  /**
   * The receipt of a share was rejected: once the time to pay is over, the share becomes the host's. A booking that only
   * the receipt kept has a deadline again.
   */
  rejectShareReceipt(tx: Transaction, bookingId: number, playerId: number): Booking {
    const { players } = this.#bookings;
    players.setReceipt(tx, playerId, null);
    const booking = this.#bookings.require(bookingId);
    const activity = booking.activity_id === null ? null : players.findActivity(booking.activity_id);
    if (activity?.closed_at) {
      players.takeOverShare(tx, players.require(booking, playerId));
      tx.emit({ kind: 'player.changed', booking_id: bookingId, player_id: playerId });
    }
    const changed = this.#bookings.touch(tx, bookingId);
    const isOpen = changed.status === 'pending' && changed.pay_by === null && !changed.receipt_received;
    if (activity?.closed_at && isOpen && !this.#stays(changed))
      this.#bookings.setPayBy(tx, changed, this.#payByFromNow(tx, changed));
    return this.#bookings.markPaidIfSettled(tx, bookingId, SYSTEM_ACTOR);
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

  /** Receipts stand for the money of shares at the first deadline only: else each picture would hold the slots again. */
  #stays(booking: Booking): boolean {
    const { activity_id, charge, received } = booking;
    if (activity_id === null) return false;
    const players = this.#bookings.players.listOf(booking);
    const isFirst = !this.#bookings.players.findActivity(activity_id)?.closed_at;
    const waiting = players.filter((player) => isFirst && isReceiptWaiting(player));
    const coming = waiting.reduce((sum, { balance }) => sum + balance, received);
    const match = this.#matches.find(activity_id);
    return isQuarterPaid({ charge, received: coming }) || (match !== null && isFull(match, players));
  }

  /** What nobody has paid is the host's; the places open to other players where the host wants that. */
  #closeShares(tx: Transaction, booking: Booking, activityId: number): void {
    const { players } = this.#bookings;
    const { id } = booking;
    const opens =
      players.findActivity(activityId)?.rest === 'open' && this.#settings.current().matches.allowed;
    const closed = players.close(tx, booking);
    this.#bookings.setPayBy(tx, booking, null);
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
