import * as v from 'valibot';
import { codeCheckSchema, promoCodeSchema } from '../promo-code-schemas.ts';
import { count, id, nullableText } from './base-schemas.ts';
import { discountTermsSchema, priceItemSchema } from './booking-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

/**
 * A discount on the court's price: for customers who type its code or, without a code, for every booking it fits,
 * such as the members' price.
 */
const promoCodeAnswerSchema = v.strictObject({
  ...discountTermsSchema.entries,
  id,
  /** In capitals; null when no code is needed. */
  code: nullableText,
  /** The owner's name for it, shown to customers when there is no code. */
  name: v.string(),
  /** Business days on which it can be used to book, both inclusive; null leaves a side open. */
  book_from: nullableText,
  book_to: nullableText,
  /** Only for the first booking of an email, a phone or an account. */
  first_booking: v.boolean(),
  members_only: v.boolean(),
  /** Number of bookings that may use it; null for no limit. */
  max_uses: v.nullable(count),
  active: v.boolean(),
});
export type PromoCode = v.InferOutput<typeof promoCodeAnswerSchema>;

const adminPromoCodeSchema = v.strictObject({
  ...promoCodeAnswerSchema.entries,
  /** Bookings that use it: active ones, and cancelled ones of which the club keeps a part. */
  uses: count,
});
export type AdminPromoCode = v.InferOutput<typeof adminPromoCodeSchema>;
const code = data(v.strictObject({ code: adminPromoCodeSchema }));

/** Codes, and members' prices, which are codes without a text. */
export const PROMO_CODE_ROUTES = {
  'POST /api/promo-codes/check': {
    summary: 'What a code takes off a booking',
    access: 'anyone',
    body: codeCheckSchema,
    answer: v.strictObject({ discount: priceItemSchema }),
  },
  'GET /api/admin/promo-codes': {
    summary: 'List all codes and members’ prices with their uses',
    access: 'owner',
    right: 'make_codes',
    answer: data(v.strictObject({ codes: v.array(adminPromoCodeSchema) })),
  },
  'POST /api/admin/promo-codes': {
    summary: 'Add a code or a members’ price; staff add small codes',
    access: 'owner',
    right: 'make_codes',
    body: promoCodeSchema,
    answer: code,
    status: 201,
  },
  'PUT /api/admin/promo-codes/:id': {
    summary: 'Change a code or a members’ price, or end it',
    access: 'owner',
    body: promoCodeSchema,
    answer: code,
  },
} as const satisfies Record<string, RouteContract>;
