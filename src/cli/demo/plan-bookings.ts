import { addDays } from '../../domain/business-day.ts';
import { PLAYING_ORDER } from '../../domain/slot.ts';
import type { SeededRandom } from './random.ts';

/** A booking on the plan: positions in playing order, so that a block past midnight needs no special case. */
export interface PlannedBooking {
  court: number;
  /** Days from today; negative is past. */
  day: number;
  positions: readonly number[];
  /** Nobody may claim its half-hours: it was cancelled. */
  cancelled: boolean;
}

const FUTURE_DAYS = 28;
const MIN_PAST_DAYS = 42;
/** More than this many on one court and day would leave no room to choose from. */
const MAX_BOOKINGS_PER_COURT_DAY = 9;
const CANCELLED_SHARE = 0.1;

/** How much a half-hour is liked, by its place in playing order: quiet mornings, full evenings. */
const POSITION_WEIGHTS = PLAYING_ORDER.map((_, position) => {
  if (position < 6) return 3;
  if (position < 20) return 2;
  if (position < 24) return 6;
  if (position < 34) return 12;
  return position < 38 ? 5 : 1;
});

/** How many courts a club with so many bookings has: ten years of its diary, and never over 24. */
export function courtCountFor(bookings: number): number {
  return Math.min(24, Math.max(2, Math.ceil(bookings / 45_000)));
}

/** The days before today that so many bookings need. */
export function pastDayCountFor(bookings: number): number {
  const courts = courtCountFor(bookings);
  const past = bookings - courts * FUTURE_DAYS * 2;
  return Math.max(MIN_PAST_DAYS, Math.ceil(past / (courts * 6)));
}

/**
 * Exactly `bookings` of them, from the first past day to four weeks ahead: fuller on Friday to Sunday,
 * thinner the further ahead. `today` is a business day.
 */
export function planBookings(random: SeededRandom, bookings: number, today: string): PlannedBooking[] {
  const courts = courtCountFor(bookings);
  const first = -pastDayCountFor(bookings);
  const weights: number[] = [];
  for (let day = first; day <= FUTURE_DAYS; day += 1) {
    const weekday = new Date(`${addDays(today, day)}T00:00:00Z`).getUTCDay();
    const busy = weekday === 5 || weekday === 6 || weekday === 0 ? 1.4 : 1;
    const ahead = day <= 0 ? 1 : Math.max(0.08, 1 - day / 18);
    for (let court = 1; court <= courts; court += 1) weights.push(busy * ahead);
  }
  const planned: PlannedBooking[] = [];
  let remaining = bookings;
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    const share = weightLeft > 0 ? (remaining * weight) / weightLeft : remaining;
    const count = Math.min(remaining, MAX_BOOKINGS_PER_COURT_DAY, Math.floor(share + random.nextFloat()));
    weightLeft -= weight;
    remaining -= count;
    planDay(random, planned, { court: (index % courts) + 1, day: first + Math.floor(index / courts), count });
  }
  // What rounding left over lies on the first days as cancelled bookings, which need no room.
  for (; remaining > 0; remaining -= 1) {
    planned.push({
      court: 1 + (remaining % courts),
      day: first,
      positions: pickPositions(random),
      cancelled: true,
    });
  }
  return planned;
}

function planDay(
  random: SeededRandom,
  planned: PlannedBooking[],
  target: { court: number; day: number; count: number },
): void {
  const taken = new Set<number>();
  for (let number = 0; number < target.count; number += 1) {
    let positions = pickPositions(random);
    let cancelled = random.chance(CANCELLED_SHARE);
    for (let tries = 0; !cancelled && positions.some((position) => taken.has(position)); tries += 1) {
      positions = pickPositions(random);
      if (tries === 12) cancelled = true;
    }
    if (!cancelled) for (const position of positions) taken.add(position);
    planned.push({ court: target.court, day: target.day, positions, cancelled });
  }
}

/** One or, now and then, two blocks of an hour to two hours. */
function pickPositions(random: SeededRandom): number[] {
  const length = 2 + random.pickWeightedIndex([5, 4, 2]);
  const start = Math.min(random.pickWeightedIndex(POSITION_WEIGHTS), PLAYING_ORDER.length - length);
  const positions = Array.from({ length }, (_, at) => start + at);
  const second = start + length + 1 + random.nextInt(4);
  if (random.chance(0.03) && second + 2 <= PLAYING_ORDER.length) positions.push(second, second + 1);
  return positions;
}
