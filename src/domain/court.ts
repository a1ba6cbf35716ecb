import type { Court } from './api/court-answers.ts';

export type { Court, CourtPrice } from './api/court-answers.ts';

/** The PKR per hour of one court; how much a start costs less or more is the calendar's. */
export interface CourtRate {
  court_id: number;
  hourly_rate: number;
}

/** A court at its rate on `date`, which must not be past. */
export function courtRateOn(
  court: Pick<Court, 'id' | 'hourly_rate' | 'upcoming_rates'>,
  date: string,
): CourtRate {
  return { court_id: court.id, hourly_rate: hourlyRateOn(court, date) };
}

/** PKR per hour for play on `date`, which must not be past. */
export function hourlyRateOn(court: Pick<Court, 'hourly_rate' | 'upcoming_rates'>, date: string): number {
  const begun = court.upcoming_rates?.findLast(({ from }) => from <= date);
  return begun?.hourly_rate ?? court.hourly_rate;
}

/** `Court 1` for `Court 1 - Premium Panoramic`. */
export function shortCourtName(name = ''): string {
  return name.split(' - ')[0] ?? name;
}
