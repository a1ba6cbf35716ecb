import type { ClubDb, Transaction } from '../db/club-db.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { recordScore, swapPlayers } from '../domain/tournament/changes.ts';
import type {
  AddPlayers,
  ChangePlayer,
  EnterScore,
  NewPlayer,
  PlanAgain,
  StartTournament,
  SwapPlayers,
} from '../domain/tournament/inputs.ts';
import { planRounds, replan } from '../domain/tournament/plan.ts';
import { currentRound, playersMayScore, roundsBegun } from '../domain/tournament/progress.ts';
import { timeError } from '../domain/tournament/round-time.ts';
import {
  MIN_PLAYERS,
  missingScoreError,
  type Round,
  splitEntrants,
  type Tournament,
} from '../domain/tournament/tournament.ts';
import type { EventStore } from '../events/store.ts';
import {
  describeRound,
  type PlayerRow,
  type StoredRound,
  type TournamentRow,
  type TournamentStore,
} from './store.ts';

/** The time and courts booked for a tournament. */
export interface BookedTime {
  date: string;
  start_time: string;
  minutes: number;
  courts: { id: number; name: string }[];
}

/** Changes to tournaments, each in one transaction. */
export class Tournaments {
  readonly #store: TournamentStore;
  readonly #events: EventStore;

  constructor(store: TournamentStore, events: EventStore, club: ClubDb) {
    this.#store = store;
    this.#events = events;
    club.onEventInTransaction((event, tx) => {
      if (event.kind === 'item.left') this.#placeLeft(tx, event.payer_id);
    });
  }

  /** Throws `not_found` if it isn't a tournament. */
  bookedTime(eventId: number): BookedTime {
    const event = this.#events.require(eventId);
    const [session] = this.#events.sessionsOf(event);
    if (event.kind !== 'tournament' || !session)
      throw new Failure('not_found', 'There is no tournament with this number.');
    const { date, start_time, duration } = session;
    return { date, start_time, minutes: duration, courts: this.#events.courtsOf(session) };
  }

  start(tx: Transaction, eventId: number, input: StartTournament): void {
    const { minutes, courts } = this.bookedTime(eventId);
    if (this.#events.require(eventId).state === 'cancelled')
      throw new Failure('wrong_state', 'This tournament is cancelled.');
    if (this.#store.find(eventId))
      throw new Failure('already_exists', 'This tournament has already started.');
    assertBooked(input.court_ids, courts);
    const tooLong = timeError(input, minutes);
    if (tooLong) throw invalidField('rounds', tooLong);
    // Any number will do, as long as tournaments differ.
    this.#store.insert(tx, eventId, input, tx.now % 2 ** 32);
    for (const player of input.players) this.#addPlayer(tx, eventId, player);
    this.#save(tx, eventId, [], (tournament) => planRounds(tournament));
  }

  /** Only before the first score: what was played is not thrown away. */
  takeBack(tx: Transaction, eventId: number): void {
    const tournament = this.#store.require(eventId);
    const rounds = this.#store.roundsOf(tournament);
    if (hasScore(rounds))
      throw new Failure('wrong_state', 'This tournament has scores, so its start can’t be taken back.');
    this.#store.touch(tx, eventId);
    this.#store.delete(tx, eventId);
  }

  /** The reception enters, corrects or removes a score; `by` is set if a player does it instead. */
  score(tx: Transaction, eventId: number, input: EnterScore, by: PlayerRow[] | null = null): void {
    const tournament = this.#requirePlaying(eventId);
    const rounds = this.#store.roundsOf(tournament);
    const { round, court_id, score } = input;
    const game = rounds.find(({ number }) => number === round)?.games.find(({ court }) => court === court_id);
    if (!game) throw new Failure('not_found', 'This game is no longer planned.');
    const player = by?.find(({ id }) => game.sides.flat().includes(id));
    if (by && !player) throw new Failure('forbidden', 'You can only enter the score of your own game.');
    // The same score twice: two of the four entered it, or an answer was lost.
    if (String(game.score) === String(score)) return;
    if (game.version !== input.version) throw changedMeanwhile(game.score);
    // A phone without a network may send a game's first score late.
    if (by && game.score !== null && !playersMayScore(rounds, round))
      throw new Failure(
        'wrong_state',
        'The next round has begun. Please ask the reception to correct the score.',
      );
    this.#save(
      tx,
      eventId,
      rounds,
      (planned) =>
        recordScore(planned, rounds, {
          round,
          court: court_id,
          score,
          started: this.#begun(tx, tournament, rounds),
        }),
      player?.id ?? null,
    );
  }

  swap(tx: Transaction, eventId: number, { round, players, version }: SwapPlayers): void {
    const tournament = this.#requirePlaying(eventId, version);
    const rounds = this.#store.roundsOf(tournament);
    const started = this.#begun(tx, tournament, rounds);
    this.#save(tx, eventId, rounds, (planned) => swapPlayers(planned, rounds, { round, players, started }));
  }

  addPlayers(tx: Transaction, eventId: number, { players, version }: AddPlayers): void {
    const tournament = this.#requirePlaying(eventId, version);
    const rounds = this.#store.roundsOf(tournament);
    for (const player of players) this.#addPlayer(tx, eventId, player);
    this.#replan(tx, tournament, rounds, this.#begun(tx, tournament, rounds));
  }

  changePlayer(tx: Transaction, eventId: number, playerId: number, change: ChangePlayer): void {
    const tournament = this.#requirePlaying(eventId, change.version);
    const players = this.#store.playersOf(eventId);
    const player = players.find(({ id }) => id === playerId);
    if (!player) throw new Failure('not_found', 'There is no such player in this tournament.');
    if (change.name !== undefined) {
      if (change.name === '' && player.payer_id === null) throw invalidField('name', 'Please enter a name.');
      this.#store.setName(tx, playerId, change.name);
    }
    if (change.plays === undefined || change.plays === (player.plays === 1)) {
      this.#store.touch(tx, eventId);
      return;
    }
    const rounds = this.#store.roundsOf(tournament);
    const from = change.from_round ?? this.#begun(tx, tournament, rounds) + 1;
    assertCanChange(rounds, from);
    for (const id of entrantOf(tournament, players, playerId)) this.#store.setPlays(tx, id, change.plays);
    this.#replan(tx, tournament, rounds, from - 1);
  }

  planAgain(tx: Transaction, eventId: number, { rounds: count, court_ids, version }: PlanAgain): void {
    const tournament = this.#requirePlaying(eventId, version);
    assertBooked(court_ids, this.bookedTime(eventId).courts);
    const rounds = this.#store.roundsOf(tournament);
    const played = rounds.findLast(({ games }) => games.some(({ score }) => score !== null))?.number ?? 0;
    if (count < played)
      throw invalidField('rounds', `${played} rounds have scores, so there are at least as many.`);
    this.#store.setPlan(tx, eventId, count, court_ids);
    // Whoever replans has looked at the courts, so a round waiting for its first score may change too.
    this.#replan(tx, tournament, rounds, played);
  }

  finish(tx: Transaction, eventId: number, finished: boolean, version: number): void {
    const tournament = this.#store.require(eventId);
    assertVersion(tournament, version);
    const rounds = this.#store.roundsOf(tournament);
    if (!finished) {
      this.#store.setFinished(tx, eventId, false);
      this.#replan(tx, tournament, rounds, rounds.length);
      return;
    }
    const played = rounds.slice(0, rounds.findLastIndex((round) => hasScore([round])) + 1);
    const missing = played.length === 0 ? 'No game has a score yet.' : missingScoreError(played);
    if (missing) throw new Failure('wrong_state', missing);
    this.#store.setFinished(tx, eventId, true);
    this.#save(tx, eventId, rounds, () => played);
  }

  /** What the planning needs. */
  planned(eventId: number): Tournament {
    const { format, pairing, points, rounds, courts, seed } = this.#store.require(eventId);
    const playing = this.#store
      .playersOf(eventId)
      .filter(({ plays }) => plays === 1)
      .map(({ id }) => id);
    const shared = { points, rounds, courts: JSON.parse(courts) as number[], seed };
    if (format === 'americano') return { kind: format, players: playing, ...shared };
    if (format === 'mexicano') return { kind: format, players: playing, pairing, ...shared };
    const pairs = Array.from(
      { length: Math.ceil(playing.length / 2) },
      (_, index) => playing.slice(index * 2, index * 2 + 2) as [number, number],
    );
    return { kind: format, pairs, ...shared };
  }

  /** Somebody gave up or lost the place; the rounds to come do without them. */
  #placeLeft(tx: Transaction, payerId: number): void {
    const player = this.#store.findByPayer(payerId);
    const tournament = player && this.#store.find(player.event_id);
    if (!tournament || player.plays === 0 || tournament.finished === 1) return;
    const rounds = this.#store.roundsOf(tournament);
    const players = this.#store.playersOf(tournament.event_id);
    for (const id of entrantOf(tournament, players, player.id)) this.#store.setPlays(tx, id, false);
    // Of a cancelled event all leave, one after the other.
    if (this.#events.require(tournament.event_id).state === 'cancelled')
      this.#store.touch(tx, tournament.event_id);
    else this.#replan(tx, tournament, rounds, this.#begun(tx, tournament, rounds));
  }

  #addPlayer(tx: Transaction, eventId: number, player: NewPlayer): void {
    if ('name' in player) {
      this.#store.addPlayer(tx, eventId, { payer_id: null, name: player.name });
      return;
    }
    const { payer_id } = player;
    if (!this.#store.placesOf(eventId).some((place) => place.payer_id === payer_id))
      throw invalidField('players', 'One of these has no place, or already takes part. Please look again.');
    this.#store.addPlayer(tx, eventId, { payer_id, name: '' });
  }

  #requirePlaying(eventId: number, version?: number): TournamentRow {
    const tournament = this.#store.require(eventId);
    if (version !== undefined) assertVersion(tournament, version);
    if (tournament.finished === 1)
      throw new Failure('wrong_state', 'This tournament is finished. Only the reception can resume it.');
    return tournament;
  }

  #begun(tx: Transaction, { called_at }: TournamentRow, rounds: readonly StoredRound[]): number {
    return roundsBegun(rounds, called_at, tx.now);
  }

  #replan(
    tx: Transaction,
    { event_id }: TournamentRow,
    rounds: readonly StoredRound[],
    started: number,
  ): void {
    this.#save(tx, event_id, rounds, (tournament) => {
      const isTooSmall = started === 0 && !hasScore(rounds) && playingIn(tournament) < MIN_PLAYERS;
      return isTooSmall ? [] : replan(tournament, rounds, started);
    });
  }

  /** Stores the rounds that `plan` makes, and calls the round on court if it has changed. */
  #save(
    tx: Transaction,
    eventId: number,
    before: readonly StoredRound[],
    plan: (tournament: Tournament) => Round[],
    scoredBy: number | null = null,
  ): void {
    const rounds = plan(this.planned(eventId));
    const version = this.#store.touch(tx, eventId);
    this.#store.saveRounds(tx, this.#store.require(eventId), rounds, { version, scoredBy });
    if (describeSeats(currentRound(before)) !== describeSeats(currentRound(rounds)))
      this.#store.setCalled(tx, eventId);
  }
}

const hasScore = (rounds: readonly Round[]) =>
  rounds.some(({ games }) => games.some(({ score }) => score !== null));

function playingIn(tournament: Tournament): number {
  return tournament.kind === 'round_robin' ? tournament.pairs.length * 2 : tournament.players.length;
}

/** The player, or both players of a pair that stays together. */
function entrantOf(
  { format }: TournamentRow,
  players: readonly PlayerRow[],
  playerId: number,
): readonly number[] {
  const ids = players.map(({ id }) => id);
  return splitEntrants(format, ids).find((entrant) => entrant.includes(playerId)) ?? [playerId];
}

/** Without scores, which change while the same people are on court; two pairs alone meet again in the next round. */
function describeSeats(round: Round | null): string {
  return round
    ? `${round.number} ${describeRound({ ...round, games: round.games.map((game) => ({ ...game, score: null })) })}`
    : '';
}

function assertBooked(courtIds: readonly number[], courts: readonly { id: number }[]): void {
  if (courtIds.every((id) => courts.some((court) => court.id === id))) return;
  throw invalidField('court_ids', 'Please choose courts that are booked for this tournament.');
}

function assertVersion({ version }: TournamentRow, seen: number): void {
  if (version !== seen)
    throw new Failure('changed_meanwhile', 'The tournament has changed in the meantime. Please look again.');
}

function assertCanChange(rounds: readonly StoredRound[], from: number): void {
  const scored = rounds.find((round) => round.number >= from && hasScore([round]));
  if (scored)
    throw new Failure('wrong_state', `Round ${scored.number} has scores. Please choose a later round.`);
}

function changedMeanwhile(score: [number, number] | null): Failure {
  return new Failure(
    'changed_meanwhile',
    score
      ? `Somebody else has just entered ${score[0]}–${score[1]}. Please look again.`
      : 'This game has changed in the meantime. Please look again.',
  );
}
