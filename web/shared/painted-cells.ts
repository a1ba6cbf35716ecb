import type { DayRule } from '../../src/domain/calendar.ts';
import { openSlotsOf } from '../../src/domain/day-plan.ts';
import { BUSINESS_DAY_SLOTS, type PricingTier, startTimeOf } from '../../src/domain/slot.ts';

// A day as an owner paints it: one cell per half-hour of the business day, in playing order.

/** The name of a half-hour's tier, and how much less (negative: more) a start in it costs; null is closed. */
export type Paint = { tier: PricingTier; discount: number } | null;
export type DayCells = readonly Paint[];

export function cellsOf(rule: DayRule): DayCells {
  const { bySlotIndex } = openSlotsOf(rule);
  return BUSINESS_DAY_SLOTS.map((slotIndex) => {
    const slot = bySlotIndex.get(slotIndex);
    return slot ? { tier: slot.tier, discount: slot.discount } : null;
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

function isSamePaint(a: Paint | undefined, b: Paint | undefined): boolean {
  return a?.tier === b?.tier && a?.discount === b?.discount;
}

/** Paints the cells from one position to another, in either direction. */
export function paintRange(cells: DayCells, from: number, to: number, paint: Paint): DayCells {
  const [first, last] = from <= to ? [from, to] : [to, from];
  return cells.map((cell, at) => (at >= first && at <= last ? paint : cell));
}

/** Changes the discount in every cell of a tier. */
export function changeDiscount(cells: DayCells, tier: PricingTier, discount: number): DayCells {
  return cells.map((cell) => (cell?.tier === tier ? { tier, discount } : cell));
}

/** A tier's discount: the first one painted, otherwise the default. */
export function discountOf(cells: DayCells, tier: PricingTier): number {
  return cells.find((cell) => cell?.tier === tier)?.discount ?? (tier === 'peak' ? 0 : 1000);
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
