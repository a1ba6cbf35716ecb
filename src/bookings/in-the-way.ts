import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { RoomDecision } from '../domain/admin-inputs.ts';
import { listNearestFree } from '../domain/alternative-slots.ts';
import type { BookingInTheWay } from '../domain/api/day-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { addDays } from '../domain/business-day.ts';
import type { ClosedFor } from '../domain/closing.ts';
import { isOpen, openSlotIndexesOf } from '../domain/day-plan.ts';
import { Failure } from '../domain/failure.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { isPast, positionOf, startTimeOf } from '../domain/slot.ts';
import { changeStatusWithMoney } from './cancel.ts';
import { planReschedule, rescheduleBooking } from './reschedule.ts';
import type { BookingServices } from './services.ts';
import { slotIndexesOf } from './store.ts';

const MAX_CHOICES = 4;
/** How many later days to search when a booking's own day has no free time. */
const LATER_DAYS = 7;

/** Whether a slot of a court's day is about to close. */
export type IsClosing = (courtId: number, date: string, slotIndex: number) => boolean;

/** Moves a booking out of the way, or cancels it on behalf of the club, which refunds everything. */
export function makeRoom(
  tx: Transaction,
  services: BookingServices,
  { booking_id, version, move }: RoomDecision,
  actor: Actor,
  closedFor?: ClosedFor,
): void {
  try {
    if (move) {
      rescheduleBooking(tx, services, booking_id, { ...move, version }, actor, false, closedFor);
    } else {
      const change = { status: 'cancelled', cancelled_by: 'club', version } as const;
      changeStatusWithMoney(tx, services, booking_id, change, actor, closedFor);
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // When one of many decisions fails, all are undone, so the reception has to know which.
    const { id, name } = services.bookings.require(booking_id);
    throw new Failure(error.reason, `${name} (#${id}): ${error.message} Nothing was changed.`, error.details);
  }
}

/** The choices for each booking, in playing order; `isClosing` says which slots are about to close. */
export function listInTheWay(
  services: BookingServices,
  inTheWay: readonly Booking[],
  now: number,
  isClosing: IsClosing = () => false,
): BookingInTheWay[] {
  const { calendar, courts, users, settings } = services;
  return inTheWay
    .toSorted((a, b) => startOfPlay(a) - startOfPlay(b))
    .map((booking) => {
      const plan = calendar.planOf(booking.date);
      const own = slotIndexesOf(booking);
      // Members can turn booking emails off.
      const wantsEmail =
        booking.user_id === null || users.findPreferences(booking.user_id)?.email_notifications !== false;
      return {
        booking,
        is_open:
          courts.find(booking.court_id)?.active === true &&
          own.every((slot) => isOpen(plan, slot) && !isClosing(booking.court_id, booking.date, slot)),
        choices: listNearestTimes(services, booking, isClosing, now),
        gets_email: booking.email !== '' && wantsEmail && !settings.facts().no_mail,
      };
    });
}

/**
 * The nearest times a booking can move to, each with its price: on its own day or, failing that, on the next day that
 * has one.
 */
function listNearestTimes(
  services: Pick<BookingServices, 'bookings' | 'courts' | 'calendar'>,
  booking: Booking,
  isClosing: IsClosing,
  now: number,
): BookingInTheWay['choices'] {
  for (let later = 0; later <= LATER_DAYS; later += 1) {
    const choices = listTimesOn(services, booking, addDays(booking.date, later), isClosing, now);
    if (choices.length > 0) return choices;
  }
  return [];
}

/**
 * Its own court first. The booking's own slots count as free unless they close, but its current time is not offered.
 */
function listTimesOn(
  services: Pick<BookingServices, 'bookings' | 'courts' | 'calendar'>,
  booking: Booking,
  date: string,
  isClosing: IsClosing,
  now: number,
): BookingInTheWay['choices'] {
  const { bookings, courts, calendar } = services;
  const own = slotIndexesOf(booking);
  const open = openSlotIndexesOf(calendar.planOf(date)).filter((slot) => !isPast(date, slot, now));
  const found = courts.listActive().flatMap(({ id, name }) => {
    const isOwnCourt = id === booking.court_id;
    const isOwnPlace = isOwnCourt && date === booking.date;
    const taken = bookings.takenSlotIndexes(id, date);
    const free = open.filter(
      (slot) => !isClosing(id, date, slot) && (!taken.has(slot) || (isOwnPlace && own.includes(slot))),
    );
    return listNearestFree(own, new Set(free), MAX_CHOICES + 1)
      .filter(([first]) => !isOwnPlace || first !== own[0])
      .map((slotIndexes) => {
        const steps = Math.abs(positionOf(slotIndexes[0] ?? 0) - positionOf(own[0] ?? 0));
        const place = { court_id: id, court_name: name, date, slots: slotIndexes.map(startTimeOf) };
        return { place, distance: steps + (isOwnCourt ? 0 : 0.5) };
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

/** Null if the booking can't move because its add-ons would run short. */
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
