import type { Entrant, Round } from './tournament.ts';

/** What has happened among entrants so far. An entrant is its index. */
export interface Encounters {
  /** The number of the last round; 0 before the first. */
  rounds: number;
  played: number[];
  /** The round in which each entrant last rested; 0 for never. */
  restedLast: number[];
  /** How often two were on the same side of the net. */
  partnered: PairCounts;
  /** How often two were on opposite sides. */
  opposed: PairCounts;
}

/** A count for each pair of entrants, in either order. */
export class PairCounts {
  readonly #entrants: number;
  readonly #counts: Uint16Array;

  constructor(entrants: number, counts = new Uint16Array(entrants * entrants)) {
    this.#entrants = entrants;
    this.#counts = counts;
  }

  get(a: number, b: number): number {
    return this.#counts[this.#index(a, b)] ?? 0;
  }

  /** Adds `by` and returns the previous count. */
  add(a: number, b: number, by: 1 | -1): number {
    const index = this.#index(a, b);
    const before = this.#counts[index] ?? 0;
    this.#counts[index] = before + by;
    return before;
  }

  copy(): PairCounts {
    return new PairCounts(this.#entrants, this.#counts.slice());
  }

  list(): number[] {
    const counts: number[] = [];
    for (let a = 0; a < this.#entrants; a++)
      for (let b = a + 1; b < this.#entrants; b++) counts.push(this.get(a, b));
    return counts;
  }

  #index(a: number, b: number): number {
    return a < b ? a * this.#entrants + b : b * this.#entrants + a;
  }
}

/** Counts all games of `rounds`, with or without a score. Players who are not among the entrants are ignored. */
export function encountersOf(entrants: readonly Entrant[], rounds: readonly Round[]): Encounters {
  const indexOf = new Map(entrants.flatMap((players, index) => players.map((player) => [player, index])));
  const past: Encounters = {
    rounds: rounds.length,
    played: entrants.map(() => 0),
    restedLast: entrants.map(() => 0),
    partnered: new PairCounts(entrants.length),
    opposed: new PairCounts(entrants.length),
  };
  const known = (players: readonly number[]) => [
    ...new Set(players.map((player) => indexOf.get(player)).filter((index) => index !== undefined)),
  ];
  for (const { number, games, byes } of rounds) {
    for (const { sides } of games) {
      const [first, second] = [known(sides[0]), known(sides[1])];
      for (const entrant of [...first, ...second]) past.played[entrant] = (past.played[entrant] ?? 0) + 1;
      for (const [a, b] of [first, second])
        if (a !== undefined && b !== undefined) past.partnered.add(a, b, 1);
      for (const a of first) for (const b of second) past.opposed.add(a, b, 1);
    }
    for (const entrant of known(byes)) past.restedLast[entrant] = number;
  }
  return past;
}

/** Orders entrants by their right to play next: fewest games, then most recent rest, then the order in `drawn`. */
export function inOrderOfRight(
  { played, restedLast }: Pick<Encounters, 'played' | 'restedLast'>,
  drawn: readonly number[],
): number[] {
  return [...drawn].sort(
    (a, b) => (played[a] ?? 0) - (played[b] ?? 0) || (restedLast[b] ?? 0) - (restedLast[a] ?? 0),
  );
}
