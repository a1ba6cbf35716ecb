/** The landing page's live status: whether the club is open, and which hours are free tonight. */
import { addDays, businessDayOf, clubTimestamp } from './business-day.ts';
import type { Calendar } from './calendar.ts';
import { type ClosedTime, closedReasonOf, closedSlotsOf } from './closed-times.ts';
import { dayPlanOf, nextOpenDate, openSlotIndexesOf, todayOf } from './day-plan.ts';
import { longDate } from './format-date.ts';
import type { Tonight } from './page-data.ts';
import { isEvening } from './part-of-day.ts';
import {
  BUSINESS_DAY_SLOTS,
  blocksOf,
  calendarDateOf,
  endInstantOf,
  isPast,
  MINIMUM_SLOTS,
  positionOf,
  startInstantOf,
  startsOf,
  startTimeOf,
  timeLabel,
} from './slot.ts';

/** As many as fit in a row on a phone. */
const STARTS_SHOWN = 4;
/** After this many days without closing, the club counts as always open. */
const ENDLESS_DAYS = 2;

/** `courts` has what holds slots of each active court on the business day being sold. */
export function tonightOf(calendar: Calendar, courts: readonly HeldCourt[], now: number): Tonight {
  return { opening: openingState(calendar, now, courts), ...freeTonight(calendar, courts, now) };
}

interface HeldCourt {
  id: number;
  taken: ReadonlySet<number>;
  /** They hold some of the taken slots. */
  closures: readonly ClosedTime[];
}

/**
 * `Open now, until 4 AM`; `Opens 7 AM`; `Closed today: Eid. Opens Tuesday, 7 AM`. While the reception has closed every
 * court, the club counts as closed.
 */
export function openingState(calendar: Calendar, now: number, courts: readonly HeldCourt[] = []): string {
  const today = businessDayOf(now);
  const plan = dayPlanOf(calendar, today);
  const soldDate = todayOf(calendar, now);
  const closed = closedOnAll(courts);
  const openOn = (date: string) => {
    const open = openSlotIndexesOf(dayPlanOf(calendar, date));
    return date === soldDate ? open.filter((slot) => !closed.has(slot)) : open;
  };
  for (const { first, last } of blocksOf(openOn(today))) {
    if (endInstantOf(today, last) <= now) continue;
    if (startInstantOf(today, first) > now) return `Opens ${timeLabel(first)}`;
    const closing = closingSlotOf(calendar, today, last);
    return closing === null ? 'Open day and night' : `Open now, until ${timeLabel(closing)}`;
  }
  const coming = nextOpenDate(calendar, addDays(today, 1));
  const isClosed = coming !== null && openOn(coming).length === 0;
  const next = isClosed ? nextOpenDate(calendar, addDays(coming, 1)) : coming;
  if (!next) return 'Closed now';
  const [first = 0] = openOn(next);
  const opensOn = calendarDateOf(next, first);
  const reason = plan.slots.length === 0 && plan.exception ? `Closed today: ${plan.exception.reason}. ` : '';
  const isSoon = !isClosed && opensOn <= addDays(clubTimestamp(now).slice(0, 10), 1);
  const weekday = isSoon ? '' : `${longDate(opensOn).split(',')[0]}, `;
  return `${reason}Opens ${weekday}${timeLabel(first)}`;
}

/** The slot index at which a block ending with `last` closes; null when the club stays open for days. */
function closingSlotOf(calendar: Calendar, date: string, last: number): number | null {
  const [firstOfDay, lastOfDay] = [BUSINESS_DAY_SLOTS[0], BUSINESS_DAY_SLOTS.at(-1)];
  for (let day = 0; day < ENDLESS_DAYS; day += 1) {
    if (last !== lastOfDay) return last + 1;
    const [block] = blocksOf(openSlotIndexesOf(dayPlanOf(calendar, addDays(date, day + 1))));
    if (!block || block.first !== firstOfDay) return last + 1;
    last = block.last;
  }
  return null;
}

/** Starts of a free hour, from 6 PM or now until closing, each with the first court that has it. */
function freeTonight(
  calendar: Calendar,
  courts: readonly HeldCourt[],
  now: number,
): Pick<Tonight, 'free' | 'starts'> {
  const date = todayOf(calendar, now);
  const evening = openSlotIndexesOf(dayPlanOf(calendar, date)).filter(isEvening);
  const coming = evening.filter((slot) => !isPast(date, slot, now));
  const possible = startsOf(coming);
  if (possible.length === 0 || courts.length === 0) return { free: '', starts: [] };
  const startsByCourt = courts.map(({ id, taken }) => ({
    id,
    starts: startsOf(coming.filter((slot) => !taken.has(slot))),
  }));
  const courtOf = (slot: number) => startsByCourt.find(({ starts }) => starts.includes(slot))?.id;
  const starts = anHourApart(possible.filter((slot) => courtOf(slot) !== undefined))
    .slice(0, STARTS_SHOWN)
    .map((slot) => ({ court_id: courtOf(slot) ?? 0, date, time: startTimeOf(slot) }));
  return {
    free: starts.length > 0 ? 'Free tonight' : (closedTonight(courts, coming) ?? 'Tonight is full'),
    starts,
  };
}

/** The slots that closures hold on every court. */
function closedOnAll(courts: readonly HeldCourt[]): ReadonlySet<number> {
  const [first = [], ...others] = courts.map(({ closures }) => closures.flatMap(closedSlotsOf));
  return new Set(first.filter((slot) => others.every((slots) => slots.includes(slot))));
}

/** `Courts closed tonight: Rain`; null unless closures hold more of what is left on each court than bookings do. */
function closedTonight(courts: readonly HeldCourt[], coming: readonly number[]): string | null {
  const reasons = new Set<string>();
  for (const { closures } of courts) {
    const holding = closures.filter((closure) =>
      closedSlotsOf(closure).some((slot) => coming.includes(slot)),
    );
    const closed = new Set(holding.flatMap(closedSlotsOf));
    if (coming.filter((slot) => closed.has(slot)).length * 2 <= coming.length) return null;
    for (const closure of holding) reasons.add(closedReasonOf(closure));
  }
  return `${courts.length === 1 ? 'Court' : 'Courts'} closed tonight: ${[...reasons].join(', ')}`;
}

/** Thins starts in playing order to one an hour. */
function anHourApart(starts: readonly number[]): number[] {
  const chosen: number[] = [];
  for (const start of starts) {
    const last = chosen.at(-1);
    if (last === undefined || positionOf(start) - positionOf(last) >= MINIMUM_SLOTS) chosen.push(start);
  }
  return chosen;
}
