import * as v from 'valibot';

/** A booking that only an email to the club knows, in the words of that email. */
export const missingBookingSchema = v.strictObject({
  /** The number of the booking. */
  id: v.number(),
  /** When the email was sent: ISO 8601, or an empty text. */
  sent_at: v.string(),
  court: v.string(),
  date: v.string(),
  time: v.string(),
  length: v.string(),
  payment: v.string(),
  name: v.string(),
  phone: v.string(),
  email: v.string(),
  total: v.string(),
  /** Where it stands in the day view: `2026-11-21` and `18:00`; null when the email does not tell. */
  business_day: v.nullable(v.string()),
  start_time: v.nullable(v.string()),
});
export type MissingBooking = v.InferOutput<typeof missingBookingSchema>;
