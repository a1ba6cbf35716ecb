/** Told of how far a long piece of work is. It goes through stages, each with an amount of its own. */
export interface Progress {
  /** A stage begins. An `amount` in bytes or rows that it is never told to have done is only its size; 0: not known. */
  stage(label: string, total: number): void;
  /** So much more of the stage is done. */
  advance(amount: number): void;
}

/** For work nobody watches. */
export const NO_PROGRESS: Progress = { stage() {}, advance() {} };
