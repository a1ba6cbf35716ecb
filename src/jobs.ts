/** Work that comes round again while the club is open: sweeps, reminders, backups. */
export interface Job {
  name: string;
  intervalMinutes: number;
  run: () => unknown;
}

/**
 * Rooms say what has to be done every so many minutes; the server starts it, a test runs it when it
 * likes. An errand never runs twice at once, and one that fails is reported and tried again next time.
 */
export class JobScheduler {
  readonly jobs: Job[] = [];
  readonly #onError: (name: string, error: unknown) => void;
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  readonly #running = new Map<string, Promise<void>>();

  constructor(onError: (name: string, error: unknown) => void) {
    this.#onError = onError;
  }

  /** Has `work` done every `minutes` minutes, the first time soon after the start. */
  every(intervalMinutes: number, name: string, run: () => unknown): void {
    this.jobs.push({ name, intervalMinutes, run });
  }

  /** Starts the clocks. First rounds are a second apart so that a start is not slowed by all of them. */
  start(): void {
    for (const [index, job] of this.jobs.entries()) {
      this.#timers.push(setTimeout(() => void this.#runOnce(job), 1000 * (index + 1)));
      this.#timers.push(setInterval(() => void this.#runOnce(job), job.intervalMinutes * 60_000));
    }
  }

  /** Does one errand now, or all of them, one after the other. */
  async runNow(name?: string): Promise<void> {
    for (const job of this.jobs) if (!name || job.name === name) await this.#runOnce(job);
  }

  /** No new rounds; answers when those under way are done. */
  async stop(): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
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
