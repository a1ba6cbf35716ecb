/** A court as the API answers it. Money in PKR. */
export interface Court {
  id: number;
  name: string;
  description: string;
  hourly_rate: number;
  /** Equals `hourly_rate`; older clients read it. */
  price_per_hour: number;
  features: string[];
  image_url: string | null;
  active: boolean;
  /** The rates from later dates of play on, the next one first; absent without one. */
  upcoming_rates?: CourtPrice[];
}

/** A rate that counts for play from `from` on. */
export interface CourtPrice {
  id: number;
  from: string;
  hourly_rate: number;
}

/** PKR an hour for play on `date`, from today on. */
export function hourlyRateOn(court: Pick<Court, 'hourly_rate' | 'upcoming_rates'>, date: string): number {
  const begun = court.upcoming_rates?.findLast(({ from }) => from <= date);
  return begun?.hourly_rate ?? court.hourly_rate;
}

/** `Court 1` of `Court 1 - Premium Panoramic`. */
export function shortCourtName(name = ''): string {
  return name.split(' - ')[0] ?? name;
}
