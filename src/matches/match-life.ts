import type { BookingServices } from '../bookings/services.ts';
import { cancellationOf, confirmPlace, refundHostAsCredit, refundShareAsCredit } from '../bookings/shares.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { type ClubEvent, SYSTEM_ACTOR } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { ASK_HOURS } from '../domain/match.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { OFFER_NOTICE_MINUTES, offerExpiryOf } from '../domain/waitlist.ts';
import { isFull, placesLeft } from '../players/match-places.ts';
import type { MatchRow, MatchStore } from '../players/match-store.ts';
import { placePrice } from './match-view.ts';

const MINUTE_MS = 60_000;

type LifeServices = Pick<BookingServices, 'bookings' | 'ledger' | 'settings'>;

/** What happens to open matches by themselves: places pass on, a match becomes full, is asked about, or is cancelled. */
export class MatchLife {
  readonly #services: LifeServices;
  readonly #matches: MatchStore;

  constructor(services: LifeServices, matches: MatchStore) {
    this.#services = services;
    this.#matches = matches;
  }

  /** In the transaction of the event. */
  handleEvent(event: ClubEvent, tx: Transaction): void {
    if (event.kind === 'player.confirmed') this.#afterTaken(tx, event.booking_id);
    if (event.kind === 'player.left') this.#afterLeft(tx, event.booking_id);
    if (event.kind === 'booking.moved') this.#afterMove(tx, event.booking_id);
  }

  /** Does what is due at `now`; writes nothing when nothing is. */
  async run(club: ClubDb, now: number): Promise<void> {
    const askUntil = now + ASK_HOURS * 60 * MINUTE_MS;
    const isDue =
      this.#matches.listHoldsDue(now).length > 0 || this.#matches.listDue(now, askUntil).length > 0;
    if (!isDue) return;
    await club.write((tx) => {
      for (const id of this.#matches.listHoldsDue(now)) this.#endHold(tx, id);
      for (const id of this.#matches.listDue(now, askUntil)) this.#decide(tx, id, now);
    });
  }

  /** Nobody has paid for the place in time, so the next player gets it; one that costs nothing any more is taken. */
  #endHold(tx: Transaction, playerId: number): void {
    const { bookings } = this.#services;
    const [booking, player] = bookings.requireShare(playerId);
    if (player.balance <= 0) {
      confirmPlace(tx, bookings, booking.id, playerId);
      bookings.touch(tx, booking.id);
      return;
    }
    bookings.players.leave(tx, playerId, 0, false);
    bookings.touch(tx, booking.id);
    tx.emit({
      kind: 'player.left',
      booking_id: booking.id,
      player_id: playerId,
      keep: 0,
      give_back: player.received,
      taken_off: false,
      expired: true,
    });
  }

  #afterTaken(tx: Transaction, bookingId: number): void {
    const { bookings } = this.#services;
    const booking = bookings.require(bookingId);
    const match = this.#matchOf(booking);
    const players = bookings.players.listOf(booking);
    if (!match || match.full_at !== null || !isFull(match, players)) return;
    this.#matches.setFull(tx, match.id, tx.now);
    tx.emit({ kind: 'match.full', booking_id: bookingId });
    for (const { id, is_host, state } of players)
      if (is_host === 0 && state === 'joined')
        tx.emit({ kind: 'player.match_full', booking_id: bookingId, player_id: id });
  }

  /** What is decided later is decided before the new time; what is moved too near is not decided any more. */
  #afterMove(tx: Transaction, bookingId: number): void {
    const { bookings, settings } = this.#services;
    const booking = bookings.require(bookingId);
    const match = this.#matchOf(booking);
    if (!match || match.decide_at === null) return;
    const decideAt = startOfPlay(booking) - settings.current().matches.decide_hours * 60 * MINUTE_MS;
    this.#matches.setDecideAt(tx, match.id, decideAt > tx.now ? decideAt : null);
  }

  /** A place that was given back is offered to the player who has waited longest. */
  #afterLeft(tx: Transaction, bookingId: number): void {
    const { bookings } = this.#services;
    const booking = bookings.require(bookingId);
    const match = this.#matchOf(booking);
    if (!match) return;
    if (match.full_at !== null) this.#matches.setFull(tx, match.id, null);
    const isTooLate = startOfPlay(booking) - tx.now < OFFER_NOTICE_MINUTES * MINUTE_MS;
    if (booking.status === 'cancelled' || isTooLate) return;
    const players = bookings.players.listOf(booking);
    const next = this.#matches.findWaiting(match.id);
    if (next === null || placesLeft(match, players) === 0) return;
    this.#matches.offer(tx, match.id, next, placePrice(booking, players), offerExpiryOf(tx.now));
    tx.emit({ kind: 'player.offered', booking_id: bookingId, player_id: next });
  }

  #decide(tx: Transaction, id: number, now: number): void {
    const { bookings, ledger } = this.#services;
    const match = this.#matches.find(id);
    const booking = bookings.findByActivity(id);
    if (!match || booking?.status === 'cancelled' || !booking) {
      this.#matches.setDecideAt(tx, id, null);
      return;
    }
    if (isFull(match, bookings.players.listOf(booking))) {
      if ((match.decide_at ?? 0) <= now) this.#matches.setDecideAt(tx, id, null);
      else this.#matches.setAsked(tx, id);
      return;
    }
    if ((match.decide_at ?? 0) > now) {
      this.#matches.setAsked(tx, id);
      tx.emit({ kind: 'match.asked', booking_id: booking.id });
      return;
    }
    const { kept } = cancellationOf(bookings, booking, 'club', now);
    bookings.changeStatus(tx, booking.id, 'cancelled', SYSTEM_ACTOR, {
      charge: 0,
      cancelled_by: 'club',
      not_full: true,
      kept,
    });
    this.#matches.setDecideAt(tx, id, null);
    recordAuditEntry(tx, SYSTEM_ACTOR, 'match_not_full', 'booking', booking.id);
    refundHostAsCredit(tx, { bookings, ledger }, booking.id, SYSTEM_ACTOR);
    for (const { player } of kept.slice(1))
      refundShareAsCredit(tx, this.#services, booking.id, player.id, false, SYSTEM_ACTOR);
  }

  #matchOf({ activity_id }: Booking): MatchRow | null {
    return activity_id === null ? null : this.#matches.find(activity_id);
  }
}
