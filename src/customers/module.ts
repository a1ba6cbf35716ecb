import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { customerPersonalData } from './personal-data.ts';
import { customerRoutes } from './routes.ts';
import { CustomerStore } from './store.ts';

/** What the staff know about customers, with or without an account. */
export function createCustomersModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  requireBooking: (id: number) => Booking;
  syncSearch: () => Promise<void>;
  now: () => number;
}) {
  const jobs: Job[] = [];
  return {
    routes: customerRoutes({ ...deps, customers: new CustomerStore(deps.club.db) }),
    jobs,
    api: { personalData: customerPersonalData(deps.club.db) },
  };
}
