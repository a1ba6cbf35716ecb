import fc from 'fast-check';
import { recordScore, swapPlayers } from '../../src/domain/tournament/changes.ts';
import { planRounds, replan } from '../../src/domain/tournament/plan.ts';
import { currentRound } from '../../src/domain/tournament/progress.ts';
import { listStandings } from '../../src/domain/tournament/standings.ts';
import { gamesInRound, type Round, type Tournament } from '../../src/domain/tournament/tournament.ts';
import { anyTournament, playersOf } from './random-tournament.ts';

/** What happens before a round is played; each number picks one of those whom it can concern. */
const anyChange = fc.record({
  kind: fc.constantFrom('nothing', 'nothing', 'nothing', 'leave', 'swap', 'correct'),
  a: fc.nat(31),
  b: fc.nat(31),
  points: fc.nat(32),
});
type Change = { kind: string; a: number; b: number; points: number };

/**
 * Plays whole evenings: players leave and swap, scores are corrected. Throws what breaks: somebody twice in a round or on no
 * court of the club, somebody who has left, a round that was played and changed, points that do not add up.
 */
export function checkEvenings(runs: number): void {
  fc.assert(fc.property(anyTournament, fc.array(anyChange, { minLength: 9, maxLength: 9 }), playEvening), {
    numRuns: runs,
  });
}

function playEvening(start: Tournament, changes: readonly Change[]): void {
  let tournament = start;
  let rounds = planRounds(tournament);
  checkRounds(tournament, rounds, 0);
  for (let number = 1; number <= tournament.rounds; number++) {
    const before = rounds.slice(0, number - 1);
    const change = changes[(number - 1) % changes.length] as Change;
    if (change.kind === 'leave' && playersOf(tournament).length > 5) {
      tournament = without(tournament, change.a);
      rounds = replan(tournament, rounds, number - 1);
    }
    const present = rounds[number - 1];
    if (!present) throw new Error(`round ${number} is not planned`);
    if (change.kind === 'swap') {
      const [a, b] = twoOf(tournament, present, change);
      if (a !== b)
        rounds = swapPlayers(tournament, rounds, { round: number, players: [a, b], started: number - 1 });
    }
    same(rounds.slice(0, number - 1), before, 'a round that was played has changed');
    for (const [index, { court }] of (rounds[number - 1]?.games ?? []).entries())
      rounds = enter(tournament, rounds, number, court, change.points + index);
    if (change.kind === 'correct' && number > 1) {
      const [{ court = 0 } = {}] = rounds[number - 2]?.games ?? [];
      const seats = rounds.map(withoutScores);
      rounds = recordScore(tournament, rounds, {
        round: number - 1,
        court,
        score: scoreOf(tournament, change.b),
        started: number,
      });
      same(
        rounds.slice(0, number).map(withoutScores),
        seats.slice(0, number),
        'a correction has moved players',
      );
    }
    checkRounds(tournament, rounds, number);
  }
  if (currentRound(rounds)) throw new Error('a score is missing at the end');
  checkPoints(tournament, rounds);
}

function enter(
  tournament: Tournament,
  rounds: readonly Round[],
  round: number,
  court: number,
  points: number,
): Round[] {
  return recordScore(tournament, rounds, {
    round,
    court,
    score: scoreOf(tournament, points),
    started: round - 1,
  });
}

function scoreOf({ points }: Tournament, first: number): [number, number] {
  return [first % (points + 1), points - (first % (points + 1))];
}

function without(tournament: Tournament, which: number): Tournament {
  if (tournament.kind === 'round_robin')
    return { ...tournament, pairs: tournament.pairs.toSpliced(which % tournament.pairs.length, 1) };
  return { ...tournament, players: tournament.players.toSpliced(which % tournament.players.length, 1) };
}

function twoOf(tournament: Tournament, { games, byes }: Round, { a, b }: Change): [number, number] {
  const everybody = [...games.flatMap(({ sides }) => sides.flat()), ...byes];
  const [first = 0, second = 0] = [everybody[a % everybody.length], everybody[b % everybody.length]];
  const isPair =
    tournament.kind === 'round_robin' &&
    tournament.pairs.some((pair) => pair.includes(first) && pair.includes(second));
  return isPair ? [first, first] : [first, second];
}

function checkRounds(tournament: Tournament, rounds: readonly Round[], played: number): void {
  const playing = new Set(playersOf(tournament));
  for (const { number, games, byes } of rounds) {
    const seats = [...games.flatMap(({ sides }) => sides.flat()), ...byes];
    if (new Set(seats).size !== seats.length) throw new Error(`somebody is twice in round ${number}`);
    const courts = games.map(({ court }) => court);
    if (new Set(courts).size !== courts.length || courts.some((court) => !tournament.courts.includes(court)))
      throw new Error(`round ${number} has a court twice, or one that is not booked`);
    if (number <= played) continue;
    same([...seats].sort(), [...playing].sort(), `round ${number} is not of those who play`);
    if (games.length > gamesInRound(tournament)) throw new Error(`round ${number} has too many games`);
  }
}

function checkPoints(tournament: Tournament, rounds: readonly Round[]): void {
  const size = tournament.kind === 'round_robin' ? 2 : 1;
  const standings = listStandings(tournament, rounds);
  const total = standings.reduce((sum, { points }) => sum + points, 0);
  const games = rounds.flatMap((round) => round.games).length;
  const byes = rounds.flatMap((round) => round.byes).length / size;
  if (total !== (2 / size) * games * tournament.points + (byes * tournament.points) / 2)
    throw new Error('the points do not add up');
  if (standings.some(({ rank }, index) => rank > index + 1 || rank < (standings[index - 1]?.rank ?? 1)))
    throw new Error('the ranks are out of order');
}

const withoutScores = ({ games, ...round }: Round) => ({
  ...round,
  games: games.map(({ score: _, ...game }) => game),
});

function same(found: unknown, expected: unknown, fault: string): void {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(fault);
}
