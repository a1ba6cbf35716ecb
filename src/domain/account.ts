import * as v from 'valibot';
import type { Preferences } from './api/account-answers.ts';
import { channelsSchema } from './consent.ts';
import { ROLES, type Role } from './roles.ts';
import { codeSchema } from './second-factor.ts';
import { emailSchema, nameSchema, PASSWORD_MESSAGE, phoneSchema } from './text-schemas.ts';

/** Owners may do everything; staff can't see totals or change settings. */
export { ROLE_LABELS, ROLES, type Role } from './roles.ts';

export const roleSchema = v.picklist(ROLES, 'Please choose owner or staff.');
/** Null turns the user back into a member. */
export const roleChangeSchema = v.strictObject({ role: v.nullable(roleSchema) });

export const DEFAULT_PREFERENCES = {
  email_notifications: true,
  sms_notifications: false,
  default_duration: 60,
} as const satisfies Preferences;

export const DURATION_RANGE_MINUTES = { min: 30, max: 180, step: 30 } as const;

const PASSWORD_MISMATCH_MESSAGE = "Passwords don't match";
const MAX_PASSWORD_LENGTH = 128;

/** Only the server checks against the list of common passwords. */
export const newPasswordSchema = v.pipe(
  v.string(PASSWORD_MESSAGE),
  v.minLength(8, PASSWORD_MESSAGE),
  v.maxLength(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
);

/** An existing password, which may predate the current rules. */
const existingPasswordSchema = (requiredMessage: string) =>
  v.pipe(
    v.string(requiredMessage),
    v.nonEmpty(requiredMessage),
    v.maxLength(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
  );

const confirmationSchema = v.string(PASSWORD_MISMATCH_MESSAGE);

/** Checks that `confirm_password` matches the field `key`, even while other fields are invalid. */
function confirms<T extends { confirm_password: string }>(key: keyof T & string) {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    const input = dataset.value as Record<string, unknown> | null;
    if (input?.[key] === input?.confirm_password) return;
    const value = input?.confirm_password;
    addIssue({
      message: PASSWORD_MISMATCH_MESSAGE,
      path: [{ type: 'unknown', origin: 'value', input, key: 'confirm_password', value }],
    });
  });
}

const emptyStringSchema = v.pipe(v.string(), v.trim(), v.literal(''));
/** Empty text, null and a missing field all mean no phone number. */
const optionalPhoneSchema = v.optional(
  v.nullable(
    v.lazy(
      (input): v.GenericSchema<string, string> =>
        typeof input === 'string' && input.trim() === '' ? emptyStringSchema : phoneSchema,
    ),
  ),
);

export const registerSchema = v.pipe(
  v.strictObject({
    name: nameSchema,
    email: emailSchema,
    phone: optionalPhoneSchema,
    password: newPasswordSchema,
    confirm_password: confirmationSchema,
  }),
  confirms('password'),
);

export const loginSchema = v.strictObject({
  email: emailSchema,
  password: existingPasswordSchema('Password is required'),
  /** From the authenticator app, for accounts that have one. */
  code: v.optional(codeSchema),
});

export const profileSchema = v.strictObject({ name: nameSchema, phone: optionalPhoneSchema });

export const passwordChangeSchema = v.pipe(
  v.strictObject({
    current_password: existingPasswordSchema('Current password is required'),
    new_password: newPasswordSchema,
    confirm_password: confirmationSchema,
  }),
  confirms('new_password'),
);

const DURATION_MESSAGE = 'Default duration must be 30 to 180 minutes, in steps of 30';

export const preferencesSchema = v.strictObject({
  email_notifications: v.exactOptional(v.boolean('Please choose yes or no.')),
  sms_notifications: v.exactOptional(v.boolean('Please choose yes or no.')),
  updates_by: v.exactOptional(channelsSchema),
  default_duration: v.exactOptional(
    v.pipe(
      v.number(DURATION_MESSAGE),
      v.minValue(DURATION_RANGE_MINUTES.min, DURATION_MESSAGE),
      v.maxValue(DURATION_RANGE_MINUTES.max, DURATION_MESSAGE),
      v.multipleOf(DURATION_RANGE_MINUTES.step, DURATION_MESSAGE),
    ),
  ),
  favorite_courts: v.exactOptional(
    v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1)), 'Please choose courts from the list.'),
      v.maxLength(50, 'Please choose courts from the list.'),
      v.transform((ids) => [...new Set(ids)]),
    ),
  ),
});

const PIN_MESSAGE = 'A PIN must have 4 to 8 digits.';
/** The PIN that unlocks an admin's screen. */
export const pinSchema = v.strictObject({
  pin: v.pipe(v.string(PIN_MESSAGE), v.regex(/^\d{4,8}$/, PIN_MESSAGE)),
});

export const forgotPasswordSchema = v.strictObject({ email: emailSchema });

/** The token of an emailed link: 256 random bits in base64url. */
const LINK_TOKEN_PATTERN = /^[\w-]{43}$/;
export const INVALID_LINK_MESSAGE = 'This link is no longer valid. Please request a new one.';
const linkTokenSchema = v.pipe(
  v.string(INVALID_LINK_MESSAGE),
  v.regex(LINK_TOKEN_PATTERN, INVALID_LINK_MESSAGE),
);

export const verifyEmailSchema = v.strictObject({ token: linkTokenSchema });

export const resetPasswordSchema = v.pipe(
  v.strictObject({
    token: linkTokenSchema,
    new_password: newPasswordSchema,
    confirm_password: confirmationSchema,
  }),
  confirms('new_password'),
);

/** The same for an unknown email and a wrong password, so nobody can tell which it was. */
export const WRONG_CREDENTIALS_MESSAGE = 'Invalid email or password';

/** Why an owner can't make a link for a user to choose a new password; null if they can. */
export function resetLinkError(
  { role }: { role: Role | null },
  { no_mail }: { no_mail?: true },
): string | null {
  if (!no_mail)
    return 'Emails work here, so this user gets the link by “Forgot your password?” on the login page.';
  // Whoever takes an owner's account over has the club.
  return role === 'owner' ? 'An owner’s password is reset by a command on the club’s computer.' : null;
}
