import {
  type BookingLine,
  isShownLine,
  lineLabel,
  linesTotal,
  type PricedPlay,
  type PriceItem,
  priceItems,
} from './booking-price-lines.ts';
import type { DayPlan } from './day-plan.ts';
import { inPlayingOrder, SLOT_MINUTES } from './slot.ts';

export interface PriceLine {
  label: string;
  /** PKR; a discount is negative. */
  amount: number;
}

/** The price of a booking in PKR. `lines` add up to `total`; a `discount` below 0 is a surcharge. */
export interface Price {
  hours: number;
  hourly_rate: number;
  subtotal: number;
  discount: number;
  total: number;
  /** The court first, then its discount, then what `items` add or take off. */
  lines: PriceLine[];
  items: BookingLine[];
}

/**
 * The price of slots at `hourlyRate` PKR: rate × hours, less the discount of the first slot × hours, or more where it is below 0,
 * never below 0, and the add-ons and discounts of `items`; a plan may count for some courts only. The server and the
 * browser both use this function, so they agree.
 */
export function priceOf(
  slotIndexes: Iterable<number>,
  hourlyRate: number,
  plan: DayPlan,
  items: readonly PriceItem[] | ((play: PricedPlay) => readonly PriceItem[]) = [],
  courtId?: number,
): Price {
  const orderedIndexes = inPlayingOrder(slotIndexes);
  const first = orderedIndexes[0];
  const hours = (orderedIndexes.length * SLOT_MINUTES) / 60;
  const discountPerHour = first === undefined ? 0 : (plan.bySlotIndex.get(first)?.discount ?? 0);
  const court = toPrice(hours, hourlyRate, Math.round(discountPerHour * hours), []);
  if (typeof items !== 'function' && items.length === 0) return court;
  const play = playOf(plan, orderedIndexes, court.total, courtId);
  const lines = priceItems(typeof items === 'function' ? items(play) : items, play);
  return toPrice(hours, hourlyRate, court.discount, lines);
}

/** What lines are priced for; `courtPrice` is PKR. */
export function playOf(
  plan: DayPlan,
  slotIndexes: Iterable<number>,
  courtPrice: number,
  court_id?: number,
): PricedPlay {
  const orderedIndexes = inPlayingOrder(slotIndexes);
  const tiers = orderedIndexes.map((index) => plan.bySlotIndex.get(index)?.tier ?? null);
  return { date: plan.date, court_id, tiers, courtPrice };
}

/** What a booking was sold at. */
export interface SoldBooking {
  duration: number;
  hourly_rate: number;
  computed_amount: number;
  lines?: BookingLine[];
}

/** PKR of the court in a booking's amount, without its lines. */
export function soldCourtPriceOf({ computed_amount, lines }: SoldBooking): number {
  return computed_amount - linesTotal(lines);
}

/**
 * The price that a booking was sold at: the difference between its rate and the price of its court is its
 * discount or surcharge.
 */
export function soldPriceOf(booking: SoldBooking): Price {
  const hours = booking.duration / 60;
  const discount = Math.round(booking.hourly_rate * hours) - soldCourtPriceOf(booking);
  return toPrice(hours, booking.hourly_rate, discount, booking.lines ?? []);
}

function toPrice(hours: number, hourlyRate: number, fullDiscount: number, items: BookingLine[]): Price {
  const subtotal = Math.round(hourlyRate * hours);
  const discount = Math.min(fullDiscount, subtotal);
  // Hours that cost more than the rate simply have their price; only a saving is a line of its own.
  const lines: PriceLine[] = [{ label: 'Court', amount: subtotal + Math.max(0, -discount) }];
  if (discount > 0) lines.push({ label: 'Discount (Start time)', amount: -discount });
  lines.push(...itemLines(items));
  const total = subtotal - discount + linesTotal(items);
  return { hours, hourly_rate: hourlyRate, subtotal, discount, total, lines, items };
}

/** The add-ons and discounts as a customer reads them. */
export function itemLines(items: readonly BookingLine[] = []): PriceLine[] {
  return items.filter(isShownLine).map((item) => ({ label: lineLabel(item), amount: item.amount }));
}

/** PKR an hour for a booking that starts in a band with this discount. */
export function discountedRate(hourlyRate: number, discount: number): number {
  return Math.max(0, hourlyRate - discount);
}

/** PKR an hour that a booking costs more than the court's rate at most, by its start; 0 when no start costs more. */
export function largestSurcharge(days: readonly Pick<DayPlan, 'slots'>[]): number {
  return Math.max(0, ...days.flatMap(({ slots }) => slots.map(({ discount }) => -discount)));
}

/** PKR an hour that a booking saves at most, by its start; below 0 when every start costs more. */
export function largestDiscount(days: readonly Pick<DayPlan, 'slots'>[]): number {
  const discounts = days.flatMap(({ slots }) => slots.map(({ discount }) => discount));
  return discounts.length > 0 ? Math.max(...discounts) : 0;
}
