import type { Court } from './court.ts';
import { endOfPlay, startOfPlay } from './play-time.ts';

export const BOOKING_STATUSES = ['pending', 'paid', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

const ALLOWED_TRANSITIONS: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ['paid', 'cancelled'],
  paid: ['cancelled'],
  cancelled: ['paid'],
};

export function isBookingStatus(text: string): text is BookingStatus {
  return (BOOKING_STATUSES as readonly string[]).includes(text);
}

export function canChangeStatus(from: BookingStatus, to: BookingStatus): boolean {
  return ALLOWED_TRANSITIONS[from].includes(to);
}

/** What an admin should know before a booking is restored: its time or its court is gone. Null when nothing is. */
export function restoreWarning(
  booking: { court_name: string; date: string; slots: readonly string[] },
  court: Pick<Court, 'active'> | null,
  now: number,
): string | null {
  const warnings: string[] = [];
  if (endOfPlay(booking) <= now) warnings.push('The booked time is over.');
  else if (startOfPlay(booking) <= now) warnings.push('The booked time has already started.');
  if (!court?.active) warnings.push(`${booking.court_name} is out of use, and customers cannot book it.`);
  return warnings.join(' ') || null;
}
