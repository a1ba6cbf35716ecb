import type { SignInRefusal } from '../domain/sign-in.ts';

/** What a provider vouches for. `issuer` with `subject` is the identity; everything else may change. */
export interface Vouched {
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
export interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** Somebody who can vouch for visitors. Both calls ask the provider and throw `SignInRefused`. */
export interface Provider {
  /** Where the browser goes. */
  begin(secrets: Secrets): Promise<URL>;
  /** What the code is worth. `nonce` and `verifier` are those the sign-in began with. */
  finish(code: string, secrets: Secrets): Promise<Vouched>;
}

/** A sign-in that ends at /login. The cause is for the log's kind and code only. */
export class SignInRefused extends Error {
  readonly refusal: SignInRefusal;

  constructor(refusal: SignInRefusal, cause?: unknown) {
    super(refusal, { cause });
    this.name = 'SignInRefused';
    this.refusal = refusal;
  }
}

/** A provider that keeps silent for this long is busy. */
const PATIENCE = 10_000;

/** `work`, or a refusal when it takes too long or the other side cannot be reached. */
export async function withPatience<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SignInRefused('busy')), PATIENCE);
  });
  try {
    return await Promise.race([work, late]);
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
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (error) {
    throw new SignInRefused('busy', error);
  }
}
