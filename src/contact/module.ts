import type { ClubDb } from '../db/club-db.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { contactPersonalData } from './personal-data.ts';
import { contactRoutes } from './routes.ts';
import { ContactStore } from './store.ts';

const MESSAGES_PER_IP = { limit: 20, window: 10 * 60_000 };

/** Messages that visitors send to the club. */
export function createContactModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  getClientIp: ClientIpResolver;
  now: () => number;
}) {
  const { guard, club, getClientIp } = deps;
  const messages = new ContactStore(club.db);
  const messagesByIp = new RateLimiter(MESSAGES_PER_IP, deps.now);
  const jobs: Job[] = [];
  return {
    routes: contactRoutes({
      ...{ guard, club, messages },
      assertRateLimit: (context) => messagesByIp.consume(getClientIp(context)),
    }),
    jobs,
    api: {
      findMessage: (id: number) => messages.find(id),
      countUnread: () => messages.countUnread(),
      personalData: contactPersonalData(club.db),
    },
  };
}
