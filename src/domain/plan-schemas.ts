/** The terms of plans and packages, and the requests of owners, the reception and members about them. */
import * as v from 'valibot';
import { WEEKDAYS } from './business-day.ts';
import { idSchema, integerSchema, MAX_AMOUNT, versionSchema } from './field-schemas.ts';
import { ALL_PAYMENT_METHODS } from './money-labels.ts';
import { PLAN_KINDS, PLAN_MONTHS } from './plan-kinds.ts';
import { PRICING_TIERS } from './slot.ts';
import {
  EMAIL_MESSAGE,
  emailSchema,
  nameSchema,
  PHONE_MESSAGE,
  phoneSchema,
  remarkSchema,
  requiredLine,
} from './text-schemas.ts';

const PRICE_MESSAGE = 'The price must be a whole number of rupees from 0 to 10,000,000.';
const PERCENT_MESSAGE = 'The percentage must be a whole number from 1 to 100.';
const AMOUNT_MESSAGE = 'The amount must be a whole number of rupees from 1 to 1,000,000.';
const HOURS_MESSAGE = 'The hours are a number from 0 to 500, in halves.';
const DAYS_MESSAGE = 'A package is valid for 1 to 730 days.';
const MONTHS_MESSAGE = 'Please choose 1, 3 or 6 months.';
const CHOICE_MESSAGE = 'Please choose at least one, or all.';

const percentSchema = integerSchema(PERCENT_MESSAGE, 1, 100);

const scopeEntries = {
  tiers: v.nullable(
    v.pipe(
      v.array(v.picklist(PRICING_TIERS, 'Please choose from morning, off-peak and peak.')),
      v.minLength(1, CHOICE_MESSAGE),
      v.transform((tiers) => PRICING_TIERS.filter((tier) => tiers.includes(tier))),
    ),
  ),
  courts: v.nullable(v.pipe(v.array(idSchema), v.minLength(1, CHOICE_MESSAGE), v.maxLength(100))),
  weekdays: v.nullable(
    v.pipe(
      v.array(v.picklist(WEEKDAYS, 'Please choose weekdays.')),
      v.minLength(1, CHOICE_MESSAGE),
      v.transform((weekdays) => WEEKDAYS.filter((day) => weekdays.includes(day))),
    ),
  ),
};

const discountSchema = v.pipe(
  v.strictObject({
    ...scopeEntries,
    percent: v.nullable(percentSchema),
    /** PKR per hour. */
    amount_off: v.nullable(integerSchema(AMOUNT_MESSAGE, 1, 1_000_000)),
  }),
  v.forward(
    v.check(
      ({ percent, amount_off }) => (percent === null) !== (amount_off === null),
      'Please enter either a percentage or an amount.',
    ),
    ['percent'],
  ),
);

/** What was sold, unchanged until its period ends. `months` is a plan's period, `days` a package's. */
export const planTermsSchema = v.pipe(
  v.strictObject({
    price: integerSchema(PRICE_MESSAGE, 0, MAX_AMOUNT),
    months: v.nullable(v.picklist(PLAN_MONTHS, MONTHS_MESSAGE)),
    days: v.nullable(integerSchema(DAYS_MESSAGE, 1, 730)),
    /** For each month of a plan, or for the whole package. */
    hours: v.pipe(
      v.number(HOURS_MESSAGE),
      v.minValue(0, HOURS_MESSAGE),
      v.maxValue(500, HOURS_MESSAGE),
      v.multipleOf(0.5, HOURS_MESSAGE),
    ),
    hours_for: v.strictObject(scopeEntries),
    /** The first one that fits a half-hour applies to it. */
    discounts: v.pipe(v.array(discountSchema), v.maxLength(6, 'A plan can have at most 6 discounts.')),
    days_ahead: v.nullable(integerSchema('Please enter 1 to 365 days ahead.', 1, 365)),
    cancel_hours: v.nullable(integerSchema('Please enter 0 to 24 hours.', 0, 24)),
    add_ons: v.pipe(
      v.array(v.strictObject({ id: idSchema, percent: percentSchema })),
      v.maxLength(50, 'A plan can have at most 50 add-ons.'),
    ),
    events_percent: v.nullable(percentSchema),
    /** With how many friends a package may be shared. */
    friends: v.optional(integerSchema('A package is shared with 0 to 5 friends.', 0, 5), 0),
    /** Whether a code applies on top of the plan. */
    with_codes: v.boolean('Please choose whether codes apply on top of the plan.'),
  }),
  v.forward(
    v.check(({ months, days }) => (months === null) !== (days === null), MONTHS_MESSAGE),
    ['months'],
  ),
  v.forward(
    v.check(({ days, friends }) => days !== null || friends === 0, 'Only a package is shared with friends.'),
    ['friends'],
  ),
  v.forward(
    v.check(({ days, hours }) => days === null || hours > 0, 'A package needs at least half an hour.'),
    ['hours'],
  ),
);
export type PlanTerms = v.InferOutput<typeof planTermsSchema>;

export const planSchema = v.pipe(
  v.strictObject({
    kind: v.picklist(PLAN_KINDS, 'Please choose a plan or a package.'),
    name: requiredLine('Please enter a name.', 60),
    active: v.optional(v.boolean('Active is yes or no.'), true),
    terms: planTermsSchema,
  }),
  v.forward(
    v.check(({ kind, terms }) => (kind === 'plan') === (terms.months !== null), MONTHS_MESSAGE),
    ['kind'],
  ),
);
export type PlanInput = v.InferOutput<typeof planSchema>;

/** The version that the person saw; if there is a newer one, the request is rejected. */
const soldVersion = { version_id: idSchema };

export const buyPlanSchema = v.strictObject({
  ...soldVersion,
  payment_method: v.picklist(ALL_PAYMENT_METHODS, 'Please choose how to pay.'),
});

export const sellPlanSchema = v.strictObject({
  ...soldVersion,
  /** How the price was paid; if missing, the member pays later. */
  method: v.optional(
    v.picklist(
      ['cash', 'bank_transfer', 'card', 'credit'],
      'Please choose cash, bank transfer, card or credit.',
    ),
  ),
});

/** A sale to somebody at the reception; the email of a confirmed account sells to its member. */
export const sellToContactSchema = v.pipe(
  v.strictObject({
    ...sellPlanSchema.entries,
    name: nameSchema,
    phone: v.optional(v.union([v.literal(''), phoneSchema], PHONE_MESSAGE), ''),
    email: v.optional(v.union([v.literal(''), emailSchema], EMAIL_MESSAGE), ''),
  }),
  v.forward(
    v.check(
      ({ phone, email }) => phone !== '' || email !== '',
      'Please enter a phone number or an email, by which we know the holder again.',
    ),
    ['phone'],
  ),
);

/** All friends of a package, those named before included. */
export const friendsSchema = v.strictObject({
  version: versionSchema,
  emails: v.pipe(v.array(emailSchema), v.maxLength(5, 'A package is shared with at most 5 friends.')),
});

const reasonEntries = { version: versionSchema, reason: v.pipe(remarkSchema, v.nonEmpty('Please say why.')) };

export const endPurchaseSchema = v.strictObject({
  ...reasonEntries,
  /** The refund in PKR that the person saw. */
  amount_back: integerSchema(PRICE_MESSAGE, 0, MAX_AMOUNT),
});
export const extendPurchaseSchema = v.strictObject({
  ...reasonEntries,
  days: integerSchema('Please enter 1 to 365 days.', 1, 365),
});
export const pausePurchaseSchema = v.strictObject({ version: versionSchema, paused: v.boolean() });
