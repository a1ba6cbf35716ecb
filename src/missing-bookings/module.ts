import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { missingBookingPersonalData } from './personal-data.ts';
import { MissingBookingStore } from './store.ts';

/** Bookings that were lost with a machine and that emails to the club still name: a list for the reception. */
export function createMissingBookingsModule({ guard, club }: { guard: SessionGuard; club: ClubDb }) {
  const missing = new MissingBookingStore(club.db);
  const jobs: Job[] = [];
  return {
    routes: new Elysia({ name: 'missing-bookings' }).use(guard).post(
      '/api/admin/missing-bookings/:id/done',
      async ({ params }): Promise<ApiAnswer<'POST /api/admin/missing-bookings/:id/done'>> => {
        const id = parseIdOrZero(params.id);
        await club.write((tx) => missing.finish(tx, id));
        return { data: { id } };
      },
      { access: 'staff' },
    ),
    jobs,
    api: {
      listMissing: () => missing.list(),
      countMissing: () => missing.count(),
      personalData: missingBookingPersonalData(club.db),
    },
  };
}
