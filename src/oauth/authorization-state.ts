import { generateCodeVerifier, generateState } from 'oslo/oauth2';
import * as v from 'valibot';
import { safeRedirectPath } from '../domain/redirect-path.ts';
import { PROVIDERS, type ProviderName } from '../domain/sign-in-providers.ts';

/** A visitor who takes longer at the provider has to start again. */
export const AUTHORIZATION_STATE_TTL_SECONDS = 600;

const authorizationStateSchema = v.strictObject({
  provider: v.picklist(PROVIDERS),
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  next: v.nullable(v.string()),
  started_at: v.number(),
});

/** A sign-in in progress, kept in a signed cookie in the visitor's browser. */
export type AuthorizationState = v.InferOutput<typeof authorizationStateSchema>;

/** `next` is the page to open after signing in; an address outside the site is dropped. */
export function createAuthorizationState(
  provider: ProviderName,
  next: string | undefined,
  now: number,
): AuthorizationState {
  return {
    provider,
    state: generateState(),
    nonce: generateState(),
    verifier: generateCodeVerifier(),
    next: safeRedirectPath(next),
    started_at: now,
  };
}

export function serializeAuthorizationState(authorization: AuthorizationState): string {
  return JSON.stringify(authorization);
}

/**
 * Reads a cookie whose signature is valid; null if it belongs to a different sign-in, has expired or is from the
 * future.
 */
export function parseAuthorizationState(
  cookieValue: string,
  provider: string,
  state: unknown,
  now: number,
): AuthorizationState | null {
  let json: unknown;
  try {
    json = JSON.parse(cookieValue);
  } catch {
    return null;
  }
  const parsed = v.safeParse(authorizationStateSchema, json);
  if (!parsed.success) return null;
  const authorization = parsed.output;
  const ageMs = now - authorization.started_at;
  const isCurrent = ageMs >= 0 && ageMs <= AUTHORIZATION_STATE_TTL_SECONDS * 1000;
  return isCurrent && authorization.provider === provider && authorization.state === state
    ? authorization
    : null;
}
