import { OAuth2Client, OAuth2RequestError } from 'oslo/oauth2';
import * as v from 'valibot';
import {
  type AuthorizationChecks,
  type Provider,
  type ProviderProfile,
  REQUEST_TIMEOUT_MS,
  SignInError,
} from './provider.ts';

const userSchema = v.object({
  id: v.pipe(v.number(), v.safeInteger()),
  login: v.string(),
  name: v.nullish(v.string()),
  avatar_url: v.nullish(v.string()),
});
const emailsSchema = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }));

/** GitHub has OAuth 2 without OpenID Connect, so its API identifies the user. */
export class GitHubProvider implements Provider {
  readonly #url: string;
  readonly #clientSecret: string;
  readonly #client: OAuth2Client;

  constructor(options: { url: string; clientId: string; clientSecret: string; redirectUri: string }) {
    this.#url = options.url.replace(/\/+$/, '');
    this.#clientSecret = options.clientSecret;
    this.#client = new OAuth2Client(
      options.clientId,
      `${this.#url}/login/oauth/authorize`,
      `${this.#url}/login/oauth/access_token`,
      { redirectURI: options.redirectUri },
    );
  }

  authorizationUrl({ state, verifier }: AuthorizationChecks): Promise<URL> {
    return this.#client.createAuthorizationURL({
      state,
      codeVerifier: verifier,
      codeChallengeMethod: 'S256',
      scopes: ['user:email'],
    });
  }

  async exchangeCode(response: URLSearchParams, { verifier }: AuthorizationChecks): Promise<ProviderProfile> {
    const accessToken = await this.#requestAccessToken(response.get('code') ?? '', verifier);
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' };
    const [user, emails] = await Promise.all([
      fetchJson(`${this.#apiUrl()}/user`, headers),
      fetchJson(`${this.#apiUrl()}/user/emails`, headers),
    ]);
    const parsedUser = v.safeParse(userSchema, user);
    const parsedEmails = v.safeParse(emailsSchema, emails);
    if (!parsedUser.success || !parsedEmails.success) throw new SignInError('refused');
    const primary = parsedEmails.output.find((each) => each.primary);
    return {
      issuer: this.#url,
      subject: String(parsedUser.output.id),
      email: primary?.email ?? null,
      email_verified: primary?.verified ?? false,
      name: parsedUser.output.name?.trim() || parsedUser.output.login,
      first_name: null,
      last_name: null,
      picture: parsedUser.output.avatar_url ?? null,
    };
  }

  async #requestAccessToken(code: string, codeVerifier: string): Promise<string> {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    try {
      const { access_token } = await Promise.race([
        this.#client.validateAuthorizationCode(code, {
          codeVerifier,
          credentials: this.#clientSecret,
          authenticateWith: 'request_body',
        }),
        new Promise<never>((_, reject) => timeout.addEventListener('abort', () => reject(timeout.reason))),
      ]);
      return access_token;
    } catch (error) {
      // The library's error contains the request with the client secret, so only its message is passed on.
      if (error instanceof OAuth2RequestError) throw new SignInError('refused', new Error(error.message));
      throw new SignInError('busy', error);
    }
  }

  /** github.com serves its API from its own host, GitHub Enterprise from a path. */
  #apiUrl(): string {
    return this.#url === 'https://github.com' ? 'https://api.github.com' : `${this.#url}/api/v3`;
  }
}

async function fetchJson(url: string, headers: Record<string, string>): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { 'user-agent': 'padel-club', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (error) {
    throw new SignInError('busy', error);
  }
}
