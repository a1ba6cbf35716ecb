/**
 * A message to one user about their account, queued in the transaction of the change. The notifications module
 * creates messages about bookings from the club's events.
 */
export type AccountMessage =
  | { kind: 'verify_email'; user_id: number; email: string; name: string; link: string }
  | { kind: 'reset_password'; user_id: number; email: string; name: string; link: string }
  | { kind: 'account_exists'; user_id: number; email: string; name: string; link: string }
  | { kind: 'password_changed'; user_id: number; email: string; name: string }
  | { kind: 'sign_in_method_added'; user_id: number; email: string; name: string; provider: string }
  | { kind: 'sign_in_method_removed'; user_id: number; email: string; name: string; provider: string };
