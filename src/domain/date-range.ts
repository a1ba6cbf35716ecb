import { isDate } from './business-day.ts';
import { invalidField } from './failure.ts';

/** A range of business days, both inclusive; null leaves a side open. */
export interface DateRange {
  from: string | null;
  to: string | null;
}

/** Reads two query parameters and puts them in order. Throws `invalid` for a date that does not exist. */
export function parseDateRange(startDate: unknown, endDate: unknown): DateRange {
  const from = parseDate('startDate', startDate);
  const to = parseDate('endDate', endDate);
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
}

function parseDate(field: string, value: unknown): string | null {
  return value === undefined || value === '' ? null : requireDate(value, field);
}

/** Throws `invalid` unless it is a date. */
export function requireDate(value: unknown, field = 'date'): string {
  if (typeof value === 'string' && isDate(value)) return value;
  throw invalidField(field, 'Please choose a date that exists.');
}
