/** What a booking costs on top of its court: add-ons, less what members' prices and codes take off the court. */

import type { BookingLine, DiscountTerms, PriceItem } from './api/booking-answers.ts';
import type { PricingTier } from './slot.ts';

export type { BookingLine, DiscountTerms, PriceItem } from './api/booking-answers.ts';

export const LINE_KINDS = ['member', 'code', 'add_on'] as const;

/** The unit that an add-on is charged by. */
export const ADD_ON_UNITS = ['booking', 'half_hour', 'hour'] as const;
export type AddOnUnit = (typeof ADD_ON_UNITS)[number];

export const UNIT_LABELS: Record<AddOnUnit, string> = {
  booking: 'per booking',
  half_hour: 'per slot',
  hour: 'per hour',
};

/** The play to price lines for. */
export interface PricedPlay {
  date: string;
  /** The tier of each slot in playing order; null outside opening hours. */
  tiers: readonly (PricingTier | null)[];
  /** PKR for the court, after the discount for the start time; each slot costs an equal part of it. */
  courtPrice: number;
}

/**
 * Prices items in the order customers read them. The members' price comes off the court first, then a code off the
 * rest, never more than that, so no booking costs less than its add-ons. A discount applies to the slots within its
 * hours; one that covers no slot of this play takes nothing off.
 */
export function priceItems(items: readonly PriceItem[], play: PricedPlay): BookingLine[] {
  let left = slotPrices(play);
  return items
    .toSorted((a, b) => LINE_KINDS.indexOf(a.kind) - LINE_KINDS.indexOf(b.kind))
    .map((item) => {
      if (!item.terms) return { ...item, amount: addOnAmount(item, play.tiers.length) };
      const off = discountOf(item.terms, play, left);
      left = off.left;
      return { ...item, amount: 0 - off.amount };
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

/** PKR that a discount takes off the court, and what remains of each slot's price. */
function discountOf(
  terms: DiscountTerms,
  play: PricedPlay,
  left: readonly number[],
): { amount: number; left: number[] } {
  const counts = play.tiers.map((tier) => isForSlot(terms, play.date, tier));
  const sum = left.reduce((total, price, at) => (counts[at] ? total + price : total), 0);
  // Fractions of a rupee add up to slightly more or less than a round sum.
  const price = Math.round(sum * 1000) / 1000;
  const wanted = terms.percent === null ? (terms.amount_off ?? 0) : Math.round((price * terms.percent) / 100);
  const amount = Math.min(wanted, Math.round(price));
  const part = sum === 0 ? 0 : amount / sum;
  return { amount, left: left.map((each, at) => (counts[at] ? each * (1 - part) : each)) };
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

function isForSlot(
  { tiers, play_from, play_to }: DiscountTerms,
  date: string,
  tier: PricingTier | null,
): boolean {
  if (play_from !== null && date < play_from) return false;
  if (play_to !== null && date > play_to) return false;
  return tiers === null || (tier !== null && tiers.includes(tier));
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

/** Hides discounts that take nothing off. */
export function isShownLine({ kind, amount }: BookingLine): boolean {
  return kind === 'add_on' || amount !== 0;
}
