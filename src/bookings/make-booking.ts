import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { settle } from './payments.ts';
import type { NewBooking } from './prepare-booking.ts';
import type { BookingServices } from './services.ts';
import { limitCode } from './staff-rules.ts';

/**
 * Saves a booking made by the wizard, the reception or a series. A free one is paid at once. Throws `slot_taken` if
 * one of its slots is taken.
 */
export function makeBooking(
  tx: Transaction,
  services: Pick<BookingServices, 'bookings' | 'ledger' | 'settings' | 'grants'>,
  request: NewBooking,
  actor: Actor,
): Booking {
  const booking = services.bookings.create(tx, request);
  limitCode(tx, services, booking, actor);
  return booking.computed_amount > 0 ? booking : settle(tx, services, booking.id, actor);
}
