import type { Booking, Expected, State } from './model/state.ts';
import type { Random } from './random.ts';
import type { Simulation } from './simulation.ts';
import type { Answer } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: a story is read from JSON, and each kind knows its own input
export type Input = any;

/** One step of a story, as it is kept: when, what, and what goes wrong at the same time. */
export interface Step {
  /** Steps name what earlier ones made: `b12` is step 12's booking. */
  id: number;
  /** Minutes since the story began. */
  at: number;
  do: string;
  input: Input;
  /** The power fails at this commit, with this share of the write on disk. */
  cut?: { commit: number; written: number };
  /** The disk is full. */
  full?: true;
  /** The browser sends it a second time, because it got no answer. */
  again?: true;
  /** Another browser does this at the same moment. */
  beside?: { do: string; input: Input };
}

/** A request, and what it does to the model. */
export interface Action {
  send: (sim: Simulation) => Promise<Answer>;
  /** Changes the model as the club must change, and returns what it must answer. */
  model: (state: State, now: number) => Expected;
  /** What the person reads in the answer. */
  read?: (answer: Answer) => void;
}

/** Something a person can do. */
export interface Kind {
  name: string;
  weight: number;
  /** What the person would do now; null if there is nothing to do. */
  choose: (sim: Simulation, random: Random) => Input | null;
  /** Reads the pages that the person looks at first; null if something the step needs doesn't exist. */
  act: (sim: Simulation, input: Input, step: Step) => Promise<Action | null> | Action | null;
}

export const bookingIn = (state: State, id: number): Booking => {
  const found = state.bookings.find((booking) => booking.id === id);
  if (!found) throw new Error(`the model has no booking ${id}`);
  return found;
};
