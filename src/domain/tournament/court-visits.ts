import type { Round } from './tournament.ts';

/** How often each player has been on each court. */
export class CourtVisits {
  readonly #visits = new Map<number, Map<number, number>>();

  constructor(rounds: readonly Round[]) {
    for (const round of rounds) this.add(round);
  }

  add({ games }: Round): void {
    for (const { court, sides } of games)
      for (const player of sides.flat()) {
        const visits = this.#visits.get(player) ?? new Map<number, number>();
        visits.set(court, (visits.get(court) ?? 0) + 1);
        this.#visits.set(player, visits);
      }
  }

  /**
   * Assigns games to `courts` so that nobody spends the evening on one court: each court in turn takes the game that
   * suits it best compared with the courts after it.
   */
  share(games: readonly (readonly number[])[], courts: readonly number[]): (readonly number[])[] {
    const left = [...games];
    const used = courts.slice(0, games.length);
    return used.map((court, index) => {
      const others = used.slice(index + 1);
      const costs = left.map((players) => {
        const elsewhere = others.reduce((sum, other) => sum + this.#cost(players, other), 0);
        return this.#cost(players, court) - elsewhere / Math.max(1, others.length);
      });
      const [game = []] = left.splice(costs.indexOf(Math.min(...costs)), 1);
      return game;
    });
  }

  /** Cubed, so that one player who is always there outweighs several who often are. */
  #cost(players: readonly number[], court: number): number {
    return players.reduce((sum, player) => sum + (this.#visits.get(player)?.get(court) ?? 0) ** 3, 0);
  }
}
