import { cookie } from '@elysiajs/cookie';
import { Elysia } from 'elysia';
import * as v from 'valibot';
import type { Accounts } from '../accounts/module.ts';
import { readSecret } from '../db/stored-secret.ts';
import { isProvider, type ProviderName } from '../domain/sign-in-providers.ts';
import type { Base } from '../http/base.ts';
import { describeError } from '../http/log.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { readLimitedBody } from '../http/request-body.ts';
import type { Outbox } from '../outbox/outbox.ts';
import {
  AUTHORIZATION_STATE_TTL_SECONDS,
  createAuthorizationState,
  parseAuthorizationState,
  serializeAuthorizationState,
} from './authorization-state.ts';
import { resolveUser } from './identities.ts';
import { type Provider, SignInError } from './provider.ts';

const SIGN_INS_PER_IP = { limit: 120, window: 10 * 60_000 };
const FORM_LIMIT_BYTES = 32 * 1024;
const APPLE_NAME_TTL_SECONDS = 300;

/** Added by the cookie plugin without declaring its type. */
interface SignedCookieContext {
  unsignCookie(value: string): { valid: true; value: string } | { valid: false };
}

/** Sends visitors to a provider and takes them back; a failed sign-in redirects to /login with an error code. */
export function oauthRoutes(
  base: Base,
  accounts: Accounts,
  outbox: Outbox,
  providers: Map<ProviderName, Provider>,
) {
  const { club, log, getClientIp, now } = base;
  const signInsByIp = new RateLimiter(SIGN_INS_PER_IP, now);
  const https = base.config.publicUrl.startsWith('https://');
  const [stateCookie, appleNameCookie] = https
    ? ['__Host-oauth', '__Host-oauth-name']
    : ['oauth', 'oauth-name'];

  const loginErrorPath = (error: unknown, providerName: string): string => {
    const provider = isProvider(providerName) ? providerName : 'unknown';
    const errorCode = error instanceof SignInError ? error.code : 'busy';
    const cause = error instanceof SignInError ? error.cause : error;
    const { kind, code } = cause === undefined ? {} : describeError(cause);
    log.info('sign-in failed', { provider, error_code: errorCode, kind, code });
    return `/login?${new URLSearchParams({ error: errorCode })}`;
  };

  return (
    new Elysia({ name: 'oauth' })
      .use(base.guard)
      // Providers redirect the browser by a top-level GET, which sends Lax cookies.
      .use(
        cookie({
          // The secret signs the cookie with the authorization state.
          secret: readSecret(club.db, 'cookie'),
          httpOnly: true,
          sameSite: 'lax',
          secure: https,
          path: '/',
        }).as('scoped'),
      )
      .get(
        '/api/oauth/login',
        async ({ query, request, server, setCookie, redirect, set }) => {
          set.headers['cache-control'] = 'no-store';
          const providerName = query.provider ?? providers.keys().next().value ?? '';
          try {
            signInsByIp.consume(getClientIp({ request, server }));
            const provider = isProvider(providerName) ? providers.get(providerName) : undefined;
            if (!provider || !isProvider(providerName)) throw new SignInError('not_set_up');
            const authorization = createAuthorizationState(providerName, query.next, now());
            const url = await provider.authorizationUrl(authorization);
            setCookie(stateCookie, serializeAuthorizationState(authorization), {
              signed: true,
              maxAge: AUTHORIZATION_STATE_TTL_SECONDS,
            });
            return redirect(url.href, 302);
          } catch (error) {
            return redirect(loginErrorPath(error, providerName), 302);
          }
        },
        { access: 'anyone' },
      )
      .get(
        '/api/oauth/callback/:provider',
        async (context) => {
          const { params, query, request, cookie: cookies, setCookie, redirect, set } = context;
          set.headers['cache-control'] = 'no-store';
          const providerName = params.provider;
          const signedCookie = (context as unknown as SignedCookieContext).unsignCookie(
            String(cookies[stateCookie] ?? ''),
          );
          // Another site can plant this cookie, so it only names a user whom Apple has authenticated.
          const appleName = providerName === 'apple' ? parseAppleName(cookies[appleNameCookie]) : null;
          // A state works for one attempt.
          setCookie(stateCookie, '', { maxAge: 0 });
          if (appleName) setCookie(appleNameCookie, '', { maxAge: 0 });
          try {
            const authorization = signedCookie.valid
              ? parseAuthorizationState(signedCookie.value, providerName, query.state, now())
              : null;
            const provider = authorization && providers.get(authorization.provider);
            if (!provider) throw new SignInError('expired');
            if (query.error) throw new SignInError(query.error === 'access_denied' ? 'cancelled' : 'refused');
            if (!query.code) throw new SignInError('refused');
            const response = new URL(request.url).searchParams;
            const profile = { ...(await provider.exchangeCode(response, authorization)), ...appleName };
            const { cookies: sessionCookies } = await club.write((tx) => {
              const deps = { users: accounts.users, outbox };
              const userId = resolveUser(tx, deps, authorization.provider, profile);
              return accounts.authentication.startSession(tx, userId, request);
            });
            setCookieHeaders(set, ...sessionCookies);
            return redirect(authorization.next ?? '/account', 302);
          } catch (error) {
            setCookieHeaders(set);
            return redirect(loginErrorPath(error, providerName), 302);
          }
        },
        { access: 'anyone' },
      )
      // Apple's page posts its response, and cross-site posts carry no Lax cookies; redirecting to GET does.
      .post(
        '/api/oauth/callback/apple',
        ({ body, setCookie, redirect, set }) => {
          set.headers['cache-control'] = 'no-store';
          const callbackParams = new URLSearchParams();
          const form = body as URLSearchParams;
          for (const key of ['code', 'state', 'error', 'iss']) {
            const value = form.get(key);
            if (value) callbackParams.set(key, value);
          }
          const user = form.get('user');
          if (user && user.length < 2000)
            setCookie(appleNameCookie, user, { maxAge: APPLE_NAME_TTL_SECONDS });
          return redirect(`/api/oauth/callback/apple?${callbackParams}`, 303);
        },
        { access: 'anyone', parse: readFormBody },
      )
  );
}

/**
 * Sends the plugin's cookies and `extraCookies` as separate headers. The plugin stores them under a name whose values
 * the framework joins into one line, which browsers can't read.
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

/** Apple sends the name once, outside the signed token, so it may only be displayed. */
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
