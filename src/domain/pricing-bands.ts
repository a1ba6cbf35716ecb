/** What pages and policies say about a day's prices. */
import type { StartDiscount } from './calendar.ts';
import type { PlannedSlot } from './day-plan.ts';
import { blockLabel, type PricingTier, positionOf } from './slot.ts';

export const TIER_LABELS: Record<PricingTier, string> = {
  morning: 'Morning',
  off_peak: 'Off-peak',
  peak: 'Peak',
};

/** Consecutive slots with the same tier and prices. */
export interface PricingBand extends StartDiscount {
  tier: PricingTier;
  /** `6 PM – 2 AM` */
  timeRange: string;
  slotIndexes: readonly number[];
}

/** The prices of every court are the same; `JSON.stringify` writes court numbers in ascending order. */
export function costSame(a: StartDiscount, b: StartDiscount): boolean {
  return a.discount === b.discount && JSON.stringify(a.court_discounts) === JSON.stringify(b.court_discounts);
}

/** From opening to closing. */
export function pricingBandsOf(slots: readonly PlannedSlot[]): PricingBand[] {
  const runs: PlannedSlot[][] = [];
  for (const slot of slots) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const continues =
      last?.tier === slot.tier &&
      costSame(last, slot) &&
      positionOf(slot.slotIndex) === positionOf(last.slotIndex) + 1;
    if (run && continues) run.push(slot);
    else runs.push([slot]);
  }
  return runs.map((run) => {
    const slotIndexes = run.map(({ slotIndex }) => slotIndex);
    const [{ slotIndex: first, ...start }] = run as [PlannedSlot];
    const last = slotIndexes.at(-1) as number;
    return { ...start, timeRange: blockLabel({ first, last }), slotIndexes };
  });
}

/** `in the morning or off-peak`, for starts that cost less. */
export function startsLabel(slots: readonly Pick<PlannedSlot, 'tier'>[]): string {
  const tiers = new Set(slots.map(({ tier }) => tier));
  if (tiers.has('peak')) return 'at a marked time';
  if (tiers.size === 2) return 'in the morning or off-peak';
  return tiers.has('morning') ? 'in the morning' : 'off-peak';
}
