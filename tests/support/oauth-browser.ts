import type { TestClub } from './test-club.ts';

class CookieJar {
  readonly #pairs = new Map<string, string>();

  store(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '' || /max-age=0/i.test(line)) this.#pairs.delete(name);
      else this.#pairs.set(name, value);
    }
  }

  toHeader(): string {
    return [...this.#pairs].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/** A browser that a visitor uses with the club and a provider. */
export function createOAuthBrowser(club: TestClub) {
  const clubCookies = new CookieJar();
  const providerCookies = new CookieJar();

  const request = async (path: string, method = 'GET', body?: string) => {
    const headers: Record<string, string> = { cookie: clubCookies.toHeader() };
    if (body !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded';
    const response = await club.send(method, path, body, headers);
    clubCookies.store(response.headers);
    return { ...response, location: response.headers.get('location') ?? '' };
  };

  /** Follows the provider's pages; returns the path and query of the redirect to the club. */
  const followProvider = async (start: string): Promise<string> => {
    let url = start;
    for (let hop = 0; hop < 12; hop += 1) {
      if (url.startsWith('http://localhost/')) return url.slice('http://localhost'.length);
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: providerCookies.toHeader() },
      });
      providerCookies.store(response.headers);
      const location = response.headers.get('location');
      if (!location) {
        const html = await response.text();
        const form = /action="([^"]+)"/.exec(html)?.[1];
        if (!form) throw new Error(`stuck at ${url.split('?')[0]}: ${response.status} ${html.slice(0, 200)}`);
        // With form_post, the provider's page posts its response to the club.
        const fields = new URLSearchParams();
        for (const [, name = '', value = ''] of html.matchAll(/name="([^"]+)" value="([^"]*)"/g)) {
          fields.set(name, value.replaceAll('&amp;', '&'));
        }
        lastForm = fields;
        const answer = await club.send('POST', form.replace('http://localhost', ''), String(fields), {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'cross-site',
          origin: new URL(start).origin,
        });
        clubCookies.store(answer.headers);
        if (answer.status !== 303) throw new Error(`the form was answered ${answer.status}: ${answer.text}`);
        return answer.headers.get('location') ?? '';
      }
      url = new URL(location, url).href;
    }
    throw new Error('the provider redirects without end');
  };
  let lastForm: URLSearchParams | null = null;

  return {
    request,
    followProvider,
    /** The fields of the last form_post. */
    lastForm: () => lastForm,
    cookies: () => clubCookies.toHeader(),
    /** Signs in through the provider and returns the callback's answer. */
    async signIn(provider: string, next = '') {
      const query = new URLSearchParams({ provider, ...(next ? { next } : {}) });
      const redirect = await request(`/api/oauth/login?${query}`);
      if (!/^https?:/.test(redirect.location)) return redirect;
      return request(await followProvider(redirect.location));
    },
    user: async () => (await request('/api/auth/user')).json,
  };
}
