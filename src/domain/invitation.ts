import * as v from 'valibot';
import { newPasswordSchema, roleSchema } from './account.ts';
import { emailSchema, nameSchema } from './text-schemas.ts';

export const INVITATION_DAYS = 7;

const tokenSchema = v.pipe(v.string(), v.maxLength(100));

export const invitationSchema = v.strictObject({ email: emailSchema, role: roleSchema });
export const invitationTokenSchema = v.strictObject({ token: tokenSchema });
/** `name` and `password` are for people without an account. */
export const acceptInvitationSchema = v.strictObject({
  token: tokenSchema,
  name: v.optional(nameSchema),
  password: v.optional(newPasswordSchema),
});
/** The form for people without an account. */
export const newAdminSchema = v.strictObject({ name: nameSchema, password: newPasswordSchema });
