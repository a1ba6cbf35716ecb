import type { Database } from 'bun:sqlite';
import type { ClosingPlace } from '../bookings/close-courts.ts';
import type { BookingServices } from '../bookings/services.ts';
import { SlotHolders } from '../bookings/slot-holders.ts';
import { courtNotFound } from '../courts/store.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import { shortCourtName } from '../domain/court.ts';
import { closedHoursMessage, isOpen } from '../domain/day-plan.ts';
import { type EventPlan, MAX_DAYS_AHEAD, type SessionInput, sessionSlots } from '../domain/event.ts';
import { Failure } from '../domain/failure.ts';
import { shortDate } from '../domain/format-date.ts';
import { isPast } from '../domain/slot.ts';
import { type CoachStore, coachElsewhere } from './coach-store.ts';

/** A date as it will be. */
export interface PlannedSession {
  input: SessionInput;
  slotIndexes: readonly number[];
  /** Its courts, with the bookings in the way. */
  places: ClosingPlace[];
  /** What only another date, time, court or coach can fix. */
  error: string | null;
}

interface PlanDeps extends Pick<BookingServices, 'courts' | 'calendar'> {
  db: Database;
  coaches: CoachStore;
}

/** Checks each date of an event; `own` is a date being moved, whose courts and coach count as free. */
export function planSessions(
  deps: PlanDeps,
  { coach_id, sessions }: EventPlan,
  now: number,
  own: number | null = null,
): PlannedSession[] {
  const holders = new SlotHolders(deps.db);
  const taken = new Set<string>();
  return sessions.map((input) => {
    const slotIndexes = sessionSlots(input) ?? [];
    const places: ClosingPlace[] = [];
    let error = timeError(deps, input, slotIndexes, now);
    for (const court_id of input.court_ids) {
      const court = deps.courts.find(court_id);
      if (!court) throw courtNotFound();
      const name = shortCourtName(court.name);
      const held = holders.read(court_id, input.date);
      const inTheWay = slotIndexes.flatMap((slot) => held.get(slot) ?? []);
      const bookingIds = [...new Set(inTheWay.flatMap(({ booking_id }) => booking_id ?? []))];
      const closure = inTheWay.find(({ closure_id }) => closure_id !== null);
      const event = inTheWay.find(({ session_id }) => session_id !== null && session_id !== own);
      const keys = slotIndexes.map((slot) => `${input.date} ${court_id} ${slot}`);
      if (!court.active) error ??= `${name} is not in use.`;
      if (closure) error ??= `${name} is closed: ${closure.reason}`;
      if (event) error ??= `${name} has “${event.title}” then.`;
      if (keys.some((key) => taken.has(key))) error ??= 'Another date of this event is at the same time.';
      for (const key of keys) taken.add(key);
      places.push({ court_id, date: input.date, slotIndexes, bookingIds });
    }
    if (coach_id !== null) error ??= coachError(deps.coaches, coach_id, input.date, slotIndexes, own, taken);
    return { input, slotIndexes, places, error };
  });
}

/** Throws with every date that isn't possible. */
export function assertPlanned(planned: readonly PlannedSession[]): void {
  const wrong = planned.filter(({ error }) => error !== null);
  if (wrong.length === 0) return;
  const text = wrong.map(({ input, error }) => `${shortDate(input.date)}: ${error}`).join(' ');
  throw new Failure('slot_taken', text, { dates: wrong.map(({ input }) => input.date) });
}

function timeError(
  { calendar }: PlanDeps,
  { date }: SessionInput,
  slotIndexes: readonly number[],
  now: number,
): string | null {
  const [first] = slotIndexes;
  if (first === undefined) return 'This runs past the end of the day at 6 AM.';
  if (date > addDays(businessDayOf(now), MAX_DAYS_AHEAD)) return 'This date is too far ahead.';
  if (isPast(date, first, now)) return 'This time is over. Please choose a later one.';
  const plan = calendar.planOf(date);
  return slotIndexes.every((slot) => isOpen(plan, slot)) ? null : closedHoursMessage(plan);
}

function coachError(
  coaches: CoachStore,
  id: number,
  date: string,
  slotIndexes: readonly number[],
  own: number | null,
  taken: Set<string>,
): string | null {
  if (coaches.require(id).active === 0) return 'This coach no longer gives classes.';
  const holders = coaches.holdersOn(id, date);
  const held = slotIndexes
    .map((slot) => holders.get(slot))
    .find((holder) => holder !== undefined && (own === null || holder.session_id !== own));
  if (held) return coachElsewhere(held.title).message;
  const keys = slotIndexes.map((slot) => `${date} coach ${slot}`);
  if (keys.some((key) => taken.has(key))) return 'The coach has another date of this event at the same time.';
  for (const key of keys) taken.add(key);
  return null;
}
