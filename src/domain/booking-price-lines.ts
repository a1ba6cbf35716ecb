import { type AddOnUnit, LINE_KINDS } from './price-line-kinds.ts';
/**
 * What a booking costs on top of its court: add-ons, less what plans, members' prices and codes take off the court.
 */

import type {
  BookingLine,
  DiscountTerms,
  ItemTerms,
  PlanDiscount,
  PlanScope,
  PriceItem,
} from './api/booking-answers.ts';
import { weekdayOf } from './business-day.ts';
import type { PricingTier } from './slot.ts';

export type { BookingLine, DiscountTerms, PriceItem } from './api/booking-answers.ts';
export { ADD_ON_UNITS, type AddOnUnit, LINE_KINDS } from './price-line-kinds.ts';

export const UNIT_LABELS: Record<AddOnUnit, string> = {
  booking: 'per booking',
  half_hour: 'per slot',
  hour: 'per hour',
};

/** The play to price lines for. */
export interface PricedPlay {
  date: string;
  /** Unknown while only a code is checked; a plan limited to some courts doesn't apply then. */
  court_id?: number | undefined;
  /** The tier of each slot in playing order; null outside opening hours. */
  tiers: readonly (PricingTier | null)[];
  /** PKR for the court, after the discount for the start time; each slot costs an equal part of it. */
  courtPrice: number;
}

/**
 * Prices items in the order customers read them. A plan comes off the court first, then the members' price and a code
 * off the rest, never more than that, so no booking costs less than its add-ons. A discount applies to the slots
 * within its hours; one that covers none of them takes nothing off.
 */
export function priceItems(items: readonly PriceItem[], play: PricedPlay): BookingLine[] {
  let court = { left: slotPrices(play), total: play.courtPrice };
  return items
    .toSorted((a, b) => LINE_KINDS.indexOf(a.kind) - LINE_KINDS.indexOf(b.kind))
    .map((item) => {
      const { terms } = item;
      if (!terms) return { ...item, amount: addOnAmount(item, play.tiers.length) };
      if (terms.plan?.gives === 'add_on') return { ...item, amount: 0 - addOnDiscount(terms, items, play) };
      const off = discountOf(terms, play, court.left);
      const amount = Math.min(off.amount, court.total);
      court = { left: off.left, total: court.total - amount };
      const priced = { ...item, amount: 0 - amount };
      if (terms.plan?.gives !== 'hours') return priced;
      return { ...priced, terms: { ...terms, plan: { ...terms.plan, used: off.used } } };
    });
}

/** An add-on as sold now; its price is in PKR. */
export function toPriceItem(
  { id, name, unit, price }: { id: number; name: string; unit: AddOnUnit; price: number },
  quantity: number,
): PriceItem {
  return { kind: 'add_on', source_id: id, label: name, quantity, unit, unit_price: price, terms: null };
}

function slotPrices({ courtPrice, tiers }: PricedPlay): number[] {
  return tiers.map(() => courtPrice / tiers.length);
}

interface Discounted {
  /** PKR off the court. */
  amount: number;
  /** What remains of each slot's price. */
  left: number[];
  /** Slots paid with included hours. */
  used: number;
}

function discountOf(terms: ItemTerms, play: PricedPlay, left: readonly number[]): Discounted {
  if (terms.plan) return planDiscountOf(terms, play, left);
  const counts = play.tiers.map((tier) => isForSlot(terms, play.date, tier));
  const sum = left.reduce((total, price, at) => (counts[at] ? total + price : total), 0);
  const price = toThousandths(sum);
  const wanted = terms.percent === null ? (terms.amount_off ?? 0) : Math.round((price * terms.percent) / 100);
  const amount = Math.min(wanted, Math.round(price));
  const part = sum === 0 ? 0 : amount / sum;
  return { amount, left: left.map((each, at) => (counts[at] ? each * (1 - part) : each)), used: 0 };
}

/** Each slot on its own: included hours pay for whole ones, and the best discount of the plan that fits counts. */
function planDiscountOf(terms: ItemTerms, play: PricedPlay, left: readonly number[]): Discounted {
  const { plan } = terms;
  let used = 0;
  const offs = left.map((price, at) => {
    if (!plan || price <= 0 || !isInDates(terms, play.date)) return 0;
    if (plan.gives === 'hours') {
      if (used === plan.slots || !isInScope(plan, play, at)) return 0;
      used += 1;
      return price;
    }
    if (plan.gives !== 'discount') return 0;
    const fitting = plan.discounts.filter((each) => isInScope(each, play, at));
    return Math.min(price, Math.max(0, ...fitting.map((each) => slotDiscount(each, price))));
  });
  const amount = Math.round(toThousandths(offs.reduce((sum, off) => sum + off, 0)));
  return { amount, left: left.map((price, at) => price - (offs[at] ?? 0)), used };
}

/** An hour is two slots. */
function slotDiscount({ percent, amount_off }: PlanDiscount, price: number): number {
  return percent === null ? (amount_off ?? 0) / 2 : (price * percent) / 100;
}

/** Whether a plan applies to slot `at` of a play. */
export function isInScope(
  { tiers, courts, weekdays }: PlanScope,
  { date, court_id, tiers: played }: PricedPlay,
  at: number,
): boolean {
  const tier = played[at] ?? null;
  return (
    (tiers === null || (tier !== null && tiers.includes(tier))) &&
    (courts === null || (court_id !== undefined && courts.includes(court_id))) &&
    (weekdays === null || weekdays.includes(weekdayOf(date)))
  );
}

/** PKR that a plan takes off a booking's add-on. */
function addOnDiscount({ plan }: ItemTerms, items: readonly PriceItem[], play: PricedPlay): number {
  if (plan?.gives !== 'add_on') return 0;
  const sum = items
    .filter(({ kind, source_id }) => kind === 'add_on' && source_id === plan.add_on_id)
    .reduce((total, item) => total + addOnAmount(item, play.tiers.length), 0);
  return Math.round((sum * plan.percent) / 100);
}

/** Fractions of a rupee add up to slightly more or less than a round sum. */
function toThousandths(sum: number): number {
  return Math.round(sum * 1000) / 1000;
}

/** The discount that takes most off the court; null if none takes anything off. */
export function bestDiscount<Item extends PriceItem>(items: readonly Item[], play: PricedPlay): Item | null {
  let best: Item | null = null;
  let most = 0;
  for (const item of items) {
    const off = item.terms ? discountOf(item.terms, play, slotPrices(play)).amount : 0;
    if (off > most) [best, most] = [item, off];
  }
  return best;
}

function isForSlot(terms: DiscountTerms, date: string, tier: PricingTier | null): boolean {
  const { tiers } = terms;
  return isInDates(terms, date) && (tiers === null || (tier !== null && tiers.includes(tier)));
}

function isInDates({ play_from, play_to }: DiscountTerms, date: string): boolean {
  return (play_from === null || date >= play_from) && (play_to === null || date <= play_to);
}

function addOnAmount({ unit, unit_price, quantity }: PriceItem, slotCount: number): number {
  const units = unit === 'half_hour' ? slotCount : unit === 'hour' ? slotCount / 2 : 1;
  return Math.round(unit_price * quantity * units);
}

/** PKR that the lines add to the court's price. */
export function linesTotal(lines: readonly BookingLine[] = []): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

/** `Racket × 2`, `Code WELCOME` */
export function lineLabel({ label, quantity }: Pick<PriceItem, 'label' | 'quantity'>): string {
  return quantity > 1 ? `${label} × ${quantity}` : label;
}

/** PKR that the items add to the court price of a play. */
export function itemsTotal(items: readonly PriceItem[], play: PricedPlay): number {
  return linesTotal(priceItems(items, play));
}

/** Hides discounts that take nothing off. */
export function isShownLine({ kind, amount }: BookingLine): boolean {
  return kind === 'add_on' || amount !== 0;
}
