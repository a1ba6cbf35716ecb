import { createRemoteJWKSet, decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import * as v from 'valibot';
import { AuthorizationCodeFlow } from './authorization-code-flow.ts';
import {
  type AuthorizationChecks,
  fetchJson,
  type Provider,
  type ProviderProfile,
  SignInError,
} from './provider.ts';

const HOUR = 60 * 60_000;
/** Signatures with keys the provider publishes; never `none`, never a shared secret. */
const SIGNING_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
/** Seconds by which two clocks may differ. */
const CLOCK_SKEW_SECONDS = 60;
/** Microsoft's one issuer for all its customers names the customer in this place. */
const TENANT_PLACEHOLDER = '{tenantid}';
/** Under this tenant Microsoft keeps its own personal accounts, whose addresses it has verified itself. */
const MICROSOFT_PERSONAL_TENANT_ID = '9188040d-6c67-4c5b-b112-36a304b66dad';

const metadataSchema = v.object({
  issuer: v.string(),
  authorization_endpoint: v.pipe(v.string(), v.url()),
  token_endpoint: v.pipe(v.string(), v.url()),
  jwks_uri: v.pipe(v.string(), v.url()),
});

interface ProviderMetadata {
  issuer: string;
  flow: AuthorizationCodeFlow;
  jwks: ReturnType<typeof createRemoteJWKSet>;
  fetchedAt: number;
}

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: () => string | Promise<string>;
  redirectUri: string;
  /** Added to the address the browser goes to. */
  extraParams?: Record<string, string>;
  now: () => number;
}

/** A provider that speaks OpenID Connect. */
export class OpenIdProvider implements Provider {
  readonly #options: OpenIdOptions;
  #metadata: Promise<ProviderMetadata> | null = null;

  constructor(options: OpenIdOptions) {
    this.#options = options;
  }

  async authorizationUrl(checks: AuthorizationChecks): Promise<URL> {
    const { flow } = await this.#getMetadata();
    const url = await flow.authorizationUrl(checks);
    url.searchParams.set('nonce', checks.nonce);
    for (const [key, value] of Object.entries(this.#options.extraParams ?? {}))
      url.searchParams.set(key, value);
    return url;
  }

  async exchangeCode(code: string, checks: AuthorizationChecks): Promise<ProviderProfile> {
    const metadata = await this.#getMetadata();
    const tokens = await metadata.flow.exchangeCode<{ access_token: string; id_token?: unknown }>(
      code,
      checks,
      await this.#options.clientSecret(),
    );
    if (typeof tokens.id_token !== 'string') throw new SignInError('refused');
    return profileFromClaims(await this.#verifyIdToken(tokens.id_token, checks.nonce, metadata));
  }

  async #verifyIdToken(
    idToken: string,
    nonce: string,
    { issuer, jwks }: ProviderMetadata,
  ): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(idToken, jwks, {
        issuer: expectedIssuer(issuer, idToken),
        audience: this.#options.clientId,
        algorithms: SIGNING_ALGORITHMS,
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: new Date(this.#options.now()),
        requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'],
      });
      if (payload.nonce !== nonce) throw new Error('another nonce');
      // A token for several parties must say that it was made for us.
      if ((payload.azp ?? this.#options.clientId) !== this.#options.clientId)
        throw new Error('another party');
      return payload;
    } catch (error) {
      throw new SignInError('refused', error);
    }
  }

  /** The provider's own description, asked for once an hour. */
  #getMetadata(): Promise<ProviderMetadata> {
    const refresh = () => {
      const pending = this.#fetchMetadata();
      this.#metadata = pending;
      pending.catch(() => {
        if (this.#metadata === pending) this.#metadata = null;
      });
      return pending;
    };
    if (!this.#metadata) return refresh();
    return this.#metadata.then((metadata) =>
      this.#options.now() - metadata.fetchedAt < HOUR ? metadata : refresh(),
    );
  }

  async #fetchMetadata(): Promise<ProviderMetadata> {
    const { issuer, clientId, redirectUri, now } = this.#options;
    const response = await fetchJson(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
    const parsed = v.safeParse(metadataSchema, response);
    if (!parsed.success || !issuerMatches(parsed.output.issuer, issuer)) throw new SignInError('busy');
    const metadata = parsed.output;
    return {
      issuer: metadata.issuer,
      flow: new AuthorizationCodeFlow({
        clientId,
        authorize: metadata.authorization_endpoint,
        token: metadata.token_endpoint,
        redirectUri,
        scopes: ['openid', 'email', 'profile'],
      }),
      jwks: createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: 5000 }),
      fetchedAt: now(),
    };
  }
}

/** Whether a description that names itself `named` may be found at `configured`. */
function issuerMatches(declaredIssuer: string, configuredIssuer: string): boolean {
  const trimTrailingSlashes = (text: string) => text.replace(/\/+$/, '');
  if (trimTrailingSlashes(declaredIssuer) === trimTrailingSlashes(configuredIssuer)) return true;
  return (
    declaredIssuer.includes(TENANT_PLACEHOLDER) &&
    new URL(declaredIssuer).origin === new URL(configuredIssuer).origin
  );
}

/** The issuer a token must name; with a place for the tenant, the token says which one. */
function expectedIssuer(issuer: string, idToken: string): string {
  if (!issuer.includes(TENANT_PLACEHOLDER)) return issuer;
  const { tid } = decodeJwt(idToken);
  if (typeof tid !== 'string' || !/^[0-9a-f-]{36}$/i.test(tid)) throw new Error('no tenant');
  return issuer.replace(TENANT_PLACEHOLDER, tid);
}

function profileFromClaims(claims: JWTPayload): ProviderProfile {
  const stringClaim = (key: string) => {
    const value = claims[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 255) : null;
  };
  const [firstName, lastName] = [stringClaim('given_name'), stringClaim('family_name')];
  return {
    issuer: claims.iss ?? '',
    subject: claims.sub ?? '',
    email: stringClaim('email'),
    email_verified: isEmailVerified(claims),
    name: stringClaim('name') ?? [firstName, lastName].filter(Boolean).join(' '),
    first_name: firstName,
    last_name: lastName,
    picture: stringClaim('picture'),
  };
}

/**
 * Whether the issuer stands for the email. Where customers run their own directories (a tenant is named),
 * a customer could write any address there, so only Microsoft's own word about the domain counts.
 */
function isEmailVerified(claims: JWTPayload): boolean {
  const isTruthyClaim = (value: unknown) =>
    value === true || value === 'true' || value === 1 || value === '1';
  if (claims.tid === undefined) return isTruthyClaim(claims.email_verified);
  return claims.tid === MICROSOFT_PERSONAL_TENANT_ID || isTruthyClaim(claims.xms_edov);
}
