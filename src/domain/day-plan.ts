import type { Slot } from './api/court-answers.ts';
import { addDays, businessDayOf, clubInstant, weekdayOf } from './business-day.ts';
import type { Calendar, CalendarException, DayRule, StartDiscount } from './calendar.ts';
import { shortDate } from './format-date.ts';
import {
  BUSINESS_DAY_SLOTS,
  blockLabel,
  blocksOf,
  consecutiveSlotIndexes,
  endInstantOf,
  isAfterMidnight,
  isPast,
  type PricingTier,
  positionOf,
  slotIndexOf,
  startTimeOf,
  timeLabel,
  timeWithMinutes,
} from './slot.ts';

/** An open half-hour. */
export interface PlannedSlot extends StartDiscount {
  slotIndex: number;
  tier: PricingTier;
}

/** The hours and prices of one business day, computed from the same calendar by server and browser. */
export interface DayPlan {
  date: string;
  /** In playing order; empty on a closed day. */
  slots: readonly PlannedSlot[];
  bySlotIndex: ReadonlyMap<number, PlannedSlot>;
  /** The exception in force on this day; null in an ordinary week. */
  exception: CalendarException | null;
}

/** How far ahead to look for an open day. */
const SEARCH_DAYS = 400;

export function dayPlanOf(calendar: Calendar, date: string): DayPlan {
  const exception = exceptionOn(calendar, date);
  const rule = exception ? exception.day : calendar.week[weekdayOf(date)];
  return { date, exception, ...openSlotsOf(rule) };
}

function exceptionOn({ exceptions }: Calendar, date: string): CalendarException | null {
  let highest: CalendarException | null = null;
  for (const exception of exceptions) {
    if (date < exception.from || date > exception.to) continue;
    if (highest && exception.rank <= highest.rank) continue;
    if (exception.weekdays.includes(weekdayOf(date))) highest = exception;
  }
  return highest;
}

type OpenSlots = Pick<DayPlan, 'slots' | 'bySlotIndex'>;
const openSlotsByRule = new WeakMap<DayRule, OpenSlots>();

/** Cached per rule. */
export function openSlotsOf(rule: DayRule): OpenSlots {
  const known = openSlotsByRule.get(rule);
  if (known) return known;
  const slots = rule.open
    ? rule.bands
        .flatMap(({ from, until, ...start }) =>
          slotsBetween(from, until).map((slotIndex) => ({ slotIndex, ...start })),
        )
        .sort((a, b) => positionOf(a.slotIndex) - positionOf(b.slotIndex))
    : [];
  const openSlots = { slots, bySlotIndex: new Map(slots.map((slot) => [slot.slotIndex, slot])) };
  openSlotsByRule.set(rule, openSlots);
  return openSlots;
}

/** The slots between two times of one business day; as an end, 06:00 is the end of the day. */
export function slotsBetween(from: string, until: string): number[] {
  return BUSINESS_DAY_SLOTS.slice(positionOf(slotIndexOf(from) ?? -1), endPositionOf(until));
}

/** The position after the last slot before `time`: 48 for 06:00. */
export function endPositionOf(time: string): number {
  return positionOf(slotIndexOf(time) ?? -1) || BUSINESS_DAY_SLOTS.length;
}

export function isOpen(plan: DayPlan, slotIndex: number): boolean {
  return plan.bySlotIndex.has(slotIndex);
}

export function openSlotIndexesOf(plan: DayPlan): number[] {
  return plan.slots.map(({ slotIndex }) => slotIndex);
}

/** `count` consecutive open slots from `startTime`; null if the club is closed during one of them. */
export function consecutiveOpenSlots(plan: DayPlan, startTime: string, count: number): number[] | null {
  const slotIndexes = consecutiveSlotIndexes(startTime, count);
  return slotIndexes?.every((slotIndex) => isOpen(plan, slotIndex)) ? slotIndexes : null;
}

/** `7 AM – 4 AM`, joined by ` and `; empty on a closed day. */
export function hoursLabel(slots: readonly PlannedSlot[]): string {
  return blocksOf(slots.map(({ slotIndex }) => slotIndex))
    .map(blockLabel)
    .join(' and ');
}

/** `The club is closed on Sun, Dec 27: Eid ul-Fitr.`; null if the club opens. */
export function closedDayReason(plan: DayPlan): string | null {
  if (plan.slots.length > 0) return null;
  const reason = plan.exception ? `: ${plan.exception.reason}` : '';
  return `The club is closed on ${shortDate(plan.date)}${reason}.`;
}

/** Why nothing can be booked all day; null if the club opens. */
export function closedDayMessage(plan: DayPlan): string | null {
  const reason = closedDayReason(plan);
  return reason && `${reason} Please choose another date.`;
}

/** States the day's opening hours, for a time outside them. */
export function closedHoursMessage(plan: DayPlan): string {
  const spans = blocksOf(openSlotIndexesOf(plan)).map(
    ({ first, last }) => `from ${timeLabel(first)} to ${timeLabel(last + 1)}`,
  );
  return closedDayMessage(plan) ?? `The club is open ${spans.join(' and ')}.`;
}

/** The slots of a business day as customers see them. `taken` holds the claimed slot indexes. */
export function buildDaySlots(plan: DayPlan, taken: ReadonlySet<number>, now: number): Slot[] {
  const { date } = plan;
  const nextDate = addDays(date, 1);
  return plan.slots.map(({ slotIndex, tier }) => {
    const isPastSlot = isPast(date, slotIndex, now);
    return {
      hour: slotIndex,
      time: timeWithMinutes(slotIndex),
      start_time: startTimeOf(slotIndex),
      calendar_date: isAfterMidnight(slotIndex) ? nextDate : date,
      available: !isPastSlot && !taken.has(slotIndex),
      isPast: isPastSlot,
      pricingTier: tier,
    };
  });
}

/** Marks slots held for customers on the waiting list. */
export function markOffered(slots: Slot[], offers: readonly HeldSlots[]): Slot[] {
  if (offers.length === 0) return slots;
  return slots.map((slot) => {
    const offer = offers.find((candidate) => candidate.slots.includes(slot.start_time));
    return offer ? { ...slot, offered_until: offer.expires_at } : slot;
  });
}

/** Start times of slots held for one customer, and until when. */
export interface HeldSlots {
  slots: string[];
  expires_at: string;
}

/** True once the club has closed for the day; a closed day is over at midnight. */
export function isDayOver(plan: DayPlan, now: number): boolean {
  const last = plan.slots.at(-1);
  const end = last ? endInstantOf(plan.date, last.slotIndex) : clubInstant(addDays(plan.date, 1), 0);
  return end <= now;
}

/** The business day at `now`; between closing and 06:00, the next day that opens. */
export function todayOf(calendar: Calendar, now: number): string {
  const date = businessDayOf(now);
  if (!isDayOver(dayPlanOf(calendar, date), now)) return date;
  const next = addDays(date, 1);
  return nextOpenDate(calendar, next) ?? next;
}

/** The first open date on or after `from`; null if the club stays closed for over a year. */
export function nextOpenDate(calendar: Calendar, from: string): string | null {
  for (let days = 0, date = from; days < SEARCH_DAYS; days += 1, date = addDays(date, 1)) {
    if (dayPlanOf(calendar, date).slots.length > 0) return date;
  }
  return null;
}

/** Up to `count` open dates within a span, excluding `date` itself, nearest first. */
export function nearestOpenDates(
  calendar: Calendar,
  date: string,
  span: { from: string; to: string },
  count: number,
): string[] {
  const found: string[] = [];
  for (let distance = 1; distance <= SEARCH_DAYS && found.length < count; distance += 1) {
    for (const near of [addDays(date, distance), addDays(date, -distance)]) {
      const inSpan = near >= span.from && near <= span.to;
      if (inSpan && dayPlanOf(calendar, near).slots.length > 0) found.push(near);
    }
  }
  return found.slice(0, count);
}
