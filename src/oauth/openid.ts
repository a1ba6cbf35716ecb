import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import * as v from 'valibot';
import { CodeFlow } from './code-flow.ts';
import { fetchJson, type Provider, type Secrets, SignInRefused, type Vouched } from './provider.ts';

const HOUR = 60 * 60_000;
/** Signatures with keys the provider publishes; never `none`, never a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
/** Seconds by which two clocks may differ. */
const CLOCK_SKEW = 60;
/** Microsoft's one issuer for all its customers names the customer in this place. */
const TENANT = '{tenantid}';
/** Under this tenant Microsoft keeps its own personal accounts, whose addresses it has verified itself. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';

const discoverySchema = v.object({
  issuer: v.string(),
  authorization_endpoint: v.pipe(v.string(), v.url()),
  token_endpoint: v.pipe(v.string(), v.url()),
  jwks_uri: v.pipe(v.string(), v.url()),
});

interface Discovered {
  issuer: string;
  flow: CodeFlow;
  keys: ReturnType<typeof createRemoteJWKSet>;
  at: number;
}

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: () => string | Promise<string>;
  redirectUri: string;
  /** Added to the address the browser goes to. */
  extra?: Record<string, string>;
  now: () => number;
}

/** A provider that speaks OpenID Connect. */
export class OpenIdProvider implements Provider {
  readonly #options: OpenIdOptions;
  #discovered: Promise<Discovered> | null = null;

  constructor(options: OpenIdOptions) {
    this.#options = options;
  }

  async begin(secrets: Secrets): Promise<URL> {
    const { flow } = await this.#discover();
    const url = await flow.address(secrets);
    url.searchParams.set('nonce', secrets.nonce);
    for (const [key, value] of Object.entries(this.#options.extra ?? {})) url.searchParams.set(key, value);
    return url;
  }

  async finish(code: string, secrets: Secrets): Promise<Vouched> {
    const discovered = await this.#discover();
    const tokens = await discovered.flow.exchange<{ access_token: string; id_token?: unknown }>(
      code,
      secrets,
      await this.#options.clientSecret(),
    );
    if (typeof tokens.id_token !== 'string') throw new SignInRefused('refused');
    return vouchedBy(await this.#verify(tokens.id_token, secrets.nonce, discovered));
  }

  async #verify(token: string, nonce: string, { issuer, keys }: Discovered): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: issuerOf(issuer, token),
        audience: this.#options.clientId,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SKEW,
        currentDate: new Date(this.#options.now()),
        requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'],
      });
      if (payload.nonce !== nonce) throw new Error('another nonce');
      // A token for several parties must say that it was made for us.
      if ((payload.azp ?? this.#options.clientId) !== this.#options.clientId)
        throw new Error('another party');
      return payload;
    } catch (error) {
      throw new SignInRefused('refused', error);
    }
  }

  /** The provider's own description, asked for once an hour. */
  #discover(): Promise<Discovered> {
    const fresh = () => {
      const asked = this.#ask();
      this.#discovered = asked;
      asked.catch(() => {
        if (this.#discovered === asked) this.#discovered = null;
      });
      return asked;
    };
    if (!this.#discovered) return fresh();
    return this.#discovered.then((known) => (this.#options.now() - known.at < HOUR ? known : fresh()));
  }

  async #ask(): Promise<Discovered> {
    const { issuer, clientId, redirectUri, now } = this.#options;
    const answer = await fetchJson(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
    const parsed = v.safeParse(discoverySchema, answer);
    if (!parsed.success || !speaksFor(parsed.output.issuer, issuer)) throw new SignInRefused('busy');
    const found = parsed.output;
    return {
      issuer: found.issuer,
      flow: new CodeFlow({
        clientId,
        authorize: found.authorization_endpoint,
        token: found.token_endpoint,
        redirectUri,
        scopes: ['openid', 'email', 'profile'],
      }),
      keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: 5000 }),
      at: now(),
    };
  }
}

/** Whether a description that names itself `named` may be found at `configured`. */
function speaksFor(named: string, configured: string): boolean {
  const plain = (text: string) => text.replace(/\/+$/, '');
  if (plain(named) === plain(configured)) return true;
  return named.includes(TENANT) && new URL(named).origin === new URL(configured).origin;
}

/** The issuer a token must name; with a place for the tenant, the token says which one. */
function issuerOf(issuer: string, token: string): string {
  if (!issuer.includes(TENANT)) return issuer;
  const { tid } = decodeJwt(token);
  if (typeof tid !== 'string' || !/^[0-9a-f-]{36}$/i.test(tid)) throw new Error('no tenant');
  return issuer.replace(TENANT, tid);
}

function vouchedBy(claims: JWTPayload): Vouched {
  const words = (key: string) => {
    const value = claims[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 255) : null;
  };
  const [first, last] = [words('given_name'), words('family_name')];
  return {
    issuer: claims.iss ?? '',
    subject: claims.sub ?? '',
    email: words('email'),
    email_verified: isVerified(claims),
    name: words('name') ?? [first, last].filter(Boolean).join(' '),
    first_name: first,
    last_name: last,
    picture: words('picture'),
  };
}

/**
 * Whether the issuer stands for the email. Where customers run their own directories (a tenant is named),
 * a customer could write any address there, so only Microsoft's own word about the domain counts.
 */
function isVerified(claims: JWTPayload): boolean {
  const yes = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1';
  if (claims.tid === undefined) return yes(claims.email_verified);
  return claims.tid === PERSONAL_TENANT || yes(claims.xms_edov);
}
