/** What a week's hours cost, as pages say it. */
import type { CourtRate } from './court.ts';
import type { PlannedSlot } from './day-plan.ts';
import type { WeekdayGroup } from './opening-hours.ts';
import { startPrice } from './price.ts';

type Week = readonly Pick<WeekdayGroup, 'weekdays' | 'slots'>[];

/** PKR per hour on one court. */
export interface WeekPrices {
  /** The court's rate if any start costs it, otherwise the price of most starts. */
  usual: number;
  lowest: number;
  highest: number;
  /** The starts at the lowest price. */
  lowestStarts: PlannedSlot[];
}

export function weekPrices(week: Week, court: CourtRate): WeekPrices {
  const startsByPrice = new Map<number, number>();
  for (const { weekdays, slots } of week) {
    for (const slot of slots) {
      const price = startPrice(court, slot);
      startsByPrice.set(price, (startsByPrice.get(price) ?? 0) + weekdays.length);
    }
  }
  const byCount = [...startsByPrice].toSorted(([, a], [, b]) => b - a);
  const rate = court.hourly_rate;
  const usual = startsByPrice.has(rate) ? rate : (byCount[0]?.[0] ?? rate);
  const prices = byCount.length > 0 ? byCount.map(([price]) => price) : [rate];
  const lowest = Math.min(...prices);
  return {
    usual,
    lowest,
    highest: Math.max(...prices),
    lowestStarts: startsIn(week, (slot) => startPrice(court, slot) === lowest),
  };
}

/** What every court saves, in PKR per hour, at the starts that save most; null if no start saves on all of them. */
export function weekSaving(
  week: Week,
  courts: readonly CourtRate[],
): { amount: number; starts: PlannedSlot[] } | null {
  const savingOf = (slot: PlannedSlot): number =>
    Math.min(...courts.map((court) => court.hourly_rate - startPrice(court, slot)));
  const amount = Math.max(0, ...startsIn(week, () => true).map(savingOf));
  if (courts.length === 0 || amount === 0) return null;
  return { amount, starts: startsIn(week, (slot) => savingOf(slot) === amount) };
}

/** Courts that cost the same at every start of the week, in the order of the first of them. */
export function groupCourts<C extends CourtRate>(week: Week, courts: readonly C[]): [C, ...C[]][] {
  const groups = new Map<string, [C, ...C[]]>();
  for (const court of courts) {
    const key = startsIn(week, () => true)
      .map((slot) => startPrice(court, slot))
      .join(' ');
    const group = groups.get(key);
    if (group) group.push(court);
    else groups.set(key, [court]);
  }
  return [...groups.values()];
}

function startsIn(week: Week, isWanted: (slot: PlannedSlot) => boolean): PlannedSlot[] {
  return week.flatMap(({ slots }) => slots.filter(isWanted));
}
