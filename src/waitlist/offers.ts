import { mayHoldUnpaid } from '../bookings/booking-limits.ts';
import { type BookingOriginStore, contactKeysOf, type OriginKey } from '../bookings/booking-origins.ts';
import { type ClaimedSlots, claimSlots, freeSlots, handOverSlots } from '../bookings/claims.ts';
import type { BookingServices } from '../bookings/services.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { todayOf } from '../domain/day-plan.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPayBy } from '../domain/format-payment-deadline.ts';
import { offerExpiryOf } from '../domain/offer.ts';
import { positionOf, slotIndexOf, startInstantOf } from '../domain/slot.ts';
import { MAX_OFFERS } from '../domain/waitlist.ts';
import {
  findBlock,
  offerableRuns,
  type PositionRange,
  slotIndexesFrom,
} from '../domain/waitlist-matching.ts';
import type { OfferRow, WaitlistEntryRow, WaitlistStore } from './store.ts';
import type { WaitlistKeys } from './waitlist-keys.ts';

const MINUTE_MS = 60_000;
/**
 * Once a network has passed on a court's time this often, it isn't held for the network's other customers any more:
 * two hours is long for a court that nobody books, and eight neighbours changing their mind is rare.
 */
const MAX_NETWORK_PASSES = 8;
/** What, other than time passing, may free slots or allow a person another offer. */
const CAUSES: readonly string[] = ['slots.freed', 'calendar.changed', 'court.changed', 'offer.ended'];

/** Offers free slots to fitting entries, one customer at a time. */
export class Offers {
  readonly #club: ClubDb;
  readonly #store: WaitlistStore;
  readonly #keys: WaitlistKeys;
  readonly #services: BookingServices;
  readonly #origins: BookingOriginStore;
  /** Something has happened since the last sweep. */
  #hasCause = true;
  #sweptMinute = 0;

  constructor(deps: {
    club: ClubDb;
    store: WaitlistStore;
    keys: WaitlistKeys;
    services: BookingServices;
    origins: BookingOriginStore;
  }) {
    this.#club = deps.club;
    this.#store = deps.store;
    this.#keys = deps.keys;
    this.#services = deps.services;
    this.#origins = deps.origins;
    this.#club.onEventInTransaction((event, tx) => {
      if (event.kind !== 'slots.freed') return;
      this.#store.recordFreedSlots(tx, event.freed_by, event);
      this.offer(tx, event.court_id, event.date);
    });
    this.#club.onEventCommitted(({ kind }) => {
      if (CAUSES.includes(kind)) this.#hasCause = true;
    });
  }

  /** Offers the free slots of a court's day until no open entry fits. */
  offer(tx: Transaction, courtId: number, date: string): void {
    while (this.#offerNext(tx, courtId, date));
  }

  offerDay(tx: Transaction, date: string): void {
    for (const { id } of this.#services.courts.listActive()) this.offer(tx, id, date);
  }

  #offerNext(tx: Transaction, courtId: number, date: string): boolean {
    const next = this.#findNext(courtId, date, tx.now);
    if (!next) return false;
    const { entry, first } = next;
    const slotIndexes = slotIndexesFrom(first, entry.slots);
    const offerId = this.#store.insertOffer(tx, {
      waitlist_entry_id: entry.id,
      court_id: courtId,
      date,
      from_position: first,
      slots: entry.slots,
      expires_at: offerExpiryOf(tx.now, startInstantOf(date, slotIndexes[0] ?? 0)),
    });
    claimSlots(tx, { offer_id: offerId }, { court_id: courtId, date, slotIndexes });
    this.#origins.recordOffer(tx, { offer_id: offerId, date }, originsOf(entry));
    tx.emit({ kind: 'offer.made', offer_id: offerId });
    return true;
  }

  /** The first open entry that fits the free slots of a court's day, and where its block begins. */
  #findNext(courtId: number, date: string, now: number): { entry: WaitlistEntryRow; first: number } | null {
    if (!this.#store.hasQueue(date)) return null;
    if (!this.#services.courts.listActive().some(({ id }) => id === courtId)) return null;
    const plan = this.#services.calendar.planOf(date);
    const runs = offerableRuns(plan, this.#services.bookings.takenSlotIndexes(courtId, date), now);
    if (!runs.some(({ from, until }) => until - from > 1)) return null;
    const busy = this.#store.contactsWithOffer();
    for (const entry of this.#store.queueOf(date, courtId, runs)) {
      // One offer at a time per person.
      if (busy.has(entry.contact) || busy.has(entry.phone)) continue;
      const refused = this.#refusedTimes(entry, courtId);
      if (refused === null) continue;
      const time = { from: entry.from_position, until: entry.until_position, slots: entry.slots };
      const first = findBlock(time, runs, refused);
      if (first === null) continue;
      if (mayHoldUnpaid(this.#services, limitKeysOf(entry), entry.slots, { date, now }))
        return { entry, first };
    }
    return null;
  }

  /**
   * Times on a court not to offer to this customer: those the person gave up or passed on, and those the network
   * often passed on. Null while the network has an open offer on the court: an offer holds slots unpaid, and an
   * attacker has many email addresses but few networks.
   */
  #refusedTimes(entry: WaitlistEntryRow, courtId: number): PositionRange[] | null {
    const { date } = entry;
    const refused = this.#store.offeredTimes(entry, courtId);
    for (const { kind, key, factor } of originsOf(entry)) {
      if (kind !== 'network') {
        for (const slotIndex of this.#store.freedSlotsOf(key, courtId, date)) {
          const from = positionOf(slotIndex);
          refused.push({ from, until: from + 1 });
        }
        continue;
      }
      const offers = this.#store.offersOfKey(key, courtId, date);
      if (offers.filter(({ state }) => state === 'open').length >= factor) return null;
      const passed = offers.filter(({ state }) => state === 'passed');
      refused.push(...passed.filter((range) => countOverlaps(passed, range) >= MAX_NETWORK_PASSES * factor));
    }
    return refused;
  }

  /**
   * Ends what is due, and offers what became available without `slots.freed`: after a person's other offer ended, or
   * after longer opening hours. Sweeps all days once a minute, and immediately after such an event.
   */
  async run(now: number): Promise<void> {
    if (this.#store.listDueOffers(now).length > 0) {
      await this.#club.write((tx) => {
        for (const offer of this.#store.listDueOffers(now)) this.end(tx, offer, 'passed');
      });
    }
    const minute = Math.floor(now / MINUTE_MS);
    if (!this.#hasCause && minute === this.#sweptMinute) return;
    this.#hasCause = false;
    this.#sweptMinute = minute;
    const dates = this.#store.listQueueDates(todayOf(this.#services.calendar.current(), now));
    const courts = this.#services.courts.listActive();
    const places = dates
      .flatMap((date) => courts.map(({ id }) => ({ court: id, date })))
      .filter(({ court, date }) => this.#findNext(court, date, now) !== null);
    if (places.length === 0) return;
    await this.#club.write((tx) => {
      for (const { court, date } of places) this.offer(tx, court, date);
    });
  }

  /** Ends an open offer that its customer passed on or left; its slots are offered to the next customer. */
  end(tx: Transaction, offer: OfferRow, state: 'passed' | 'ended'): void {
    const entry = this.#store.findEntry(offer.waitlist_entry_id);
    if (entry && entry.state === 'open' && entry.offers >= MAX_OFFERS)
      this.#store.setEntryState(tx, entry.id, 'passed');
    this.#end(tx, offer, state, false);
  }

  /**
   * The reception ends an open offer; its customer stays on the list, and gets the next fitting offer or a message.
   */
  withdraw(tx: Transaction, offer: OfferRow): void {
    this.#end(tx, offer, 'ended', true);
    this.offerDay(tx, offer.date);
  }

  #end(tx: Transaction, offer: OfferRow, state: 'passed' | 'ended', by_club: boolean): void {
    this.#store.setOfferState(tx, offer.id, state);
    tx.emit({ kind: 'offer.ended', offer_id: offer.id, by_club });
    freeSlots(tx, { offer_id: offer.id });
  }

  /**
   * Gives slots of the open offers `ids` to a reception booking about to be saved; the returned call withdraws the
   * offers, so that any slots the booking leaves are offered again. Skips offers that have ended in the meantime,
   * because other rules decide about their slots.
   */
  endFor(tx: Transaction, ids: readonly number[], booking: ClaimedSlots): () => void {
    const offers = ids
      .flatMap((id) => this.#store.findOffer(id) ?? [])
      .filter(({ state }) => state === 'open');
    for (const offer of offers) {
      const held = slotIndexesFrom(offer.from_position, offer.slots);
      const isInTheWay =
        offer.court_id === booking.court_id &&
        offer.date === booking.date &&
        held.some((slotIndex) => booking.slotIndexes.includes(slotIndex));
      if (!isInTheWay)
        throw invalidField('ends_offers', 'This offer holds a different time. Please keep it.');
      handOverSlots(tx, offer.id, booking.slotIndexes);
    }
    return () => {
      for (const offer of offers) this.withdraw(tx, offer);
    };
  }

  /** The open offers that hold slots in these places. */
  listIn(places: readonly ClaimedSlots[]): { id: number; place: ClaimedSlots }[] {
    return places.flatMap((place) =>
      this.#store
        .listOpenOffers(place.court_id, place.date)
        .filter(({ slots }) => slots.some((slot) => place.slotIndexes.includes(slotIndexOf(slot) ?? -1)))
        .map(({ id }) => ({ id, place })),
    );
  }

  /**
   * Takes the slots of all offers in these places; call the returned function once the places are taken, to end the
   * offers.
   */
  endIn(tx: Transaction, places: readonly ClaimedSlots[]): () => void {
    const ends = this.listIn(places).map(({ id, place }) => this.endFor(tx, [id], place));
    return () => {
      for (const end of ends) end();
    };
  }

  /**
   * Gives the slots of the offer in `link` (`12.KEY`) to a booking about to be saved; the returned call records its
   * number. Throws if the link or time doesn't match, or if the offer has ended.
   */
  accept(tx: Transaction, link: string, booking: ClaimedSlots): (bookingId: number) => void {
    const offer = this.requireOffer(link);
    assertOpen(offer, tx.now);
    const slotIndexes = slotIndexesFrom(offer.from_position, offer.slots);
    const isSame =
      booking.court_id === offer.court_id &&
      booking.date === offer.date &&
      booking.slotIndexes.join() === slotIndexes.join();
    if (!isSame)
      throw invalidField('slots', 'The offer is for a different time. Please open its link again.');
    handOverSlots(tx, offer.id, slotIndexes);
    return (bookingId) => {
      this.#store.setOfferState(tx, offer.id, 'accepted', bookingId);
      this.#store.setEntryState(tx, offer.waitlist_entry_id, 'booked');
      tx.emit({ kind: 'offer.ended', offer_id: offer.id, by_club: false });
    };
  }

  /** A link's offer; throws `forbidden` for a wrong one. */
  requireOffer(link: string): OfferRow {
    const [, id = '0', key = ''] = /^(\d{1,15})\.([\w-]{1,60})$/.exec(link) ?? [];
    const offer = this.#store.findOffer(Number(id));
    if (this.#keys.matchesOffer(Number(id), key) && offer) return offer;
    throw new Failure('forbidden', 'This link does not open an offer. Please use the link in our message.');
  }
}

/**
 * The keys that an entry's offer counts against: where its customer asked from, and the contact, whoever typed it.
 */
function originsOf(entry: WaitlistEntryRow): OriginKey[] {
  return [...(JSON.parse(entry.origins) as OriginKey[]), ...contactKeysOf(entry)];
}

/** A member has a separate allowance, which strangers can't use up by typing the member's contact. */
function limitKeysOf(entry: WaitlistEntryRow): OriginKey[] {
  const origins = JSON.parse(entry.origins) as OriginKey[];
  return origins.some(({ kind }) => kind === 'member') ? origins : originsOf(entry);
}

function countOverlaps(ranges: readonly PositionRange[], { from, until }: PositionRange): number {
  return ranges.filter((range) => range.from < until && from < range.until).length;
}

function assertOpen(offer: OfferRow, now: number): void {
  if (offer.state === 'open' && offer.expires_at > now) return;
  if (offer.state === 'accepted')
    throw new Failure(
      'wrong_state',
      'This offer has already been booked. You’ll find everything in our email about the booking.',
    );
  const free = 'If the time is still free, you can book it like any other.';
  if (offer.expires_at <= now) {
    const end = formatPayBy(clubTimestamp(offer.expires_at), now);
    throw new Failure('wrong_state', `This offer ended at ${end}. ${free}`);
  }
  throw new Failure(
    'wrong_state',
    offer.state === 'ended'
      ? 'The club has ended this offer. Please choose another time.'
      : `This offer has ended. ${free}`,
  );
}
