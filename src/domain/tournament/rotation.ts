/** Americano, where partners change each round, and round robin of pairs: all rounds are planned at once. */
import { anneal, type Order } from './annealing.ts';
import { CourtVisits } from './court-visits.ts';
import { type Encounters, encountersOf } from './encounters.ts';
import { randomOf, shuffle } from './random.ts';
import { circleStarter, develop, whistStarter } from './starters.ts';
import { entrantsOf, gamesInRound, makeRound, type Round, type Tournament } from './tournament.ts';

/** The search's budget for a whole plan, about 15 ms in a browser that is warm. */
const STEPS = 10_000;

type RotatingTournament = Exclude<Tournament, { kind: 'mexicano' }>;

/**
 * Plans in cycles. During one, everybody partners everybody else (Americano) or meets every other pair (round robin) once,
 * as far as the courts allow; only then does the next one begin. However early a tournament ends, it has repeated little.
 *
 * Measured for 4 to 32 players on each number of courts that they fill: in up to 12 rounds nobody partners somebody twice
 * while two others never have, and nobody opposes somebody more often than the average, rounded up, and 2. Of a whole cycle
 * on full courts, 4k and 4k + 1 players have everybody once as partner and twice as opponent; 9 players come close.
 */
export function planRotation(tournament: RotatingTournament, kept: readonly Round[]): Round[] {
  const entrants = entrantsOf(tournament);
  const toPlan = tournament.rounds - kept.length;
  const visits = new CourtVisits(kept);
  const planned: Round[] = [];
  while (planned.length < toPlan) {
    const past = encountersOf(entrants, [...kept, ...planned]);
    const games = gamesOfCycle(tournament, past).slice(0, toPlan - planned.length);
    const seed = tournament.seed + past.rounds;
    const orders = anneal({
      size: tournament.kind === 'americano' ? 1 : 2,
      games,
      past,
      start: knownSchedule(tournament, past, games.length, seed),
      seed,
      steps: Math.ceil((STEPS * games.length) / toPlan),
    });
    orders.forEach((order, index) => {
      const players = order.flatMap((entrant) => entrants[entrant] ?? []);
      const seats = (games[index] ?? 0) * 4;
      const fours = Array.from({ length: seats / 4 }, (_, game) => players.slice(game * 4, game * 4 + 4));
      const seated = [...visits.share(fours, tournament.courts).flat(), ...players.slice(seats)];
      const round = makeRound(tournament, past.rounds + index + 1, seated, fours.length);
      visits.add(round);
      planned.push(round);
    });
  }
  return planned;
}

/** Rounds in which each pair of a round robin meets every other pair once. */
export function completeRounds(tournament: Extract<Tournament, { kind: 'round_robin' }>): number {
  return gamesOfCycle(tournament, encountersOf(tournament.pairs, [])).length;
}

/** The games of each round of a cycle. Only the last round of a round robin may leave courts empty. */
function gamesOfCycle(tournament: RotatingTournament, { partnered, opposed }: Encounters): number[] {
  const games = gamesInRound(tournament);
  const isAmericano = tournament.kind === 'americano';
  const counts = (isAmericano ? partnered : opposed).list();
  const least = Math.min(...counts);
  const fewest = counts.filter((count) => count === least).length;
  if (isAmericano) return Array.from({ length: Math.ceil(fewest / (2 * games)) }, () => games);
  return Array.from({ length: Math.ceil(fewest / games) }, (_, round) =>
    Math.min(games, fewest - round * games),
  );
}

/** A proven schedule for those who have all met equally often, drawn by the seed; null where there is none. */
function knownSchedule(
  tournament: RotatingTournament,
  { played, partnered, opposed }: Encounters,
  rounds: number,
  seed: number,
): Order[] | null {
  const isEven = [played, partnered.list(), opposed.list()].every((counts) => new Set(counts).size === 1);
  const isAmericano = tournament.kind === 'americano';
  const starter = isAmericano ? whistStarter(played.length) : circleStarter(played.length);
  if (!isEven || !starter) return null;
  const seats = gamesInRound(tournament) * (isAmericano ? 4 : 2);
  const drawn = shuffle([...played.keys()], randomOf(seed));
  return (
    develop(starter, seats, rounds)?.map((order) => order.map((entrant) => drawn[entrant] ?? entrant)) ?? null
  );
}
