import { expect, test } from 'bun:test';
import type { ShownTournament } from '../../src/domain/api/tournament-routes.ts';
import { isFinal } from '../../src/domain/tournament/progress.ts';
import { listStandings } from '../../src/domain/tournament/standings.ts';
import { gamesPages, standingsPages } from '../../web/tournament/pages.ts';
import { americano, play, playersOf } from '../support/random-tournament.ts';

function shown(players: number, courts: number, played: number): ShownTournament {
  const tournament = americano(players, courts);
  const rounds = play(tournament, played, 3);
  return {
    event_id: 1,
    title: 'Americano',
    date: '2026-11-21',
    start_time: '18:00',
    format: 'americano',
    points: 24,
    rounds: tournament.rounds,
    courts: tournament.courts.map((id) => ({ id, name: `Court ${id}` })),
    players: playersOf(tournament).map((id) => ({ id, name: `Player ${id}` })),
    schedule: rounds.map((round) => ({
      ...round,
      games: round.games.map((game) => ({ ...game, version: 1, scored_by: null })),
    })),
    standings: listStandings(tournament, rounds),
    called_at: '2026-11-21T18:00:00+05:00',
    finished: false,
    version: 1,
  };
}

test('a television shows each game of the round and of the next one, and each player of the ranking, once', () => {
  for (const [players, courts] of [
    [4, 1],
    [9, 2],
    [16, 4],
    [32, 8],
    [32, 2],
  ] as const) {
    const tournament = shown(players, courts, 1);
    const pages = gamesPages(tournament);
    const now = pages.filter(({ title }) => title === 'Now');
    expect(now.flatMap(({ games }) => games)).toEqual(tournament.schedule[1]?.games ?? []);
    expect(now.flatMap(({ byes }) => byes)).toEqual(tournament.schedule[1]?.byes ?? []);
    const next = pages.filter(({ title }) => title === 'Next: round 3');
    expect(next.flatMap(({ games }) => games)).toEqual(tournament.schedule[2]?.games ?? []);
    expect(standingsPages(tournament).flat()).toEqual(tournament.standings);
    expect(Math.max(...pages.map(({ games }) => games.length))).toBeLessThanOrEqual(3);
    expect(Math.max(...standingsPages(tournament).map((rows) => rows.length))).toBeLessThanOrEqual(8);
  }
});

test('the result stands once all rounds are played, or the reception has finished', () => {
  expect(isFinal(shown(8, 2, 5))).toBe(false);
  expect(isFinal(shown(8, 2, 6))).toBe(true);
  expect(gamesPages(shown(8, 2, 6))).toEqual([]);
  expect(isFinal({ ...shown(8, 2, 2), finished: true })).toBe(true);
  expect(isFinal({ ...shown(8, 2, 0), schedule: [] })).toBe(false);
});
