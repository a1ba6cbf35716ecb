import { cookie } from '@elysiajs/cookie';
import { Elysia } from 'elysia';
import * as v from 'valibot';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { isProvider, type ProviderName } from '../domain/sign-in.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { describeError, type Log } from '../http/log.ts';
import { readLimitedBody } from '../http/request-body.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import {
  AUTHORIZATION_STATE_TTL_SECONDS,
  createAuthorizationState,
  parseAuthorizationState,
  serializeAuthorizationState,
} from './authorization-state.ts';
import { type AccountsApi, resolveUser } from './identities.ts';
import { type Provider, SignInError } from './provider.ts';

const FORM_LIMIT_BYTES = 32 * 1024;
const APPLE_NAME_TTL_SECONDS = 300;

/** Added by the cookie plugin, whose types keep it to themselves. */
interface SignedCookieContext {
  unsignCookie(value: string): { valid: true; value: string } | { valid: false };
}

/** The way to a provider and back. Every refusal ends at /login with a sentence. */
export function oauthRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  providers: Map<ProviderName, Provider>;
  accounts: AccountsApi;
  /** Starts a session and answers the token for its cookie. */
  startSession: (tx: Transaction, userId: number, request: Request) => { token: string };
  serializeSessionCookie: (token: string) => string;
  /** Signs the cookie that a sign-in travels with. */
  cookieSecret: string;
  https: boolean;
  limit: (visit: RequestContext) => void;
  log: Log;
  now: () => number;
}) {
  const { club, providers, accounts, now } = deps;
  const [stateCookie, appleNameCookie] = deps.https
    ? ['__Host-oauth', '__Host-oauth-name']
    : ['oauth', 'oauth-name'];

  const loginErrorPath = (error: unknown, provider: string): string => {
    const errorCode = error instanceof SignInError ? error.code : 'busy';
    const cause = error instanceof SignInError ? error.cause : error;
    const { kind, code } = cause === undefined ? {} : describeError(cause);
    deps.log.info('sign-in refused', { provider, refusal: errorCode, kind, code });
    return `/login?${new URLSearchParams({ error: errorCode })}`;
  };

  return (
    new Elysia({ name: 'oauth' })
      .use(deps.guard)
      // Lax is enough: providers bring the browser back by a GET from the top, which carries the cookie.
      .use(
        cookie({
          ...{
            secret: deps.cookieSecret,
            httpOnly: true,
            sameSite: 'lax',
            secure: deps.https,
            path: '/',
          },
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
            if (!provider || !isProvider(name)) throw new SignInError('not_set_up');
            const trip = createAuthorizationState(name, query.next, now());
            const url = await provider.authorizationUrl(trip);
            setCookie(stateCookie, serializeAuthorizationState(trip), {
              signed: true,
              maxAge: AUTHORIZATION_STATE_TTL_SECONDS,
            });
            return redirect(url.href, 302);
          } catch (error) {
            return redirect(loginErrorPath(error, isProvider(name) ? name : 'unknown'), 302);
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
          const given = (context as unknown as SignedCookieContext).unsignCookie(
            String(cookies[stateCookie] ?? ''),
          );
          // Anybody's page can put this cookie into a browser: it greets whom Apple has vouched for, nobody else.
          const apple = name === 'apple' ? parseAppleName(cookies[appleNameCookie]) : null;
          // Used once, whatever comes of it.
          setCookie(stateCookie, '', { maxAge: 0 });
          if (apple) setCookie(appleNameCookie, '', { maxAge: 0 });
          try {
            const trip = given.valid ? parseAuthorizationState(given.value, name, query.state, now()) : null;
            const provider = trip && providers.get(trip.provider);
            if (!provider) throw new SignInError('expired');
            if (query.error) throw new SignInError(query.error === 'access_denied' ? 'cancelled' : 'refused');
            if (!query.code) throw new SignInError('refused');
            const vouched = { ...(await provider.exchangeCode(query.code, trip)), ...apple };
            const { token } = await club.write((tx) =>
              deps.startSession(tx, resolveUser(tx, accounts, trip.provider, vouched), request),
            );
            setCookieHeaders(set, deps.serializeSessionCookie(token));
            return redirect(trip.next ?? '/account', 302);
          } catch (error) {
            setCookieHeaders(set);
            return redirect(loginErrorPath(error, isProvider(name) ? name : 'unknown'), 302);
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
          if (user && user.length < 2000)
            setCookie(appleNameCookie, user, { maxAge: APPLE_NAME_TTL_SECONDS });
          return redirect(`/api/oauth/callback/apple?${on}`, 303);
        },
        { access: 'anyone', parse: readFormBody },
      )
  );
}

/**
 * Sends the cookies the plugin has set so far, and `more`, each in a header of its own: under the name the
 * plugin keeps them, the framework would join several into one line that browsers cannot read.
 */
function setCookieHeaders(set: { headers: object }, ...extraCookies: string[]): void {
  const headers = set.headers as { 'Set-Cookie'?: string[]; 'set-cookie'?: string[] };
  headers['set-cookie'] = [...(headers['Set-Cookie'] ?? []), ...extraCookies];
  delete headers['Set-Cookie'];
}

async function readFormBody({ request }: { request: Request }): Promise<URLSearchParams> {
  return new URLSearchParams(new TextDecoder().decode(await readLimitedBody(request, FORM_LIMIT_BYTES)));
}

const appleUserSchema = v.object({
  name: v.object({ firstName: v.optional(v.string()), lastName: v.optional(v.string()) }),
});

/** Apple tells the name once, beside the signed token and unsigned: good for a greeting, for nothing else. */
function parseAppleName(json: string | undefined) {
  if (!json) return null;
  try {
    const { name } = v.parse(appleUserSchema, JSON.parse(json));
    const first_name = name.firstName?.trim() || null;
    const last_name = name.lastName?.trim() || null;
    const fullName = [first_name, last_name].filter(Boolean).join(' ');
    return fullName ? { name: fullName, first_name, last_name } : null;
  } catch {
    return null;
  }
}
