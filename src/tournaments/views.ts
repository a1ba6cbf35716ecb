import type { CourtStore } from '../courts/store.ts';
import type { ShownTournament, TournamentDesk } from '../domain/api/tournament-routes.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { shortChildName, shortName } from '../domain/clean-words.ts';
import { shortCourtName } from '../domain/court.ts';
import { roundsBegun } from '../domain/tournament/progress.ts';
import { listStandings } from '../domain/tournament/standings.ts';
import type { Events } from '../events/module.ts';
import type { PlayerRow, TournamentStore } from './store.ts';
import type { Tournaments } from './tournaments.ts';

type EventParts = Pick<Events, 'store' | 'keys' | 'views'>;

/** Tournaments as the club's television, the players and the reception see them. */
export class TournamentViews {
  readonly #store: TournamentStore;
  readonly #tournaments: Tournaments;
  readonly #events: EventParts;
  readonly #courts: CourtStore;
  readonly #now: () => number;

  constructor(
    store: TournamentStore,
    tournaments: Tournaments,
    events: EventParts,
    courts: CourtStore,
    now: () => number,
  ) {
    this.#store = store;
    this.#tournaments = tournaments;
    this.#events = events;
    this.#courts = courts;
    this.#now = now;
  }

  /** For anyone with an event's link; null before it has started, and for a wrong key. */
  findOpen(eventId: number, key: string): ShownTournament | null {
    return this.#events.views.find(eventId, key) && this.find(eventId);
  }

  /** For anyone; null for a tournament that hasn't started. */
  find(eventId: number): ShownTournament | null {
    const shown = this.#find(eventId);
    if (!shown) return null;
    const names = distinctNames(shown.players);
    return {
      ...shown.tournament,
      players: shown.players.map(({ id }, index) => ({ id, name: names[index] ?? '' })),
    };
  }

  desk(eventId: number): TournamentDesk {
    const event = this.#events.store.require(eventId);
    const { courts, minutes } = this.#tournaments.bookedTime(eventId);
    const shown = this.#find(eventId);
    const share = new URL(this.#events.keys.shareUrl(event));
    share.pathname += '/screen';
    return {
      tournament: shown && {
        ...shown.tournament,
        pairing: shown.row.pairing,
        players: shown.players.map(({ id, name, payer_id, plays }) => ({
          id,
          name,
          payer_id,
          plays: plays === 1,
        })),
        begun: roundsBegun(shown.tournament.schedule, shown.row.called_at, this.#now()),
      },
      places: this.#store.placesOf(eventId),
      courts: courts.map(({ id, name }) => ({ id, name: shortCourtName(name) })),
      minutes,
      screen: share.href,
    };
  }

  #find(eventId: number) {
    const row = this.#store.find(eventId);
    if (!row) return null;
    const { title } = this.#events.store.require(eventId);
    const { date, start_time, courts } = this.#tournaments.bookedTime(eventId);
    const { format, points, rounds, called_at, finished, version } = row;
    const schedule = this.#store.roundsOf(row);
    const players = this.#store.playersOf(eventId);
    const known = new Set(
      schedule.flatMap(({ games, byes }) => [...games.flatMap(({ sides }) => sides.flat()), ...byes]),
    );
    const used = new Set(schedule.flatMap(({ games }) => games.map(({ court }) => court)));
    const tournament = {
      event_id: eventId,
      title,
      date,
      start_time,
      format,
      points,
      rounds,
      courts: [...new Set([...courts.map(({ id }) => id), ...used])].map((id) => ({
        id,
        name: shortCourtName(this.#courts.find(id)?.name ?? ''),
      })),
      schedule,
      standings: listStandings(this.#tournaments.planned(eventId), schedule),
      called_at: clubTimestamp(called_at),
      finished: finished === 1,
      version,
    };
    return { row, tournament, players: players.filter(({ id, plays }) => plays === 1 || known.has(id)) };
  }
}

/** `Ali K.` and `Ali K. 2` if two have the same name. */
function distinctNames(players: readonly PlayerRow[]): string[] {
  const seen = new Map<string, number>();
  return players.map(({ name, is_child }) => {
    const short = (is_child ? shortChildName(name) : shortName(name)) || 'Player';
    const times = (seen.get(short) ?? 0) + 1;
    seen.set(short, times);
    return times === 1 ? short : `${short} ${times}`;
  });
}
