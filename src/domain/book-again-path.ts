import type { Booking } from './booking.ts';

/** The wizard, prefilled with a booking's court, date and slots. */
export function bookAgainPath(booking: Pick<Booking, 'court_id' | 'date' | 'slots'>): string {
  const { court_id, date, slots } = booking;
  return `/booking?court=${court_id}&date=${date}&time=${slots[0] ?? ''}&slots=${slots.join(',')}`;
}
