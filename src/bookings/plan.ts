import {
  type BookingRequest,
  refuseDate,
  refusePast,
  refuseShape,
  requestedHours,
} from '../domain/booking.ts';
import type { Court } from '../domain/court.ts';
import { invalidField } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import { priceOf } from '../domain/price.ts';
import type { NewBooking } from './store.ts';

/**
 * Turns a request into the booking to write: its half-hours, its price at the court's rate of now. Throws
 * `invalid` for whatever the rules refuse; whether the half-hours are free is the store's to say.
 */
export function planBooking(
  request: BookingRequest,
  world: { court: Court | null; now: number; daysAhead: number },
): Omit<NewBooking, 'user_id'> {
  const { court } = world;
  if (!court?.active) throw invalidField('court_id', 'There is no such court. Please choose another one.');
  const date = refuseDate(request.date, world.now, world.daysAhead);
  if (date) throw invalidField('date', date);
  const requested = requestedHours(request);
  if ('refusal' in requested) throw invalidField(requested.field, requested.refusal);
  const { hours } = requested;
  const shape = refuseShape(hours) ?? refusePast(request.date, hours, world.now);
  if (shape) throw invalidField('start_time', shape);
  return {
    court_id: court.id,
    court_name: court.name,
    date: request.date,
    hours,
    name: request.name,
    email: request.email,
    phone: normalizePhone(request.phone),
    payment_method: request.payment_method,
    sms_updates: request.sms_updates,
    hourly_rate: court.hourly_rate,
    computed_amount: priceOf(hours, court.hourly_rate).total,
  };
}
