/** Work that the server repeats while it runs, such as sweeps, reminders and backups. */
export interface Job {
  name: string;
  /** Minutes between two runs, at least a second. */
  minutes: number;
  run: () => unknown;
}

const TICK_MS = 1000;

/** When each job runs next. First runs are a second apart, so that they do not slow the start. */
export class JobPlan {
  readonly #planned: { job: Job; everyMs: number; at: number }[];

  constructor(jobs: readonly Job[]) {
    this.#planned = jobs.map((job, index) => {
      const everyMs = job.minutes * 60_000;
      return { job, everyMs, at: Math.min(everyMs, TICK_MS * (index + 1)) };
    });
  }

  /** The jobs that run at this tick, `elapsedMs` after the start; a tick is never exact. */
  takeDue(elapsedMs: number): Job[] {
    const now = elapsedMs + TICK_MS / 2;
    const due = this.#planned.filter(({ at }) => at <= now);
    for (const planned of due) {
      const next = planned.at + planned.everyMs;
      planned.at = next > now ? next : elapsedMs + planned.everyMs;
    }
    return due.map(({ job }) => job);
  }
}

/**
 * Runs the modules' jobs. A job never runs twice at the same time; one that fails is reported and runs
 * again at its next time.
 */
export class JobScheduler {
  readonly #jobs: readonly Job[];
  readonly #onError: (name: string, error: unknown) => void;
  readonly #running = new Map<string, Promise<void>>();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(jobs: readonly Job[], onError: (name: string, error: unknown) => void) {
    this.#jobs = jobs;
    this.#onError = onError;
  }

  /** Starts one timer for all jobs, because each wake-up of a quiet server costs more than what it does. */
  start(): void {
    const startedAt = performance.now();
    const plan = new JobPlan(this.#jobs);
    this.#timer = setInterval(() => {
      for (const job of plan.takeDue(performance.now() - startedAt)) void this.#runOnce(job);
    }, TICK_MS);
  }

  /** Runs one job now, or all of them one after the other. */
  async runNow(name?: string): Promise<void> {
    for (const job of this.#jobs) if (!name || job.name === name) await this.#runOnce(job);
  }

  /** Starts no new runs; resolves when the current ones are done. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await Promise.all(this.#running.values());
  }

  #runOnce(job: Job): Promise<void> {
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
