import { addDays } from '../../domain/business-day.ts';
import { openSlotsOf } from '../../domain/day-plan.ts';
import { DEFAULT_DAY } from '../../domain/default-calendar.ts';
import type { SeededRandom } from './random.ts';

/** A planned booking. Slots are positions in playing order, so that blocks past midnight need no special case. */
export interface PlannedBooking {
  court: number;
  /** Days from today; negative is in the past. */
  day: number;
  positions: readonly number[];
  /** A cancelled booking claims no slots. */
  cancelled: boolean;
  /** The number of its series. */
  series?: number;
}

/** Each day's open slots in playing order: a demo club has the default calendar. */
export const OPEN_SLOTS: readonly number[] = openSlotsOf(DEFAULT_DAY).slots.map(({ slotIndex }) => slotIndex);

const FUTURE_DAYS = 28;
const MIN_PAST_DAYS = 42;
/** Any more on one court and day would leave too few free slots to choose from. */
const MAX_BOOKINGS_PER_COURT_DAY = 9;
const CANCELLED_SHARE = 0.1;

/** How popular each position in playing order is: few players in the morning, many in the evening. */
const POSITION_WEIGHTS = OPEN_SLOTS.map((_, position) => {
  if (position < 6) return 3;
  if (position < 20) return 2;
  if (position < 24) return 6;
  if (position < 34) return 12;
  return position < 38 ? 5 : 1;
});

/** A court's capacity over ten years. */
export const MAX_BOOKINGS_PER_COURT = 45_000;
export const MAX_DEMO_COURTS = 24;

/** How many courts, at least two, this many bookings fill in ten years. */
export function courtCountFor(bookings: number): number {
  return Math.min(MAX_DEMO_COURTS, Math.max(2, Math.ceil(bookings / MAX_BOOKINGS_PER_COURT)));
}

/** How many past days this many bookings need. */
function pastDayCountFor(bookings: number, courts: number): number {
  const past = bookings - courts * FUTURE_DAYS * 2;
  return Math.max(MIN_PAST_DAYS, Math.ceil(past / (courts * 6)));
}

/**
 * Plans exactly `bookings` bookings from the first past day to four weeks ahead: more from Friday to Sunday, fewer
 * further ahead. `today` is a business day.
 */
export function planBookings(
  random: SeededRandom,
  { bookings, courts, today }: { bookings: number; courts: number; today: string },
): PlannedBooking[] {
  const first = -pastDayCountFor(bookings, courts);
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
  // The remainder after rounding becomes cancelled bookings on the first day, which need no free slots.
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

/** One block of one to two hours, sometimes followed by another of an hour. */
function pickPositions(random: SeededRandom): number[] {
  const length = 2 + random.pickWeightedIndex([5, 4, 2]);
  const start = Math.min(random.pickWeightedIndex(POSITION_WEIGHTS), OPEN_SLOTS.length - length);
  const positions = Array.from({ length }, (_, at) => start + at);
  const second = start + length + 1 + random.nextInt(4);
  if (random.chance(0.03) && second + 2 <= OPEN_SLOTS.length) positions.push(second, second + 1);
  return positions;
}
