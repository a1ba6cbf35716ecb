import type { Bookings } from '../bookings/module.ts';
import type { Events } from '../events/module.ts';
import type { Base } from '../http/base.ts';
import { JsonResponseCache } from '../http/json-response-cache.ts';
import { tournamentRoutes } from './routes.ts';
import { TournamentStore } from './store.ts';
import { Tournaments } from './tournaments.ts';
import { TournamentViews } from './views.ts';

/** Rounds, scores and standings of events that are tournaments. */
export function createTournaments(base: Base, below: { bookings: Bookings; events: Events }) {
  const { club, now, headers } = base;
  const { events } = below;
  const store = new TournamentStore(club.db);
  const tournaments = new Tournaments(store, events.store, club);
  const views = new TournamentViews(store, tournaments, events, below.bookings.services.courts, now);
  // Screens and phones poll every few seconds; the answer is empty while nothing has changed.
  const answers = new JsonResponseCache(
    headers,
    club.untilChanged(() => new Map()),
  );
  return { views, routes: tournamentRoutes(base, below, store, tournaments, views, answers) };
}

export type TournamentsModule = ReturnType<typeof createTournaments>;
