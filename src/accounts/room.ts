import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import { deleteExpiredRateLimits, PersistentRateLimiter, RateLimiter } from '../http/rate-limiter.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import { accountRoutes } from './account-routes.ts';
import { type ClaimBookings, Entrance, type Notify } from './entrance.ts';
import { entranceRoutes } from './entrance-routes.ts';
import { Keys } from './keys.ts';
import { MailLinks } from './mail-links.ts';
import { sessionRoutes } from './session-routes.ts';
import type { SessionStore } from './sessions.ts';
import { UserStore } from './store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Mobile networks put hundreds of people behind one address, so these are wide … */
const LOGINS_OF_ADDRESS = { limit: 300, window: 10 * MINUTE };
const REGISTRATIONS_OF_ADDRESS = { limit: 60, window: HOUR };
const LETTERS_OF_ADDRESS = { limit: 60, window: 10 * MINUTE };
/** … and what concerns one account is narrow: ten wrong passwords, then waits that double. */
const GUESSES_OF_ACCOUNT = {
  limit: 10,
  window: 24 * HOUR,
  waits: { first: 30_000, longest: HOUR },
};
/** Mails one stranger can make us send to one person. */
const LETTERS_OF_ACCOUNT = { limit: 3, window: HOUR };

/** Everything about members, put together. */
export function accountsRoom(deps: {
  guard: SessionGuard;
  club: ClubDb;
  sessions: SessionStore;
  schedule: { every(minutes: number, name: string, work: () => unknown): void };
  addressOf: ClientIpResolver;
  notify: Notify;
  claimBookings: ClaimBookings;
  isCourt: (id: number) => boolean;
  publicUrl: string;
  now: () => number;
}) {
  const { guard, club, sessions, addressOf } = deps;
  const users = new UserStore(club.db);
  const links = new MailLinks(deps.publicUrl);
  const guesses = new PersistentRateLimiter('login', GUESSES_OF_ACCOUNT);
  const letters = new PersistentRateLimiter('letters', LETTERS_OF_ACCOUNT);
  const logins = new PersistentRateLimiter('login address', LOGINS_OF_ADDRESS);
  const registrations = new RateLimiter(REGISTRATIONS_OF_ADDRESS, deps.now);
  const lettersOfAddress = new RateLimiter(LETTERS_OF_ADDRESS, deps.now);

  const parts = {
    ...{ club, users, sessions, links, guesses, logins, letters },
    notify: deps.notify,
    claimBookings: deps.claimBookings,
    publicUrl: deps.publicUrl,
  };
  const entrance = new Entrance(parts);
  const keys = new Keys({ ...parts, entrance });

  deps.schedule.every(60, 'sessions', () =>
    club.write((tx) => {
      sessions.sweep(tx);
      links.sweep(tx);
      deleteExpiredRateLimits(tx);
    }),
  );

  return {
    users,
    /** Lets somebody in whom another room knows. */
    admit: (tx: Transaction, userId: number, request: Request) => entrance.admit(tx, userId, request),
    entrance: entranceRoutes({
      ...{ guard, club, sessions, entrance, addressOf },
      limits: { register: (visit) => registrations.consume(addressOf(visit)) },
    }),
    sessions: sessionRoutes({ guard, club, sessions }),
    account: accountRoutes({
      ...{ guard, club, users, sessions, keys },
      isCourt: deps.isCourt,
      limits: { letters: (visit) => lettersOfAddress.consume(addressOf(visit)) },
    }),
  };
}
