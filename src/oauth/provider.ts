import type { SignInErrorCode } from '../domain/sign-in-errors.ts';

/** A user's profile at a provider; `issuer` and `subject` identify the user, everything else may change. */
export interface ProviderProfile {
  issuer: string;
  subject: string;
  email: string | null;
  /** The provider says it has verified the email address. */
  email_verified: boolean;
  name: string;
  first_name: string | null;
  last_name: string | null;
  picture: string | null;
}

/** The secrets of one sign-in; kept by the browser that started it. */
export interface AuthorizationChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** A sign-in provider; both methods throw `SignInError`. */
export interface Provider {
  /** The address at which the visitor signs in. */
  authorizationUrl(checks: AuthorizationChecks): Promise<URL>;
  /** Exchanges the authorization response, which carries the `state` of `checks`, for the user's profile. */
  exchangeCode(response: URLSearchParams, checks: AuthorizationChecks): Promise<ProviderProfile>;
}

/** Ends a sign-in at /login; only the kind and code of its cause may be logged. */
export class SignInError extends Error {
  readonly code: SignInErrorCode;

  constructor(code: SignInErrorCode, cause?: unknown) {
    super(code, { cause });
    this.name = 'SignInError';
    this.code = code;
  }
}

/** A provider that takes longer to answer counts as unavailable. */
export const REQUEST_TIMEOUT_MS = 10_000;
