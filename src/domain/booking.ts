import * as v from 'valibot';
import { chosenAddOnsSchema } from './add-on.ts';
import { updatesBySchema } from './consent.ts';
import { bookingDateSchema, seenAmountSchema, slotsSchema } from './field-schemas.ts';
import { PAYMENT_METHODS, type PaymentMethod } from './money-labels.ts';
import { MINIMUM_SLOTS, SLOT_MINUTES } from './slot.ts';
import type { StepError } from './slot-selection-errors.ts';
import { emailSchema, isEmail, NAME_MESSAGE, nameSchema, phoneSchema } from './text-schemas.ts';
import { typedCodeSchema } from './typed-code.ts';
import { validate } from './validate.ts';

export type { Booking, PublicBooking } from './api/booking-answers.ts';
export { ATTENDANCES, type Attendance } from './booking-status.ts';
export { ALL_PAYMENT_METHODS, PAYMENT_METHODS, type PaymentMethod } from './money-labels.ts';

const DEFAULT_DURATION_MINUTES = 60;

const MINIMUM_DURATION_MESSAGE = 'Minimum booking duration is 1 hour (60 minutes)';

/** Step 2 of the wizard; `POST /api/book` requires the same fields. */
export const guestSchema = v.object({ name: nameSchema, email: emailSchema, phone: phoneSchema });

export const cashCheckSchema = v.strictObject({ email: emailSchema, phone: phoneSchema });

const paymentMethodSchema = v.picklist(PAYMENT_METHODS, 'Please select a payment method');

/** `POST /api/book`. The server ignores `user_id`; the session identifies the member. */
export const bookingRequestSchema = v.strictObject({
  court_id: v.pipe(
    v.number('Court is required'),
    v.integer('Court is required'),
    v.minValue(1, 'Court is required'),
  ),
  date: bookingDateSchema,
  start_time: v.pipe(v.string('Start time is required'), v.nonEmpty('Start time is required')),
  duration: v.optional(
    v.pipe(
      v.number('Duration must be a number of minutes, such as 60'),
      v.minValue(MINIMUM_SLOTS * SLOT_MINUTES, MINIMUM_DURATION_MESSAGE),
      v.multipleOf(SLOT_MINUTES, 'Duration must be in 30-minute increments'),
    ),
    DEFAULT_DURATION_MINUTES,
  ),
  slots: v.optional(slotsSchema),
  ...guestSchema.entries,
  payment_method: paymentMethodSchema,
  /** The price in PKR that the customer saw; the server refuses any other with `price_changed`. */
  amount: v.optional(seenAmountSchema),
  add_ons: v.optional(chosenAddOnsSchema),
  code: v.optional(typedCodeSchema),
  sms_updates: v.optional(v.boolean(), false),
  /** The other channels by which the customer wants messages; one that the club does not offer is ignored. */
  updates_by: updatesBySchema,
  user_id: v.optional(v.nullable(v.number())),
  /** `12.KEY` from an offer's link: books the slots held for a customer on the waiting list. */
  offer: v.optional(v.pipe(v.string('The link is not valid.'), v.maxLength(100, 'The link is not valid.'))),
});

/** Limited to the payment methods that the club offers. */
export function bookingRequestSchemaFor(methods: readonly PaymentMethod[]) {
  return v.strictObject({
    ...bookingRequestSchema.entries,
    payment_method: v.picklist(methods, 'Please select a payment method'),
  });
}

export type BookingRequest = v.InferOutput<ReturnType<typeof bookingRequestSchemaFor>>;

/** Checks step 2 of the wizard; the specification gives the texts. */
export function guestError(input: { name: string; email: string; phone: string }): StepError | null {
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

/** Checks step 3 of the wizard; the specification gives the texts. */
export function paymentError(method: string): StepError | null {
  return method
    ? null
    : { title: 'Missing Payment Method', text: 'Please select a payment method.', field: 'payment_method' };
}
