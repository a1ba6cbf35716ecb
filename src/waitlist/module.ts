import type { Bookings } from '../bookings/module.ts';
import { readSecret } from '../db/stored-secret.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import { Offers } from './offers.ts';
import { waitlistRoutes } from './routes.ts';
import { WaitlistStore } from './store.ts';
import { WaitlistKeys } from './waitlist-keys.ts';

/** How long an entry is kept after its day. */
const RETENTION_DAYS = 30;

/** What customers are waiting for, and the slots offered to them. */
export function createWaitlist(base: Base, { bookings }: { bookings: Bookings }) {
  const { club, config } = base;
  const { settings, calendar, courts, items } = bookings.services;
  const store = new WaitlistStore(club.db);
  const keys = new WaitlistKeys(readSecret(club.db, 'cookie'), config.publicUrl);
  const offers = new Offers({ club, services: bookings.services, origins: bookings.origins, store, keys });

  const jobs: Job[] = [
    {
      name: 'waitlist-cleanup',
      minutes: 60,
      clock: 'confirmed',
      run: () =>
        club.write((tx) => {
          const today = businessDayOf(tx.now);
          store.deleteBefore(tx, addDays(today, -RETENTION_DAYS), today);
        }),
    },
  ];
  return {
    store,
    keys,
    offers,
    courts,
    jobs,
    routes: waitlistRoutes(base, {
      settings,
      calendar,
      courts,
      bookings: bookings.store,
      items,
      store,
      keys,
      offers,
      origins: bookings.origins,
    }),
  };
}

export type Waitlist = ReturnType<typeof createWaitlist>;
