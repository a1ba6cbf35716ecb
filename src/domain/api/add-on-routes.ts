import * as v from 'valibot';
import { addOnOrderSchema, addOnSchema } from '../add-on-schemas.ts';
import { addOnChangeSchema } from '../admin-inputs.ts';
import { ADD_ON_UNITS } from '../price-line-kinds.ts';
import { count, id, money } from './base-schemas.ts';
import { bookingSchema } from './booking-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

/** An extra that a customer books with a court: a racket, balls, a coach. */
const addOnAnswerSchema = v.strictObject({
  id,
  name: v.string(),
  price: money,
  unit: v.picklist(ADD_ON_UNITS),
  /** How many the club has at any one time; null for no limit. */
  max_at_once: v.nullable(count),
});
export type AddOn = v.InferOutput<typeof addOnAnswerSchema>;

/** An add-on as owners edit it, in the order customers see. */
const adminAddOnSchema = v.strictObject({
  ...addOnAnswerSchema.entries,
  active: v.boolean(),
});
export type AdminAddOn = v.InferOutput<typeof adminAddOnSchema>;

const addOn = data(v.strictObject({ add_on: adminAddOnSchema }));
const addOns = data(v.strictObject({ add_ons: v.array(adminAddOnSchema) }));

export const ADD_ON_ROUTES = {
  'GET /api/add-ons': {
    summary: 'List the add-ons of a booking and how many are left in all of its half-hours',
    access: 'anyone',
    query: ['date', 'slots'],
    answer: v.array(v.strictObject({ ...addOnAnswerSchema.entries, left: v.nullable(count) })),
  },
  'GET /api/admin/add-ons': {
    summary: 'List all add-ons',
    access: 'staff',
    answer: addOns,
  },
  'POST /api/admin/add-ons': {
    summary: 'Add an add-on',
    access: 'owner',
    body: addOnSchema,
    answer: addOn,
    status: 201,
  },
  'PUT /api/admin/add-ons/order': {
    summary: 'Order the add-ons',
    access: 'owner',
    body: addOnOrderSchema,
    answer: addOns,
  },
  'PUT /api/admin/add-ons/:id': {
    summary: 'Change an add-on, or stop offering it',
    access: 'owner',
    body: addOnSchema,
    answer: addOn,
  },
  'PUT /api/admin/bookings/:id/add-ons': {
    summary: 'Change the add-ons of a booking',
    access: 'staff',
    body: addOnChangeSchema,
    answer: data(v.strictObject({ booking: bookingSchema })),
  },
} as const satisfies Record<string, RouteContract>;
