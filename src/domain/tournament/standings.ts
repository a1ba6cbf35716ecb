import * as v from 'valibot';
import { count, id } from '../api/base-schemas.ts';
import { type Entrant, entrantsOf, type Round, splitEntrants, type Tournament } from './tournament.ts';

/** Tie-breakers in order: each only compares those who are equal by all earlier ones. */
export const TIE_RULES = ['points', 'wins', 'direct_games', 'best_game'] as const;
export type TieRule = (typeof TIE_RULES)[number];

export const TIE_RULE_LABELS: Record<TieRule, string> = {
  points: 'Points',
  wins: 'Games won',
  direct_games: 'Points in games against each other',
  best_game: 'Best single game',
};

export const standingSchema = v.strictObject({
  /** Those equal by all rules share a rank: 1, 2, 2, 4. */
  rank: id,
  /** One player, or both of a pair. */
  players: v.array(id),
  /** Points of all games, plus half a game's points for each bye. */
  points: count,
  games: count,
  byes: count,
  won: count,
  drawn: count,
  lost: count,
  /** Points in the best game; 0 before the first. */
  best_game: count,
  /** The rule that ranks it below the previous one; null for the first and for ties. */
  decided_by: v.nullable(v.picklist(TIE_RULES)),
});
export type Standing = v.InferOutput<typeof standingSchema>;

/**
 * Ranks everyone who takes part or has played, including those who left. A game counts once it has a score, and a bye
 * once its round has its first. Ties stay in the order of the tournament's players.
 *
 * The points add up: each game gives its points once to pairs, and twice to single players, because both partners get
 * them.
 */
export function listStandings(tournament: Tournament, rounds: readonly Round[]): Standing[] {
  let above = 0;
  return rankBy(TIE_RULES, listResults(tournament, rounds)).flatMap(({ equal, decidedBy }) => {
    const rank = above + 1;
    above += equal.length;
    return equal.map(({ against: _, players, won, drawn, lost, ...result }, index) => ({
      rank,
      players: [...players],
      won,
      drawn,
      lost,
      ...result,
      games: won + drawn + lost,
      decided_by: index === 0 ? decidedBy : null,
    }));
  });
}

interface Result extends Pick<Standing, 'points' | 'byes' | 'won' | 'drawn' | 'lost' | 'best_game'> {
  players: Entrant;
  /** Points won minus points lost, by opponent. */
  against: Map<Result, number>;
}

function listResults(tournament: Tournament, rounds: readonly Round[]): Result[] {
  const results = new Map<string, Result>();
  const resultOf = (players: Entrant): Result => {
    const key = [...players].sort((a, b) => a - b).join();
    const none = { points: 0, byes: 0, won: 0, drawn: 0, lost: 0, best_game: 0 };
    const result = results.get(key) ?? { players, ...none, against: new Map<Result, number>() };
    results.set(key, result);
    return result;
  };
  const resultsOf = (players: readonly number[]) => splitEntrants(tournament.kind, players).map(resultOf);
  for (const entrant of entrantsOf(tournament)) resultOf(entrant);
  for (const { games, byes } of rounds) {
    const scored = games.flatMap(({ sides, score }) => (score ? [{ sides, score }] : []));
    for (const { sides, score } of scored) {
      const [first, second] = [resultsOf(sides[0]), resultsOf(sides[1])];
      for (const result of first) addGame(result, score[0], score[1], second);
      for (const result of second) addGame(result, score[1], score[0], first);
    }
    for (const result of scored.length > 0 ? resultsOf(byes) : []) {
      result.byes++;
      result.points += tournament.points / 2;
    }
  }
  return [...results.values()];
}

function addGame(result: Result, own: number, other: number, opponents: readonly Result[]): void {
  result.points += own;
  result.best_game = Math.max(result.best_game, own);
  if (own === other) result.drawn++;
  else if (own > other) result.won++;
  else result.lost++;
  for (const opponent of opponents)
    result.against.set(opponent, (result.against.get(opponent) ?? 0) + own - other);
}

/** Results in groups that no rule can tell apart, best first. */
function rankBy(
  [rule, ...others]: readonly TieRule[],
  results: readonly Result[],
): { equal: readonly Result[]; decidedBy: TieRule | null }[] {
  if (!rule || results.length < 2) return [{ equal: results, decidedBy: null }];
  const measured = results.map((result) => ({ result, value: measure(rule, result, results) }));
  const values = [...new Set(measured.map(({ value }) => value))].sort((a, b) => b - a);
  return values.flatMap((wanted, index) => {
    const group = measured.filter(({ value }) => value === wanted).map(({ result }) => result);
    const [first, ...rest] = rankBy(others, group);
    if (!first) return [];
    return [{ ...first, decidedBy: index === 0 ? null : rule }, ...rest];
  });
}

/** Higher is better. */
function measure(rule: TieRule, result: Result, equal: readonly Result[]): number {
  if (rule === 'points') return result.points;
  if (rule === 'wins') return result.won;
  if (rule === 'best_game') return result.best_game;
  return equal.reduce((sum, opponent) => sum + (result.against.get(opponent) ?? 0), 0);
}
