import type { ShownRound, ShownTournament } from '../../src/domain/api/tournament-routes.ts';
import { currentRound, roundAfter } from '../../src/domain/tournament/progress.ts';

/** How many fit on a television in letters readable from eight metres. */
const GAMES_ON_A_PAGE = 3;
const ROWS_ON_A_PAGE = 8;

/** What the left half shows for a while. */
export interface GamesPage {
  title: string;
  /** The page before has the same title. */
  goesOn: boolean;
  games: ShownRound['games'];
  byes: readonly number[];
}

export type StandingsPage = ShownTournament['standings'];

/** The courts now and the next round, a few games at a time. */
export function gamesPages(tournament: ShownTournament): GamesPage[] {
  const { schedule } = tournament;
  const now = currentRound(schedule);
  const next = now && roundAfter(schedule, now.number);
  return [...(now ? pagesOf(now, 'Now') : []), ...(next ? pagesOf(next, `Next: round ${next.number}`) : [])];
}

function pagesOf({ games, byes }: ShownRound, title: string): GamesPage[] {
  const chunks = split(games, GAMES_ON_A_PAGE);
  return chunks.map((some, index) => ({
    title,
    goesOn: index > 0,
    games: some,
    byes: index === chunks.length - 1 ? byes : [],
  }));
}

export function standingsPages({ standings }: ShownTournament): StandingsPage[] {
  return split(standings, ROWS_ON_A_PAGE);
}

/** Splits into parts of nearly equal size: nine rows become five and four. */
function split<T>(items: readonly T[], most: number): T[][] {
  const parts = Math.ceil(items.length / most);
  const size = Math.ceil(items.length / Math.max(1, parts));
  return Array.from({ length: parts }, (_, part) => items.slice(part * size, (part + 1) * size));
}
