import type { Calendar, CalendarException, DayRule } from '../../../src/domain/calendar.ts';
import { BUSINESS_DAY_SLOTS, type PricingTier, positionOf, SLOT_MINUTES } from '../../../src/domain/slot.ts';
import { cellsOf, type DayCells, type Paint, ruleOf } from '../../shared/painted-cells.ts';

/** A rank above those of the exceptions on the same days. */
export function rankAbove({ exceptions }: Calendar, span: { from: string; to: string }): number {
  const below = exceptions.filter(({ from, to }) => from <= span.to && to >= span.from);
  return Math.min(9, Math.max(0, ...below.map(({ rank }) => rank + 1)));
}

const openCells = (opens: string, closes: string, paintOf: (position: number) => Paint): DayCells => {
  const [first, end] = [positionAt(opens), positionAt(closes) || BUSINESS_DAY_SLOTS.length];
  return BUSINESS_DAY_SLOTS.map((_, position) =>
    position >= first && position < end ? paintOf(position) : null,
  );
};

function positionAt(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return positionOf((hours * 60 + minutes) / SLOT_MINUTES);
}

/** What the usual day costs in a part of it; undefined if it has no such hours. */
function paintIn(usual: DayRule, tier: PricingTier): Paint | undefined {
  return cellsOf(usual).find((cell) => cell?.tier === tier);
}

/**
 * Exceptions that many clubs need, at the prices of the club's usual day; their dates follow the moon, so the owner
 * chooses them.
 */
export const TEMPLATES: readonly { name: string; day: (usual: DayRule) => DayRule }[] = [
  {
    name: 'Ramadan',
    // The first two hours after Iftar are quiet.
    day: (usual) => {
      const peak = paintIn(usual, 'peak') ?? { tier: 'peak', discount: 0 };
      const quiet = paintIn(usual, 'off_peak') ?? peak;
      const quietUntil = positionAt('22:00');
      return ruleOf(openCells('20:00', '05:00', (position) => (position < quietUntil ? quiet : peak)));
    },
  },
  { name: 'Eid', day: () => ({ open: false }) },
];

export function withException(calendar: Calendar, at: number | null, next: CalendarException): Calendar {
  const exceptions = [...calendar.exceptions];
  if (at === null) exceptions.push(next);
  else exceptions[at] = next;
  return { ...calendar, exceptions };
}

export function withoutException(calendar: Calendar, at: number): Calendar {
  return { ...calendar, exceptions: calendar.exceptions.toSpliced(at, 1) };
}

/** Applies a draft's hours and prices to the chosen weekdays of the ordinary week. */
export function withWeekdays(calendar: Calendar, { weekdays, day }: CalendarException): Calendar {
  const changed = Object.fromEntries(weekdays.map((weekday) => [weekday, day]));
  return { ...calendar, week: { ...calendar.week, ...changed } };
}
