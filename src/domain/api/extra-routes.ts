import * as v from 'valibot';
import type { AdminAddOn } from '../add-on.ts';
import { addOnChangeSchema } from '../admin-api.ts';
import { ADD_ON_UNITS } from '../booking-line.ts';
import { addOnOrderSchema, addOnSchema, codeCheckSchema, promoCodeSchema } from '../extra-schemas.ts';
import type { AdminPromoCode } from '../promo-code.ts';
import { count, id, money, nullableText, type SchemaOf } from './base-schemas.ts';
import { bookingSchema, discountTermsEntries, priceItemSchema } from './booking-schemas.ts';
import { data, type RouteContract } from './contract.ts';

const addOnEntries = {
  id,
  name: v.string(),
  price: money,
  unit: v.picklist(ADD_ON_UNITS),
  max_at_once: v.nullable(count),
};
const adminAddOnSchema: SchemaOf<AdminAddOn> = v.strictObject({ ...addOnEntries, active: v.boolean() });
const addOn = data(v.strictObject({ add_on: adminAddOnSchema }));
const addOns = data(v.strictObject({ add_ons: v.array(adminAddOnSchema) }));

const adminCodeSchema: SchemaOf<AdminPromoCode> = v.strictObject({
  ...discountTermsEntries,
  id,
  code: nullableText,
  name: v.string(),
  book_from: nullableText,
  book_to: nullableText,
  first_booking: v.boolean(),
  members_only: v.boolean(),
  max_uses: v.nullable(count),
  active: v.boolean(),
  uses: count,
});
const code = data(v.strictObject({ code: adminCodeSchema }));

/** Add-ons, codes and members' prices. */
export const EXTRA_ROUTES = {
  'GET /api/add-ons': {
    summary: 'List the add-ons of a booking and how many are left in all of its half-hours',
    access: 'anyone',
    query: ['date', 'slots'],
    answer: v.array(v.strictObject({ ...addOnEntries, left: v.nullable(count) })),
  },
  'POST /api/codes/check': {
    summary: 'What a code takes off a booking',
    access: 'anyone',
    body: codeCheckSchema,
    answer: v.strictObject({ discount: priceItemSchema }),
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
  'GET /api/admin/codes': {
    summary: 'List all codes and members’ prices with their uses',
    access: 'owner',
    answer: data(v.strictObject({ codes: v.array(adminCodeSchema) })),
  },
  'POST /api/admin/codes': {
    summary: 'Add a code or a members’ price',
    access: 'owner',
    body: promoCodeSchema,
    answer: code,
    status: 201,
  },
  'PUT /api/admin/codes/:id': {
    summary: 'Change a code or a members’ price, or end it',
    access: 'owner',
    body: promoCodeSchema,
    answer: code,
  },
} as const satisfies Record<string, RouteContract>;
