import { DISCOUNT_AN_HOUR } from './price.ts';
import { PLAYING_ORDER, type PricingTier, tierOf, timeLabel } from './slot.ts';

/** A stretch of the business day with one tier, in playing order. */
export interface Band {
  tier: PricingTier;
  /** `6:00 PM – 2:00 AM` */
  time: string;
  /** Half-hours. */
  slots: number;
}

export const TIER_LABELS: Record<PricingTier, string> = {
  morning: 'Morning',
  off_peak: 'Off-peak',
  peak: 'Peak',
};

/** The bands of a business day, from opening to closing. */
export const BANDS: readonly Band[] = bandsOfDay();

/** PKR an hour of a booking that starts in `tier`, at a court of `hourlyRate`. */
export function hourlyPriceIn(tier: PricingTier, hourlyRate: number): number {
  return tier === 'peak' ? hourlyRate : Math.max(0, hourlyRate - DISCOUNT_AN_HOUR);
}

function bandsOfDay(): Band[] {
  const runs: { tier: PricingTier; hours: number[] }[] = [];
  for (const hour of PLAYING_ORDER) {
    const run = runs.at(-1);
    if (run?.tier === tierOf(hour)) run.hours.push(hour);
    else runs.push({ tier: tierOf(hour), hours: [hour] });
  }
  return runs.map(({ tier, hours }) => ({
    tier,
    time: `${timeLabel(hours[0] as number)} – ${timeLabel((hours.at(-1) as number) + 1)}`,
    slots: hours.length,
  }));
}
