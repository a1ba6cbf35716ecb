import type { Role } from '../domain/account.ts';
import type { Preferences, User } from '../domain/api/account-answers.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { chosenUpdates } from '../domain/consent.ts';

/** A row of the table `user`, which the accounts module owns. */
export interface UserRow {
  id: number;
  email: string;
  password_hash: string | null;
  name: string;
  phone: string | null;
  /** Derived from `role`. */
  is_admin: number;
  role: Role | null;
  preferences: string;
  /** JSON: `Consents`. */
  consents: string;
  email_verified: number;
  oauth_provider: string | null;
  oauth_id: string | null;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  created_at: number;
  updated_at: number;
  last_login_at: number | null;
  pin_hash: string | null;
}

export interface NewUser {
  email: string;
  name: string;
  phone: string | null;
  password_hash: string | null;
  email_verified: boolean;
  /** The provider through which the user registered. */
  oauth?: {
    provider: string;
    id: string;
    first_name: string | null;
    last_name: string | null;
    picture: string | null;
  };
}

/** What a member has chosen, with the channels that they agreed to. */
export function preferencesOf({ preferences, consents }: UserRow): Preferences {
  const { sms_updates, ...others } = chosenUpdates(consents);
  return { ...(JSON.parse(preferences) as Preferences), sms_notifications: sms_updates, ...others };
}

/** Leaves out what the API must not reveal. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    phone: row.phone,
    is_admin: row.role !== null,
    role: row.role,
    admin_locked: false,
    preferences: preferencesOf(row),
    email_verified: row.email_verified === 1,
    has_password: row.password_hash !== null,
    oauth_provider: row.oauth_provider,
    first_name: row.first_name,
    last_name: row.last_name,
    profile_image_url: row.profile_image_url,
    created_at: clubTimestamp(row.created_at),
    updated_at: clubTimestamp(row.updated_at),
  };
}
