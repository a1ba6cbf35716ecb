/** Americano, where partners change each round, and round robin of pairs: both plan all rounds at once. */
import { anneal, type Order } from './annealing.ts';
import { CourtVisits } from './court-visits.ts';
import { type Encounters, encountersOf } from './encounters.ts';
import { randomOf, shuffle } from './random.ts';
import { circleStarter, develop, whistStarter } from './starters.ts';
import { entrantsOf, gamesInRound, makeRound, type Round, type Tournament } from './tournament.ts';

/** The search's budget for a whole plan: about 15 ms in a warmed-up browser. */
const STEPS = 10_000;

type RotatingTournament = Exclude<Tournament, { kind: 'mexicano' }>;

/**
 * Plans in cycles. In each, everybody partners everybody else (Americano) or meets every other pair (round robin)
 * once, as far as the courts allow, before the next begins. However early a tournament ends, little has repeated.
 *
 * Measured for 4 to 32 players on every number of courts they can fill: in up to 12 rounds, nobody repeats a partner
 * while two others have never partnered, and nobody opposes the same player more often than the average, rounded up,
 * plus 2. Over a whole cycle on full courts, 4k and 4k + 1 players partner everybody once and oppose everybody twice;
 * 9 players come close.
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

/** The rounds it takes each pair to meet every other pair once. */
export function completeRounds(tournament: Extract<Tournament, { kind: 'round_robin' }>): number {
  return gamesOfCycle(tournament, encountersOf(tournament.pairs, [])).length;
}

/** The number of games in each round of a cycle. Only the last round of a round robin may leave courts empty. */
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

/** A proven schedule, shuffled by the seed, for entrants who have all met equally often; null where there is none. */
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
