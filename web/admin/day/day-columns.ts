import type { AdminDaySchedule, Closure, DaySession } from '../../../src/domain/api/day-routes.ts';
import type { Offer } from '../../../src/domain/api/waitlist-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { type DayPlan, openSlotIndexesOf } from '../../../src/domain/day-plan.ts';
import { playTimes } from '../../../src/domain/play-time.ts';
import { type Block, BUSINESS_DAY_SLOTS, blocksOf, positionOf } from '../../../src/domain/slot.ts';
import { hoursOfSlots } from '../date-time-labels.ts';

export interface GridCell {
  /** Its visible length in slots. */
  rows: number;
  /** The full time of what it shows, which may begin before the first row. */
  block: Pick<Block, 'first' | 'last'>;
  booking?: Booking;
  closure?: Closure;
  session?: DaySession;
  offer?: Offer;
}

/** From the first to the last slot that is open or held, in playing order. */
export function visibleSlots(plan: DayPlan, day: AdminDaySchedule): number[] {
  const held = day.courts.flatMap(({ bookings, closures, sessions, offers }) =>
    [...bookings, ...closures, ...sessions, ...offers].flatMap(({ slots }) => hoursOfSlots(slots)),
  );
  const positions = [...openSlotIndexesOf(plan), ...held].map(positionOf);
  return BUSINESS_DAY_SLOTS.slice(Math.min(...positions), Math.max(...positions) + 1);
}

/** One court's cell for each slot from position `from` on; null where a longer cell covers the row. */
export function buildColumnCells(
  { bookings, closures, sessions, offers }: AdminDaySchedule['courts'][number],
  from: number,
): (GridCell | null)[] {
  const cells: (GridCell | null)[] = BUSINESS_DAY_SLOTS.map((slotIndex) => ({
    rows: 1,
    block: { first: slotIndex, last: slotIndex },
  }));
  const placeBlocks = (slots: readonly string[], content: Partial<GridCell>) => {
    for (const block of blocksOf(hoursOfSlots(slots))) {
      const first = Math.max(from, positionOf(block.first));
      const last = positionOf(block.last);
      for (let at = first; at <= last; at += 1) cells[at] = null;
      if (first <= last) cells[first] = { rows: last - first + 1, block, ...content };
    }
  };
  for (const booking of bookings) placeBlocks(booking.slots, { booking });
  for (const closure of closures) placeBlocks(closure.slots, { closure });
  for (const session of sessions) placeBlocks(session.slots, { session });
  for (const offer of offers) placeBlocks(offer.slots, { offer });
  return cells;
}

/** The dates of published events on the day, with all their courts, in order. */
export function eventVisitsOf({ date, courts }: AdminDaySchedule) {
  const own = courts.flatMap(({ court, sessions }) => sessions.map((session) => ({ court, session })));
  const first = own.filter(({ session }, at) => own.findIndex((one) => one.session.id === session.id) === at);
  return first
    .filter(({ session }) => !session.draft)
    .flatMap(({ session }) =>
      playTimes({ date, slots: session.slots }).map((play) => ({
        courts: own.filter((one) => one.session.id === session.id).map(({ court }) => court),
        session,
        ...play,
      })),
    )
    .toSorted((a, b) => a.start - b.start);
}

/** Each time a booking is played on the day, in order. */
export function visitsOf({ courts }: AdminDaySchedule) {
  return courts
    .flatMap(({ court, bookings }) =>
      bookings.flatMap((booking) => playTimes(booking).map((play) => ({ court, booking, ...play }))),
    )
    .toSorted((a, b) => a.start - b.start);
}
