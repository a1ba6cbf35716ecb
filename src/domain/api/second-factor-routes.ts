import * as v from 'valibot';
import {
  newPasskeySchema,
  passkeyLoginSchema,
  passkeyNameChangeSchema,
  REAUTHENTICATION_METHODS,
  reauthenticationSchema,
  totpConfirmSchema,
} from '../second-factor.ts';
import { userSchema } from './account-answers.ts';
import { count, id, instant } from './base-schemas.ts';
import type { RouteContract } from './route-contract.ts';

/** A passkey as its owner sees it. */
const passkeySchema = v.strictObject({
  id,
  name: v.string(),
  created_at: instant,
  last_used_at: v.nullable(instant),
});
export type PasskeyView = v.InferOutput<typeof passkeySchema>;

const secondFactorsSchema = v.strictObject({
  passkeys: v.array(passkeySchema),
  /** An authenticator app is set up. */
  totp: v.boolean(),
  recovery_codes_left: count,
  /** The owner requires a second factor for this user. */
  required: v.boolean(),
});
export type SecondFactors = v.InferOutput<typeof secondFactorsSchema>;

/** Whether the user authenticated recently, and how they can do so again. */
const reauthenticationStateSchema = v.strictObject({
  recent: v.boolean(),
  /** Empty for a user with neither a password nor a second factor, who has to sign in again. */
  methods: v.array(v.picklist(REAUTHENTICATION_METHODS)),
});
export type ReauthenticationState = v.InferOutput<typeof reauthenticationStateSchema>;

/** The options of the WebAuthn call, for the browser library. */
const webAuthnOptions = v.strictObject({ options: v.record(v.string(), v.unknown()) });
const recoveryCodes = v.strictObject({ recovery_codes: v.array(v.string()) });

/** Passkeys, authenticator apps, recovery codes, and reauthentication before risky actions. */
export const SECOND_FACTOR_ROUTES = {
  'POST /api/auth/passkey-login/options': {
    summary: 'Start a login with a passkey',
    access: 'anyone',
    answer: webAuthnOptions,
  },
  'POST /api/auth/passkey-login': {
    summary: 'Log in with a passkey instead of a password',
    access: 'anyone',
    body: passkeyLoginSchema,
    answer: v.strictObject({ user: userSchema }),
  },
  'GET /api/auth/second-factors': {
    summary: 'List the member’s passkeys and whether an authenticator app is set up',
    access: 'member',
    answer: secondFactorsSchema,
  },
  'POST /api/auth/passkeys/options': {
    summary: 'Start adding a passkey',
    access: 'member',
    reauthenticate: true,
    answer: webAuthnOptions,
  },
  'POST /api/auth/passkeys': {
    summary: 'Add a passkey',
    access: 'member',
    body: newPasskeySchema,
    answer: secondFactorsSchema,
    status: 201,
  },
  'PUT /api/auth/passkeys/:id': {
    summary: 'Rename a passkey',
    access: 'member',
    body: passkeyNameChangeSchema,
    answer: secondFactorsSchema,
  },
  'DELETE /api/auth/passkeys/:id': {
    summary: 'Remove a passkey',
    access: 'member',
    reauthenticate: true,
    answer: secondFactorsSchema,
  },
  'POST /api/auth/totp': {
    summary: 'Start setting up an authenticator app',
    access: 'member',
    reauthenticate: true,
    answer: v.strictObject({ secret: v.string(), uri: v.string() }),
  },
  'POST /api/auth/totp/confirm': {
    summary: 'Finish setting up an authenticator app with its first code; answers the recovery codes',
    access: 'member',
    body: totpConfirmSchema,
    answer: recoveryCodes,
  },
  'DELETE /api/auth/totp': {
    summary: 'Remove the authenticator app and the recovery codes',
    access: 'member',
    reauthenticate: true,
    answer: secondFactorsSchema,
  },
  'POST /api/auth/recovery-codes': {
    summary: 'Replace the recovery codes',
    access: 'member',
    reauthenticate: true,
    answer: recoveryCodes,
  },
  'GET /api/auth/reauthenticate': {
    summary: 'Whether the user authenticated in the last ten minutes, and how they can do it again',
    access: 'member',
    answer: reauthenticationStateSchema,
  },
  'POST /api/auth/reauthenticate/options': {
    summary: 'Start a reauthentication with a passkey',
    access: 'member',
    answer: webAuthnOptions,
  },
  'POST /api/auth/reauthenticate': {
    summary: 'Authenticate again with a passkey, a code or the password',
    access: 'member',
    body: reauthenticationSchema,
    answer: userSchema,
  },
} as const satisfies Record<string, RouteContract>;
