/** The calendar in words, for pages, policies and search engines. */
import { WEEKDAYS, type Weekday } from './business-day.ts';
import type { Calendar, CalendarException, DayRule, StartDiscount } from './calendar.ts';
import type { CourtRate } from './court.ts';
import { hoursLabel, openSlotsOf, type PlannedSlot } from './day-plan.ts';
import { DEFAULT_CALENDAR } from './default-calendar.ts';
import { shortDate } from './format-date.ts';
import { formatPkr } from './format-money.ts';
import { discountOn, startPrice } from './price.ts';
import { pricingBandsOf } from './pricing-bands.ts';

/** Weekdays that share hours and prices. */
export interface WeekdayGroup {
  weekdays: Weekday[];
  /** `Every day`, `Mon – Thu, Sat` */
  label: string;
  /** Empty on closed weekdays. */
  slots: readonly PlannedSlot[];
}

/**
 * The week in force on `today`: the ordinary week, overridden by open exceptions that include today, such as Ramadan.
 * Closures are one-off; see `upcomingExceptions`.
 */
function weekOn(calendar: Calendar, today: string): Record<Weekday, DayRule> {
  const seasons = calendar.exceptions
    .filter(({ from, to, day }) => day.open && from <= today && today <= to)
    .sort((a, b) => b.rank - a.rank);
  const ruleOf = (weekday: Weekday): [Weekday, DayRule] => [
    weekday,
    seasons.find(({ weekdays }) => weekdays.includes(weekday))?.day ?? calendar.week[weekday],
  ];
  return Object.fromEntries(WEEKDAYS.map(ruleOf)) as Record<Weekday, DayRule>;
}

/** Groups weekdays whose slots have the same `keyOf`, in the order of their first day. */
function groupWeekdays(
  week: Record<Weekday, DayRule>,
  keyOf: (slots: readonly PlannedSlot[]) => string,
): WeekdayGroup[] {
  const groups = new Map<string, Omit<WeekdayGroup, 'label'>>();
  for (const weekday of WEEKDAYS) {
    const { slots } = openSlotsOf(week[weekday]);
    const group = groups.get(keyOf(slots)) ?? { weekdays: [], slots };
    group.weekdays.push(weekday);
    groups.set(keyOf(slots), group);
  }
  return [...groups.values()].map((group) => ({ ...group, label: weekdaysLabel(group.weekdays) }));
}

/** The ordinary week grouped by equal hours and prices, closed days included. */
export function standingGroups({ week }: Calendar): WeekdayGroup[] {
  return groupWeekdays(week, (slots) => JSON.stringify(slots));
}

/** The open weekdays grouped by hours and prices, as of `today`. */
export function weekdayGroups(calendar: Calendar, today: string): WeekdayGroup[] {
  return groupWeekdays(weekOn(calendar, today), (slots) => JSON.stringify(slots)).filter(
    ({ slots }) => slots.length > 0,
  );
}

/** `Every day, 7 AM – 4 AM`, or `Mon – Thu, 7 AM – 4 AM; Fri, closed`. */
export function openingText(calendar: Calendar, today: string): string {
  return groupWeekdays(weekOn(calendar, today), hoursLabel)
    .map(({ label, slots }) => `${label}, ${hoursLabel(slots) || 'closed'}`)
    .join('; ');
}

/**
 * What pages say about opening hours: the owner's words in an ordinary week, otherwise the calendar's. The words that
 * every new club starts with, now or in earlier versions, also give way to the calendar.
 */
export function shownOpeningText(ownText: string, calendar: Calendar, today: string): string {
  const text = openingText(calendar, today);
  const isOrdinary = text === openingText({ ...calendar, exceptions: [] }, today);
  const isOwn = ownText.replaceAll(':00 ', ' ') !== openingText(DEFAULT_CALENDAR, today);
  return isOrdinary && isOwn ? ownText : text;
}

/** `Every day`, `Mon – Thu`, `Mon, Wed`. */
export function weekdaysLabel(weekdays: readonly Weekday[]): string {
  const positions = WEEKDAYS.flatMap((weekday, at) => (weekdays.includes(weekday) ? [at] : []));
  if (positions.length === WEEKDAYS.length) return 'Every day';
  const runs: number[][] = [];
  for (const position of positions) {
    const run = runs.at(-1);
    if (run?.at(-1) === position - 1) run.push(position);
    else runs.push([position]);
  }
  const nameAt = (position = 0) => {
    const weekday = WEEKDAYS[position] ?? 'monday';
    return weekday.charAt(0).toUpperCase() + weekday.slice(1, 3);
  };
  return runs
    .map((run) => (run.length === 1 ? nameAt(run[0]) : `${nameAt(run[0])} – ${nameAt(run.at(-1))}`))
    .join(', ');
}

/** Exceptions not over on `today`, the next one first. */
export function upcomingExceptions({ exceptions }: Calendar, today: string): CalendarException[] {
  return exceptions.filter(({ to }) => to >= today).sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** `Sat, Mar 20`, `Wed, Feb 18 – Thu, Mar 19`, `Wed, Feb 18 – Thu, Mar 19 (Fri)` */
export function exceptionSpan({ from, to, weekdays }: CalendarException): string {
  if (from === to) return shortDate(from);
  const span = `${shortDate(from)} – ${shortDate(to)}`;
  return weekdays.length === WEEKDAYS.length ? span : `${span} (${weekdaysLabel(weekdays)})`;
}

/** `Start 8 PM – 10 PM: PKR 3,500 per hour`; empty when every start costs the court's rate. */
export function exceptionPrices({ day }: CalendarException, courts: readonly CourtRate[]): string {
  return pricingBandsOf(openSlotsOf(day).slots)
    .filter((band) => courts.some(({ court_id }) => discountOn(band, court_id) !== 0))
    .map((band) => `Start ${band.timeRange}: ${formatHourlyPrices(courts, band)} per hour`)
    .join('. ');
}

/** `PKR 6,000`, or `PKR 5,500 or 6,000` when the courts' prices differ. */
export function formatHourlyPrices(courts: readonly CourtRate[], start: StartDiscount): string {
  const prices = [...new Set(courts.map((court) => startPrice(court, start)))].sort((a, b) => a - b);
  return prices
    .map((price, at) => (at === 0 ? formatPkr(price) : formatPkr(price).replace('PKR ', '')))
    .join(' or ');
}

/** `8 PM – 5 AM`, or `closed` */
export function exceptionHours({ day }: CalendarException): string {
  return hoursLabel(openSlotsOf(day).slots) || 'closed';
}
