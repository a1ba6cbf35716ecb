import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import {
  newPasskeySchema,
  passkeyLoginSchema,
  passkeyNameChangeSchema,
  reauthenticationSchema,
  totpConfirmSchema,
} from '../domain/second-factor.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession, type Session, type SessionGuard } from '../http/session-guard.ts';
import type { AuthenticationService } from './authentication.ts';
import type { PasskeyService } from './passkeys.ts';
import type { SecondFactorService } from './second-factors.ts';

/**
 * The signed-in user's passkeys, authenticator app, recovery codes and reauthentication, and login with a passkey.
 */
export function secondFactorRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  passkeys: PasskeyService;
  secondFactors: SecondFactorService;
  authentication: AuthenticationService;
  limits: { passkeyLogin: (context: RequestContext) => void };
}) {
  const { club, passkeys, secondFactors, authentication } = deps;
  const list = (session: Session | null) => secondFactors.list(requireSession(session).user);
  const member = { access: 'member', parse: 'none' } as const;
  const memberJson = { access: 'member', parse: parseJsonBody } as const;

  return new Elysia({ name: 'second-factors' })
    .use(deps.guard)
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      '/api/auth/passkey-login/options',
      async ({ request, server }): Promise<ApiAnswer<'POST /api/auth/passkey-login/options'>> => {
        deps.limits.passkeyLogin({ request, server });
        passkeys.assertUsableAt(request.headers.get('origin'));
        return { options: await passkeys.createSignInOptions(null) };
      },
      { access: 'anyone', parse: 'none' },
    )
    .post(
      '/api/auth/passkey-login',
      async ({ body, request, server, set }): Promise<ApiAnswer<'POST /api/auth/passkey-login'>> => {
        deps.limits.passkeyLogin({ request, server });
        const { credential } = parseInput(passkeyLoginSchema, body);
        const passkey = await passkeys.verify(credential, null);
        const { user, cookies } = await club.write((tx) => {
          passkey.use(tx);
          return authentication.startSession(tx, passkey.userId, request, { strong: true });
        });
        set.headers['set-cookie'] = cookies;
        return { user };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .get(
      '/api/auth/second-factors',
      ({ session }): ApiAnswer<'GET /api/auth/second-factors'> => list(session),
      { access: 'member' },
    )
    .post(
      '/api/auth/passkeys/options',
      async ({ request, session }): Promise<ApiAnswer<'POST /api/auth/passkeys/options'>> => {
        passkeys.assertUsableAt(request.headers.get('origin'));
        return { options: await passkeys.createAddOptions(requireSession(session).user) };
      },
      member,
    )
    .post(
      '/api/auth/passkeys',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/auth/passkeys'>> => {
        const { name, credential } = parseInput(newPasskeySchema, body);
        await secondFactors.addPasskey(requireSession(session), name, credential);
        set.status = 201;
        return list(session);
      },
      memberJson,
    )
    .put(
      '/api/auth/passkeys/:id',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/auth/passkeys/:id'>> => {
        const { name } = parseInput(passkeyNameChangeSchema, body);
        const { user } = requireSession(session);
        await club.write((tx) => passkeys.rename(tx, user.id, parseIdOrZero(params.id), name));
        return list(session);
      },
      memberJson,
    )
    .delete(
      '/api/auth/passkeys/:id',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/auth/passkeys/:id'>> => {
        await secondFactors.removePasskey(requireSession(session), parseIdOrZero(params.id));
        return list(session);
      },
      { access: 'member' },
    )
    .post(
      '/api/auth/totp',
      ({ session }): Promise<ApiAnswer<'POST /api/auth/totp'>> =>
        secondFactors.beginTotp(requireSession(session)),
      member,
    )
    .post(
      '/api/auth/totp/confirm',
      async ({ body, session }): Promise<ApiAnswer<'POST /api/auth/totp/confirm'>> => {
        const { code } = parseInput(totpConfirmSchema, body);
        return { recovery_codes: await secondFactors.confirmTotp(requireSession(session), code) };
      },
      memberJson,
    )
    .delete(
      '/api/auth/totp',
      async ({ session }): Promise<ApiAnswer<'DELETE /api/auth/totp'>> => {
        await secondFactors.removeTotp(requireSession(session));
        return list(session);
      },
      { access: 'member' },
    )
    .post(
      '/api/auth/recovery-codes',
      async ({ session }): Promise<ApiAnswer<'POST /api/auth/recovery-codes'>> => ({
        recovery_codes: await secondFactors.replaceRecoveryCodes(requireSession(session)),
      }),
      member,
    )
    .get(
      '/api/auth/reauthenticate',
      ({ session }): ApiAnswer<'GET /api/auth/reauthenticate'> =>
        secondFactors.reauthenticationState(requireSession(session)),
      { access: 'member' },
    )
    .post(
      '/api/auth/reauthenticate/options',
      async ({ request, session }): Promise<ApiAnswer<'POST /api/auth/reauthenticate/options'>> => {
        passkeys.assertUsableAt(request.headers.get('origin'));
        return { options: await passkeys.createSignInOptions(requireSession(session).user.id) };
      },
      member,
    )
    .post(
      '/api/auth/reauthenticate',
      ({ body, session }): Promise<ApiAnswer<'POST /api/auth/reauthenticate'>> =>
        secondFactors.reauthenticate(requireSession(session), parseInput(reauthenticationSchema, body)),
      memberJson,
    );
}
