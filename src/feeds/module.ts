import type { ClubDb } from '../db/club-db.ts';
import type { Closure } from '../domain/api/day-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import type { CalendarFeed } from '../domain/calendar-feed.ts';
import type { Club } from '../domain/club.ts';
import type { Court } from '../domain/court.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { createFeedFile } from './feed-file.ts';
import { feedRoutes } from './routes.ts';
import { FeedStore } from './store.ts';

/** A calendar asks every few minutes at most; the limit also bounds guesses of keys. */
const REQUESTS_PER_IP_AND_FEED = { limit: 60, window: 10 * 60_000 };
const PAST_DAYS = 14;

/** Calendars of the club that owners and coaches subscribe to. */
export function createFeedsModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  clubFacts: () => Club;
  publicUrl: string;
  getClientIp: ClientIpResolver;
  headers: () => Record<string, string>;
  isCourt: (id: number) => boolean;
  listCourts: () => Court[];
  /** What holds slots from a business day on, on one court or on all. */
  listHolds: (fromDate: string, courtId: number | null) => { bookings: Booking[]; closures: Closure[] };
  now: () => number;
}) {
  const { guard, club, clubFacts, publicUrl, getClientIp, headers, isCourt } = deps;
  const feeds = new FeedStore(club.db);
  const requests = new RateLimiter(REQUESTS_PER_IP_AND_FEED, deps.now);
  const renderFeed = (feed: CalendarFeed) => {
    const holds = deps.listHolds(addDays(businessDayOf(deps.now()), -PAST_DAYS), feed.court_id);
    const bookings = feed.content === 'bookings' ? holds.bookings : [];
    const content = { bookings, closures: holds.closures, courts: deps.listCourts() };
    return createFeedFile(feed, content, clubFacts());
  };
  const jobs: Job[] = [];
  return {
    routes: feedRoutes({
      ...{ guard, club, feeds, isCourt, renderFeed, getClientIp, headers, publicUrl },
      assertRateLimit: (key) => requests.consume(key),
    }),
    jobs,
    api: {},
  };
}
