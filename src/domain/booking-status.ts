export const BOOKING_STATUSES = ['pending', 'paid', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export const ATTENDANCES = ['arrived', 'no_show'] as const;
export type Attendance = (typeof ATTENDANCES)[number];

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
