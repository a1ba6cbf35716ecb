/** Mexicano: the ranking after each round decides the next. */
import { encountersOf, inOrderOfRight } from './encounters.ts';
import { randomOf, shuffle } from './random.ts';
import { listStandings } from './standings.ts';
import { gamesInRound, makeRound, missingScoreError, type Round, type Tournament } from './tournament.ts';

type Mexicano = Extract<Tournament, { kind: 'mexicano' }>;

/**
 * The next round, or none while a score is missing. The best four of those playing meet on the first court, the next
 * four on the second, and so on. Ties, and the first round, follow the order of `players`.
 */
export function planMexicano(tournament: Mexicano, kept: readonly Round[]): Round[] {
  if (missingScoreError(kept)) return [];
  const { players, pairing, seed } = tournament;
  const games = gamesInRound(tournament);
  const past = encountersOf(
    players.map((player) => [player]),
    kept,
  );
  const right = inOrderOfRight(past, shuffle([...players.keys()], randomOf(seed)));
  const playing = new Set(right.slice(0, games * 4).map((index) => players[index]));
  const ranked = listStandings(tournament, kept).flatMap((standing) => standing.players);
  const inRank = ranked.filter((player) => playing.has(player));
  const seats = Array.from({ length: games }, (_, game) =>
    seatFour(inRank.slice(game * 4, game * 4 + 4), pairing),
  );
  const byes = players.filter((player) => !playing.has(player));
  return [makeRound(tournament, kept.length + 1, [...seats.flat(), ...byes], games)];
}

/** Seats four players in ranking order, partners next to each other: the first two against the last two. */
function seatFour(
  [first = 0, second = 0, third = 0, fourth = 0]: number[],
  pairing: Mexicano['pairing'],
): number[] {
  return pairing === '1_4' ? [first, fourth, second, third] : [first, third, second, fourth];
}
