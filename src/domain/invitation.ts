/** Inviting people to run the club, and changing what they may do. */
import * as v from 'valibot';
import { newPasswordSchema, ROLES, type Role } from './account.ts';
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

const ROLE_MESSAGE = 'Please choose owner or staff.';
const tokenSchema = v.pipe(v.string(), v.maxLength(100));

export const invitationSchema = v.strictObject({ email: emailSchema, role: v.picklist(ROLES, ROLE_MESSAGE) });
export const invitationTokenSchema = v.strictObject({ token: tokenSchema });
/** `name` and `password` are for people without an account. */
export const acceptInvitationSchema = v.strictObject({
  token: tokenSchema,
  name: v.optional(nameSchema),
  password: v.optional(newPasswordSchema),
});
/** The form of a person without an account. */
export const newAdminSchema = v.strictObject({ name: nameSchema, password: newPasswordSchema });

export const personalDataLinkSchema = v.strictObject({ email: emailSchema });
export const personalDataTokenSchema = v.strictObject({ token: tokenSchema });

/** Null makes a member. */
export const roleChangeSchema = v.strictObject({ role: v.nullable(v.picklist(ROLES, ROLE_MESSAGE)) });
