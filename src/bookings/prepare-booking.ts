import type { BookingRequest, PaymentMethod } from '../domain/booking.ts';
import type { BookingLine, PricedPlay, PriceItem } from '../domain/booking-price-lines.ts';
import type { Calendar } from '../domain/calendar.ts';
import type { Club } from '../domain/club.ts';
import { type Consents, giveConsents } from '../domain/consent.ts';
import { type Court, courtRateOn } from '../domain/court.ts';
import { dayPlanOf } from '../domain/day-plan.ts';
import { invalidField } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import { priceOf } from '../domain/price.ts';
import {
  dateError,
  parseRequestedSlots,
  pastSlotsError,
  slotsError,
} from '../domain/slot-selection-errors.ts';

/** A booking to save: its slots are valid and not in the past, but may be taken. */
export interface NewBooking {
  court_id: number;
  court_name: string;
  user_id: number | null;
  date: string;
  /** In playing order, across midnight. */
  slotIndexes: readonly number[];
  name: string;
  email: string;
  phone: string;
  payment_method: PaymentMethod;
  hourly_rate: number;
  /** The price of the court plus `lines`. */
  computed_amount: number;
  lines?: BookingLine[];
  consents?: Consents;
  /** How long the slots are held unpaid, in epoch milliseconds; no deadline if missing. */
  pay_by?: number | null;
  series_id?: number;
}

/**
 * Turns a request into a booking to save, priced at the court's current rate. Throws `invalid` for a request that
 * breaks the rules; `BookingStore.create` checks that the slots are free.
 */
export function prepareBooking(
  request: BookingRequest,
  context: {
    court: Court;
    calendar: Calendar;
    now: number;
    daysAhead: number;
    club: Pick<Club, 'name' | 'channels'>;
    /** The booking's add-ons and discounts. */
    itemsFor?: (play: PricedPlay) => PriceItem[];
  },
): Omit<NewBooking, 'user_id'> {
  const { court, calendar, now } = context;
  const dateMessage = dateError(request.date, calendar, now, context.daysAhead);
  if (dateMessage) throw invalidField('date', dateMessage);
  const plan = dayPlanOf(calendar, request.date);
  const requested = parseRequestedSlots(request, plan);
  if ('error' in requested) throw invalidField(requested.field, requested.error);
  const { slotIndexes } = requested;
  const slotsMessage = slotsError(slotIndexes, plan) ?? pastSlotsError(request.date, slotIndexes, now);
  if (slotsMessage) throw invalidField('start_time', slotsMessage);
  const price = priceOf(slotIndexes, courtRateOn(court, request.date), plan, context.itemsFor);
  return {
    court_id: court.id,
    court_name: court.name,
    date: request.date,
    slotIndexes,
    name: request.name,
    email: request.email,
    phone: normalizePhone(request.phone),
    payment_method: request.payment_method,
    consents: giveConsents(request, context.club, now),
    hourly_rate: price.hourly_rate,
    computed_amount: price.total,
    lines: price.items,
  };
}
