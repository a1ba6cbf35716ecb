import { Elysia } from 'elysia';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { readSecret } from '../db/stored-secret.ts';
import type { NewUser } from '../db/user-row.ts';
import type { AdminUser } from '../domain/api/account-answers.ts';
import { Failure } from '../domain/failure.ts';
import type { ClientIpResolver, RequestContext } from '../http/client-ip.ts';
import {
  deleteExpiredRateLimits,
  PersistentRateLimiter,
  RateLimiter,
  type RateLimitRule,
} from '../http/rate-limiter.ts';
import type { Session, SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { AuthenticationService, type LinkGuestBookings } from './authentication.ts';
import { registrationAndLoginRoutes } from './authentication-routes.ts';
import { passwordAndEmailVerificationRoutes } from './credential-routes.ts';
import { CredentialService } from './credentials.ts';
import { EmailTokenStore } from './email-tokens.ts';
import { invitationAndAccessRoutes } from './invitation-routes.ts';
import { InvitationService } from './invitations.ts';
import { KnownDevices } from './known-devices.ts';
import type { Notify } from './notify-type.ts';
import { PasskeyService } from './passkeys.ts';
import { type PersonalDataAccess, PersonalDataService } from './personal-data.ts';
import { personalDataRoutes } from './personal-data-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { ScreenLock } from './screen-lock.ts';
import { screenLockRoutes } from './screen-lock-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { SecondFactorService } from './second-factors.ts';
import { sessionRoutes } from './session-routes.ts';
import type { SessionStore } from './session-store.ts';
import { TotpStore } from './totp.ts';
import { UserStore } from './user-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Limits by IP address are wide, because mobile networks put hundreds of people behind one address. */
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

/** Accounts, sessions, passwords and emailed links. */
export function createAccountsModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  sessions: SessionStore;
  getClientIp: ClientIpResolver;
  notify: Notify;
  linkGuestBookings: LinkGuestBookings;
  isCourt: (id: number) => boolean;
  publicUrl: string;
  /** The club's name. */
  siteName: () => string;
  /** A user as the dashboard shows it, or `not_found`. */
  requireAdminView: (userId: number) => AdminUser;
  /** What the other modules know about people. */
  personalData: () => PersonalDataAccess;
  now: () => number;
}) {
  const { guard, club, sessions, getClientIp } = deps;
  const users = new UserStore(club.db);
  const emailTokens = new EmailTokenStore(deps.publicUrl);
  const passwordAttempts = new PersistentRateLimiter('login', PASSWORD_ATTEMPTS_PER_ACCOUNT);
  const emailsSent = new PersistentRateLimiter('letters', EMAILS_PER_ACCOUNT);
  const loginsByIp = new PersistentRateLimiter('login address', LOGINS_PER_IP);
  const registrationsByIp = new RateLimiter(REGISTRATIONS_PER_IP, deps.now);
  const passkeyLoginsByIp = new RateLimiter(LOGINS_PER_IP, deps.now);
  const emailRequestsByIp = new RateLimiter(EMAIL_REQUESTS_PER_IP, deps.now);

  const knownDevices = new KnownDevices({
    secret: readSecret(club.db, 'cookie'),
    https: deps.publicUrl.startsWith('https://'),
  });
  const passkeys = new PasskeyService(club, { publicUrl: deps.publicUrl, siteName: deps.siteName });
  const secondFactors = new SecondFactorService({
    ...{ club, users, sessions, passkeys, passwordAttempts },
    totp: new TotpStore(club.db),
    notify: deps.notify,
    siteName: deps.siteName,
    now: deps.now,
  });
  const screenLock = new ScreenLock({ club, users, sessions });
  const serviceDeps = {
    ...{ club, users, sessions, knownDevices, emailTokens, passwordAttempts, loginsByIp, emailsSent },
    secondFactors,
    notify: deps.notify,
    linkGuestBookings: deps.linkGuestBookings,
    publicUrl: deps.publicUrl,
  };
  const authentication = new AuthenticationService(serviceDeps);
  const credentials = new CredentialService({ ...serviceDeps, authentication });

  const invitations = new InvitationService({
    ...{ club, users, authentication, emailsSent },
    ...{ notify: deps.notify, publicUrl: deps.publicUrl, now: deps.now },
  });
  const personalData = new PersonalDataService({
    ...{ club, users, emailsSent },
    ...{ notify: deps.notify, publicUrl: deps.publicUrl, access: deps.personalData },
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
      run: () =>
        club.write((tx) => {
          sessions.deleteExpired(tx);
          emailTokens.deleteExpired(tx);
          passkeys.deleteExpiredChallenges(tx);
          invitations.deleteExpired(tx);
          personalData.deleteExpiredLinks(tx);
          deleteExpiredRateLimits(tx);
        }),
    },
  ];

  return {
    routes: new Elysia({ name: 'accounts module' })
      .use(
        registrationAndLoginRoutes({
          ...{ guard, authentication, getClientIp },
          limits: { register: (context) => registrationsByIp.consume(getClientIp(context)) },
        }),
      )
      .use(
        passwordAndEmailVerificationRoutes({
          ...{ guard, credentials, loadUser },
          limits: { emailRequests: limitEmailRequests },
        }),
      )
      .use(profileRoutes({ guard, club, users, loadUser, isCourt: deps.isCourt }))
      .use(sessionRoutes({ guard, club, sessions }))
      .use(screenLockRoutes({ guard, screenLock }))
      .use(
        personalDataRoutes({
          ...{ guard, sessions, personalData },
          limits: { emailRequests: limitEmailRequests },
        }),
      )
      .use(
        invitationAndAccessRoutes({
          ...{ guard, club, users, sessions, secondFactors, invitations },
          requireAdminView: deps.requireAdminView,
          limits: { emailRequests: limitEmailRequests },
        }),
      )
      .use(
        secondFactorRoutes({
          ...{ guard, club, passkeys, secondFactors, authentication },
          limits: { passkeyLogin: (context) => passkeyLoginsByIp.consume(getClientIp(context)) },
        }),
      ),
    jobs,
    api: {
      hasAdmin: () => users.hasAdmin(),
      listOwners: () => users.listOwners(),
      createOwner: authentication.createOwner.bind(authentication),
      findUser: (id: number) => users.find(id),
      findByEmail: (email: string) => users.findByEmail(email),
      findPreferences: (userId: number) => users.findPreferences(userId),
      create: (tx: Transaction, user: NewUser) => users.create(tx, user),
      clearOAuthProvider: (tx: Transaction, userId: number, provider: string) =>
        users.clearOAuthProvider(tx, userId, provider),
      notify: deps.notify,
      /** Starts a session for a user whom another module has authenticated. */
      startSession: (tx: Transaction, userId: number, request: Request) =>
        authentication.startSession(tx, userId, request),
    },
  };
}
