import * as v from 'valibot';
import { ATTENDANCES, BOOKING_STATUSES } from '../booking-status.ts';
import { WEEKDAYS } from '../business-day.ts';
import { ALL_PAYMENT_METHODS, MONEY_METHODS } from '../money-labels.ts';
import { ADD_ON_UNITS, LINE_KINDS } from '../price-line-kinds.ts';
import { PRICING_TIERS } from '../slot.ts';
import { count, date, id, instant, money, nullableText, startTime, version } from './base-schemas.ts';

/** How a customer said to pay. */
export const paymentMethod = v.picklist(ALL_PAYMENT_METHODS);

/** A part of a sum that came or goes back one way. */
const moneyPartSchema = v.strictObject({ method: v.picklist(MONEY_METHODS), amount: money });
export type MoneyPart = v.InferOutput<typeof moneyPartSchema>;
/** The ways that hold a sum, the most recent last, or in which it goes back. */
export const moneyPartsSchema = v.array(moneyPartSchema);

/** The public part of a booking: no money, no customer, no receipt. */
export const publicBookingSchema = v.strictObject({
  id,
  court_id: id,
  /** The business day; see `business-day.ts`. */
  date,
  start_time: startTime,
  duration: v.pipe(v.number(), v.integer(), v.description('Minutes')),
  /** In playing order. */
  slots: v.array(startTime),
  status: v.picklist(BOOKING_STATUSES),
  payment_method: paymentMethod,
});
export type PublicBooking = v.InferOutput<typeof publicBookingSchema>;

/** How much a discount takes off, as a percentage or in PKR, and which play it applies to. */
export const discountTermsSchema = v.strictObject({
  percent: v.nullable(count),
  amount_off: v.nullable(money),
  /** The tiers of the first slot; null for all. */
  tiers: v.nullable(v.array(v.picklist(PRICING_TIERS))),
  /** Dates of play, both inclusive; null leaves a side open. */
  play_from: v.nullable(date),
  play_to: v.nullable(date),
});
export type DiscountTerms = v.InferOutput<typeof discountTermsSchema>;

const percent = v.pipe(count, v.minValue(1), v.maxValue(100));

/** Which play a plan applies to; null means any. */
export const planScopeSchema = v.strictObject({
  tiers: v.nullable(v.array(v.picklist(PRICING_TIERS))),
  courts: v.nullable(v.array(id)),
  weekdays: v.nullable(v.array(v.picklist(WEEKDAYS))),
});
export type PlanScope = v.InferOutput<typeof planScopeSchema>;

/** What a plan takes off an hour: a percentage or PKR. */
export const planDiscountSchema = v.strictObject({
  ...planScopeSchema.entries,
  percent: v.nullable(percent),
  amount_off: v.nullable(money),
});
export type PlanDiscount = v.InferOutput<typeof planDiscountSchema>;

/** What a plan gives a booking. */
export const planEffectSchema = v.variant('gives', [
  v.strictObject({
    ...planScopeSchema.entries,
    gives: v.literal('hours'),
    /** The month of the plan whose hours are used, starting at 0. */
    period: count,
    /** Half-hours that were left for the booking, and those it uses. */
    slots: count,
    used: count,
  }),
  v.strictObject({ gives: v.literal('discount'), discounts: v.array(planDiscountSchema) }),
  v.strictObject({ gives: v.literal('add_on'), add_on_id: id, percent }),
]);
export type PlanEffect = v.InferOutput<typeof planEffectSchema>;

const itemTermsSchema = v.strictObject({
  ...discountTermsSchema.entries,
  /** Only in a plan's line. */
  plan: v.exactOptional(planEffectSchema),
  /** How many hours before play the plan's holder can cancel for free. */
  cancel_hours: v.exactOptional(count),
});
export type ItemTerms = v.InferOutput<typeof itemTermsSchema>;

/** An add-on or a discount as sold; its amount depends on the play. */
export const priceItemSchema = v.strictObject({
  kind: v.picklist(LINE_KINDS),
  /** The id of the add-on, the code or the plan's purchase. */
  source_id: id,
  label: v.string(),
  quantity: count,
  /** Null for a discount. */
  unit: v.nullable(v.picklist(ADD_ON_UNITS)),
  /** PKR for an add-on; 0 for a discount. */
  unit_price: money,
  /** Null for an add-on. */
  terms: v.nullable(itemTermsSchema),
});
export type PriceItem = v.InferOutput<typeof priceItemSchema>;

/** A line of a booking's price. The court's price and all lines add up to the booking's amount. */
const bookingLineSchema = v.strictObject({
  ...priceItemSchema.entries,
  /** PKR; negative for a discount. */
  amount: money,
});
export type BookingLine = v.InferOutput<typeof bookingLineSchema>;

/** A booking as its customer and admins see it. */
export const bookingSchema = v.strictObject({
  ...publicBookingSchema.entries,
  computed_amount: money,
  hourly_rate: money,
  created_at: instant,
  /** The customer's receipt is waiting for review, or counts for a paid or cancelled booking. */
  receipt_received: v.boolean(),
  /** The price while the booking stands; after a cancellation, the part that is kept. */
  charge: money,
  /** The sum of its ledger entries. */
  received: money,
  /** `charge` minus `received`: positive to collect, negative to give back. */
  balance: money,
  /** What is still owed, where another payer gets money back meanwhile; `balance` is the sum of both. */
  due: v.exactOptional(money),
  /**
   * How long a pending booking holds its slots unpaid; null without a deadline and while a receipt is being checked.
   * A released booking keeps the deadline it missed.
   */
  pay_by: v.nullable(instant),
  /** Cancelled by the system because nobody paid in time. */
  released: v.boolean(),
  court_name: v.string(),
  user_id: v.nullable(id),
  /** The series this date belongs to; null for a single booking. */
  series_id: v.nullable(id),
  /** The customer, who is its first payer. */
  payer_id: id,
  /** Others pay or have paid part of it, or may join because it is an open match. */
  is_shared: v.boolean(),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  provider_ref: nullableText,
  payment_receipt: nullableText,
  /** The customer asked for text messages about this booking; members can also turn them on in their preferences. */
  sms_updates: v.boolean(),
  /** The other channels by which the customer wants messages, such as WhatsApp; absent without one. */
  updates_by: v.exactOptional(v.array(v.string())),
  /** Null until the reception records whether the customer came. */
  attendance: v.nullable(v.picklist(ATTENDANCES)),
  /** Where the customer wants a refund sent by transfer: account number and title. */
  refund_account: nullableText,
  version,
  /** Add-ons and discounts included in the amount; absent if there are none. */
  lines: v.exactOptional(v.array(bookingLineSchema)),
});
export type Booking = v.InferOutput<typeof bookingSchema>;

/** What a customer may see about their own booking on top of the booking itself. */
export const selfServiceSchema = v.strictObject({
  /** The booking's address including its key; absent for admins, who could act as the customer with it. */
  manage_url: v.exactOptional(v.string()),
  reschedule_used: v.boolean(),
  email_corrected: v.boolean(),
  /** The club cancelled the booking because its match did not fill. */
  not_full: v.boolean(),
  /** The club cancelled the booking; `reason` is that of the closure in its way, or empty. */
  club_cancelled: v.exactOptional(v.strictObject({ reason: v.string() })),
  /** Why an admin rejected the newest receipt; null while it waits or counts. */
  receipt_rejected: nullableText,
  /** The customer's own money that the club has. */
  paid_ways: moneyPartsSchema,
  /** PKR the club would keep if the booking were cancelled now: in total, and of the customer's own part. */
  kept: v.strictObject({ all: money, own: money }),
});
export type SelfService = v.InferOutput<typeof selfServiceSchema>;

/** One fact about a payment; `copy` is the text to put on the clipboard for typing it elsewhere. */
const paymentDetailSchema = v.strictObject({
  label: v.string(),
  value: v.string(),
  copy: v.exactOptional(v.string()),
});
export type PaymentDetail = v.InferOutput<typeof paymentDetailSchema>;

/** A Raast code for banking apps, for exactly the outstanding amount. */
export const transferQrSchema = v.strictObject({
  payload: v.string(),
  svg: v.string(),
  amount: v.number(),
  expires_at: v.nullable(v.string()),
});
export type TransferQr = v.InferOutput<typeof transferQrSchema>;

export const instructionsSchema = v.strictObject({
  title: v.string(),
  /** The details as `Label: value`, then the notes. */
  lines: v.array(v.string()),
  details: v.array(paymentDetailSchema),
  notes: v.array(v.string()),
  qr: v.exactOptional(transferQrSchema),
});
export type PaymentInstructions = v.InferOutput<typeof instructionsSchema>;
