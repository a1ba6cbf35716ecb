import * as v from 'valibot';
import { dateSchema, integerSchema, versionSchema } from './field-schemas.ts';
import { multilineText, requiredLine } from './text-schemas.ts';

const HOURLY_RATE_MESSAGE = 'The hourly rate must be a whole number of rupees from 0 to 1,000,000.';
/** More than any club has; bounds the rows of a page and of the wizard. */
export const MAX_COURTS = 50;

const courtNameSchema = requiredLine('Please enter a name.', 100);
const descriptionSchema = v.pipe(
  multilineText('Please enter a text.'),
  v.maxLength(1000, 'At most 1,000 characters.'),
);
const rateSchema = integerSchema(HOURLY_RATE_MESSAGE, 0, 1_000_000);
const featuresSchema = v.pipe(
  v.array(requiredLine('A feature must be text.', 60)),
  v.maxLength(12, 'At most 12 features.'),
);
const POSITION_MESSAGE = 'The place in the list must be a whole number of at least 1.';
const ORDER_MESSAGE = 'The order must name each court once.';

/** PKR per hour for a new court. */
export const DEFAULT_HOURLY_RATE = 5000;

export const courtEditSchema = v.strictObject({
  name: v.optional(courtNameSchema),
  description: v.optional(descriptionSchema),
  hourly_rate: v.optional(rateSchema),
  features: v.optional(featuresSchema),
  active: v.optional(v.boolean('Active must be yes or no.')),
  version: v.optional(versionSchema),
});
export type CourtEdit = v.InferOutput<typeof courtEditSchema>;

export const newCourtSchema = v.strictObject({
  name: courtNameSchema,
  description: v.optional(descriptionSchema, ''),
  hourly_rate: v.optional(rateSchema, DEFAULT_HOURLY_RATE),
  features: v.optional(featuresSchema, []),
  /** The place in the list, starting at 1; last when missing. */
  position: v.optional(
    v.pipe(v.number(POSITION_MESSAGE), v.integer(POSITION_MESSAGE), v.minValue(1, POSITION_MESSAGE)),
  ),
});
export type NewCourt = v.InferOutput<typeof newCourtSchema>;

export const courtOrderSchema = v.strictObject({
  /** The ids of all courts, including retired ones, in their new order. */
  courts: v.pipe(
    v.array(v.pipe(v.number(ORDER_MESSAGE), v.integer(ORDER_MESSAGE)), ORDER_MESSAGE),
    v.maxLength(MAX_COURTS, ORDER_MESSAGE),
    v.check((ids) => new Set(ids).size === ids.length, ORDER_MESSAGE),
  ),
});

/** A rate for play from a later date. */
export const newCourtPriceSchema = v.strictObject({
  from: dateSchema,
  hourly_rate: rateSchema,
});
export type NewCourtPrice = v.InferOutput<typeof newCourtPriceSchema>;
