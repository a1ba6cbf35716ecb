import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import { readSecret } from '../db/stored-secret.ts';
import type { Base } from '../http/base.ts';
import type { Waitlist } from '../waitlist/module.ts';
import { adminEventRoutes } from './admin-routes.ts';
import { coachRoutes } from './coach-routes.ts';
import { CoachStore } from './coach-store.ts';
import { EventKeys } from './event-keys.ts';
import { EventLife } from './life.ts';
import { PlaceStore } from './place-store.ts';
import { eventRoutes } from './routes.ts';
import { EventStore } from './store.ts';
import { EventViews } from './views.ts';

/** The club's events: classes, socials and tournaments. Their places are payers. */
export function createEvents(base: Base, { bookings, waitlist }: { bookings: Bookings; waitlist: Waitlist }) {
  const { club, config, now } = base;
  const { services, closures, sole, soleMoney, items } = bookings;
  const store = new EventStore(club.db);
  const places = new PlaceStore(club.db);
  const coaches = new CoachStore(club.db);
  const keys = new EventKeys(readSecret(club.db, 'cookie'), config.publicUrl);
  const parts = { store, places, coaches, sole, soleMoney, keys, settings: services.settings, now };
  const views = new EventViews(parts);
  const life = new EventLife({ ...parts, items: services.items });
  items.register('event', life);
  const changes = { ...parts, services, closures, offers: waitlist.offers, life, views };
  return {
    store,
    places,
    coaches,
    keys,
    views,
    life,
    routes: new Elysia({ name: 'events module' })
      .use(eventRoutes(base, bookings, { ...parts, views, life }))
      .use(adminEventRoutes(base, changes))
      .use(coachRoutes(base, { store, coaches, keys, views })),
  };
}

export type Events = ReturnType<typeof createEvents>;
