import { addDays } from '../../src/domain/business-day.ts';
import { PLAYING_ORDER } from '../../src/domain/slot.ts';
import type { Dice } from './dice.ts';

/** A booking on the plan: positions in playing order, so that a block past midnight needs no special case. */
export interface Planned {
  court: number;
  /** Days from today; negative is past. */
  day: number;
  positions: readonly number[];
  /** Nobody may claim its half-hours: it was cancelled. */
  cancelled: boolean;
}

const COMING_DAYS = 28;
const LEAST_PAST_DAYS = 42;
/** More than this many on one court and day would leave no room to choose from. */
const MOST_A_DAY = 9;
const CANCELLED = 0.1;

/** How much a half-hour is liked, by its place in playing order: quiet mornings, full evenings. */
const LIKED = PLAYING_ORDER.map((_, position) => {
  if (position < 6) return 3;
  if (position < 20) return 2;
  if (position < 24) return 6;
  if (position < 34) return 12;
  return position < 38 ? 5 : 1;
});

/** How many courts a club with so many bookings has: ten years of its diary, and never over 24. */
export function courtsFor(bookings: number): number {
  return Math.min(24, Math.max(2, Math.ceil(bookings / 45_000)));
}

/** The days before today that so many bookings need. */
export function pastDaysFor(bookings: number): number {
  const courts = courtsFor(bookings);
  const past = bookings - courts * COMING_DAYS * 2;
  return Math.max(LEAST_PAST_DAYS, Math.ceil(past / (courts * 6)));
}

/**
 * Exactly `bookings` of them, from the first past day to four weeks ahead: fuller on Friday to Sunday,
 * thinner the further ahead. `today` is a business day.
 */
export function planCalendar(dice: Dice, bookings: number, today: string): Planned[] {
  const courts = courtsFor(bookings);
  const first = -pastDaysFor(bookings);
  const weights: number[] = [];
  for (let day = first; day <= COMING_DAYS; day += 1) {
    const weekday = new Date(`${addDays(today, day)}T00:00:00Z`).getUTCDay();
    const busy = weekday === 5 || weekday === 6 || weekday === 0 ? 1.4 : 1;
    const ahead = day <= 0 ? 1 : Math.max(0.08, 1 - day / 18);
    for (let court = 1; court <= courts; court += 1) weights.push(busy * ahead);
  }
  const planned: Planned[] = [];
  let left = bookings;
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [at, weight] of weights.entries()) {
    const share = weightLeft > 0 ? (left * weight) / weightLeft : left;
    const count = Math.min(left, MOST_A_DAY, Math.floor(share + dice.roll()));
    weightLeft -= weight;
    left -= count;
    fillDay(dice, planned, { court: (at % courts) + 1, day: first + Math.floor(at / courts), count });
  }
  // What rounding left over lies on the first days as cancelled bookings, which need no room.
  for (; left > 0; left -= 1) {
    planned.push({ court: 1 + (left % courts), day: first, positions: choose(dice), cancelled: true });
  }
  return planned;
}

function fillDay(dice: Dice, planned: Planned[], about: { court: number; day: number; count: number }): void {
  const taken = new Set<number>();
  for (let number = 0; number < about.count; number += 1) {
    let positions = choose(dice);
    let cancelled = dice.chance(CANCELLED);
    for (let tries = 0; !cancelled && positions.some((position) => taken.has(position)); tries += 1) {
      positions = choose(dice);
      if (tries === 12) cancelled = true;
    }
    if (!cancelled) for (const position of positions) taken.add(position);
    planned.push({ court: about.court, day: about.day, positions, cancelled });
  }
}

/** One or, now and then, two blocks of an hour to two hours. */
function choose(dice: Dice): number[] {
  const length = 2 + dice.weighted([5, 4, 2]);
  const start = Math.min(dice.weighted(LIKED), PLAYING_ORDER.length - length);
  const positions = Array.from({ length }, (_, at) => start + at);
  const second = start + length + 1 + dice.number(4);
  if (dice.chance(0.03) && second + 2 <= PLAYING_ORDER.length) positions.push(second, second + 1);
  return positions;
}
