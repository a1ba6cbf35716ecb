import * as v from 'valibot';
import { emailSchema } from './text-schemas.ts';

export const personalDataLinkSchema = v.strictObject({
  email: emailSchema,
  /** The owner knows that bookings whose email the desk corrected belong to this person. */
  corrected: v.optional(v.boolean(), false),
});
export const personalDataTokenSchema = v.strictObject({ token: v.pipe(v.string(), v.maxLength(100)) });
