import fc from 'fast-check';
import { addDays, WEEKDAYS } from '../../src/domain/business-day.ts';
import type { Calendar, CalendarException, DayRule } from '../../src/domain/calendar.ts';
import { BUSINESS_DAY_SLOTS, PRICING_TIERS, startTimeOf } from '../../src/domain/slot.ts';

/** The start of a position, or the end of the day for 48. */
const timeAt = (position: number) => startTimeOf(BUSINESS_DAY_SLOTS[position % 48] ?? 0);

/** Courts that may have their own prices. */
export const COURT_IDS = [1, 2, 3];

const discount = fc.integer({ min: -2000, max: 2000 });
const courtDiscounts = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...COURT_IDS), discount), { minLength: 1, selector: ([id]) => id })
  .map((entries): Record<string, number> => Object.fromEntries(entries));

/** Cuts a span of at least an hour into bands. */
const bandsOf = (first: number, end: number) =>
  fc
    .record({
      cuts: fc.uniqueArray(fc.integer({ min: first + 1, max: end - 1 }), { maxLength: 4 }),
      tiers: fc.array(fc.constantFrom(...PRICING_TIERS), { minLength: 5, maxLength: 5 }),
      discounts: fc.array(discount, { minLength: 5, maxLength: 5 }),
      own: fc.array(fc.option(courtDiscounts), { minLength: 5, maxLength: 5 }),
    })
    .map(({ cuts, tiers, discounts, own }) => {
      const edges = [first, ...cuts.toSorted((a, b) => a - b), end];
      return edges.slice(1).map((until, at) => ({
        from: timeAt(edges[at] ?? first),
        until: timeAt(until),
        tier: tiers[at] ?? 'peak',
        discount: discounts[at] ?? 0,
        ...(own[at] ? { court_discounts: own[at] } : {}),
      }));
    });

/** One or two opening spans with a gap between them. */
const openDay: fc.Arbitrary<DayRule> = fc
  .uniqueArray(fc.integer({ min: 0, max: 24 }), { minLength: 2, maxLength: 4 })
  .map((edges) => edges.toSorted((a, b) => a - b).map((edge) => edge * 2))
  .chain((edges) => {
    const spans = edges.length < 4 ? [edges.slice(0, 2)] : [edges.slice(0, 2), edges.slice(2)];
    return fc.tuple(...spans.map(([first = 0, end = 2]) => bandsOf(first, end))).map((bands) => ({
      open: true as const,
      hours: spans.map(([first = 0, end = 2]) => ({ opens: timeAt(first), closes: timeAt(end) })),
      bands: bands.flat(),
    }));
  });

const dayRule: fc.Arbitrary<DayRule> = fc.oneof(
  { weight: 6, arbitrary: openDay },
  { weight: 1, arbitrary: fc.constant({ open: false as const }) },
);

/** Exceptions of different ranks may fall on the same days. */
const exceptionOfRank = (rank: number): fc.Arbitrary<CalendarException> =>
  fc
    .record({
      start: fc.integer({ min: 0, max: 60 }),
      days: fc.integer({ min: 7, max: 40 }),
      weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
      day: dayRule,
    })
    .map(({ start, days, weekdays, day }) => ({
      reason: `Exception ${rank}`,
      rank,
      weekdays,
      day,
      from: addDays('2026-11-20', start),
      to: addDays('2026-11-20', start + days - 1),
    }));

/** Calendars that an owner could save. */
export const randomCalendar: fc.Arbitrary<Calendar> = fc.record({
  week: fc.record({
    monday: dayRule,
    tuesday: dayRule,
    wednesday: dayRule,
    thursday: dayRule,
    friday: dayRule,
    saturday: dayRule,
    sunday: dayRule,
  }),
  exceptions: fc
    .subarray([0, 1, 2, 3])
    .chain((ranks) => fc.tuple(...ranks.map(exceptionOfRank)).map((exceptions) => [...exceptions])),
});
