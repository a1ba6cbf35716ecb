import type { Match } from '../../src/domain/api/match-routes.ts';
import { PLACES_OF_A_MATCH } from '../../src/domain/match.ts';

/** `Nadia K. (host), Omar A., 1 more with the host`: everybody who plays, also those whom the host brings unnamed. */
export function playerNames({ players, places_left }: Pick<Match, 'players' | 'places_left'>): string {
  const [host, ...others] = players;
  const brought = PLACES_OF_A_MATCH - players.length - places_left;
  return [
    host ? `${host} (host)` : 'Host',
    ...others.map((name, index) => name || `Player ${index + 2}`),
    ...(brought > 0 ? [`${brought} more with the host`] : []),
  ].join(', ');
}
