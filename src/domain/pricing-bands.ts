import { DISCOUNT_PER_HOUR } from './price.ts';
import { PLAYING_ORDER, type PricingTier, pricingTierOf, timeLabel } from './slot.ts';

/** Consecutive slots of one pricing tier. */
export interface PricingBand {
  tier: PricingTier;
  /** `6:00 PM – 2:00 AM` */
  timeRange: string;
  slotCount: number;
}

export const TIER_LABELS: Record<PricingTier, string> = {
  morning: 'Morning',
  off_peak: 'Off-peak',
  peak: 'Peak',
};

/** The bands of a business day, from opening to closing. */
export const PRICING_BANDS: readonly PricingBand[] = buildPricingBands();

/** The price in PKR per hour of a booking that starts in `tier` on a court of `hourlyRate`. */
export function hourlyPriceForTier(tier: PricingTier, hourlyRate: number): number {
  return tier === 'peak' ? hourlyRate : Math.max(0, hourlyRate - DISCOUNT_PER_HOUR);
}

function buildPricingBands(): PricingBand[] {
  const runs: { tier: PricingTier; slotIndexes: number[] }[] = [];
  for (const slotIndex of PLAYING_ORDER) {
    const run = runs.at(-1);
    if (run?.tier === pricingTierOf(slotIndex)) run.slotIndexes.push(slotIndex);
    else runs.push({ tier: pricingTierOf(slotIndex), slotIndexes: [slotIndex] });
  }
  return runs.map(({ tier, slotIndexes }) => ({
    tier,
    timeRange: `${timeLabel(slotIndexes[0] as number)} – ${timeLabel((slotIndexes.at(-1) as number) + 1)}`,
    slotCount: slotIndexes.length,
  }));
}
