/** Passkeys, authenticator codes, recovery codes, and reauthentication. */
import * as v from 'valibot';
import { requiredLine } from './text-schemas.ts';

/** How recently the user must have authenticated for a risky action. */
export const REAUTHENTICATION_LIFETIME_MS = 10 * 60_000;

export const REAUTHENTICATION_METHODS = ['passkey', 'code', 'password'] as const;
export type ReauthenticationMethod = (typeof REAUTHENTICATION_METHODS)[number];

const CODE_MESSAGE = 'Please enter the six digits from your app, or a recovery code.';
/** Six digits from an app, or a recovery code; spaces and hyphens are ignored. */
export const codeSchema = v.pipe(
  v.string(CODE_MESSAGE),
  v.transform((text) => text.replace(/[\s-]/g, '').toLowerCase()),
  v.regex(/^(\d{6}|[a-z2-7]{16})$/, CODE_MESSAGE),
);
export const isRecoveryCode = (code: string): boolean => code.length > 6;

const encoded = v.pipe(
  v.string('The passkey could not be read.'),
  v.maxLength(20_000, 'The passkey could not be read.'),
);
/** The browser's answer, as `@simplewebauthn/browser` sends it. */
const credentialSchema = <E extends v.ObjectEntries>(response: E) =>
  v.object(
    {
      id: encoded,
      rawId: encoded,
      type: v.literal('public-key', 'The passkey could not be read.'),
      response: v.object(response, 'The passkey could not be read.'),
      clientExtensionResults: v.optional(v.object({}), {}),
    },
    'The passkey could not be read.',
  );

const assertionSchema = credentialSchema({
  clientDataJSON: encoded,
  authenticatorData: encoded,
  signature: encoded,
  userHandle: v.optional(v.nullable(encoded)),
});
export type Assertion = v.InferOutput<typeof assertionSchema>;

const attestationSchema = credentialSchema({
  clientDataJSON: encoded,
  attestationObject: encoded,
  transports: v.optional(v.pipe(v.array(encoded), v.maxLength(10)), []),
});
export type Attestation = v.InferOutput<typeof attestationSchema>;

const passkeyNameSchema = requiredLine('Please give the passkey a name.', 60);
export const newPasskeySchema = v.strictObject({ name: passkeyNameSchema, credential: attestationSchema });
export const passkeyNameChangeSchema = v.strictObject({ name: passkeyNameSchema });
export const passkeyLoginSchema = v.strictObject({ credential: assertionSchema });
export const totpConfirmSchema = v.strictObject({ code: codeSchema });

/** Exactly one of the three. */
export const reauthenticationSchema = v.pipe(
  v.strictObject({
    password: v.optional(v.pipe(v.string('Password is required'), v.maxLength(128, 'Password is required'))),
    code: v.optional(codeSchema),
    credential: v.optional(assertionSchema),
  }),
  v.check(
    (input) =>
      [input.password, input.code, input.credential].filter((part) => part !== undefined).length === 1,
    'Please confirm in one of the ways offered.',
  ),
);
export type Reauthentication = v.InferOutput<typeof reauthenticationSchema>;
