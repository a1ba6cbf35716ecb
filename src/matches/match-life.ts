import { cancellationOf } from '../bookings/cancel.ts';
import { returnCredit } from '../bookings/payments.ts';
import { confirmPlace } from '../bookings/places.ts';
import type { BookingServices } from '../bookings/services.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { type ClubEvent, SYSTEM_ACTOR } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { ASK_HOURS } from '../domain/match.ts';
import { latestOffer, offerExpiryOf } from '../domain/offer.ts';
import { isMissed } from '../domain/payment-deadline.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { isFull, placesLeft, turnedAway } from '../payers/match-places.ts';
import type { MatchRow, MatchStore } from '../payers/match-store.ts';
import { hasPlace } from '../payers/store.ts';
import { placePrice } from './match-view.ts';

const MINUTE_MS = 60_000;

type LifeServices = Pick<BookingServices, 'bookings' | 'ledger' | 'settings'>;

/** What happens to open matches on its own: places pass on, a match fills, is asked about, or is cancelled. */
export class MatchLife {
  readonly #services: LifeServices;
  readonly #matches: MatchStore;

  constructor(services: LifeServices, matches: MatchStore) {
    this.#services = services;
    this.#matches = matches;
  }

  /** Runs in the event's transaction. */
  handleEvent(event: ClubEvent, tx: Transaction): void {
    if (event.kind === 'payer.confirmed') this.#afterTaken(tx, event.booking_id);
    if (event.kind === 'payer.left') this.#afterLeft(tx, event.booking_id);
    if (event.kind === 'booking.moved') this.#afterMove(tx, event.booking_id);
    if (event.kind === 'payers.closed' && event.opened > 0)
      this.#openPlaces(tx, event.booking_id, event.opened);
  }

  /** Does whatever is due at `now`; writes nothing if nothing is. */
  async run(club: ClubDb, now: number): Promise<void> {
    const askUntil = now + ASK_HOURS * 60 * MINUTE_MS;
    const isDue =
      this.#matches.listHoldsDue(now).length > 0 || this.#matches.listDue(now, askUntil).length > 0;
    if (!isDue) return;
    await club.write((tx) => {
      for (const id of this.#matches.listHoldsDue(now)) this.#endHold(tx, id);
      for (const match of this.#matches.listDue(now, askUntil)) this.#decide(tx, match, now);
    });
  }

  /** For a match being decided now that isn't full: its host reads that it did not fill, not that nobody paid. */
  isDecidedNow(bookingId: number, now: number): boolean {
    const match = this.#matches.findByBooking(bookingId);
    if (!match || match.decide_at === null || match.decide_at > now) return false;
    return !this.isFull(bookingId);
  }

  /** True if the booking is a match whose places are all paid or promised. */
  isFull(bookingId: number): boolean {
    const match = this.#matches.findByBooking(bookingId);
    return match !== null && isFull(match, this.#services.bookings.payers.listOf({ id: bookingId }));
  }

  /** Opens the places of players who did not pay in time to anyone. */
  #openPlaces(tx: Transaction, bookingId: number, places: number): void {
    if (this.#matches.findByBooking(bookingId)) return;
    const payers = this.#services.bookings.payers.listOf({ id: bookingId });
    const others = payers.filter((payer) => payer.position > 1 && hasPlace(payer)).length;
    this.#matches.open(tx, bookingId, {
      places,
      capacity: others + places,
      level_from: null,
      level_to: null,
      audience: 'everyone',
      text: '',
      is_public: 1,
      decide_at: null,
    });
  }

  /**
   * Nobody paid for the place in time, so the next player gets it; a place that no longer costs anything is taken.
   */
  #endHold(tx: Transaction, payerId: number): void {
    const { bookings } = this.#services;
    const [booking, payer] = bookings.requirePart(payerId);
    if (payer.balance <= 0) {
      confirmPlace(tx, bookings, payerId);
      bookings.touch(tx, booking.id);
      return;
    }
    bookings.payers.leave(tx, payer, 0, false);
    bookings.touch(tx, booking.id);
    tx.emit({
      kind: 'payer.left',
      booking_id: booking.id,
      payer_id: payerId,
      keep: 0,
      give_back: payer.received,
      taken_off: false,
      by_club: false,
      expired: true,
    });
  }

  #afterTaken(tx: Transaction, bookingId: number): void {
    const { bookings } = this.#services;
    const booking = bookings.require(bookingId);
    const match = this.#matchOf(booking);
    const payers = bookings.payers.listOf(booking);
    if (!match || match.full_at !== null || !isFull(match, payers)) return;
    this.#matches.setFull(tx, bookingId, tx.now);
    for (const { id, state } of payers)
      if (state === 'joined') tx.emit({ kind: 'match.full', booking_id: bookingId, payer_id: id });
  }

  /**
   * After a move, a match is decided before the new time at the latest; if that is too close, it isn't decided any
   * more.
   */
  #afterMove(tx: Transaction, bookingId: number): void {
    const { bookings, settings } = this.#services;
    const booking = bookings.require(bookingId);
    const match = this.#matchOf(booking);
    if (!match || match.decide_at === null) return;
    const decideAt = startOfPlay(booking) - settings.current().matches.decide_hours * 60 * MINUTE_MS;
    this.#matches.setDecideAt(tx, match.id, decideAt > tx.now ? decideAt : null);
  }

  /** When a place is given up, offers it to the player who has waited longest. */
  #afterLeft(tx: Transaction, bookingId: number): void {
    const { bookings } = this.#services;
    const booking = bookings.require(bookingId);
    const match = this.#matchOf(booking);
    if (!match) return;
    if (match.full_at !== null) this.#matches.setFull(tx, bookingId, null);
    const start = startOfPlay(booking);
    if (booking.status === 'cancelled' || tx.now > latestOffer(start)) return;
    const payers = bookings.payers.listOf(booking);
    const next = payers.find((payer) => payer.state === 'waiting' && turnedAway(payers, payer) === null);
    if (!next || placesLeft(match, payers) === 0) return;
    // A match that is decided in the night is cancelled although a place is held.
    const holdUntil = offerExpiryOf(tx.now, start, match.decide_at ?? start);
    bookings.payers.offer(tx, next, placePrice(booking, payers), holdUntil);
    tx.emit({ kind: 'payer.offered', booking_id: bookingId, payer_id: next.id });
  }

  #decide(tx: Transaction, match: MatchRow, now: number): void {
    const { bookings } = this.#services;
    const { id, booking_id } = match;
    const isDue = (match.decide_at ?? 0) <= now;
    const booking = bookings.require(booking_id);
    if (booking.status === 'cancelled') {
      this.#matches.setDecideAt(tx, id, null);
      return;
    }
    const missed = match.decide_at !== null && isMissed(booking, match.decide_at, now);
    if (missed || isFull(match, bookings.payers.listOf(booking))) {
      if (isDue) this.#matches.setDecideAt(tx, id, null);
      else this.#matches.setAsked(tx, id);
      return;
    }
    if (!isDue) {
      this.#matches.setAsked(tx, id);
      tx.emit({ kind: 'match.asked', booking_id });
      return;
    }
    const { kept } = cancellationOf(bookings, booking, 'club', now);
    bookings.changeStatus(tx, booking_id, 'cancelled', SYSTEM_ACTOR, {
      kept,
      cancelled_by: 'club',
      not_full: true,
    });
    this.#matches.setDecideAt(tx, id, null);
    recordAuditEntry(tx, SYSTEM_ACTOR, 'match_not_full', 'booking', booking_id);
    for (const payer of bookings.payers.listOf(booking))
      returnCredit(tx, this.#services, payer, SYSTEM_ACTOR);
  }

  #matchOf({ id }: Booking): MatchRow | null {
    return this.#matches.findByBooking(id);
  }
}
