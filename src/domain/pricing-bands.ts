/** What pages and policies say about a day's prices. */
import type { PlannedSlot } from './day-plan.ts';
import { blockLabel, type PricingTier, positionOf } from './slot.ts';

export const TIER_LABELS: Record<PricingTier, string> = {
  morning: 'Morning',
  off_peak: 'Off-peak',
  peak: 'Peak',
};

/** Consecutive slots with the same tier and discount. */
export interface PricingBand {
  tier: PricingTier;
  /** PKR per hour off a booking that starts in the band. */
  discount: number;
  /** `6 PM – 2 AM` */
  timeRange: string;
  slotIndexes: readonly number[];
}

/** From opening to closing. */
export function pricingBandsOf(slots: readonly PlannedSlot[]): PricingBand[] {
  const runs: PlannedSlot[][] = [];
  for (const slot of slots) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const continues =
      last?.tier === slot.tier &&
      last.discount === slot.discount &&
      positionOf(slot.slotIndex) === positionOf(last.slotIndex) + 1;
    if (run && continues) run.push(slot);
    else runs.push([slot]);
  }
  return runs.map((run) => {
    const slotIndexes = run.map(({ slotIndex }) => slotIndex);
    const [first] = run as [PlannedSlot];
    const last = slotIndexes.at(-1) as number;
    const timeRange = blockLabel({ first: first.slotIndex, last });
    return { tier: first.tier, discount: first.discount, timeRange, slotIndexes };
  });
}

/** `in the morning or off-peak`; empty when no start has a discount. */
export function discountedStarts(groups: readonly { slots: readonly PlannedSlot[] }[]): string {
  const discounted = groups.flatMap(({ slots }) => slots.filter(({ discount }) => discount > 0));
  const tiers = new Set(discounted.map(({ tier }) => tier));
  if (tiers.size === 0) return '';
  if (tiers.has('peak')) return 'at a marked time';
  if (tiers.size === 2) return 'in the morning or off-peak';
  return tiers.has('morning') ? 'in the morning' : 'off-peak';
}
