import { cookie } from '@elysiajs/cookie';
import { Elysia } from 'elysia';
import * as v from 'valibot';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { isProvider, type ProviderName } from '../domain/sign-in.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { describeError, type Log } from '../http/log.ts';
import { readLimitedBody } from '../http/request-body.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import { type Members, memberFor } from './identities.ts';
import { type Provider, SignInRefused } from './provider.ts';
import { beginTrip, readTrip, TRIP_SECONDS, writeTrip } from './trip.ts';

const FORM_LIMIT = 32 * 1024;
const NAME_SECONDS = 300;

/** Added by the cookie plugin, whose types keep it to themselves. */
interface Unsigning {
  unsignCookie(value: string): { valid: true; value: string } | { valid: false };
}

/** The way to a provider and back. Every refusal ends at /login with a sentence. */
export function oauthRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  providers: Map<ProviderName, Provider>;
  members: Members;
  /** Starts a session and answers the token for its cookie. */
  admit: (tx: Transaction, userId: number, request: Request) => { token: string };
  sessionCookie: (token: string) => string;
  /** Signs the cookie that a sign-in travels with. */
  secret: string;
  https: boolean;
  limit: (visit: RequestContext) => void;
  log: Log;
  now: () => number;
}) {
  const { club, providers, members, now } = deps;
  const [tripCookie, nameCookie] = deps.https
    ? ['__Host-oauth', '__Host-oauth-name']
    : ['oauth', 'oauth-name'];

  const refused = (error: unknown, provider: string): string => {
    const refusal = error instanceof SignInRefused ? error.refusal : 'busy';
    const cause = error instanceof SignInRefused ? error.cause : error;
    const { kind, code } = cause === undefined ? {} : describeError(cause);
    deps.log.info('sign-in refused', { provider, refusal, kind, code });
    return `/login?${new URLSearchParams({ error: refusal })}`;
  };

  return (
    new Elysia({ name: 'oauth' })
      .use(deps.guard)
      // Lax is enough: providers bring the browser back by a GET from the top, which carries the cookie.
      .use(
        cookie({
          ...{ secret: deps.secret, httpOnly: true, sameSite: 'lax', secure: deps.https, path: '/' },
        }).as('scoped'),
      )
      .get(
        '/api/oauth/login',
        async ({ query, request, server, setCookie, redirect, set }) => {
          set.headers['cache-control'] = 'no-store';
          const name = query.provider ?? providers.keys().next().value ?? '';
          try {
            deps.limit({ request, server });
            const provider = isProvider(name) ? providers.get(name) : undefined;
            if (!provider || !isProvider(name)) throw new SignInRefused('not_set_up');
            const trip = beginTrip(name, query.next, now());
            const url = await provider.begin(trip);
            setCookie(tripCookie, writeTrip(trip), { signed: true, maxAge: TRIP_SECONDS });
            return redirect(url.href, 302);
          } catch (error) {
            return redirect(refused(error, isProvider(name) ? name : 'unknown'), 302);
          }
        },
        { access: 'anyone' },
      )
      .get(
        '/api/oauth/callback/:provider',
        async (context) => {
          const { params, query, request, cookie: cookies, setCookie, redirect, set } = context;
          set.headers['cache-control'] = 'no-store';
          const name = params.provider;
          const given = (context as unknown as Unsigning).unsignCookie(String(cookies[tripCookie] ?? ''));
          // Anybody's page can put this cookie into a browser: it greets whom Apple has vouched for, nobody else.
          const apple = name === 'apple' ? readName(cookies[nameCookie]) : null;
          // Used once, whatever comes of it.
          setCookie(tripCookie, '', { maxAge: 0 });
          if (apple) setCookie(nameCookie, '', { maxAge: 0 });
          try {
            const trip = given.valid ? readTrip(given.value, name, query.state, now()) : null;
            const provider = trip && providers.get(trip.provider);
            if (!provider) throw new SignInRefused('expired');
            if (query.error)
              throw new SignInRefused(query.error === 'access_denied' ? 'cancelled' : 'refused');
            if (!query.code) throw new SignInRefused('refused');
            const vouched = { ...(await provider.finish(query.code, trip)), ...apple };
            const { token } = await club.write((tx) =>
              deps.admit(tx, memberFor(tx, members, trip.provider, vouched), request),
            );
            sendCookies(set, deps.sessionCookie(token));
            return redirect(trip.next ?? '/account', 302);
          } catch (error) {
            sendCookies(set);
            return redirect(refused(error, isProvider(name) ? name : 'unknown'), 302);
          }
        },
        { access: 'anyone' },
      )
      // Apple posts its answer from its own page, which brings none of our cookies; the browser that is sent
      // on by a GET brings them, and the answer is looked at there.
      .post(
        '/api/oauth/callback/apple',
        ({ body, setCookie, redirect, set }) => {
          set.headers['cache-control'] = 'no-store';
          const on = new URLSearchParams();
          const form = body as URLSearchParams;
          for (const key of ['code', 'state', 'error']) {
            const value = form.get(key);
            if (value) on.set(key, value);
          }
          const user = form.get('user');
          if (user && user.length < 2000) setCookie(nameCookie, user, { maxAge: NAME_SECONDS });
          return redirect(`/api/oauth/callback/apple?${on}`, 303);
        },
        { access: 'anyone', parse: formBody },
      )
  );
}

/**
 * Sends the cookies the plugin has set so far, and `more`, each in a header of its own: under the name the
 * plugin keeps them, the framework would join several into one line that browsers cannot read.
 */
function sendCookies(set: { headers: object }, ...more: string[]): void {
  const headers = set.headers as { 'Set-Cookie'?: string[]; 'set-cookie'?: string[] };
  headers['set-cookie'] = [...(headers['Set-Cookie'] ?? []), ...more];
  delete headers['Set-Cookie'];
}

async function formBody({ request }: { request: Request }): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await readLimitedBody(request, FORM_LIMIT)));
}

const appleUser = v.object({
  name: v.object({ firstName: v.optional(v.string()), lastName: v.optional(v.string()) }),
});

/** Apple tells the name once, beside the signed token and unsigned: good for a greeting, for nothing else. */
function readName(text: string | undefined) {
  if (!text) return null;
  try {
    const { name } = v.parse(appleUser, JSON.parse(text));
    const first_name = name.firstName?.trim() || null;
    const last_name = name.lastName?.trim() || null;
    const full = [first_name, last_name].filter(Boolean).join(' ');
    return full ? { name: full, first_name, last_name } : null;
  } catch {
    return null;
  }
}
