import type { Bookings } from '../bookings/module.ts';
import { readSecret } from '../db/stored-secret.ts';
import type { Base } from '../http/base.ts';
import { MatchKeys } from '../payers/match-keys.ts';
import { MatchStore } from '../payers/match-store.ts';
import { MatchLife } from './match-life.ts';
import { MatchViews } from './match-view.ts';

/** Open matches: bookings whose hosts are looking for players. */
export function createMatches({ club, config, now }: Base, { bookings }: { bookings: Bookings }) {
  const store = new MatchStore(club.db);
  const keys = new MatchKeys(readSecret(club.db, 'cookie'), config.publicUrl);
  const views = new MatchViews({ ...bookings.services, db: club.db, store, keys, now });
  const life = new MatchLife(bookings.services, store);
  club.onEventInTransaction((event, tx) => life.handleEvent(event, tx));
  return { store, views, life };
}

export type Matches = ReturnType<typeof createMatches>;
