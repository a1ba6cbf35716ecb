import {
  type BookingRequest,
  dateError,
  parseRequestedSlots,
  pastSlotsError,
  slotsError,
} from '../domain/booking.ts';
import type { Calendar } from '../domain/calendar.ts';
import { type Court, hourlyRateOn } from '../domain/court.ts';
import { dayPlanOf } from '../domain/day-plan.ts';
import { invalidField } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import { priceOf } from '../domain/price.ts';
import type { NewBooking } from './store.ts';

/**
 * Turns a request into the booking to write, priced at the court's current rate. Throws `invalid` for a
 * request that breaks the rules; `BookingStore.create` checks that the slots are free.
 */
export function buildNewBooking(
  request: BookingRequest,
  context: { court: Court | null; calendar: Calendar; now: number; daysAhead: number },
): Omit<NewBooking, 'user_id'> {
  const { court, calendar, now } = context;
  if (!court?.active) throw invalidField('court_id', 'There is no such court. Please choose another one.');
  const dateMessage = dateError(request.date, calendar, now, context.daysAhead);
  if (dateMessage) throw invalidField('date', dateMessage);
  const plan = dayPlanOf(calendar, request.date);
  const requested = parseRequestedSlots(request, plan);
  if ('error' in requested) throw invalidField(requested.field, requested.error);
  const { slotIndexes } = requested;
  const slotsMessage = slotsError(slotIndexes, plan) ?? pastSlotsError(request.date, slotIndexes, now);
  if (slotsMessage) throw invalidField('start_time', slotsMessage);
  const hourlyRate = hourlyRateOn(court, request.date);
  return {
    court_id: court.id,
    court_name: court.name,
    date: request.date,
    slotIndexes,
    name: request.name,
    email: request.email,
    phone: normalizePhone(request.phone),
    payment_method: request.payment_method,
    sms_updates: request.sms_updates,
    hourly_rate: hourlyRate,
    computed_amount: priceOf(slotIndexes, hourlyRate, plan).total,
  };
}
