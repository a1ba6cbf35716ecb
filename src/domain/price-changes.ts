/** Previews changed hours and prices as customers will see them, old next to new. */
import type { PlannedSlot } from './day-plan.ts';
import { discountedRate } from './price.ts';
import { BUSINESS_DAY_SLOTS, blockLabel, positionOf } from './slot.ts';

/** Courts that share a rate, before and after the change. */
export interface PricedCourts {
  label: string;
  before: number;
  after: number;
}

/** Part of a day, with the hourly price of a start for each group of courts; null is closed. */
export interface PriceChange {
  timeRange: string;
  prices: { before: number | null; after: number | null }[];
}

/** The day before and after, split wherever prices change. */
export function priceChanges(
  before: readonly PlannedSlot[],
  after: readonly PlannedSlot[],
  courts: readonly PricedCourts[],
): PriceChange[] {
  const [old, next] = [before, after].map(
    (slots) => new Map(slots.map(({ slotIndex, discount }) => [slotIndex, discount])),
  ) as [Map<number, number>, Map<number, number>];
  const priceAt = (discounts: Map<number, number>, slotIndex: number, rate: number) => {
    const discount = discounts.get(slotIndex);
    return discount === undefined ? null : discountedRate(rate, discount);
  };
  const runs: { first: number; last: number; prices: PriceChange['prices'] }[] = [];
  for (const slotIndex of BUSINESS_DAY_SLOTS) {
    const prices = courts.map((court) => ({
      before: priceAt(old, slotIndex, court.before),
      after: priceAt(next, slotIndex, court.after),
    }));
    const run = runs.at(-1);
    const continues =
      run &&
      positionOf(slotIndex) === positionOf(run.last) + 1 &&
      JSON.stringify(run.prices) === JSON.stringify(prices);
    if (continues) run.last = slotIndex;
    else if (old.has(slotIndex) || next.has(slotIndex))
      runs.push({ first: slotIndex, last: slotIndex, prices });
  }
  return runs.map(({ first, last, prices }) => ({ timeRange: blockLabel({ first, last }), prices }));
}

export function isChanged({ prices }: PriceChange): boolean {
  return prices.some(({ before, after }) => before !== after);
}

/** The largest change of more than a third; null if there is none. */
export function largestJump(changes: readonly PriceChange[]): { before: number; after: number } | null {
  const jumps = changes.flatMap(({ prices }) =>
    prices.flatMap(({ before, after }) =>
      before !== null && after !== null && Math.abs(after - before) * 3 > before ? { before, after } : [],
    ),
  );
  const sizeOf = ({ before, after }: { before: number; after: number }) => Math.abs(after - before);
  return jumps.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? null;
}
