/**
 * Plans rounds by simulated annealing, starting from a known schedule if there is one, otherwise from a random draw.
 * The budget is in steps rather than time, so a seed gives the same rounds on every machine.
 */
import { type Encounters, inOrderOfRight, type PairCounts } from './encounters.ts';
import { type Random, randomOf, shuffle } from './random.ts';

/** All entrants in one round: the seats of the games first, then those who rest. */
export type Order = number[];

export interface Annealing {
  /** Players per entrant: 1 when partners change, 2 when pairs stay together. */
  size: 1 | 2;
  /** Number of games in each round to plan. */
  games: readonly number[];
  past: Encounters;
  /** An order for each round to start from, or null. */
  start: readonly Order[] | null;
  seed: number;
  steps: number;
}

const START_TEMPERATURE = 1.2;
/** The highest cost: repeating a partner or, for pairs, opponents; next, resting twice in a row. */
const MEETING_WEIGHT = 8;
const REST_WEIGHT = 6;
const OPPONENT_WEIGHT = 1;
/** One step in this many changes who rests. */
const REST_STEP = 6;
const CHANCES = 2 ** 20;

/**
 * Orders for the coming rounds. Nobody rests who has played fewer games than somebody who plays, so games differ by
 * at most one after each round while the entrants stay the same.
 */
export function anneal(task: Annealing): Order[] {
  return new Search(task).run(task.steps);
}

class Search {
  readonly #random: Random;
  readonly #past: Encounters;
  readonly #entrants: number;
  readonly #seatsInGame: 2 | 4;
  readonly #seats: number[];
  readonly #orders: Uint8Array[];
  /** By round and entrant: position in the order, and games played before. */
  readonly #positions: Uint8Array[];
  readonly #playedBefore: Uint16Array[];
  readonly #partnered: PairCounts;
  readonly #opposed: PairCounts;
  #cost = 0;

  constructor({ size, games, past, start, seed }: Annealing) {
    this.#random = randomOf(seed);
    this.#past = past;
    this.#entrants = past.played.length;
    this.#seatsInGame = size === 1 ? 4 : 2;
    this.#seats = games.map((inRound) => inRound * this.#seatsInGame);
    this.#partnered = past.partnered.copy();
    this.#opposed = past.opposed.copy();
    this.#orders = (start ?? this.#drawOrders()).map((order) => Uint8Array.from(order));
    this.#positions = this.#orders.map((order) => {
      const positions = new Uint8Array(order.length);
      order.forEach((entrant, position) => {
        positions[entrant] = position;
      });
      return positions;
    });
    const played = Uint16Array.from(past.played);
    this.#playedBefore = this.#orders.map((order, round) => {
      const before = played.slice();
      for (const entrant of order.slice(0, at(this.#seats, round))) played[entrant] = at(played, entrant) + 1;
      return before;
    });
    this.#orders.forEach((_, round) => {
      for (let seat = 0; seat < at(this.#seats, round); seat += this.#seatsInGame)
        this.#cost += this.#countGame(round, seat, 1);
    });
    for (let entrant = 0; entrant < this.#entrants; entrant++) this.#cost += this.#restCost(entrant);
  }

  run(steps: number): Order[] {
    let best = this.#cost;
    const found = this.#orders.map((order) => order.slice());
    const bound = this.#leastCost();
    for (let step = 0; step < steps && best > bound; step++) {
      const temperature = START_TEMPERATURE * (1 - step / steps);
      const round = this.#random(this.#orders.length);
      if (at(this.#seats, round) < this.#entrants && this.#random(REST_STEP) === 0)
        this.#tryRest(round, temperature);
      else this.#trySeats(round, temperature);
      if (this.#cost >= best) continue;
      best = this.#cost;
      found.forEach((order, index) => {
        order.set(at(this.#orders, index));
      });
    }
    return found.map((order) => [...order]);
  }

  #drawOrders(): Order[] {
    const played = [...this.#past.played];
    const restedLast = [...this.#past.restedLast];
    const everybody = played.map((_, entrant) => entrant);
    return this.#seats.map((seats, round) => {
      const order = inOrderOfRight({ played, restedLast }, shuffle(everybody, this.#random));
      const playing = shuffle(order.slice(0, seats), this.#random);
      const resting = order.slice(seats);
      for (const entrant of playing) played[entrant] = at(played, entrant) + 1;
      for (const entrant of resting) restedLast[entrant] = this.#past.rounds + round + 1;
      return [...playing, ...resting];
    });
  }

  /** Swaps two who play in the round. */
  #trySeats(round: number, temperature: number): void {
    const seats = at(this.#seats, round);
    const a = this.#random(seats);
    const b = this.#random(seats);
    if (a >> 1 === b >> 1) return;
    const change = this.#swap(round, a, b);
    if (this.#accepts(change, temperature)) this.#cost += change;
    else this.#swap(round, a, b);
  }

  /** Swaps a player with someone resting, and swaps back in the next round if possible. */
  #tryRest(round: number, temperature: number): void {
    const seats = at(this.#seats, round);
    const playing = this.#random(seats);
    const resting = seats + this.#random(this.#entrants - seats);
    const order = at(this.#orders, round);
    const [player, rester] = [at(order, playing), at(order, resting)];
    const back = this.#orders.findIndex(
      (_, later) => later > round && this.#plays(later, rester) && !this.#plays(later, player),
    );
    const until = back === -1 ? this.#orders.length : back;
    const swapBoth = (): number => {
      let change = this.#swap(round, playing, resting);
      if (back !== -1) {
        const positions = at(this.#positions, back);
        change += this.#swap(back, at(positions, player), at(positions, rester));
      }
      return change;
    };
    const rests = this.#restCost(player) + this.#restCost(rester);
    const change = swapBoth() + this.#restCost(player) + this.#restCost(rester) - rests;
    this.#shiftPlayed(round, until, rester, player);
    if (this.#accepts(change, temperature) && this.#isFair(round, until)) this.#cost += change;
    else {
      swapBoth();
      this.#shiftPlayed(round, until, player, rester);
    }
  }

  #accepts(change: number, temperature: number): boolean {
    return change <= 0 || this.#random(CHANCES) < CHANCES * fall(change / temperature);
  }

  #plays(round: number, entrant: number): boolean {
    return at(at(this.#positions, round), entrant) < at(this.#seats, round);
  }

  /** Swaps two positions of a round and returns the change in cost. */
  #swap(round: number, a: number, b: number): number {
    const order = at(this.#orders, round);
    const positions = at(this.#positions, round);
    const gameOfA = this.#firstSeat(round, a);
    const gameOfB = this.#firstSeat(round, b);
    let change = this.#countGame(round, gameOfA, -1);
    if (gameOfB !== gameOfA) change += this.#countGame(round, gameOfB, -1);
    const entrantA = at(order, a);
    const entrantB = at(order, b);
    order[a] = entrantB;
    order[b] = entrantA;
    positions[entrantA] = b;
    positions[entrantB] = a;
    change += this.#countGame(round, gameOfA, 1);
    if (gameOfB !== gameOfA) change += this.#countGame(round, gameOfB, 1);
    return change;
  }

  /** The first seat of the game at a position; -1 for a rest. */
  #firstSeat(round: number, position: number): number {
    return position < at(this.#seats, round) ? position - (position % this.#seatsInGame) : -1;
  }

  /** Adds a game to the counts, or removes it, and returns the change in cost. */
  #countGame(round: number, seat: number, by: 1 | -1): number {
    if (seat === -1) return 0;
    const order = at(this.#orders, round);
    const a = at(order, seat);
    const b = at(order, seat + 1);
    if (this.#seatsInGame === 2) return MEETING_WEIGHT * meet(this.#opposed, a, b, by);
    const c = at(order, seat + 2);
    const d = at(order, seat + 3);
    const partners = meet(this.#partnered, a, b, by) + meet(this.#partnered, c, d, by);
    const opponents =
      meet(this.#opposed, a, c, by) +
      meet(this.#opposed, a, d, by) +
      meet(this.#opposed, b, c, by) +
      meet(this.#opposed, b, d, by);
    return MEETING_WEIGHT * partners + OPPONENT_WEIGHT * opponents;
  }

  #restCost(entrant: number): number {
    let rested = this.#past.rounds > 0 && at(this.#past.restedLast, entrant) === this.#past.rounds;
    let inARow = 0;
    for (let round = 0; round < this.#orders.length; round++) {
      const rests = !this.#plays(round, entrant);
      if (rests && rested) inARow++;
      rested = rests;
    }
    return REST_WEIGHT * inARow;
  }

  /**
   * Gives `plus` one more game and `minus` one fewer, in the counts before the rounds after `round` up to `until`.
   */
  #shiftPlayed(round: number, until: number, plus: number, minus: number): void {
    for (let later = round + 1; later <= until && later < this.#orders.length; later++) {
      const before = at(this.#playedBefore, later);
      before[plus] = at(before, plus) + 1;
      before[minus] = at(before, minus) - 1;
    }
  }

  /** True if nobody who rests in these rounds has played fewer games than somebody who plays. */
  #isFair(from: number, until: number): boolean {
    for (let round = from; round <= until && round < this.#orders.length; round++) {
      const order = at(this.#orders, round);
      const before = at(this.#playedBefore, round);
      const seats = at(this.#seats, round);
      let most = 0;
      for (let position = 0; position < seats; position++)
        most = Math.max(most, at(before, at(order, position)));
      for (let position = seats; position < order.length; position++)
        if (at(before, at(order, position)) < most) return false;
    }
    return true;
  }

  /** The cost when meetings are as even as possible and nobody rests twice in a row unnecessarily. */
  #leastCost(): number {
    const games = this.#seats.reduce((total, seats) => total + seats, 0) / this.#seatsInGame;
    const resting = this.#seats.map((seats) => this.#entrants - seats);
    const forced = resting.map((rests, round) => {
      const before = resting[round - 1] ?? 0;
      return Math.max(0, before + rests - this.#entrants);
    });
    const rests = REST_WEIGHT * forced.reduce((total, count) => total + count, 0);
    if (this.#seatsInGame === 2) return rests + MEETING_WEIGHT * leastAdded(this.#past.opposed, games);
    return (
      rests +
      MEETING_WEIGHT * leastAdded(this.#past.partnered, 2 * games) +
      OPPONENT_WEIGHT * leastAdded(this.#past.opposed, 4 * games)
    );
  }
}

/**
 * Counts a meeting, or takes it back, and returns the change in cost: the square of each count, lowest when all are
 * even.
 */
function meet(counts: PairCounts, a: number, b: number, by: 1 | -1): number {
  return by * 2 * counts.add(a, b, by) + 1;
}

/** The cost of `meetings` more, each between two who have met least. */
function leastAdded(counts: PairCounts, meetings: number): number {
  const list = counts.list().sort((a, b) => a - b);
  let cost = 0;
  let [level = 0] = list;
  let reached = 0;
  for (let left = meetings; left > 0; level++) {
    while ((list[reached] ?? Infinity) <= level) reached++;
    const met = Math.min(left, reached);
    cost += met * (2 * level + 1);
    left -= met;
  }
  return cost;
}

/** Approximates e to the power of -x: `Math.exp` differs between browsers in the last digit, and plans must not. */
function fall(x: number): number {
  let power = Math.max(0, 1 - x / 16);
  for (let doubling = 0; doubling < 4; doubling++) power *= power;
  return power;
}

/** The search stays within its tables, so the element exists. */
function at(list: ArrayLike<number>, index: number): number;
function at<T>(list: readonly T[], index: number): T;
function at(list: ArrayLike<unknown>, index: number): unknown {
  return list[index];
}
