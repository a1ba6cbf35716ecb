import { generateCodeVerifier, generateState } from 'oslo/oauth2';
import * as v from 'valibot';
import { PROVIDERS, type ProviderName, safeRedirectPath } from '../domain/sign-in.ts';

/** A sign-in that takes longer has to begin again. */
export const AUTHORIZATION_STATE_TTL_SECONDS = 600;

const authorizationStateSchema = v.strictObject({
  provider: v.picklist(PROVIDERS),
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  next: v.nullable(v.string()),
  /** Epoch milliseconds. */
  began: v.number(),
});

/** A visitor on the way to a provider and back, as the signed cookie of their browser keeps it. */
export type AuthorizationState = v.InferOutput<typeof authorizationStateSchema>;

/** `next` is where to go afterwards; whatever leads away from the site is forgotten. */
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
    began: now,
  };
}

export function serializeAuthorizationState(authorization: AuthorizationState): string {
  return JSON.stringify(authorization);
}

/** The trip in a cookie whose signature fits; null when it is another one or took too long. */
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
  const age = now - authorization.began;
  if (
    authorization.provider !== provider ||
    authorization.state !== state ||
    age < 0 ||
    age > AUTHORIZATION_STATE_TTL_SECONDS * 1000
  )
    return null;
  return authorization;
}
