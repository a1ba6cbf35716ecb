import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import type { Calendar } from '../domain/calendar.ts';
import type { Offer } from '../domain/waitlist.ts';
import type { JsonResponseCache } from '../http/json-response-cache.ts';
import { mediaRoutes } from '../http/media.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { ImageReencoder } from '../images/image-reencoder.ts';
import type { Job } from '../jobs.ts';
import { adminCourtRoutes } from './admin-routes.ts';
import { AdminCourtStore } from './admin-store.ts';
import { courtRoutes } from './routes.ts';
import { createServerRenderedSlots } from './server-rendered-slots.ts';
import { CourtStore } from './store.ts';
import { upcomingRateRoutes } from './upcoming-rate-routes.ts';

/** Courts, their free slots and their pictures. */
export function createCourtsModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  mediaDir: string;
  imageReencoder: ImageReencoder;
  jsonResponseCache: JsonResponseCache;
  takenSlotIndexes: (courtId: number, date: string) => Set<number>;
  /** The offers of the waiting list that hold slots of a court's day. */
  listOpenOffers: (courtId: number, date: string) => Offer[];
  /** The bookings that are still to be played on a court, at most 500. */
  listCourtBookings: (courtId: number, now: number) => Booking[];
  calendar: () => Calendar;
  /** The business day that the club sells now. */
  today: () => string;
  /** How many days ahead customers can book. */
  daysAhead: () => number;
  now: () => number;
}) {
  const { guard, club, mediaDir, jsonResponseCache, takenSlotIndexes, listCourtBookings } = deps;
  const { calendar, today, daysAhead, now } = deps;
  const courts = new CourtStore(club.db, today);
  const store = new AdminCourtStore(club.db, listCourtBookings);
  const jobs: Job[] = [];
  const pageDays = createServerRenderedSlots({
    ...{ takenSlotIndexes, calendar, today, daysAhead, now },
    listOpenOffers: deps.listOpenOffers,
    activeCourtIds: () => courts.listActiveIds(),
  });
  return {
    routes: new Elysia({ name: 'courts module' })
      .use(
        courtRoutes({
          ...{ guard, courts, takenSlotIndexes, calendar, jsonResponseCache, now },
          listOpenOffers: deps.listOpenOffers,
          tonight: pageDays.tonight,
        }),
      )
      .use(
        adminCourtRoutes({
          ...{ guard, club, store, mediaDir, listCourtBookings, today, now },
          imageReencoder: deps.imageReencoder,
        }),
      )
      .use(upcomingRateRoutes({ guard, club, courts: store, today }))
      .use(mediaRoutes(mediaDir)),
    jobs,
    api: {
      findCourt: (id: number) => courts.find(id),
      isCourt: (id: number) => courts.find(id) !== null,
      listCourts: () => courts.listAll(),
      listActiveCourts: () => courts.listActive(),
      hasEditedCourts: () => courts.hasEdited(),
      countActiveCourts: () => courts.countActive(),
      pageDays,
    },
  };
}
