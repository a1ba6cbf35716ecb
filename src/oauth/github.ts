import * as v from 'valibot';
import { CodeFlow } from './code-flow.ts';
import { fetchJson, type Provider, type Secrets, SignInRefused, type Vouched } from './provider.ts';

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
  readonly #secret: string;
  readonly #flow: CodeFlow;

  constructor(options: { url: string; clientId: string; clientSecret: string; redirectUri: string }) {
    this.#url = options.url.replace(/\/+$/, '');
    this.#secret = options.clientSecret;
    this.#flow = new CodeFlow({
      clientId: options.clientId,
      authorize: `${this.#url}/login/oauth/authorize`,
      token: `${this.#url}/login/oauth/access_token`,
      redirectUri: options.redirectUri,
      scopes: ['user:email'],
    });
  }

  begin(secrets: Secrets): Promise<URL> {
    return this.#flow.address(secrets);
  }

  async finish(code: string, secrets: Secrets): Promise<Vouched> {
    const { access_token } = await this.#flow.exchange(code, secrets, this.#secret);
    const headers = { authorization: `Bearer ${access_token}`, accept: 'application/vnd.github+json' };
    const [user, emails] = await Promise.all([
      fetchJson(`${this.#api()}/user`, headers),
      fetchJson(`${this.#api()}/user/emails`, headers),
    ]);
    const who = v.safeParse(userSchema, user);
    const where = v.safeParse(emailsSchema, emails);
    if (!who.success || !where.success) throw new SignInRefused('refused');
    const primary = where.output.find((each) => each.primary);
    return {
      issuer: this.#url,
      subject: String(who.output.id),
      email: primary?.email ?? null,
      email_verified: primary?.verified ?? false,
      name: who.output.name?.trim() || who.output.login,
      first_name: null,
      last_name: null,
      picture: who.output.avatar_url ?? null,
    };
  }

  /** github.com has its API on a host of its own, an enterprise's server below a path. */
  #api(): string {
    return this.#url === 'https://github.com' ? 'https://api.github.com' : `${this.#url}/api/v3`;
  }
}
