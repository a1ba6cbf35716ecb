import * as v from 'valibot';
import type { BookingStatus } from './booking-status.ts';
import { addDays, businessDayOf, isDate } from './business-day.ts';
import {
  blocksOf,
  consecutiveSlotIndexes,
  inPlayingOrder,
  isPast,
  MINIMUM_SLOTS,
  positionOf,
  SLOT_MINUTES,
  slotIndexOf,
} from './slot.ts';
import { emailSchema, isEmail, NAME_MESSAGE, nameSchema, phoneSchema } from './text-schemas.ts';
import { validate } from './validate.ts';

export const DEFAULT_DURATION_MINUTES = 60;
export const PAYMENT_METHODS = ['bank_transfer', 'cash'] as const;
/** `card` is there while the owner has a payment provider. */
export type PaymentMethod = (typeof PAYMENT_METHODS)[number] | 'card';

export const MINIMUM_DURATION_MESSAGE = 'Minimum booking duration is 1 hour (60 minutes)';
export const LONE_SLOT_MESSAGE = 'Each block needs at least 2 slots in a row (no standalone 30-minute slot).';

/** The wizard's second step; also a part of what `POST /api/book` demands. */
export const guestSchema = v.object({ name: nameSchema, email: emailSchema, phone: phoneSchema });

const paymentMethodSchema = v.picklist(PAYMENT_METHODS, 'Please select a payment method');

/** What `POST /api/book` takes. `user_id` is accepted and ignored: the session says who is booking. */
export const bookingRequestSchema = v.strictObject({
  court_id: v.pipe(
    v.number('Court is required'),
    v.integer('Court is required'),
    v.minValue(1, 'Court is required'),
  ),
  date: v.pipe(v.string('Date is required'), v.nonEmpty('Date is required')),
  start_time: v.pipe(v.string('Start time is required'), v.nonEmpty('Start time is required')),
  duration: v.optional(
    v.pipe(
      v.number('Duration must be a number of minutes, such as 60'),
      v.minValue(MINIMUM_SLOTS * SLOT_MINUTES, MINIMUM_DURATION_MESSAGE),
      v.multipleOf(SLOT_MINUTES, 'Duration must be in 30-minute increments'),
    ),
    DEFAULT_DURATION_MINUTES,
  ),
  slots: v.optional(
    v.pipe(
      v.array(v.string('Please select time slots.'), 'Please select time slots.'),
      v.maxLength(48, 'Please select time slots.'),
    ),
  ),
  ...guestSchema.entries,
  payment_method: paymentMethodSchema,
  /** The guest ticked text messages for this booking. */
  sms_updates: v.optional(v.boolean(), false),
  user_id: v.optional(v.nullable(v.number())),
});

/** The same where the club takes other ways to pay than the two it always takes. */
export function bookingRequestSchemaFor(methods: readonly PaymentMethod[]) {
  return v.strictObject({
    ...bookingRequestSchema.entries,
    payment_method: v.picklist(methods, 'Please select a payment method'),
  });
}

export type BookingRequest = v.InferOutput<ReturnType<typeof bookingRequestSchemaFor>>;

/** What a stranger may see of a booking: nothing personal. */
export interface PublicBooking {
  id: number;
  court_id: number;
  /** The business day; see `business-day.ts`. */
  date: string;
  start_time: string;
  /** Minutes. */
  duration: number;
  /** Start times in playing order. */
  slots: string[];
  status: BookingStatus;
  payment_method: string;
  /** PKR. */
  computed_amount: number;
  hourly_rate: number;
  created_at: string;
  /** A picture of the transfer has come; what it shows only the desk and the owner may see. */
  receipt_received: boolean;
  /** PKR that came by card for it, less or more than it costs by now; null while none came. */
  card_received: number | null;
}

/** What the booking's owner and the desk see. */
export interface Booking extends PublicBooking {
  court_name: string;
  user_id: number | null;
  name: string;
  email: string;
  phone: string;
  provider_ref: string | null;
  payment_receipt: string | null;
  /** Text messages were asked for with this booking; members may also have them on in their preferences. */
  sms_updates: boolean;
  version: number;
}

/** A specified toast: the title and the sentence under it. */
export interface StepError {
  title: string;
  text: string;
  /** What stands beside the field where that is not the toast's sentence. */
  beside?: string;
  /** Where the focus should go. */
  field: string;
}

/**
 * Why a set of half-hours cannot be booked as it is, whoever asks: closed hours, too few, a lone one.
 * Null when it can.
 */
export function slotsError(slotIndexes: readonly number[]): string | null {
  if (slotIndexes.length === 0) return 'Please select time slots.';
  if (slotIndexes.some((slotIndex) => positionOf(slotIndex) < 0))
    return 'The club is open from 7:00 AM to 4:00 AM.';
  if (slotIndexes.length < MINIMUM_SLOTS) return 'Please select at least 2 slots (1 hour minimum).';
  if (blocksOf(slotIndexes).some((block) => block.slotIndexes.length < MINIMUM_SLOTS))
    return LONE_SLOT_MESSAGE;
  return null;
}

/** Why nothing can be booked on `date` at `now`; null when it can. `horizon` is in days from today. */
export function dateError(date: string, now: number, daysAhead: number): string | null {
  if (!isDate(date)) return 'Please choose a date that exists.';
  const today = businessDayOf(now);
  if (date < today) return 'This date is in the past. Please choose today or a later date.';
  if (date > addDays(today, daysAhead))
    return `Bookings open ${daysAhead} days ahead. Please choose an earlier date.`;
  return null;
}

/** Why these half-hours of `date` cannot be booked at `now`; null when they can. */
export function pastSlotsError(date: string, slotIndexes: readonly number[], now: number): string | null {
  return slotIndexes.some((slotIndex) => isPast(date, slotIndex, now))
    ? 'This time has already started. Please choose a later one.'
    : null;
}

/**
 * The half-hours a request names, in playing order, or the sentence that refuses it.
 * Without `slots` they are consecutive from `start_time`.
 */
export function parseRequestedSlots(request: {
  start_time: string;
  duration: number;
  slots?: readonly string[] | undefined;
}): { slotIndexes: number[] } | { error: string; field: string } {
  const first = slotIndexOf(request.start_time);
  if (first === null) return { error: 'Start time must be a half-hour such as 18:30.', field: 'start_time' };
  const count = request.duration / SLOT_MINUTES;
  if (!request.slots) {
    const slotIndexes = consecutiveSlotIndexes(request.start_time, count);
    return slotIndexes
      ? { slotIndexes }
      : { error: 'The club is open from 7:00 AM to 4:00 AM.', field: 'start_time' };
  }
  const slotIndexes: number[] = [];
  for (const text of request.slots) {
    const hour = slotIndexOf(text);
    if (hour === null) return { error: 'Each slot must be a half-hour such as 18:30.', field: 'slots' };
    slotIndexes.push(hour);
  }
  const error = slotsError(slotIndexes);
  if (error) return { error, field: 'slots' };
  if (inPlayingOrder(slotIndexes).join() !== slotIndexes.join()) {
    return { error: 'Slots must be in playing order, each one once.', field: 'slots' };
  }
  if (slotIndexes[0] !== first) return { error: 'Start time must be the first slot.', field: 'start_time' };
  if (slotIndexes.length !== count)
    return { error: 'Duration must be 30 minutes for each slot.', field: 'duration' };
  return { slotIndexes };
}

/** Step 1 of the wizard, in the specified words. */
export function validateSelection(input: {
  date: string;
  courtId: number | null;
  slotIndexes: readonly number[];
}): StepError | null {
  if (!input.date || input.courtId === null) {
    const missing = input.date
      ? { field: 'court', beside: 'Court is required' }
      : { field: 'date', beside: 'Date is required' };
    return { title: 'Missing Information', text: 'Please select a date and court.', ...missing };
  }
  const text = slotsError(input.slotIndexes);
  if (!text) return null;
  return input.slotIndexes.length === 0
    ? { title: 'Missing Information', text, field: 'slots', beside: 'Time slot is required' }
    : { title: 'Invalid Slot Selection', text, field: 'slots' };
}

/** Step 2 of the wizard, in the specified words. */
export function validateGuest(input: { name: string; email: string; phone: string }): StepError | null {
  const empty = (['name', 'email', 'phone'] as const).find((field) => !input[field].trim());
  if (empty)
    return { title: 'Missing Information', text: 'Please fill in all required fields.', field: empty };
  if (!isEmail(input.email)) {
    return { title: 'Invalid Email', text: 'Please enter a valid email address.', field: 'email' };
  }
  const result = validate(guestSchema, input);
  if (result.ok) return null;
  const field = (['name', 'email', 'phone'] as const).find((name) => result.fields[name]) ?? 'name';
  return { title: 'Missing Information', text: result.fields[field] ?? NAME_MESSAGE, field };
}

/** Step 3 of the wizard, in the specified words. */
export function validatePayment(method: string): StepError | null {
  return method
    ? null
    : { title: 'Missing Payment Method', text: 'Please select a payment method.', field: 'payment_method' };
}
