import type { DateRange } from '../domain/date-range.ts';

/**
 * The spans of `period` in `booking_stats` and `ledger_total` that add up to `range`, as `[first, end)` pairs: days
 * at the edges and months between them. Ten years are at most 62 days and 120 months.
 */
export function totalsPeriods(range: DateRange): [first: string, end: string][] {
  if (range.from === null && range.to === null) return [['all', 'all~']];
  const from = range.from ?? '0000-01-01';
  const to = range.to ?? '9999-12-31';
  const firstMonth = from.slice(0, 7);
  const lastMonth = to.slice(0, 7);
  // '~' sorts after every digit, so it ends the span of everything with the same prefix.
  if (firstMonth === lastMonth) return [[`d${from}`, `d${to}~`]];
  return [
    [`d${from}`, `d${firstMonth}~`],
    [`m${firstMonth}~`, `m${lastMonth}`],
    [`d${lastMonth}-01`, `d${to}~`],
  ];
}

/** The rows of such a table in a range; the first parameter is `JSON.stringify(totalsPeriods(range))`. */
export const totalsInRangeSql = (table: 'booking_stats' | 'ledger_total') =>
  `json_each(?1) AS span CROSS JOIN ${table} AS totals
  ON totals.period >= span.value ->> 0 AND totals.period < span.value ->> 1`;
