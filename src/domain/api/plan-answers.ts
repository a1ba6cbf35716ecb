import * as v from 'valibot';
import { PURCHASE_STATUSES } from '../plan.ts';
import { PLAN_KINDS } from '../plan-kinds.ts';
import { planTermsSchema } from '../plan-schemas.ts';
import { count, date, id, instant, money, nullableText, version } from './base-schemas.ts';
import { planDiscountSchema, planScopeSchema } from './booking-answers.ts';

const nullableDate = v.nullable(date);

/** A plan or package as sold now. */
export const planOfferSchema = v.strictObject({
  id,
  /** The id of its terms; changed terms get a new one. */
  version_id: id,
  kind: v.picklist(PLAN_KINDS),
  name: v.string(),
  terms: planTermsSchema,
});
export type PlanOffer = v.InferOutput<typeof planOfferSchema>;

/** The same as owners and the reception see it. */
export const adminPlanSchema = v.strictObject({
  ...planOfferSchema.entries,
  /** Whether it can be bought. */
  active: v.boolean(),
  /** Purchases of it that apply now or will. */
  holders: count,
});
export type AdminPlan = v.InferOutput<typeof adminPlanSchema>;

/** How a customer's plan affects the price of a booking. */
export const heldPlanSchema = v.strictObject({
  /** The purchase's id. */
  id,
  name: v.string(),
  /** Business days of play, both included. */
  starts_on: date,
  ends_on: date,
  paused_days: count,
  months: v.nullable(count),
  /** Half-hours left in each month, or in the package. */
  left: v.array(count),
  hours_for: planScopeSchema,
  discounts: v.array(planDiscountSchema),
  add_ons: v.array(v.strictObject({ id, percent: count })),
  days_ahead: v.nullable(count),
  cancel_hours: v.nullable(count),
  events_percent: v.nullable(count),
  with_codes: v.boolean(),
});
export type HeldPlan = v.InferOutput<typeof heldPlanSchema>;

export const purchaseSchema = v.strictObject({
  id,
  plan_id: id,
  version_id: id,
  kind: v.picklist(PLAN_KINDS),
  name: v.string(),
  /** As they were when sold. */
  terms: planTermsSchema,
  status: v.picklist(PURCHASE_STATUSES),
  /** Business days, both included; null until it is paid. */
  starts_on: nullableDate,
  ends_on: nullableDate,
  paused_on: nullableDate,
  /** Half-hours left now; null for a plan without hours, and before it begins. */
  slots_left: v.nullable(count),
  /** When the next month's hours begin. */
  hours_again_on: nullableDate,
  /** Who owes for it, with the money in PKR. */
  payer_id: id,
  charge: money,
  received: money,
  balance: money,
  /** A receipt for it waits for the reception. */
  receipt_waits: v.boolean(),
  /** The addresses of those who may book with its hours. */
  friends: v.array(v.string()),
  /** PKR that would be refunded if it ended now. */
  gives_back: money,
  created_at: instant,
  version,
});
export type Purchase = v.InferOutput<typeof purchaseSchema>;

/** Who has a plan now or will. */
export const planHolderSchema = v.strictObject({
  purchase: purchaseSchema,
  user_id: v.nullable(id),
  /** Null when the person's data were deleted. */
  name: nullableText,
  phone: v.string(),
  email: v.string(),
  /** Half-hours sold and not used yet. */
  slots_owed: count,
});
export type PlanHolder = v.InferOutput<typeof planHolderSchema>;

/** What a plan brought and cost in a range of business days. */
export const planFiguresSchema = v.strictObject({
  plan_id: id,
  name: v.string(),
  holders: count,
  /** Purchases that began in the range, and PKR received for them less refunds. */
  sold: count,
  earned: money,
  /** PKR that it took off bookings and places in events of the range that stand. */
  given: money,
  /** Half-hours of those bookings, and those of them outside peak hours. */
  slots_played: count,
  quiet_slots: count,
  /** Half-hours that its holders have not used yet. */
  slots_owed: count,
});
export type PlanFigures = v.InferOutput<typeof planFiguresSchema>;
