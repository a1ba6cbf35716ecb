/** What a booking costs beside its court: add-ons, and what members' prices and codes take off the court. */

import type { BookingLine, DiscountTerms, PriceItem } from './api/booking-answers.ts';
import type { PricingTier } from './slot.ts';

export type { BookingLine, DiscountTerms, PriceItem } from './api/booking-answers.ts';

export const LINE_KINDS = ['member', 'code', 'add_on'] as const;

/** What the price of an add-on counts for. */
export const ADD_ON_UNITS = ['booking', 'half_hour', 'hour'] as const;
export type AddOnUnit = (typeof ADD_ON_UNITS)[number];

export const UNIT_LABELS: Record<AddOnUnit, string> = {
  booking: 'per booking',
  half_hour: 'per slot',
  hour: 'per hour',
};

/** The play that a line is priced for. */
export interface PricedPlay {
  date: string;
  slotCount: number;
  /** The tier of the first slot; null outside the opening hours. */
  tier: PricingTier | null;
  /** PKR of the court, with the discount of the start time. */
  courtPrice: number;
}

/**
 * Prices items in the order in which a customer reads them. The members' price comes off the court first and a
 * code off what is left, never more than that, so no booking costs less than its add-ons. A discount that is
 * not for this play takes nothing off.
 */
export function priceItems(items: readonly PriceItem[], play: PricedPlay): BookingLine[] {
  let left = play.courtPrice;
  return items
    .toSorted((a, b) => LINE_KINDS.indexOf(a.kind) - LINE_KINDS.indexOf(b.kind))
    .map((item) => {
      if (!item.terms) return { ...item, amount: addOnAmount(item, play.slotCount) };
      const off = discountAmountOf(item.terms, { ...play, courtPrice: left });
      left -= off;
      return { ...item, amount: 0 - off };
    });
}

/** An add-on as it is sold now; its price is PKR. */
export function toPriceItem(
  { id, name, unit, price }: { id: number; name: string; unit: AddOnUnit; price: number },
  quantity: number,
): PriceItem {
  return { kind: 'add_on', source_id: id, label: name, quantity, unit, unit_price: price, terms: null };
}

/** PKR that a discount takes off the court. */
function discountAmountOf(terms: DiscountTerms, play: PricedPlay): number {
  if (!isForPlay(terms, play)) return 0;
  const off =
    terms.percent === null ? (terms.amount_off ?? 0) : Math.round((play.courtPrice * terms.percent) / 100);
  return Math.min(off, play.courtPrice);
}

/** The discount that takes most off the court; null when none takes anything off. */
export function bestDiscount<Item extends PriceItem>(items: readonly Item[], play: PricedPlay): Item | null {
  let best: Item | null = null;
  let most = 0;
  for (const item of items) {
    const off = item.terms ? discountAmountOf(item.terms, play) : 0;
    if (off > most) [best, most] = [item, off];
  }
  return best;
}

function isForPlay(
  { tiers, play_from, play_to }: DiscountTerms,
  { date, tier }: Pick<PricedPlay, 'date' | 'tier'>,
): boolean {
  if (play_from !== null && date < play_from) return false;
  if (play_to !== null && date > play_to) return false;
  return tiers === null || (tier !== null && tiers.includes(tier));
}

function addOnAmount({ unit, unit_price, quantity }: PriceItem, slotCount: number): number {
  const units = unit === 'half_hour' ? slotCount : unit === 'hour' ? slotCount / 2 : 1;
  return Math.round(unit_price * quantity * units);
}

/** PKR that the lines add to the price of the court. */
export function linesTotal(lines: readonly BookingLine[] = []): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

/** `Racket × 2`, `Code WELCOME` */
export function lineLabel({ label, quantity }: Pick<PriceItem, 'label' | 'quantity'>): string {
  return quantity > 1 ? `${label} × ${quantity}` : label;
}

/** Whether a customer reads the line: a discount that takes nothing off is not shown. */
export function isShownLine({ kind, amount }: BookingLine): boolean {
  return kind === 'add_on' || amount !== 0;
}
