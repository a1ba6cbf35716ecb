import { Elysia } from 'elysia';
import type { CourtStore } from '../courts/store.ts';
import { readSecret } from '../db/stored-secret.ts';
import { Failure } from '../domain/failure.ts';
import type { Base } from '../http/base.ts';
import type { RequestContext } from '../http/client-ip.ts';
import {
  deleteExpiredRateLimits,
  PersistentRateLimiter,
  RateLimiter,
  type RateLimitRule,
} from '../http/rate-limiter.ts';
import type { Session } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import type { OutboxModule } from '../outbox/module.ts';
import type { Settings } from '../settings/settings.ts';
import { createSetupLink } from '../settings/setup-link.ts';
import { AuthenticationService } from './authentication.ts';
import { authenticationRoutes } from './authentication-routes.ts';
import { credentialRoutes } from './credential-routes.ts';
import { EmailTokenStore } from './email-tokens.ts';
import { EmailVerification } from './email-verification.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { InvitationService } from './invitations.ts';
import { KnownDevices } from './known-devices.ts';
import { PasskeyService } from './passkeys.ts';
import { PasswordChanges } from './password-changes.ts';
import { profileRoutes } from './profile-routes.ts';
import { ScreenLock } from './screen-lock.ts';
import { screenLockRoutes } from './screen-lock-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { SecondFactorService } from './second-factors.ts';
import { sessionRoutes } from './session-routes.ts';
import type { SessionStore } from './session-store.ts';
import { setupRoutes } from './setup-routes.ts';
import { TotpStore } from './totp-store.ts';
import { UserStore } from './user-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Limits by IP address are generous, because mobile networks put hundreds of people behind one. */
const LOGINS_PER_IP = { limit: 300, window: 10 * MINUTE };
const REGISTRATIONS_PER_IP = { limit: 60, window: HOUR };
const EMAIL_REQUESTS_PER_IP = { limit: 60, window: 10 * MINUTE };
/** Ten wrong passwords, then waits that double. */
const PASSWORD_ATTEMPTS_PER_ACCOUNT: RateLimitRule = {
  limit: 10,
  window: 24 * HOUR,
  backoff: { initial: 30_000, max: HOUR },
};
/** Emails that strangers can trigger to one recipient. */
const EMAILS_PER_ACCOUNT = { limit: 3, window: HOUR };

/** Users with their sessions, passwords and second factors, and the links emailed to them. */
export function createAccounts(
  base: Base,
  below: { settings: Settings; courts: CourtStore; outbox: OutboxModule; sessions: SessionStore },
) {
  const { guard, club, getClientIp, now } = base;
  const { publicUrl } = base.config;
  const { settings, courts, sessions } = below;
  const outbox = below.outbox.store;
  const users = new UserStore(club.db);
  const emailTokens = new EmailTokenStore(publicUrl);
  const passwordAttempts = new PersistentRateLimiter('login', PASSWORD_ATTEMPTS_PER_ACCOUNT);
  const emailsSent = new PersistentRateLimiter('account-emails', EMAILS_PER_ACCOUNT);
  const loginsByIp = new PersistentRateLimiter('login address', LOGINS_PER_IP);
  const registrationsByIp = new RateLimiter(REGISTRATIONS_PER_IP, now);
  const passkeyLoginsByIp = new RateLimiter(LOGINS_PER_IP, now);
  const emailRequestsByIp = new RateLimiter(EMAIL_REQUESTS_PER_IP, now);

  const knownDevices = new KnownDevices({
    secret: readSecret(club.db, 'cookie'),
    https: publicUrl.startsWith('https://'),
  });
  const passkeys = new PasskeyService(club, settings, publicUrl);
  const secondFactors = new SecondFactorService({
    club,
    settings,
    outbox,
    users,
    sessions,
    passkeys,
    totp: new TotpStore(club.db),
    passwordAttempts,
    now,
  });
  const screenLock = new ScreenLock({ club, users, sessions });
  const authenticationDeps = {
    club,
    outbox,
    users,
    sessions,
    secondFactors,
    knownDevices,
    emailTokens,
    passwordAttempts,
    loginsByIp,
    emailsSent,
    publicUrl,
  };
  const authentication = new AuthenticationService(authenticationDeps);
  const emailVerification = new EmailVerification(authenticationDeps);
  const passwordChanges = new PasswordChanges({
    ...authenticationDeps,
    authentication,
    emailVerification,
  });
  const invitations = new InvitationService({
    club,
    outbox,
    users,
    authentication,
    emailsSent,
    publicUrl,
    now,
  });
  const loadUser = (session: Session) => {
    const row = users.find(session.user.id);
    if (!row) throw new Failure('not_found', 'This account no longer exists.');
    return sessions.presentUser(row, session.strong);
  };
  const limitEmailRequests = (context: RequestContext) => emailRequestsByIp.consume(getClientIp(context));

  const jobs: Job[] = [
    {
      name: 'sessions',
      minutes: 60,
      clock: 'confirmed',
      run: () =>
        club.write((tx) => {
          sessions.deleteExpired(tx);
          emailTokens.deleteExpired(tx);
          passkeys.deleteExpiredChallenges(tx);
          invitations.deleteExpired(tx);
          deleteExpiredRateLimits(tx);
        }),
    },
  ];

  return {
    users,
    sessions,
    secondFactors,
    authentication,
    emailsSent,
    limitEmailRequests,
    /** The first owner's set-up link, or null once the club has an admin. */
    createSetupLink: (address: string) =>
      users.hasAdmin() ? null : club.write((tx) => createSetupLink(tx, address)),
    jobs,
    routes: new Elysia({ name: 'accounts module' })
      .use(setupRoutes(base, users, authentication))
      .use(
        authenticationRoutes({
          guard,
          authentication,
          getClientIp,
          limits: { register: (context) => registrationsByIp.consume(getClientIp(context)) },
        }),
      )
      .use(
        credentialRoutes({
          guard,
          passwordChanges,
          emailVerification,
          loadUser,
          settings,
          getClientIp,
          limits: { emailRequests: limitEmailRequests },
        }),
      )
      .use(profileRoutes({ guard, club, settings, users, courts, loadUser }))
      .use(sessionRoutes({ guard, club, sessions }))
      .use(screenLockRoutes({ guard, screenLock }))
      .use(
        invitationRoutes({
          guard,
          invitations,
          sendsMail: base.config.mail.smtp_url !== '',
          getClientIp,
          limits: { emailRequests: limitEmailRequests },
        }),
      )
      .use(
        secondFactorRoutes({
          guard,
          club,
          passkeys,
          secondFactors,
          authentication,
          limits: { passkeyLogin: (context) => passkeyLoginsByIp.consume(getClientIp(context)) },
        }),
      ),
  };
}

export type Accounts = ReturnType<typeof createAccounts>;
