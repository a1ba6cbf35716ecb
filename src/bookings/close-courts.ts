import { courtNotFound } from '../courts/store.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Closure } from '../domain/api/day-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { addDays } from '../domain/business-day.ts';
import type { Closing, ClosingSpan } from '../domain/closing.ts';
import { isOpen, slotsBetween } from '../domain/day-plan.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import { endInstantOf } from '../domain/slot.ts';
import { type ClaimedSlots, type ClaimOwner, reassignSlots } from './claims.ts';
import { assertFree, type ClosureStore } from './closures.ts';
import { type IsClosing, makeRoom } from './in-the-way.ts';
import type { BookingServices } from './services.ts';

/** A court's day with the slots to close: open, not over and not closed already. */
export type ClosingPlace = ClaimedSlots & { bookingIds: readonly number[] };

/** Each court's days within a span, in order; throws `invalid` if there is nothing left to close. */
export function closingPlacesOf(
  { courts, calendar }: Pick<BookingServices, 'courts' | 'calendar'>,
  closures: ClosureStore,
  { court_ids, first_day, last_day, from, until }: ClosingSpan,
  now: number,
): ClosingPlace[] {
  const wanted = from === until && from !== '06:00' ? [] : slotsBetween(from, until);
  if (wanted.length === 0) throw invalidField('until', 'Please choose an end after the start.');
  const places: ClosingPlace[] = [];
  for (let date = first_day; date <= last_day; date = addDays(date, 1)) {
    const plan = calendar.planOf(date);
    const open = wanted.filter((slot) => isOpen(plan, slot) && endInstantOf(date, slot) > now);
    for (const court_id of new Set(court_ids)) {
      if (!courts.find(court_id)) throw courtNotFound();
      const claims = closures.listClaims(court_id, date);
      const closed = new Set(claims.flatMap(({ slot, closure_id }) => (closure_id === null ? [] : slot)));
      const slotIndexes = open.filter((slot) => !closed.has(slot));
      if (slotIndexes.length === 0) continue;
      const held = claims.filter(({ slot }) => slotIndexes.includes(slot));
      const bookingIds = [...new Set(held.flatMap(({ booking_id }) => booking_id ?? []))];
      places.push({ court_id, date, slotIndexes, bookingIds });
    }
  }
  if (places.length === 0)
    throw invalidField(
      'from',
      'There is nothing left to close: this time is over, or the courts are already closed then.',
    );
  const count = places.reduce((sum, { bookingIds }) => sum + bookingIds.length, 0);
  if (count > LIST_LIMITS.inTheWay)
    throw invalidField(
      'last_day',
      `More than ${LIST_LIMITS.inTheWay} bookings are in this time. Please close fewer days at once.`,
    );
  return places;
}

export function isClosingIn(places: readonly ClosingPlace[]): IsClosing {
  const slots = new Map(
    places.map(({ court_id, date, slotIndexes }) => [`${court_id} ${date}`, new Set(slotIndexes)]),
  );
  return (courtId, date, slotIndex) => slots.get(`${courtId} ${date}`)?.has(slotIndex) === true;
}

export function listBookingsIn({ bookings }: BookingServices, places: readonly ClosingPlace[]): Booking[] {
  return places.flatMap(({ bookingIds }) => bookingIds.map((id) => bookings.require(id)));
}

/** Closes the places around the bookings that stay. */
export function closeCourts(
  tx: Transaction,
  services: BookingServices,
  closures: ClosureStore,
  places: readonly ClosingPlace[],
  closing: Pick<Closing, 'reason' | 'note' | 'decisions' | 'leave'>,
  actor: Actor,
): Closure[] {
  return clearPlaces(tx, services, closures, places, closing, actor, (free, reassign) =>
    closures.insert(tx, free, closing.reason, actor, (closure_id) => reassign({ closure_id })),
  );
}

/**
 * Takes the places from the bookings that have to leave: `take` claims the free slots and lets its own row take over
 * the others. Every booking in the way needs a decision; one made since the admin looked rejects the whole change.
 * Offers must already have left the places.
 */
export function clearPlaces<Taken>(
  tx: Transaction,
  services: BookingServices,
  closures: ClosureStore,
  places: readonly ClosingPlace[],
  { reason, note, decisions, leave }: Pick<Closing, 'reason' | 'note' | 'decisions' | 'leave'>,
  actor: Actor,
  take: (free: ClaimedSlots, reassign: (owner: ClaimOwner) => void, place: ClosingPlace) => Taken,
): Taken[] {
  const decided = new Set(decisions.map(({ booking_id }) => booking_id));
  const inTheWay = new Set(places.flatMap(({ bookingIds }) => bookingIds));
  if (decided.size < decisions.length || [...decided].some((id) => !inTheWay.has(id)))
    throw new Failure(
      'changed_meanwhile',
      'The bookings in this time have changed in the meantime. Please look again.',
    );
  const taken = places.flatMap((place) => {
    const { court_id, date, slotIndexes, bookingIds } = place;
    const holders = closures.listClaims(court_id, date).filter(({ slot }) => slotIndexes.includes(slot));
    assertFree(
      holders.filter(
        ({ booking_id }) => !booking_id || !(decided.has(booking_id) || leave.includes(booking_id)),
      ),
    );
    const held = new Set(holders.map(({ slot }) => slot));
    const leaving = bookingIds.filter((id) => decided.has(id));
    const free = slotIndexes.filter((slot) => !held.has(slot));
    if (free.length === 0 && leaving.length === 0) return [];
    // The slots change hands before the bookings leave them, so that no other customer gets them.
    const reassign = (owner: ClaimOwner) => {
      for (const bookingId of leaving) reassignSlots(tx, bookingId, owner, slotIndexes);
    };
    return take({ court_id, date, slotIndexes: free }, reassign, place);
  });
  // After everything is taken, so that no booking moves to a time that is closing too.
  for (const decision of decisions) makeRoom(tx, services, decision, actor, { reason, note });
  return taken;
}
