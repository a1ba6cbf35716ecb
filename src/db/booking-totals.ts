import type { DateRange } from '../domain/date-range.ts';

/**
 * The stretches of `booking_tally.period` that add up to `range`, as `[first, end)` pairs: single days at
 * the edges, months between them. Ten years are at most 62 days and 120 months.
 */
export function totalsPeriods(range: DateRange): [first: string, end: string][] {
  if (range.from === null && range.to === null) return [['all', 'all~']];
  const from = range.from ?? '0000-01-01';
  const to = range.to ?? '9999-12-31';
  const firstMonth = from.slice(0, 7);
  const lastMonth = to.slice(0, 7);
  // '~' sorts after every digit: the end of everything that begins with what stands before it.
  if (firstMonth === lastMonth) return [[`d${from}`, `d${to}~`]];
  return [
    [`d${from}`, `d${firstMonth}~`],
    [`m${firstMonth}~`, `m${lastMonth}`],
    [`d${lastMonth}-01`, `d${to}~`],
  ];
}

/** The rows of a range's tally; its first parameter is `JSON.stringify(tallyPeriods(range))`. */
export const TOTALS_IN_RANGE_SQL = `json_each(?1) AS stretch CROSS JOIN booking_tally AS tally
  ON tally.period >= stretch.value ->> 0 AND tally.period < stretch.value ->> 1`;
