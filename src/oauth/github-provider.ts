import * as v from 'valibot';
import { AuthorizationCodeFlow } from './authorization-code-flow.ts';
import {
  type AuthorizationChecks,
  fetchJson,
  type Provider,
  type ProviderProfile,
  SignInError,
} from './provider.ts';

const userSchema = v.object({
  id: v.pipe(v.number(), v.safeInteger()),
  login: v.string(),
  name: v.nullish(v.string()),
  avatar_url: v.nullish(v.string()),
});
const emailsSchema = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }));

/** GitHub speaks OAuth without OpenID: who somebody is, its API says. */
export class GitHubProvider implements Provider {
  readonly #url: string;
  readonly #clientSecret: string;
  readonly #flow: AuthorizationCodeFlow;

  constructor(options: { url: string; clientId: string; clientSecret: string; redirectUri: string }) {
    this.#url = options.url.replace(/\/+$/, '');
    this.#clientSecret = options.clientSecret;
    this.#flow = new AuthorizationCodeFlow({
      clientId: options.clientId,
      authorize: `${this.#url}/login/oauth/authorize`,
      token: `${this.#url}/login/oauth/access_token`,
      redirectUri: options.redirectUri,
      scopes: ['user:email'],
    });
  }

  authorizationUrl(checks: AuthorizationChecks): Promise<URL> {
    return this.#flow.authorizationUrl(checks);
  }

  async exchangeCode(code: string, checks: AuthorizationChecks): Promise<ProviderProfile> {
    const { access_token } = await this.#flow.exchangeCode(code, checks, this.#clientSecret);
    const headers = { authorization: `Bearer ${access_token}`, accept: 'application/vnd.github+json' };
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

  /** github.com has its API on a host of its own, an enterprise's server below a path. */
  #apiUrl(): string {
    return this.#url === 'https://github.com' ? 'https://api.github.com' : `${this.#url}/api/v3`;
  }
}
