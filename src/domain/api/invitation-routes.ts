import * as v from 'valibot';
import { roleChangeSchema } from '../account.ts';
import { acceptInvitationSchema, invitationSchema, invitationTokenSchema } from '../invitation.ts';
import { ROLES } from '../roles.ts';
import { adminUserSchema } from './account-answers.ts';
import { id, instant, nullableText } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

/** An open invitation, as an owner sees it. */
const invitation = v.strictObject({
  id,
  email: v.string(),
  role: v.picklist(ROLES),
  invited_by: nullableText,
  created_at: instant,
  expires_at: instant,
});
export type InvitationView = v.InferOutput<typeof invitation>;
const invitations = data(v.strictObject({ invitations: v.array(invitation) }));
const newInvitation = data(
  v.strictObject({
    invitations: v.array(invitation),
    link: v.pipe(nullableText, v.description('Only without a mail server: the link to pass on')),
  }),
);
/** An invitation, as the invited person sees it. */
const offer = v.strictObject({
  email: v.string(),
  role: v.picklist(ROLES),
  /** The address has an account, so accepting needs neither a name nor a password. */
  has_account: v.boolean(),
});
export type InvitationOffer = v.InferOutput<typeof offer>;
const changedUser = data(v.strictObject({ user: adminUserSchema }));

/** Invitations, roles, and what an owner can do for another user's login. */
export const INVITATION_ROUTES = {
  'GET /api/admin/invitations': {
    summary: 'List invitations that are not accepted yet',
    access: 'owner',
    answer: invitations,
  },
  'POST /api/admin/invitations': {
    summary: 'Invite a person by email to become an owner or a staff member',
    access: 'owner',
    reauthenticate: true,
    body: invitationSchema,
    answer: newInvitation,
    status: 201,
  },
  'DELETE /api/admin/invitations/:id': {
    summary: 'Withdraw an invitation',
    access: 'owner',
    answer: invitations,
  },
  'PUT /api/admin/users/:id/role': {
    summary: 'Make a user an owner, a staff member or, with null, a member',
    access: 'owner',
    reauthenticate: true,
    body: roleChangeSchema,
    answer: changedUser,
  },
  'DELETE /api/admin/users/:id/sessions': {
    summary: 'Log a user out everywhere',
    access: 'owner',
    answer: changedUser,
  },
  'DELETE /api/admin/users/:id/second-factors': {
    summary: 'Remove the passkeys and the authenticator app of a user who lost them',
    access: 'owner',
    reauthenticate: true,
    answer: changedUser,
  },
  'POST /api/admin/users/:id/reset-link': {
    summary:
      'Make a link for a member or staff member to choose a new password, in a club without a mail server',
    access: 'owner',
    reauthenticate: true,
    answer: data(v.strictObject({ link: v.string() })),
  },
  'POST /api/auth/invitation': {
    summary: 'Read an invitation by the token of its link',
    access: 'anyone',
    body: invitationTokenSchema,
    answer: offer,
  },
  'POST /api/auth/invitation/accept': {
    summary: 'Accept an invitation; a new account is logged in, an existing one logs in itself',
    access: 'anyone',
    body: acceptInvitationSchema,
    answer: offer,
  },
} as const satisfies Record<string, RouteContract>;
