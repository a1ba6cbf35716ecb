import type { SignInErrorCode } from '../domain/sign-in.ts';

/** What a provider vouches for. `issuer` with `subject` is the identity; everything else may change. */
export interface ProviderProfile {
  issuer: string;
  subject: string;
  email: string | null;
  /** The provider says that it has verified the email. */
  email_verified: boolean;
  name: string;
  first_name: string | null;
  last_name: string | null;
  picture: string | null;
}

/** The secrets of one sign-in, kept by the browser that began it. */
export interface AuthorizationChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Somebody who can vouch for visitors. Both calls ask the provider and throw `SignInRefused`. */
export interface Provider {
  /** Where the browser goes. */
  authorizationUrl(checks: AuthorizationChecks): Promise<URL>;
  /** What the code is worth. `nonce` and `verifier` are those the sign-in began with. */
  exchangeCode(code: string, checks: AuthorizationChecks): Promise<ProviderProfile>;
}

/** A sign-in that ends at /login. The cause is for the log's kind and code only. */
export class SignInError extends Error {
  readonly code: SignInErrorCode;

  constructor(refusal: SignInErrorCode, cause?: unknown) {
    super(refusal, { cause });
    this.name = 'SignInRefused';
    this.code = refusal;
  }
}

/** A provider that keeps silent for this long is busy. */
const REQUEST_TIMEOUT_MS = 10_000;

/** `work`, or a refusal when it takes too long or the other side cannot be reached. */
export async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SignInError('busy')), REQUEST_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** JSON from a provider's own address; redirects are not followed, and no answer is a refusal. */
export async function fetchJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'padel-club', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (error) {
    throw new SignInError('busy', error);
  }
}
