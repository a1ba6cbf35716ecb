/**
 * First rounds that generate whole tournaments: adding 1 to every number, modulo the length of the cycle, gives the
 * next round; the fixed entrant, if there is one, stays. (Whist tournaments by Z-cyclic starters; the circle method
 * for pairs.)
 */
export interface Starter {
  cycle: number;
  /** Entrants in seat order, four or two to a game; the number `cycle` is the fixed one. */
  seats: readonly number[];
}

/**
 * Whist tournaments: over one cycle, everybody partners everybody else once and opposes everybody else twice.
 * Partners sit at seats 1 and 2, and 3 and 4, of each game. There is no such cycle for 9.
 */
const WHIST: Record<number, readonly number[]> = {
  5: [4, 1, 2, 3],
  8: [7, 0, 5, 1, 6, 4, 3, 2],
  12: [11, 0, 9, 3, 1, 8, 4, 2, 6, 5, 7, 10],
  13: [11, 4, 2, 3, 9, 6, 7, 12, 10, 8, 5, 1],
  16: [15, 0, 6, 7, 2, 13, 9, 3, 8, 11, 10, 5, 4, 12, 1, 14],
  17: [8, 7, 6, 3, 2, 13, 15, 10, 9, 5, 16, 14, 4, 12, 11, 1],
  20: [19, 0, 4, 5, 11, 6, 1, 3, 10, 18, 17, 7, 14, 2, 8, 12, 9, 15, 13, 16],
  21: [17, 4, 2, 18, 15, 8, 3, 13, 20, 11, 14, 12, 19, 1, 5, 9, 6, 7, 10, 16],
  24: [23, 0, 19, 6, 11, 10, 1, 13, 14, 12, 5, 20, 17, 8, 18, 15, 9, 16, 21, 4, 2, 7, 3, 22],
  25: [17, 5, 18, 12, 6, 15, 10, 9, 1, 8, 19, 23, 2, 13, 3, 11, 20, 22, 24, 14, 7, 4, 16, 21],
  28: [27, 0, 23, 17, 19, 18, 16, 2, 6, 24, 12, 4, 7, 22, 8, 15, 20, 3, 26, 21, 13, 10, 5, 1, 14, 25, 11, 9],
  29: [17, 13, 16, 26, 22, 27, 2, 5, 14, 21, 10, 11, 18, 4, 25, 23, 9, 3, 15, 24, 12, 1, 7, 28, 6, 19, 8, 20],
  32: [
    31, 0, 11, 29, 17, 16, 4, 8, 18, 7, 14, 23, 26, 5, 28, 12, 9, 21, 15, 20, 19, 22, 1, 3, 25, 2, 24, 30, 10,
    27, 13, 6,
  ],
};

/** For single players; null where no whist tournament is known. */
export function whistStarter(players: number): Starter | null {
  const seats = WHIST[players];
  return seats ? { cycle: players % 4 === 0 ? players - 1 : players, seats } : null;
}

/** For pairs: over one cycle, everybody meets everybody else once. */
export function circleStarter(pairs: number): Starter {
  const cycle = pairs % 2 === 0 ? pairs - 1 : pairs;
  const games = Array.from({ length: (cycle - 1) / 2 }, (_, index) => [index + 1, cycle - 1 - index]);
  return { cycle, seats: [...(pairs % 2 === 0 ? [cycle, 0] : []), ...games.flat()] };
}

/**
 * Each round as an order of all entrants: those who play by seat, then those who rest. Null if a round of the starter
 * doesn't split evenly over so few games.
 */
export function develop({ cycle, seats }: Starter, seatsInRound: number, rounds: number): number[][] | null {
  const entrants = seats.includes(cycle) ? cycle + 1 : cycle;
  const parts = seats.length / seatsInRound;
  if (!Number.isInteger(parts) || (parts > 1 && seats.length < entrants)) return null;
  return Array.from({ length: rounds }, (_, round) => {
    const shift = Math.floor(round / parts);
    const from = (round % parts) * seatsInRound;
    const playing = seats
      .slice(from, from + seatsInRound)
      .map((entrant) => (entrant === cycle ? cycle : (entrant + shift) % cycle));
    const taken = new Set(playing);
    const everybody = Array.from({ length: entrants }, (_, entrant) => entrant);
    return [...playing, ...everybody.filter((entrant) => !taken.has(entrant))];
  });
}
