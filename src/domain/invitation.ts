/** Inviting people to run the club. */
import * as v from 'valibot';
import { newPasswordSchema, type Role, roleSchema } from './account.ts';
import { emailSchema, nameSchema } from './text-schemas.ts';

/** An open invitation, as an owner sees it. */
export interface InvitationView {
  id: number;
  email: string;
  role: Role;
  invited_by: string | null;
  created_at: string;
  expires_at: string;
}

/** An invitation as the invited person sees it. */
export interface InvitationOffer {
  email: string;
  role: Role;
  /** The address has an account: accepting needs no name and no password. */
  has_account: boolean;
}

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
/** The form of a person without an account. */
export const newAdminSchema = v.strictObject({ name: nameSchema, password: newPasswordSchema });
