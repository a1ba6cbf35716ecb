const HOUR_MS = 60 * 60_000;

/** A stranger can cause messages to any mailbox or phone number, so each gets a limited number. */
export const EMAIL_LIMIT = { limit: 10, windowMs: HOUR_MS };
export const SMS_LIMIT = { limit: 8, windowMs: 24 * HOUR_MS };
