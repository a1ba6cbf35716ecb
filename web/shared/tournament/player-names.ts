import type { ShownTournament } from '../../../src/domain/api/tournament-routes.ts';

/** Returns a function that looks up a player's name. */
export function nameOf({ players }: Pick<ShownTournament, 'players'>): (player: number) => string {
  const names = new Map(players.map(({ id, name }) => [id, name]));
  return (player) => names.get(player) ?? '';
}

/** `Ali K. & Sara B.` */
export function namesOf(tournament: Pick<ShownTournament, 'players'>, players: readonly number[]): string {
  return players.map(nameOf(tournament)).join(' & ');
}

export function courtNameOf({ courts }: Pick<ShownTournament, 'courts'>, court: number): string {
  return courts.find(({ id }) => id === court)?.name ?? '';
}

/** `13–11`; empty before it is played. */
export function scoreText(score: readonly [number, number] | null): string {
  return score ? score.join('–') : '';
}
