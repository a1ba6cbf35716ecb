import * as v from 'valibot';
import type { Booking } from './booking-and-booking-request.ts';
import { multilineText } from './text-schemas.ts';

/** What the staff wrote about a customer. */
export interface CustomerNote {
  id: number;
  note: string;
  created_at: string;
  /** Null when the account was deleted. */
  author: string | null;
}

/** The customer of a booking: everything booked with the same phone or email, with or without an account. */
export interface Customer {
  name: string;
  phone: string;
  email: string;
  /** The account of the newest booking that has one. */
  user_id: number | null;
  /** Bookings that were played: over, not cancelled and not missed. */
  visits: number;
  no_shows: number;
  cancelled: number;
  /** Bookings still to be played. */
  upcoming: number;
  /** PKR received for all of them, less refunds; null for staff, who may not see totals. */
  spent: number | null;
  /** The newest 50. */
  bookings: Booking[];
  /** Newest first. */
  notes: CustomerNote[];
}

const NOTE_MESSAGE = 'Please write a note.';
export const customerNoteSchema = v.strictObject({
  note: v.pipe(
    multilineText(NOTE_MESSAGE),
    v.nonEmpty(NOTE_MESSAGE),
    v.maxLength(500, 'Please use at most 500 characters.'),
  ),
});
