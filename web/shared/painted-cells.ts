import type { DayRule, StartDiscount } from '../../src/domain/calendar.ts';
import type { CourtRate } from '../../src/domain/court.ts';
import { openSlotsOf } from '../../src/domain/day-plan.ts';
import { discountOn } from '../../src/domain/price.ts';
import { costSame } from '../../src/domain/pricing-bands.ts';
import { BUSINESS_DAY_SLOTS, type PricingTier, startTimeOf } from '../../src/domain/slot.ts';

// A day as an owner paints it: one cell per half-hour of the business day, in playing order.

/** A half-hour's tier and what a start in it costs less than the rate; null is closed. */
export type Paint = ({ tier: PricingTier } & StartDiscount) | null;
export type DayCells = readonly Paint[];

export function cellsOf(rule: DayRule): DayCells {
  const { bySlotIndex } = openSlotsOf(rule);
  return BUSINESS_DAY_SLOTS.map((slotIndex) => {
    const slot = bySlotIndex.get(slotIndex);
    if (!slot) return null;
    const { slotIndex: _, ...paint } = slot;
    return paint;
  });
}

/** The rule for painted cells; a day without an open one is closed. */
export function ruleOf(cells: DayCells): DayRule {
  const hours = runsOf(cells, (a, b) => (a === null) === (b === null)).filter(({ paint }) => paint);
  const bands = runsOf(cells, isSamePaint).flatMap(({ from, until, paint }) =>
    paint ? [{ from, until, ...paint }] : [],
  );
  if (hours.length === 0) return { open: false };
  return { open: true, hours: hours.map(({ from, until }) => ({ opens: from, closes: until })), bands };
}

function isSamePaint(a: Paint, b: Paint): boolean {
  return a && b ? a.tier === b.tier && costSame(a, b) : a === b;
}

/** Paints the cells from one position to another, in either direction. */
export function paintRange(cells: DayCells, from: number, to: number, paint: Paint): DayCells {
  const [first, last] = from <= to ? [from, to] : [to, from];
  return cells.map((cell, at) => (at >= first && at <= last ? paint : cell));
}

/** Gives a tier's starts this price, in PKR per hour, on the chosen ones of the club's courts. */
export function changePrice(
  cells: DayCells,
  tier: PricingTier,
  { price, chosen, courts }: { price: number; chosen: readonly CourtRate[]; courts: readonly CourtRate[] },
): DayCells {
  const withPrice = (start: StartDiscount): StartDiscount => {
    const own = { ...start.court_discounts };
    for (const { court_id, hourly_rate } of courts) {
      const isChosen = chosen.some((court) => court.court_id === court_id);
      own[court_id] = isChosen ? hourly_rate - price : discountOn(start, court_id);
    }
    const [first, ...others] = courts.map(({ court_id }) => own[court_id]);
    const isCommon = first !== undefined && others.every((discount) => discount === first);
    const discount = isCommon ? first : start.discount;
    const differing = Object.entries(own).filter(([, ownDiscount]) => ownDiscount !== discount);
    return {
      discount,
      ...(differing.length > 0 ? { court_discounts: Object.fromEntries(differing) } : {}),
    };
  };
  return cells.map((cell) => (cell?.tier === tier ? { tier, ...withPrice(cell) } : cell));
}

/** What a tier paints: its first cell, otherwise the default. */
export function paintOf(cells: DayCells, tier: PricingTier): NonNullable<Paint> {
  return cells.find((cell) => cell?.tier === tier) ?? { tier, discount: tier === 'peak' ? 0 : 1000 };
}

interface Run {
  from: string;
  until: string;
  paint: Paint;
}

function runsOf(cells: DayCells, isSame: (a: Paint, b: Paint) => boolean): Run[] {
  const runs: { first: number; last: number; paint: Paint }[] = [];
  for (const [at, paint] of cells.entries()) {
    const run = runs.at(-1);
    if (run && isSame(run.paint, paint)) run.last = at;
    else runs.push({ first: at, last: at, paint });
  }
  return runs.map(({ first, last, paint }) => ({
    from: timeAt(first),
    until: timeAt(last + 1),
    paint,
  }));
}

/** The start of a position; 48 is the 06:00 at which the business day ends. */
function timeAt(position: number): string {
  return startTimeOf(BUSINESS_DAY_SLOTS[position % BUSINESS_DAY_SLOTS.length] ?? 0);
}
