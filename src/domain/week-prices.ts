/** What a week's hours cost, as pages say it. */
import type { CourtRate } from './court.ts';
import type { PlannedSlot } from './day-plan.ts';
import type { WeekdayGroup } from './opening-hours.ts';
import { startPrice } from './price.ts';
import type { PricingTier } from './slot.ts';

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

/** Tiers that a sentence can name; the others' prices are in the table. */
const CHEAPER_TIERS = ['morning', 'off_peak'] as const;

export interface WeekSaving {
  /** PKR per hour that any of the starts saves, on any court and day. */
  amount: number;
  /** Some save more. */
  isLeast: boolean;
  starts: PlannedSlot[];
}

/**
 * What all starts of the cheaper tiers save compared with the dearest hour of their day, or with the usual price on a
 * day that is cheaper throughout; of two tiers the one that saves more. Null if some start saves nothing.
 */
export function weekSaving(week: Week, courts: readonly CourtRate[]): WeekSaving | null {
  const savings = new Map(
    CHEAPER_TIERS.map((tier) => [tier, courts.flatMap((court) => tierSavings(week, court, tier))]),
  );
  const leastOf = (tier: (typeof CHEAPER_TIERS)[number]) => Math.min(...(savings.get(tier) ?? []));
  const offered = CHEAPER_TIERS.filter((tier) => Number.isFinite(leastOf(tier)));
  const amount = Math.max(0, ...offered.map(leastOf));
  if (amount === 0) return null;
  const best = offered.filter((tier) => leastOf(tier) === amount);
  return {
    amount,
    isLeast: best.some((tier) => Math.max(...(savings.get(tier) ?? [])) > amount),
    starts: startsIn(week, ({ tier }) => best.some((one) => one === tier)),
  };
}

function tierSavings(week: Week, court: CourtRate, tier: PricingTier): number[] {
  const { usual } = weekPrices(week, court);
  return week.flatMap(({ slots }) => {
    const dearest = Math.max(usual, ...slots.map((slot) => startPrice(court, slot)));
    return slots.filter((slot) => slot.tier === tier).map((slot) => dearest - startPrice(court, slot));
  });
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
