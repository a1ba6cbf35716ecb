import type { Role } from './account.ts';

const SECURITY_CHANGES = [
  'passkey_added',
  'passkey_removed',
  'totp_added',
  'totp_removed',
  'recovery_codes_replaced',
  'recovery_code_used',
  'second_factors_reset',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

/**
 * A message to one user about their account, queued in the transaction of the change. The notifications module
 * creates messages about bookings from the club's events.
 */
export type AccountMessage =
  | { kind: 'verify_email'; user_id: number; email: string; name: string; link: string }
  | { kind: 'reset_password'; user_id: number; email: string; name: string; link: string }
  | { kind: 'account_exists'; user_id: number; email: string; name: string; link: string }
  | {
      kind: 'bank_changed';
      user_id: number;
      email: string;
      name: string;
      changed_by: string;
      /** The account as it is now, one line each. */
      account: string[];
    }
  | {
      kind: 'feed_added';
      user_id: number;
      email: string;
      name: string;
      added_by: string;
      label: string;
      /** The feed includes customers' names and phone numbers. */
      has_customers: boolean;
    }
  | { kind: 'sending_limited'; user_id: number; email: string; name: string; channel: string }
  | { kind: 'mail_test'; user_id: number; email: string; name: string }
  | { kind: 'password_changed'; user_id: number; email: string; name: string }
  | { kind: 'security_changed'; user_id: number; email: string; name: string; change: SecurityChange }
  | {
      kind: 'role_changed';
      user_id: number;
      email: string;
      name: string;
      /** Null for a member without the dashboard. */
      role: Role | null;
      /** Empty for the operator. */
      changed_by: string;
    }
  | {
      kind: 'invitation';
      /** Null without an account. */
      user_id: number | null;
      email: string;
      name: string;
      link: string;
      role: Role;
      invited_by: string;
    }
  | {
      kind: 'series_declined';
      user_id: number;
      email: string;
      name: string;
      /** `Every Tuesday, 8 PM – 9:30 PM, Court 1` */
      label: string;
      reason: string;
    }
  | { kind: 'personal_data_link'; user_id: null; email: string; name: string; link: string }
  | { kind: 'sign_in_method_added'; user_id: number; email: string; name: string; provider: string }
  | { kind: 'sign_in_method_removed'; user_id: number; email: string; name: string; provider: string };
