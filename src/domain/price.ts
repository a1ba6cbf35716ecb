import {
  type BookingLine,
  isShownLine,
  lineLabel,
  linesTotal,
  type PricedPlay,
  type PriceItem,
  priceItems,
} from './booking-price-lines.ts';
import type { StartDiscount } from './calendar.ts';
import type { CourtRate } from './court.ts';
import type { DayPlan } from './day-plan.ts';
import { inPlayingOrder, SLOT_MINUTES } from './slot.ts';

export interface PriceLine {
  label: string;
  /** PKR; negative for a discount. */
  amount: number;
}

/** A booking's price in PKR. `lines` add up to `total`; a negative `discount` is a surcharge. */
export interface Price {
  hours: number;
  hourly_rate: number;
  subtotal: number;
  discount: number;
  total: number;
  /** The court, then its discount, then `items`. */
  lines: PriceLine[];
  items: BookingLine[];
}

/**
 * Prices slots on a court: its rate × hours, less the first slot's discount × hours (a negative discount adds), never
 * below 0, plus the add-ons and discounts of `items`. The server and the browser both use this function, so they agree.
 */
export function priceOf(
  slotIndexes: Iterable<number>,
  { court_id, hourly_rate }: CourtRate,
  plan: DayPlan,
  items: readonly PriceItem[] | ((play: PricedPlay) => readonly PriceItem[]) = [],
): Price {
  const orderedIndexes = inPlayingOrder(slotIndexes);
  const first = orderedIndexes[0];
  const hours = (orderedIndexes.length * SLOT_MINUTES) / 60;
  const start = first === undefined ? undefined : plan.bySlotIndex.get(first);
  const discountPerHour = start ? discountOn(start, court_id) : 0;
  const court = toPrice(hours, hourly_rate, Math.round(discountPerHour * hours), []);
  const play = playOf(plan, orderedIndexes, court.total, court_id);
  const lines = priceItems(typeof items === 'function' ? items(play) : items, play);
  return toPrice(hours, hourly_rate, court.discount, lines);
}

/** PKR per hour that a start on the court costs less than its rate; negative if it costs more. */
export function discountOn({ discount, court_discounts }: StartDiscount, courtId: number): number {
  return court_discounts?.[courtId] ?? discount;
}

/** PKR per hour of a booking that starts in this slot or band. */
export function startPrice({ court_id, hourly_rate }: CourtRate, start: StartDiscount): number {
  return Math.max(0, hourly_rate - discountOn(start, court_id));
}

/** What to price lines for; `courtPrice` is in PKR. */
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

/** The terms that a booking was sold at. */
export interface SoldBooking {
  duration: number;
  hourly_rate: number;
  computed_amount: number;
  lines?: BookingLine[];
}

/** PKR for the court within a booking's amount, without its lines. */
export function soldCourtPriceOf({ computed_amount, lines }: SoldBooking): number {
  return computed_amount - linesTotal(lines);
}

/**
 * The price that a booking was sold at. Any difference between its rate and the court's price is a discount or
 * surcharge.
 */
export function soldPriceOf(booking: SoldBooking): Price {
  const hours = booking.duration / 60;
  const discount = Math.round(booking.hourly_rate * hours) - soldCourtPriceOf(booking);
  return toPrice(hours, booking.hourly_rate, discount, booking.lines ?? []);
}

function toPrice(hours: number, hourlyRate: number, fullDiscount: number, items: BookingLine[]): Price {
  const subtotal = Math.round(hourlyRate * hours);
  const discount = Math.min(fullDiscount, subtotal);
  // Hours above the rate are simply priced higher; only a saving gets its own line.
  const lines: PriceLine[] = [{ label: 'Court', amount: subtotal + Math.max(0, -discount) }];
  if (discount > 0) lines.push({ label: 'Discount (Start time)', amount: -discount });
  lines.push(...itemLines(items));
  const total = subtotal - discount + linesTotal(items);
  return { hours, hourly_rate: hourlyRate, subtotal, discount, total, lines, items };
}

/** Add-ons and discounts as the customer reads them. */
export function itemLines(items: readonly BookingLine[] = []): PriceLine[] {
  return items.filter(isShownLine).map((item) => ({ label: lineLabel(item), amount: item.amount }));
}
