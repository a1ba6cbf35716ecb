import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import {
  forgotPasswordSchema,
  passwordChangeSchema,
  preferencesSchema,
  profileSchema,
  resetPasswordSchema,
  type User,
  verifyEmailSchema,
} from '../domain/account.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession, type Session, type SessionGuard } from '../http/session-guard.ts';
import type { CredentialService } from './credentials.ts';
import type { SessionStore } from './session-store.ts';
import type { UserStore } from './user-store.ts';

/** Profile, preferences and password of the signed-in member, and the pages of emailed links. */
export function accountRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  users: UserStore;
  sessions: SessionStore;
  credentials: CredentialService;
  isCourt: (id: number) => boolean;
  limits: { emailRequests: (visit: RequestContext) => void };
}) {
  const { club, users, credentials } = deps;

  const loadUser = (session: Session): User => {
    const row = users.find(session.user.id);
    if (!row) throw new Failure('not_found', 'This account no longer exists.');
    return deps.sessions.presentUser(row, session.strong);
  };

  return new Elysia({ name: 'account' })
    .use(deps.guard)
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .put(
      '/api/auth/profile',
      async ({ body, session }): Promise<ApiAnswer<'PUT /api/auth/profile'>> => {
        const { user } = requireSession(session);
        const { name, phone } = parseInput(profileSchema, body);
        const profile = { name, phone: phone ? normalizePhone(phone) : null };
        await club.write((tx) => users.setProfile(tx, user.id, profile));
        return loadUser(requireSession(session));
      },
      { access: 'member', parse: parseJsonBody },
    )
    .put(
      '/api/auth/preferences',
      async ({ body, session }): Promise<ApiAnswer<'PUT /api/auth/preferences'>> => {
        const { user } = requireSession(session);
        const changes = parseInput(preferencesSchema, body);
        if (changes.favorite_courts?.some((id) => !deps.isCourt(id))) {
          throw invalidField('favorite_courts', 'Please choose courts from the list.');
        }
        await club.write((tx) => users.setPreferences(tx, user.id, changes));
        return loadUser(requireSession(session));
      },
      { access: 'member', parse: parseJsonBody },
    )
    .put(
      '/api/auth/password',
      async ({ body, session, request, set }): Promise<ApiAnswer<'PUT /api/auth/password'>> => {
        const input = parseInput(passwordChangeSchema, body);
        const { cookies } = await credentials.changePassword(requireSession(session), input, request);
        set.headers['set-cookie'] = cookies;
        return { message: 'Password changed' };
      },
      { access: 'member', parse: parseJsonBody },
    )
    .post(
      '/api/auth/forgot-password',
      async ({ body, request, server }): Promise<ApiAnswer<'POST /api/auth/forgot-password'>> => {
        deps.limits.emailRequests({ request, server });
        await credentials.sendPasswordReset(parseInput(forgotPasswordSchema, body).email);
        return { message: 'If there is an account with this email address, a link is on its way to it.' };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post(
      '/api/auth/reset-password',
      async ({ body, request, server }): Promise<ApiAnswer<'POST /api/auth/reset-password'>> => {
        deps.limits.emailRequests({ request, server });
        await credentials.resetPassword(parseInput(resetPasswordSchema, body));
        return { message: 'Password changed' };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post(
      '/api/auth/verify',
      async ({ body, session }): Promise<ApiAnswer<'POST /api/auth/verify'>> => {
        const { user } = requireSession(session);
        await credentials.verifyEmail(user, parseInput(verifyEmailSchema, body).token);
        return loadUser(requireSession(session));
      },
      { access: 'member', parse: parseJsonBody },
    )
    .post(
      '/api/auth/send-verification',
      async ({ session }): Promise<ApiAnswer<'POST /api/auth/send-verification'>> => {
        await credentials.resendVerificationEmail(requireSession(session).user);
        return { message: 'A link is on its way to your email address.' };
      },
      { access: 'member', parse: 'none' },
    );
}
