/** Receives the progress of long work, which goes through stages with a total each. */
export interface Progress {
  /** Starts a stage. `total` is in bytes or rows; 0 means unknown. A stage may also never call `advance`. */
  stage(label: string, total: number): void;
  /** Adds to the finished part of the stage. */
  advance(amount: number): void;
}

/** For callers that show no progress. */
export const NO_PROGRESS: Progress = { stage() {}, advance() {} };
