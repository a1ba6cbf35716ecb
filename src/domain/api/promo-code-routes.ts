import * as v from 'valibot';
import type { AdminPromoCode } from '../promo-code.ts';
import { codeCheckSchema, promoCodeSchema } from '../promo-code-schemas.ts';
import { count, id, nullableText, type SchemaOf } from './base-schemas.ts';
import { discountTermsEntries, priceItemSchema } from './booking-answer-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

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

/** Codes, and members' prices, which are codes without a text. */
export const PROMO_CODE_ROUTES = {
  'POST /api/codes/check': {
    summary: 'What a code takes off a booking',
    access: 'anyone',
    body: codeCheckSchema,
    answer: v.strictObject({ discount: priceItemSchema }),
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
