/** Previews changed hours and prices as customers will see them, old next to new. */
import { shortCourtName } from './court.ts';
import type { PlannedSlot } from './day-plan.ts';
import { startPrice } from './price.ts';
import { BUSINESS_DAY_SLOTS, blockLabel, positionOf } from './slot.ts';

/** A court and its rate before and after the change. */
export interface PricedCourt {
  court_id: number;
  name: string;
  before: number;
  after: number;
}

/** Part of a day, with each court's hourly price of a start; null is closed. */
export interface PriceChange {
  timeRange: string;
  prices: { before: number | null; after: number | null }[];
}

/** The day before and after, split wherever prices change. */
export function priceChanges(
  before: readonly PlannedSlot[],
  after: readonly PlannedSlot[],
  courts: readonly PricedCourt[],
): PriceChange[] {
  const [old, next] = [before, after].map(
    (slots) => new Map(slots.map((slot) => [slot.slotIndex, slot])),
  ) as [Map<number, PlannedSlot>, Map<number, PlannedSlot>];
  const priceAt = (
    slots: Map<number, PlannedSlot>,
    slotIndex: number,
    court_id: number,
    hourly_rate: number,
  ) => {
    const slot = slots.get(slotIndex);
    return slot ? startPrice({ court_id, hourly_rate }, slot) : null;
  };
  const runs: { first: number; last: number; prices: PriceChange['prices'] }[] = [];
  for (const slotIndex of BUSINESS_DAY_SLOTS) {
    const prices = courts.map((court) => ({
      before: priceAt(old, slotIndex, court.court_id, court.before),
      after: priceAt(next, slotIndex, court.court_id, court.after),
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

/** Courts with the same prices throughout `changes`, by their place in `prices`; labelled for a column. */
export function groupColumns(
  changes: readonly PriceChange[],
  courts: readonly Pick<PricedCourt, 'name'>[],
): { label: string; at: number }[] {
  const groups = new Map<string, { names: string[]; at: number }>();
  for (const [at, { name }] of courts.entries()) {
    const key = JSON.stringify(changes.map(({ prices }) => prices[at]));
    const group = groups.get(key) ?? { names: [], at };
    group.names.push(shortCourtName(name));
    groups.set(key, group);
  }
  const isOne = groups.size === 1;
  return [...groups.values()].map(({ names, at }) => ({
    label: isOne && names.length > 1 ? 'Every court' : names.join(', '),
    at,
  }));
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
