/** What customers wait for on a full day, and which offers they may get and when. */
import * as v from 'valibot';
import { updatesBySchema } from './consent.ts';
import { bookingDateSchema } from './field-schemas.ts';
import { MINIMUM_SLOTS, SLOT_MINUTES, slotIndexOf, timeLabel } from './slot.ts';
import { EMAIL_MESSAGE, emailSchema, nameSchema, PHONE_MESSAGE, phoneSchema } from './text-schemas.ts';

/** An entry ends after passing on this many offers, because each kept a court from other customers. */
export const MAX_OFFERS = 3;
/** How many open entries one person may have. */
export const MAX_OPEN_ENTRIES = 5;
export const MAX_WAITLIST_SLOTS = 8;

/** The header with the key of a waitlist entry or an offer. */
export const WAITLIST_KEY_HEADER = 'X-Waitlist-Key';

export const WAITLIST_STATES = ['unconfirmed', 'open', 'booked', 'passed', 'left'] as const;
export type WaitlistState = (typeof WAITLIST_STATES)[number];
export const OFFER_STATES = ['open', 'accepted', 'passed', 'ended'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

export const waitlistInputSchema = v.pipe(
  v.strictObject({
    date: bookingDateSchema,
    from: v.string('Please choose the earliest start.'),
    until: v.string('Please choose the latest end.'),
    duration: v.pipe(
      v.number('Please choose how long you want to play.'),
      v.multipleOf(SLOT_MINUTES, 'Duration must be in 30-minute increments'),
      v.minValue(MINIMUM_SLOTS * SLOT_MINUTES, 'Please choose at least one hour.'),
      v.maxValue(MAX_WAITLIST_SLOTS * SLOT_MINUTES, 'Please choose at most four hours.'),
    ),
    court_id: v.optional(v.nullable(v.pipe(v.number('Please choose a court.'), v.integer())), null),
    name: nameSchema,
    email: v.optional(v.union([v.literal(''), emailSchema], EMAIL_MESSAGE), ''),
    phone: v.optional(v.union([v.literal(''), phoneSchema], PHONE_MESSAGE), ''),
    sms_updates: v.optional(v.boolean(), false),
    updates_by: updatesBySchema,
  }),
  v.forward(
    v.partialCheck(
      [['email'], ['phone']],
      ({ email, phone }) => email !== '' || phone !== '',
      'Please enter an email or a phone number.',
    ),
    ['email'],
  ),
);
export type WaitlistInput = v.InferOutput<typeof waitlistInputSchema>;

/** `1 hour`, `1.5 hours` */
export function durationLabel(minutes: number): string {
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}

/** `1 hour between 6 PM and 11 PM` */
export function waitlistLabel({
  from,
  until,
  duration,
}: {
  from: string;
  until: string;
  duration: number;
}): string {
  return `${durationLabel(duration)} between ${timeLabel(slotIndexOf(from) ?? 0)} and ${timeLabel(slotIndexOf(until) ?? 0)}`;
}
