import { listNearestFree } from '../domain/alternative-slots.ts';
import type { BookingInTheWay } from '../domain/api/day-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { openSlotIndexesOf } from '../domain/day-plan.ts';
import { Failure } from '../domain/failure.ts';
import { isPast, positionOf, startTimeOf } from '../domain/slot.ts';
import { planReschedule } from './reschedule.ts';
import type { BookingServices } from './services.ts';
import { slotIndexesOf } from './store.ts';

const MAX_CHOICES = 4;

/**
 * The nearest times of its day to which a booking can move, the own court first, each with its price. Its own slots count
 * as free, but for those of `closed` on its court.
 */
export function listNearestTimes(
  services: Pick<BookingServices, 'bookings' | 'courts' | 'calendar'>,
  booking: Booking,
  closed: readonly number[],
  now: number,
): BookingInTheWay['choices'] {
  const { bookings, courts, calendar } = services;
  const { date } = booking;
  const own = slotIndexesOf(booking);
  const open = openSlotIndexesOf(calendar.planOf(date)).filter((slot) => !isPast(date, slot, now));
  const found = courts.listActive().flatMap(({ id, name }) => {
    const isOwn = id === booking.court_id;
    const taken = bookings.takenSlotIndexes(id, date);
    const free = open.filter((slot) =>
      isOwn ? !closed.includes(slot) && (!taken.has(slot) || own.includes(slot)) : !taken.has(slot),
    );
    return listNearestFree(own, new Set(free), MAX_CHOICES).map((slotIndexes) => {
      const steps = Math.abs(positionOf(slotIndexes[0] ?? 0) - positionOf(own[0] ?? 0));
      const place = { court_id: id, court_name: name, date, slots: slotIndexes.map(startTimeOf) };
      return { place, distance: steps + (isOwn ? 0 : 0.5) };
    });
  });
  return found
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX_CHOICES)
    .flatMap(({ place }) => {
      const amount = priceAt(services, booking, place, now);
      return amount === null ? [] : [{ ...place, amount }];
    });
}

/** Null where the booking cannot move, because its add-ons are short there. */
function priceAt(
  services: Pick<BookingServices, 'bookings' | 'courts' | 'calendar'>,
  booking: Booking,
  place: { court_id: number; date: string; slots: string[] },
  now: number,
): number | null {
  try {
    return planReschedule(services, booking, place, now).quote.to;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
