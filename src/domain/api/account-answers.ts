import * as v from 'valibot';
import { ROLES } from '../roles.ts';
import { PROVIDERS } from '../sign-in-providers.ts';
import { count, id, instant, nullableText } from './base-schemas.ts';

const preferencesAnswerSchema = v.strictObject({
  email_notifications: v.exactOptional(v.boolean()),
  sms_notifications: v.exactOptional(v.boolean()),
  /** The other channels by which the member wants messages. */
  updates_by: v.exactOptional(v.array(v.string())),
  /** Minutes, 30 to 180 in steps of 30. */
  default_duration: v.exactOptional(v.number()),
  favorite_courts: v.exactOptional(v.array(id)),
});
export type Preferences = v.InferOutput<typeof preferencesAnswerSchema>;

const userEntries = {
  id,
  email: v.string(),
  name: v.string(),
  phone: nullableText,
  is_admin: v.boolean(),
  role: v.nullable(v.picklist(ROLES)),
  preferences: preferencesAnswerSchema,
  email_verified: v.boolean(),
  oauth_provider: nullableText,
  first_name: nullableText,
  last_name: nullableText,
  profile_image_url: nullableText,
  created_at: instant,
  updated_at: instant,
};

/** A user as the API returns it, without the password hash and OAuth id. */
export const userSchema = v.strictObject({
  ...userEntries,
  /** False for a user who only signs in through a provider. */
  has_password: v.boolean(),
  /** An owner or staff member whose rights are locked until this session passes the second factor. */
  admin_locked: v.boolean(),
  /** Set while this session's screen is locked; only the PIN unlocks it. */
  screen_locked: v.exactOptional(v.literal(true)),
});
export type User = v.InferOutput<typeof userSchema>;

/** A user as owners see it. */
export const adminUserSchema = v.strictObject({
  ...userEntries,
  bookings: count,
  last_login_at: v.nullable(instant),
  passkeys: count,
  /** An authenticator app is set up. */
  totp: v.boolean(),
});
export type AdminUser = v.InferOutput<typeof adminUserSchema>;

export const sessionSchema = v.strictObject({
  /** The id for `DELETE /api/auth/sessions/:id`; not a credential. */
  id: v.string(),
  /** Such as `Chrome on Android`; empty when unknown. */
  device: v.string(),
  logged_in_at: instant,
  /** Accurate to the day. */
  last_seen_at: instant,
  /** True for the session making the request. */
  current: v.boolean(),
});
export type SessionView = v.InferOutput<typeof sessionSchema>;

export const signInMethodsSchema = v.strictObject({
  password: v.boolean(),
  providers: v.array(v.strictObject({ provider: v.picklist(PROVIDERS), added_at: instant })),
});
export type SignInMethods = v.InferOutput<typeof signInMethodsSchema>;
