import type { Bookings } from '../bookings/module.ts';
import { readSecret } from '../db/stored-secret.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import { MatchKeys } from '../players/match-keys.ts';
import { MatchStore } from '../players/match-store.ts';
import { MatchLife } from './match-life.ts';
import { MatchViews } from './match-view.ts';

/** Open matches: bookings whose hosts look for players. */
export function createMatches({ club, config, now }: Base, { bookings }: { bookings: Bookings }) {
  const store = new MatchStore(club.db);
  const keys = new MatchKeys(readSecret(club.db, 'cookie'), config.publicUrl);
  const views = new MatchViews({ ...bookings.services, db: club.db, store, keys, now });
  const life = new MatchLife(bookings.services, store);
  club.onEventInTransaction((event, tx) => life.handleEvent(event, tx));
  const jobs: Job[] = [
    // Every second, because a place is held to the minute.
    { name: 'open matches', minutes: 1 / 60, clock: 'confirmed', run: (now) => life.run(club, now) },
  ];
  return { store, views, jobs };
}

export type Matches = ReturnType<typeof createMatches>;
