import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import { OAuth2Client } from 'oslo/oauth2';
import {
  type AuthorizationChecks,
  type Provider,
  type ProviderProfile,
  REQUEST_TIMEOUT_MS,
  SignInError,
} from './provider.ts';

const METADATA_MAX_AGE_MS = 60 * 60_000;
const CLOCK_SKEW_SECONDS = 60;
/** Microsoft's shared issuer has this placeholder where a token names the tenant. */
const TENANT_PLACEHOLDER = '{tenantid}';
/** Microsoft's tenant for personal accounts, whose email addresses it has verified. */
const MICROSOFT_PERSONAL_TENANT_ID = '9188040d-6c67-4c5b-b112-36a304b66dad';
/** Errors caused by the provider's server; any other is an invalid answer. */
const SERVER_ERRORS = [oauth.RESPONSE_IS_NOT_CONFORM, oauth.PARSE_ERROR];

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: () => string | Promise<string>;
  redirectUri: string;
  /** Added to the authorization request. */
  extraParams?: Record<string, string>;
}

export class OpenIdProvider implements Provider {
  readonly #options: OpenIdOptions;
  readonly #client: oauth.Client;
  #metadata: { server: Promise<oauth.AuthorizationServer>; fetchedAt: number } | null = null;

  constructor(options: OpenIdOptions) {
    this.#options = options;
    this.#client = { client_id: options.clientId, [oauth.clockTolerance]: CLOCK_SKEW_SECONDS };
  }

  async authorizationUrl({ state, nonce, verifier }: AuthorizationChecks): Promise<URL> {
    const { authorization_endpoint = '', token_endpoint = '' } = await this.#getMetadata();
    const { clientId, redirectUri, extraParams = {} } = this.#options;
    const client = new OAuth2Client(clientId, authorization_endpoint, token_endpoint, {
      redirectURI: redirectUri,
    });
    const url = await client.createAuthorizationURL({
      state,
      codeVerifier: verifier,
      codeChallengeMethod: 'S256',
      scopes: ['openid', 'email', 'profile'],
    });
    for (const [key, value] of Object.entries({ nonce, ...extraParams })) url.searchParams.set(key, value);
    return url;
  }

  async exchangeCode(
    response: URLSearchParams,
    { state, nonce, verifier }: AuthorizationChecks,
  ): Promise<ProviderProfile> {
    const server = await this.#getMetadata();
    // The shared issuer leaves the tenant open, and the callback's issuer names one; the ID token names it again.
    if (server.issuer.includes(TENANT_PLACEHOLDER)) response.delete('iss');
    try {
      const tokenResponse = await oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        oauth.ClientSecretPost(await this.#options.clientSecret()),
        oauth.validateAuthResponse(server, this.#client, response, state),
        this.#options.redirectUri,
        verifier,
        this.#requestOptions(),
      );
      if (!tokenResponse.headers.get('content-type')?.includes('json')) throw new SignInError('busy');
      const tokens = await oauth.processAuthorizationCodeResponse(
        await withTokenIssuer(server, tokenResponse),
        this.#client,
        tokenResponse,
        { expectedNonce: nonce, requireIdToken: true },
      );
      await oauth.validateApplicationLevelSignature(server, tokenResponse, this.#requestOptions());
      const claims = oauth.getValidatedIdTokenClaims(tokens);
      if (!claims) throw new Error('no id token');
      return profileFromClaims(claims);
    } catch (error) {
      throw toSignInError(error);
    }
  }

  /** The provider's metadata, at most an hour old by the monotonic clock. */
  #getMetadata(): Promise<oauth.AuthorizationServer> {
    const now = performance.now();
    if (!this.#metadata || now - this.#metadata.fetchedAt > METADATA_MAX_AGE_MS) {
      const entry = { server: this.#fetchMetadata(), fetchedAt: now };
      this.#metadata = entry;
      entry.server.catch(() => {
        if (this.#metadata === entry) this.#metadata = null;
      });
    }
    return this.#metadata.server;
  }

  async #fetchMetadata(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.#options.issuer);
    try {
      const response = await oauth.discoveryRequest(issuer, this.#requestOptions());
      const { issuer: declared } = (await response.clone().json()) as { issuer: string };
      const isTenantTemplate =
        declared.includes(TENANT_PLACEHOLDER) && new URL(declared).origin === issuer.origin;
      return await oauth.processDiscoveryResponse(isTenantTemplate ? new URL(declared) : issuer, response);
    } catch (error) {
      throw new SignInError('busy', error);
    }
  }

  /** Allows plain HTTP only if the owner's settings name an http issuer. */
  #requestOptions() {
    return {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      [oauth.allowInsecureRequests]: this.#options.issuer.startsWith('http://'),
    };
  }
}

/** Replaces the issuer's tenant placeholder with the tenant named by the ID token. */
async function withTokenIssuer(
  server: oauth.AuthorizationServer,
  tokenResponse: Response,
): Promise<oauth.AuthorizationServer> {
  if (!server.issuer.includes(TENANT_PLACEHOLDER)) return server;
  const body = (await tokenResponse
    .clone()
    .json()
    .catch(() => null)) as { id_token?: unknown } | null;
  if (typeof body?.id_token !== 'string') return server;
  const { tid } = decodeJwt(body.id_token);
  if (typeof tid !== 'string' || !/^[0-9a-f-]{36}$/i.test(tid)) throw new Error('no tenant');
  return { ...server, issuer: server.issuer.replace(TENANT_PLACEHOLDER, tid) };
}

function toSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  const isServerError =
    !(error instanceof Error) ||
    ['TypeError', 'TimeoutError', 'AbortError'].includes(error.name) ||
    SERVER_ERRORS.includes(String((error as { code?: unknown }).code));
  return new SignInError(isServerError ? 'busy' : 'refused', error);
}

function profileFromClaims(claims: oauth.IDToken): ProviderProfile {
  const stringClaim = (key: string) => {
    const value = claims[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 255) : null;
  };
  const [firstName, lastName] = [stringClaim('given_name'), stringClaim('family_name')];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: stringClaim('email'),
    email_verified: isEmailVerified(claims),
    name: stringClaim('name') ?? [firstName, lastName].filter(Boolean).join(' '),
    first_name: firstName,
    last_name: lastName,
    picture: stringClaim('picture'),
  };
}

/**
 * True if the issuer has verified the email address. A Microsoft tenant's administrator can enter any address in the
 * directory, so there only `xms_edov` counts.
 */
function isEmailVerified(claims: oauth.IDToken): boolean {
  const isTruthyClaim = (value: unknown) =>
    value === true || value === 'true' || value === 1 || value === '1';
  if (claims.tid === undefined) return isTruthyClaim(claims.email_verified);
  return claims.tid === MICROSOFT_PERSONAL_TENANT_ID || isTruthyClaim(claims.xms_edov);
}
