/** Work that the server repeats while running, such as sweeps, reminders and backups. */
export interface Job {
  name: string;
  /** Minutes between runs; at least a second. */
  minutes: number;
  /**
   * `confirmed`: the job ends, deletes or announces something because of the time, so it pauses while a clock jump is
   * unconfirmed or the database is damaged. `any`: it carries on.
   */
  clock: 'confirmed' | 'any';
  /** `now` is a time that has certainly come; only what is over by then counts as over. */
  run: (now: number) => unknown;
}

/** A job including its clock check. */
export type ScheduledJob = Pick<Job, 'name' | 'minutes'> & { run: () => unknown };

/**
 * Runs the modules' jobs. A job never overlaps with itself; one that fails is reported and runs again at its next
 * time.
 */
export class JobScheduler {
  readonly #jobs: readonly ScheduledJob[];
  readonly #onError: (name: string, error: unknown) => void;
  readonly #running = new Map<string, Promise<void>>();
  readonly #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(jobs: readonly ScheduledJob[], onError: (name: string, error: unknown) => void) {
    this.#jobs = jobs;
    this.#onError = onError;
  }

  /** First runs are staggered, so that they don't slow the start. */
  start(): void {
    for (const [index, job] of this.#jobs.entries()) {
      const everyMs = job.minutes * 60_000;
      const repeat = () => {
        void this.#runOnce(job);
        this.#timers.push(setInterval(() => void this.#runOnce(job), everyMs));
      };
      this.#timers.push(setTimeout(repeat, Math.min(everyMs, 200 * (index + 1))));
    }
  }

  /** Runs one job now, or all of them one after another. */
  async runNow(name?: string): Promise<void> {
    for (const job of this.#jobs) if (!name || job.name === name) await this.#runOnce(job);
  }

  /** Starts no new runs; resolves when the current ones are done. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running.values());
  }

  #runOnce(job: ScheduledJob): Promise<void> {
    const current = this.#running.get(job.name);
    if (current) return current;
    const run = Promise.resolve()
      .then(job.run)
      .then(
        () => {},
        (error: unknown) => this.#onError(job.name, error),
      )
      .finally(() => this.#running.delete(job.name));
    this.#running.set(job.name, run);
    return run;
  }
}
