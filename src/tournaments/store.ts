import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { insertRow } from '../db/insert-row.ts';
import type { ShownGame, ShownRound } from '../domain/api/tournament-routes.ts';
import { Failure } from '../domain/failure.ts';
import type { StartTournament } from '../domain/tournament/inputs.ts';
import type { MexicanoPairing, Round, TournamentKind } from '../domain/tournament/tournament.ts';

export interface TournamentRow {
  event_id: number;
  format: TournamentKind;
  pairing: MexicanoPairing;
  points: StartTournament['points'];
  rounds: number;
  /** Ids, as JSON. */
  courts: string;
  seed: number;
  called_at: number;
  finished: number;
  version: number;
}

export interface PlayerRow {
  id: number;
  payer_id: number | null;
  /** Of the place, or of whoever plays in it; empty once it was erased. */
  name: string;
  /** The place is a child’s, so whoever plays in it is shown by the first name alone. */
  is_child: number;
  /** The place that this friend came with. */
  friend_of: number | null;
  plays: number;
}

interface SeatRow {
  round: number;
  player_id: number;
  court_id: number | null;
  seat: number;
}

interface GameRow {
  round: number;
  court_id: number;
  score_1: number | null;
  score_2: number | null;
  scored_by: number | null;
  version: number;
}

/** Somebody with a place in the event. */
export interface PlaceRow {
  payer_id: number;
  name: string;
}

/** A round as stored. */
export type StoredRound = ShownRound;

export class TournamentStore {
  readonly #select;
  readonly #selectPlayers;
  readonly #selectPlaces;
  readonly #selectByPayer;
  readonly #selectGames;
  readonly #selectSeats;

  constructor(db: Database) {
    this.#select = db.prepare<TournamentRow, [number]>('SELECT * FROM tournament WHERE event_id = ?');
    // In first-round order, which is the order of their ids.
    this.#selectPlayers = db.prepare<PlayerRow, [number]>(
      `SELECT tournament_player.id, tournament_player.payer_id, plays, friend_of,
         iif(payer.erased = 1, '', iif(tournament_player.name <> '', tournament_player.name, payer.name)) AS name,
         coalesce(guardian, '') <> '' AS is_child
       FROM tournament_player LEFT JOIN payer ON payer.id = tournament_player.payer_id
         LEFT JOIN event_place ON event_place.payer_id = payer.id
       WHERE tournament_player.event_id = ? ORDER BY tournament_player.id`,
    );
    this.#selectPlaces = db.prepare<PlaceRow, [number]>(
      `SELECT id AS payer_id, name FROM payer
       WHERE event_id = ? AND state = 'joined'
         AND id NOT IN (SELECT payer_id FROM tournament_player WHERE payer_id IS NOT NULL) ORDER BY id`,
    );
    this.#selectByPayer = db.prepare<{ id: number; event_id: number; plays: number }, [number]>(
      'SELECT id, event_id, plays FROM tournament_player WHERE payer_id = ?',
    );
    this.#selectGames = db.prepare<GameRow, [number]>('SELECT * FROM tournament_game WHERE event_id = ?');
    this.#selectSeats = db.prepare<SeatRow, [number]>(
      'SELECT * FROM tournament_seat WHERE event_id = ? ORDER BY round, seat',
    );
  }

  find(eventId: number): TournamentRow | null {
    return this.#select.get(eventId);
  }

  require(eventId: number): TournamentRow {
    const tournament = this.find(eventId);
    if (!tournament) throw new Failure('not_found', 'This tournament has not started.');
    return tournament;
  }

  playersOf(eventId: number): PlayerRow[] {
    return this.#selectPlayers.all(eventId);
  }

  /** Those who have a place but don't take part. */
  placesOf(eventId: number): PlaceRow[] {
    return this.#selectPlaces.all(eventId);
  }

  findByPayer(payerId: number): { id: number; event_id: number; plays: number } | null {
    return this.#selectByPayer.get(payerId);
  }

  roundsOf({ event_id, courts }: TournamentRow): StoredRound[] {
    const seats = this.#selectSeats.all(event_id);
    const order: number[] = JSON.parse(courts);
    const games = this.#selectGames
      .all(event_id)
      .sort((a, b) => a.round - b.round || order.indexOf(a.court_id) - order.indexOf(b.court_id));
    return [...new Set(seats.map(({ round }) => round))].map((number) => {
      const inRound = seats.filter(({ round }) => round === number);
      return {
        number,
        games: games.filter(({ round }) => round === number).map((game) => toGame(game, inRound)),
        byes: inRound.filter(({ court_id }) => court_id === null).map(({ player_id }) => player_id),
      };
    });
  }

  insert(tx: Transaction, eventId: number, input: StartTournament, seed: number): void {
    const { format, pairing, points, rounds, court_ids } = input;
    insertRow(tx.db, 'INSERT INTO tournament', {
      event_id: eventId,
      format,
      pairing,
      points,
      rounds,
      courts: JSON.stringify(court_ids),
      seed,
      called_at: tx.now,
      created_at: tx.now,
    });
  }

  delete(tx: Transaction, eventId: number): void {
    tx.db.query('DELETE FROM tournament WHERE event_id = ?').run(eventId);
  }

  addPlayer(tx: Transaction, eventId: number, player: { payer_id: number | null; name: string }): number {
    const { lastInsertRowid } = tx.db
      .query('INSERT INTO tournament_player (event_id, payer_id, name) VALUES (?, ?, ?)')
      .run(eventId, player.payer_id, player.name);
    return Number(lastInsertRowid);
  }

  setPlays(tx: Transaction, playerId: number, plays: boolean): void {
    tx.db.query('UPDATE tournament_player SET plays = ? WHERE id = ?').run(plays ? 1 : 0, playerId);
  }

  setName(tx: Transaction, playerId: number, name: string): void {
    tx.db.query('UPDATE tournament_player SET name = ? WHERE id = ?').run(name, playerId);
  }

  setPlan(tx: Transaction, eventId: number, rounds: number, courtIds: readonly number[]): void {
    tx.db
      .query('UPDATE tournament SET rounds = ?, courts = ? WHERE event_id = ?')
      .run(rounds, JSON.stringify(courtIds), eventId);
  }

  setFinished(tx: Transaction, eventId: number, finished: boolean): void {
    tx.db.query('UPDATE tournament SET finished = ? WHERE event_id = ?').run(finished ? 1 : 0, eventId);
  }

  setCalled(tx: Transaction, eventId: number): void {
    tx.db.query('UPDATE tournament SET called_at = ? WHERE event_id = ?').run(tx.now, eventId);
  }

  /** Counts a change and returns the new version. */
  touch(tx: Transaction, eventId: number): number {
    const row = tx.db
      .query<{ version: number }, [number]>(
        'UPDATE tournament SET version = version + 1 WHERE event_id = ? RETURNING version',
      )
      .get(eventId);
    tx.emit({ kind: 'tournament.changed', event_id: eventId });
    return row?.version ?? 0;
  }

  /** Writes the rounds that differ from the stored ones; an unchanged game keeps its version. */
  saveRounds(
    tx: Transaction,
    tournament: TournamentRow,
    rounds: readonly Round[],
    { version, scoredBy = null }: { version: number; scoredBy?: number | null },
  ): void {
    const { event_id } = tournament;
    const stored = new Map(this.roundsOf(tournament).map((round) => [round.number, round]));
    const removeRound = tx.db.query('DELETE FROM tournament_game WHERE event_id = ? AND round = ?');
    const removeSeats = tx.db.query('DELETE FROM tournament_seat WHERE event_id = ? AND round = ?');
    const insertGame = tx.db.query(
      `INSERT INTO tournament_game (event_id, round, court_id, score_1, score_2, scored_by, version)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    const insertSeat = tx.db.query(
      'INSERT INTO tournament_seat (event_id, round, player_id, court_id, seat) VALUES (?, ?, ?, ?, ?)',
    );
    const planned = new Map(rounds.map((round) => [round.number, round]));
    for (const number of new Set([...stored.keys(), ...planned.keys()])) {
      const [before, after] = [stored.get(number), planned.get(number)];
      if (before && after && describeRound(before) === describeRound(after)) continue;
      removeSeats.run(event_id, number);
      removeRound.run(event_id, number);
      for (const game of after?.games ?? []) {
        const old = before?.games.find(({ court }) => court === game.court);
        const [score_1 = null, score_2 = null] = game.score ?? [];
        const stays = old && describeGame(old) === describeGame(game);
        const by = old && String(old.score) === String(game.score) ? old.scored_by : scoredBy;
        insertGame.run(event_id, number, game.court, score_1, score_2, by, stays ? old.version : version);
        game.sides.flat().forEach((player, index) => {
          insertSeat.run(event_id, number, player, game.court, index + 1);
        });
      }
      after?.byes.forEach((player, index) => {
        insertSeat.run(event_id, number, player, null, index + 1);
      });
    }
  }
}

function toGame(
  { court_id, score_1, score_2, scored_by, version }: GameRow,
  seats: readonly SeatRow[],
): ShownGame {
  const [a = 0, b = 0, c = 0, d = 0] = seats
    .filter((seat) => seat.court_id === court_id)
    .map(({ player_id }) => player_id);
  return {
    court: court_id,
    sides: [
      [a, b],
      [c, d],
    ],
    score: score_1 === null || score_2 === null ? null : [score_1, score_2],
    version,
    scored_by,
  };
}

function describeGame({ court, sides, score }: Round['games'][number]): string {
  return JSON.stringify([court, sides, score]);
}

export function describeRound({ games, byes }: Round): string {
  return JSON.stringify([games.map(describeGame), byes]);
}
