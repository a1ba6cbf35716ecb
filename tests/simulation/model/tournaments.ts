import { startOf } from './slots.ts';
import {
  type ClubEvent,
  CONFLICT,
  CREATED,
  DAY,
  type Expected,
  FORBIDDEN,
  INVALID,
  type Item,
  MINUTE,
  NOT_FOUND,
  OK,
  type State,
  type Tournament,
  type TournamentGame,
  type TournamentRound,
} from './state.ts';

const FEWEST = 4;
/** A few minutes after a round was called, its players are on court. */
const CALLED = 3 * MINUTE;

type Score = [number, number];

export const tournamentOf = ({ tournaments }: State, event: number | null): Tournament | undefined =>
  tournaments.find((one) => one.event === event);

const hasScore = ({ games }: TournamentRound) => games.some(({ score }) => score !== null);
const lastScored = ({ plan }: Tournament) => plan.findLastIndex(hasScore) + 1;

/** The round on court: the first that misses a score. */
export const currentRound = ({ plan }: Tournament): TournamentRound | undefined =>
  plan.find(({ games }) => games.some(({ score }) => score === null));

/** Who is on which court in the current round; empty if there is none. */
function calledOf(tournament: Tournament): string {
  const round = currentRound(tournament);
  return round ? `${round.number} ${seatsOf(round)}` : '';
}

const seatsOf = ({ games, byes }: TournamentRound) =>
  JSON.stringify([games.map(({ court, players }) => [court, players]), byes]);

/** How many rounds are over, or on court. */
function begunOf(tournament: Tournament, now: number): number {
  const current = currentRound(tournament);
  if (!current) return tournament.plan.length;
  return now - tournament.calledAt >= CALLED ? current.number : current.number - 1;
}

const playingOf = ({ players }: Tournament) => players.filter(({ plays }) => plays).map(({ id }) => id);

/** The player alone, or both of a pair that stays together. */
function entrantOf({ format, players }: Tournament, id: number): Tournament['players'] {
  const at = players.findIndex((player) => player.id === id);
  const first = format === 'round_robin' ? at - (at % 2) : at;
  return players.slice(first, format === 'round_robin' ? first + 2 : first + 1);
}

/** What comes after these rounds is the club's to plan again. */
function planAfter(tournament: Tournament, rounds: number): void {
  const isTooSmall = rounds === 0 && playingOf(tournament).length < FEWEST;
  const kept = isTooSmall ? 0 : Math.max(rounds, lastScored(tournament));
  tournament.plan = tournament.plan.slice(0, kept);
  tournament.settled = Math.min(tournament.settled, kept);
}

function addPlayers(state: State, tournament: Tournament, payers: readonly (number | null)[]): void {
  for (const payer of payers) {
    tournament.players.push({ id: state.nextPlayer, payer, plays: true });
    state.nextPlayer += 1;
  }
}

export interface Start extends Pick<Tournament, 'format' | 'points' | 'rounds'> {
  /** Those with a place. */
  payers: number[];
  /** How many others play along. */
  others: number;
}

export function startTournament(state: State, event: ClubEvent, start: Start, now: number): Expected {
  const { format, points, rounds, payers, others } = start;
  const [session] = event.sessions;
  if (event.state === 'cancelled' || tournamentOf(state, event.id)) return CONFLICT;
  const minutes = (session?.slots.length ?? 0) * 30;
  if (rounds * (points / 2 + 3) > minutes) return INVALID;
  const isOne = (id: number) =>
    state.items.some((item) => item.id === id && item.event === event.id && item.state === 'joined');
  const count = payers.length + others;
  if (!payers.every(isOne) || count < FEWEST || (format === 'round_robin' && count % 2 === 1)) return INVALID;
  const tournament: Tournament = {
    event: event.id,
    format,
    points,
    rounds,
    courts: session?.courts ?? [],
    players: [],
    isFinished: false,
    isChanged: false,
    version: 2,
    calledAt: now,
    called: '',
    plan: [],
    settled: 0,
  };
  addPlayers(state, tournament, [...payers, ...Array.from({ length: others }, () => null)]);
  state.tournaments.push(tournament);
  return CREATED;
}

export interface Entered {
  round: number;
  court: number;
  score: Score | null;
  /** The version of the game that was seen. */
  version: number;
  /** The place whose player enters it; null for the reception. */
  by: number | null;
}

export function enterScore(state: State, tournament: Tournament, entered: Entered, now: number): Expected {
  const { round: number, court, score, version, by } = entered;
  if (tournament.isFinished) return CONFLICT;
  const game = tournament.plan.find((one) => one.number === number)?.games.find((one) => one.court === court);
  if (!game) return NOT_FOUND;
  if (by !== null && !playersOf(state, tournament, by).some((id) => game.players.includes(id)))
    return FORBIDDEN;
  if (String(game.score) === String(score)) return OK;
  if (game.version !== version) return CONFLICT;
  const isLate = tournament.plan.some((round) => round.number > number && hasScore(round));
  if (by !== null && game.score !== null && isLate) return CONFLICT;
  if (score && score[0] + score[1] !== tournament.points) return INVALID;
  const begun = begunOf(tournament, now);
  Object.assign(game, { score, version: null });
  tournament.version += 1;
  // The ranking decides who meets next.
  if (tournament.format === 'mexicano') planAfter(tournament, Math.max(begun, number));
  return OK;
}

/** Whose scores a place may enter: the own player's and the friend's. */
export function playersOf(state: State, { players }: Tournament, payer: number): number[] {
  const friends = state.items.filter(({ friendOf }) => friendOf === payer).map(({ id }) => id);
  return players.filter((one) => [payer, ...friends].includes(one.payer ?? 0)).map(({ id }) => id);
}

/** Somebody plays no more, or again; only what has not begun changes. */
export function changePlayer(
  tournament: Tournament,
  { player, plays, version }: { player: number; plays: boolean; version: number },
  now: number,
): Expected {
  if (tournament.isFinished || tournament.version !== version) return CONFLICT;
  const own = tournament.players.find(({ id }) => id === player);
  if (!own) return NOT_FOUND;
  if (own.plays === plays) {
    tournament.version += 1;
    return OK;
  }
  const begun = begunOf(tournament, now);
  if (tournament.plan.some((round) => round.number > begun && hasScore(round))) return CONFLICT;
  for (const one of entrantOf(tournament, player)) one.plays = plays;
  Object.assign(tournament, { version: tournament.version + 1, isChanged: true });
  planAfter(tournament, begun);
  return OK;
}

export function addLatecomers(
  state: State,
  tournament: Tournament,
  { count, version }: { count: number; version: number },
  now: number,
): Expected {
  if (tournament.isFinished || tournament.version !== version) return CONFLICT;
  const begun = begunOf(tournament, now);
  addPlayers(
    state,
    tournament,
    Array.from({ length: count }, () => null),
  );
  Object.assign(tournament, { version: version + 1, isChanged: true });
  planAfter(tournament, begun);
  return CREATED;
}

/** It ends after the last round with a score, if that has all of them, and can be taken up again. */
export function finish(
  tournament: Tournament,
  { isFinished, version }: { isFinished: boolean; version: number },
): Expected {
  if (tournament.version !== version) return CONFLICT;
  const played = tournament.plan.slice(0, lastScored(tournament));
  if (isFinished) {
    const isComplete = played.every(({ games }) => games.every(({ score }) => score !== null));
    if (played.length === 0 || !isComplete) return CONFLICT;
    tournament.plan = played;
    tournament.settled = Math.min(tournament.settled, played.length);
  } else planAfter(tournament, tournament.plan.length);
  Object.assign(tournament, { isFinished, version: version + 1 });
  return OK;
}

/** Who gives up the place, or loses it, plays no more. */
export function leaveTournament(state: State, item: Item, event: ClubEvent): void {
  const tournament = tournamentOf(state, item.event);
  const player = tournament?.players.find(({ payer }) => payer === item.id);
  if (!tournament || !player?.plays || tournament.isFinished) return;
  const begun = begunOf(tournament, state.now);
  for (const one of entrantOf(tournament, player.id)) one.plays = false;
  Object.assign(tournament, { version: tournament.version + 1, isChanged: true });
  // What was planned for an evening that is cancelled stays as it is.
  if (event.state !== 'cancelled') planAfter(tournament, begun);
}

/** Points of each player or pair: those of their games, and half a game's for a round in which they rest. */
export function pointsOf({ format, plan, players, points }: Tournament): Map<string, number> {
  const sums = new Map<string, number>();
  const split = (ids: readonly number[]) =>
    format === 'round_robin'
      ? ids.flatMap((id, at) => (at % 2 === 0 ? [[id, ids[at + 1] ?? 0].sort((a, b) => a - b).join()] : []))
      : ids.map(String);
  const add = (ids: readonly number[], more: number) => {
    for (const key of split(ids)) sums.set(key, (sums.get(key) ?? 0) + more);
  };
  add(
    players.filter(({ plays }) => plays).map(({ id }) => id),
    0,
  );
  for (const { games, byes } of plan) {
    for (const { players: four, score } of games) {
      if (!score) continue;
      add(four.slice(0, 2), score[0]);
      add(four.slice(2), score[1]);
    }
    if (games.some(({ score }) => score !== null)) add(byes, points / 2);
  }
  return sums;
}

export interface GameRow {
  event_id: number;
  round: number;
  court_id: number;
  score_1: number | null;
  score_2: number | null;
  version: number;
}
export interface SeatRow {
  event_id: number;
  round: number;
  player_id: number;
  court_id: number | null;
}

/** Who plays whom is the club's choice: what breaks the rules, and from then on the plan as it is. */
export function judgePlans(state: State, games: readonly GameRow[], seats: readonly SeatRow[]): string[] {
  return state.tournaments.flatMap((tournament) => {
    const { event } = tournament;
    const own = seats.filter(({ event_id }) => event_id === event);
    const plan = [...new Set(own.map(({ round }) => round))].map((number): TournamentRound => {
      const inRound = own.filter(({ round }) => round === number);
      return {
        number,
        games: games
          .filter(({ event_id, round }) => event_id === event && round === number)
          .map(({ court_id, score_1, score_2, version }) => ({
            court: court_id,
            players: inRound.filter((seat) => seat.court_id === court_id).map(({ player_id }) => player_id),
            score: score_1 === null || score_2 === null ? null : [score_1, score_2],
            version,
          })),
        byes: inRound.filter((seat) => seat.court_id === null).map(({ player_id }) => player_id),
      };
    });
    const faults = [...keptFaults(tournament, plan), ...planFaults(tournament, plan)];
    tournament.plan = plan;
    tournament.settled = Number.POSITIVE_INFINITY;
    const called = calledOf(tournament);
    if (called !== tournament.called) Object.assign(tournament, { called, calledAt: state.now });
    return faults.map((fault) => `the plan of event ${event}: ${fault}`);
  });
}

/** What has begun or has a score stays, and so does every game's version until it changes. */
function keptFaults({ plan: known, settled }: Tournament, plan: readonly TournamentRound[]): string[] {
  const faults: string[] = [];
  for (const round of known) {
    const found = plan.find(({ number }) => number === round.number);
    if (!found || seatsOf(found) !== seatsOf(round)) {
      faults.push(
        `round ${round.number} is ${found ? seatsOf(found) : 'missing'}, must be ${seatsOf(round)}`,
      );
      continue;
    }
    for (const [at, { court, score, version }] of round.games.entries()) {
      const game = found.games[at] as TournamentGame;
      if (String(game.score) !== String(score))
        faults.push(`round ${round.number} on court ${court} has ${game.score}, must have ${score}`);
      if (version !== null && game.version !== version)
        faults.push(`round ${round.number} on court ${court} has another version, but nobody changed it`);
    }
  }
  const added = plan.filter(({ number }) => !known.some((round) => round.number === number));
  for (const { number, games } of added) {
    if (number <= settled) faults.push(`round ${number} is new, but nothing was to be planned`);
    if (games.some(({ score }) => score !== null)) faults.push(`round ${number} is new and has a score`);
  }
  return faults;
}

/** Everybody who plays is in each new round once, on a booked court or resting, and the rests are spread. */
function planFaults(tournament: Tournament, plan: readonly TournamentRound[]): string[] {
  const { settled, courts, format, rounds, isFinished, isChanged } = tournament;
  if (settled === Number.POSITIVE_INFINITY) return [];
  const faults: string[] = [];
  const playing = playingOf(tournament).sort((a, b) => a - b);
  for (const { number, games, byes } of plan.slice(settled)) {
    const all = [...games.flatMap(({ players }) => players), ...byes].sort((a, b) => a - b);
    if (String(all) !== String(playing))
      faults.push(`round ${number} has the players ${all.join()}, must have ${playing.join()}`);
    const isWrong = games.some(({ court, players }) => players.length !== 4 || !courts.includes(court));
    if (isWrong)
      faults.push(`round ${number} has a game of other than four, or on a court that is not booked`);
    // The last round of a round robin may leave courts empty.
    const most = Math.min(courts.length, Math.floor(playing.length / 4));
    if (games.length > most || (format !== 'round_robin' && games.length < most))
      faults.push(`round ${number} has ${games.length} games, must have ${most}`);
  }
  const kept = plan.slice(0, settled);
  const isComplete = kept.every(({ games }) => games.every(({ score }) => score !== null));
  const isEnough = playing.length >= FEWEST && !isFinished;
  const more = !isEnough || settled >= rounds ? 0 : format === 'mexicano' ? +isComplete : rounds - settled;
  if (plan.length !== settled + more)
    faults.push(`there are ${plan.length} rounds, must be ${settled + more}`);
  const played = playing.map((id) => plan.filter(({ byes }) => !byes.includes(id)).length);
  if (!isChanged && format !== 'round_robin' && Math.max(0, ...played) - Math.min(...played) > 1)
    faults.push(`the players have ${played.join()} rounds, which is not fair`);
  return faults;
}

export const isNear = ({ sessions }: ClubEvent, now: number): boolean =>
  sessions.some((session) => startOf(session) < now + 3 * DAY);
