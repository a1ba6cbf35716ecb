/** Receives the progress of long work, in stages with a total each. */
export interface Progress {
  /** Starts a stage. `total` is in bytes or rows; 0 means unknown. Some stages never call `advance`. */
  stage(label: string, total: number): void;
  advance(amount: number): void;
}

export const NO_PROGRESS: Progress = { stage() {}, advance() {} };
