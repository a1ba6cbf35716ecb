import { ADMIN_DAYS_AHEAD } from '../bookings/parse-admin-slots.ts';
import type { SlotHolder } from '../bookings/slot-holders.ts';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { CourtStore } from '../courts/store.ts';
import type { PricedPlace, SeriesConflict, SeriesDate } from '../domain/api/series-routes.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingLine, PricedPlay, PriceItem } from '../domain/booking-price-lines.ts';
import { courtRateOn, hourlyRateOn } from '../domain/court.ts';
import {
  closedHoursMessage,
  consecutiveOpenSlots,
  dayPlanOf,
  openSlotIndexesOf,
} from '../domain/day-plan.ts';
import { invalidField } from '../domain/failure.ts';
import { longDate } from '../domain/format-date.ts';
import { priceOf } from '../domain/price.ts';
import type { SeriesPlace } from '../domain/series.ts';
import type { SeriesDecision } from '../domain/series-input.ts';
import { isPast, positionOf, slotIndexOf, startTimeOf } from '../domain/slot.ts';
import { dateError } from '../domain/slot-selection-errors.ts';
import type { SeriesBookings } from './series-bookings.ts';

const MAX_CHOICES = 4;

export interface PlanDeps {
  calendar: ClubCalendar;
  courts: CourtStore;
  dates: SeriesBookings;
}

/** A date to plan: `booking` is the one to move; without it, a new one is booked. */
export interface WantedDate {
  date: string;
  place: SeriesPlace;
  booking?: Booking;
}

/** A planned date with everything a booking needs. */
export interface PlannedDate extends SeriesDate {
  /** The place's slots; empty if the date is skipped or has a conflict. */
  slotIndexes: readonly number[];
  hourly_rate: number;
  lines: BookingLine[];
}

/** A planned date, its items, and the booking that moves there. */
interface PlannedPlay {
  court_id: number;
  date: string;
  slotIndexes: readonly number[];
  items: readonly PriceItem[];
  booking: Booking | undefined;
}

/** Plans the dates of one series: conflicts, alternatives and cost. Read-only. */
export class SeriesPlanner {
  readonly #deps: PlanDeps;
  readonly #now: number;
  readonly #halfHours: number;
  /** What earlier dates of the plan take. */
  readonly #planned: PlannedPlay[] = [];
  readonly #itemsFor: (play: PricedPlay) => PriceItem[];

  /** `itemsFor` gives the items of new dates; a booking that moves keeps its own. */
  constructor(
    deps: PlanDeps,
    now: number,
    halfHours: number,
    itemsFor: (play: PricedPlay) => PriceItem[] = () => [],
  ) {
    this.#deps = deps;
    this.#now = now;
    this.#halfHours = halfHours;
    this.#itemsFor = itemsFor;
  }

  /** Throws `invalid` for a decision about a date that isn't planned, or a second one about the same. */
  plan(wanted: readonly WantedDate[], decisions: readonly SeriesDecision[]): PlannedDate[] {
    const byDate = new Map(decisions.map((decision) => [decision.date, decision]));
    const unplanned = decisions.find(({ date }) => !wanted.some((one) => one.date === date));
    if (unplanned)
      throw invalidField('decisions', `${longDate(unplanned.date)} is not a date of this weekly booking.`);
    if (byDate.size < decisions.length)
      throw invalidField('decisions', 'Please decide about each date once.');
    return wanted.map((one) => this.#planDate(one, byDate.get(one.date)));
  }

  #planDate({ date, place, booking }: WantedDate, decision: SeriesDecision | undefined): PlannedDate {
    const conflicts = this.conflictsAt(place, booking);
    const chosen = decision === undefined ? place : decision.to;
    const place_conflicts =
      !chosen || chosen === place ? (chosen ? conflicts : []) : this.conflictsAt(chosen, booking);
    const planned = {
      date,
      booking_id: booking?.id ?? null,
      conflicts,
      place_conflicts,
      choices: conflicts.length > 0 ? this.#choicesOn(place, booking) : [],
    };
    if (!chosen) return { ...planned, place: null, slotIndexes: [], hourly_rate: 0, lines: [] };
    const slotIndexes = place_conflicts.length > 0 ? [] : this.#slotsAt(chosen);
    // There is no quote for a conflicting slot, so the booking keeps its price until the admin has decided.
    const { place: priced, lines } = this.#price(chosen, place_conflicts.length > 0 ? undefined : booking);
    this.#planned.push({ ...chosen, slotIndexes, items: booking?.lines ?? lines, booking });
    const amount = booking && place_conflicts.length > 0 ? booking.computed_amount : priced.amount;
    return {
      ...planned,
      place: { ...priced, amount },
      slotIndexes,
      lines,
      hourly_rate: hourlyRateOn(this.#deps.courts.requireActive(chosen.court_id), chosen.date),
    };
  }

  /** A date's conflicts, listing each booking and closure once. */
  conflictsAt(place: SeriesPlace, own?: Booking): SeriesConflict[] {
    const { court_id, date, start_time } = place;
    this.#deps.courts.requireActive(place.court_id);
    const calendar = this.#deps.calendar.current();
    const plan = dayPlanOf(calendar, date);
    const dateMessage = dateError(date, calendar, this.#now, ADMIN_DAYS_AHEAD);
    if (dateMessage) return [{ kind: plan.slots.length === 0 ? 'closed' : 'past', text: dateMessage }];
    const slotIndexes = consecutiveOpenSlots(plan, start_time, this.#halfHours);
    if (!slotIndexes) return [{ kind: 'hours', text: closedHoursMessage(plan) }];
    if (isPast(date, slotIndexes[0] ?? 0, this.#now)) {
      return [{ kind: 'past', text: 'This time has already started.' }];
    }
    const holders = this.#deps.dates.holdersOf(court_id, date);
    const planned = this.#planned.filter((other) => other.date === date);
    const plannedHere = new Set(
      planned.filter((other) => other.court_id === court_id).flatMap((other) => other.slotIndexes),
    );
    const found = new Map<string, SeriesConflict>();
    for (const slotIndex of slotIndexes) {
      const holder = holders.get(slotIndex);
      if (holder && !(own && holder.booking_id === own.id)) {
        const conflict = conflictOf(holder);
        found.set(conflict.text, conflict);
      }
      if (plannedHere.has(slotIndex))
        found.set('series', { kind: 'series', text: 'Another date of this weekly booking' });
    }
    const items = own ? (own.lines ?? []) : this.#price(place, undefined).lines;
    const shortage = this.#deps.dates.shortageText(
      items,
      { date, slotIndexes },
      own?.id,
      planned.map(withoutOwnClaims),
    );
    if (shortage) found.set('add_on', { kind: 'add_on', text: shortage });
    return [...found.values()];
  }

  /** The nearest free times on the same business day on any court, its own court first. */
  #choicesOn(place: SeriesPlace, own?: Booking): PricedPlace[] {
    const plan = this.#deps.calendar.planOf(place.date);
    const wanted = positionOf(slotIndexOf(place.start_time) ?? 0);
    const candidates = this.#deps.courts
      .listActive()
      .flatMap((court) =>
        openSlotIndexesOf(plan).map((slotIndex) => ({
          place: { court_id: court.id, date: place.date, start_time: startTimeOf(slotIndex) },
          distance: Math.abs(positionOf(slotIndex) - wanted) + (court.id === place.court_id ? 0 : 0.5),
        })),
      )
      .sort((a, b) => a.distance - b.distance);
    const free: PricedPlace[] = [];
    for (const { place: candidate } of candidates) {
      if (free.length === MAX_CHOICES) break;
      if (this.conflictsAt(candidate, own).length === 0) free.push(this.#price(candidate, own).place);
    }
    return free;
  }

  #price(place: SeriesPlace, booking: Booking | undefined): { place: PricedPlace; lines: BookingLine[] } {
    const court = this.#deps.courts.requireActive(place.court_id);
    const slotIndexes = this.#slotsAt(place);
    const priced = { ...place, court_name: court.name };
    if (booking) {
      const target = { ...place, slots: slotIndexes.map(startTimeOf) };
      const { to: amount } = this.#deps.dates.quote(booking, target, this.#now);
      return { place: { ...priced, amount }, lines: [] };
    }
    const plan = this.#deps.calendar.planOf(place.date);
    const { total, items } = priceOf(slotIndexes, courtRateOn(court, place.date), plan, this.#itemsFor);
    return { place: { ...priced, amount: total }, lines: items };
  }

  /** Empty outside opening hours. */
  #slotsAt({ date, start_time }: SeriesPlace): readonly number[] {
    return consecutiveOpenSlots(this.#deps.calendar.planOf(date), start_time, this.#halfHours) ?? [];
  }
}

function conflictOf({ booking_id, name, closure_id, reason, title }: SlotHolder): SeriesConflict {
  if (booking_id !== null) return { kind: 'booking', text: `Booking #${booking_id}, ${name}`, booking_id };
  if (closure_id !== null) return { kind: 'closure', text: `Court closed: ${reason}` };
  if (title !== null) return { kind: 'event', text: `Event: ${title}` };
  return { kind: 'held', text: 'Held for a customer on the waiting list' };
}

/** Leaves out half-hours that a moving booking already holds, since its claims include the add-ons. */
function withoutOwnClaims({ date, slotIndexes, items, booking }: PlannedPlay) {
  const held = booking?.date === date ? booking.slots.map(slotIndexOf) : [];
  return { items, slotIndexes: slotIndexes.filter((slotIndex) => !held.includes(slotIndex)) };
}

/** A planned date without what only the server needs. */
export function toSeriesDate({
  slotIndexes: _,
  hourly_rate: __,
  lines: ___,
  ...date
}: PlannedDate): SeriesDate {
  return date;
}
