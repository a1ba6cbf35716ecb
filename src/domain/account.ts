/** A signed-in person as the API answers it: never a password hash, never an OAuth id. */
export interface User {
  id: number;
  email: string;
  name: string;
  phone: string | null;
  is_admin: boolean;
  preferences: Preferences;
  email_verified: boolean;
  oauth_provider: string | null;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  created_at: string;
  updated_at: string;
}

export interface Preferences {
  email_notifications?: boolean;
  sms_notifications?: boolean;
  /** Minutes, 30 to 180 in steps of 30. */
  default_duration?: number;
  favorite_courts?: number[];
}

export const DEFAULT_PREFERENCES = {
  email_notifications: true,
  sms_notifications: false,
  default_duration: 60,
} as const satisfies Preferences;
