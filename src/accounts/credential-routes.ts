import { Elysia } from 'elysia';
import {
  forgotPasswordSchema,
  passwordChangeSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from '../domain/account.ts';
import type { User } from '../domain/api/account-answers.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { callForPassword } from '../domain/reach-words.ts';
import type { ClientIpResolver, RequestContext } from '../http/client-ip.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession, type Session, type SessionGuard } from '../http/session-guard.ts';
import type { Settings } from '../settings/settings.ts';
import type { EmailVerification } from './email-verification.ts';
import type { PasswordChanges } from './password-changes.ts';

/** The member's password and email verification, with the links emailed for both. */
export function credentialRoutes(deps: {
  guard: SessionGuard;
  passwordChanges: PasswordChanges;
  emailVerification: EmailVerification;
  /** Throws `not_found` if the account has been deleted in the meantime. */
  loadUser: (session: Session) => User;
  settings: Settings;
  getClientIp: ClientIpResolver;
  limits: { emailRequests: (context: RequestContext) => void };
}) {
  const { passwordChanges, emailVerification, loadUser } = deps;

  return new Elysia({ name: 'credentials' })
    .use(deps.guard)
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .put(
      '/api/auth/password',
      async ({ body, session, request, set }): Promise<ApiAnswer<'PUT /api/auth/password'>> => {
        const input = parseInput(passwordChangeSchema, body);
        const { cookies } = await passwordChanges.changePassword(requireSession(session), input, request);
        set.headers['set-cookie'] = cookies;
        return { message: 'Password changed' };
      },
      { access: 'member', parse: parseJsonBody },
    )
    .post(
      '/api/auth/forgot-password',
      async ({ body, request, server }): Promise<ApiAnswer<'POST /api/auth/forgot-password'>> => {
        deps.limits.emailRequests({ request, server });
        await passwordChanges.sendPasswordReset(parseInput(forgotPasswordSchema, body).email);
        const facts = deps.settings.facts();
        return {
          message: facts.no_mail
            ? callForPassword(facts)
            : 'If there is an account with this email address, a link is on its way to it.',
        };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post(
      '/api/auth/reset-password',
      async ({ body, request, server }): Promise<ApiAnswer<'POST /api/auth/reset-password'>> => {
        deps.limits.emailRequests({ request, server });
        const clientIp = deps.getClientIp({ request, server });
        await passwordChanges.resetPassword(parseInput(resetPasswordSchema, body), clientIp);
        return { message: 'Password changed' };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post(
      '/api/auth/verify',
      async ({ body, session }): Promise<ApiAnswer<'POST /api/auth/verify'>> => {
        const { user } = requireSession(session);
        await emailVerification.verify(user, parseInput(verifyEmailSchema, body).token);
        return loadUser(requireSession(session));
      },
      { access: 'member', parse: parseJsonBody },
    )
    .post(
      '/api/auth/send-verification',
      async ({ session }): Promise<ApiAnswer<'POST /api/auth/send-verification'>> => {
        await emailVerification.resendLink(requireSession(session).user);
        return { message: 'A link is on its way to your email address.' };
      },
      { access: 'member', parse: 'none' },
    );
}
