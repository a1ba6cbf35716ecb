/** Work that comes round again while the club is open: sweeps, reminders, backups. */
export interface Errand {
  name: string;
  minutes: number;
  work: () => unknown;
}

/**
 * Rooms say what has to be done every so many minutes; the server starts it, a test runs it when it
 * likes. An errand never runs twice at once, and one that fails is reported and tried again next time.
 */
export class Schedule {
  readonly errands: Errand[] = [];
  readonly #onError: (name: string, error: unknown) => void;
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  readonly #running = new Map<string, Promise<void>>();

  constructor(onError: (name: string, error: unknown) => void) {
    this.#onError = onError;
  }

  /** Has `work` done every `minutes` minutes, the first time soon after the start. */
  every(minutes: number, name: string, work: () => unknown): void {
    this.errands.push({ name, minutes, work });
  }

  /** Starts the clocks. First rounds are a second apart so that a start is not slowed by all of them. */
  start(): void {
    for (const [at, errand] of this.errands.entries()) {
      this.#timers.push(setTimeout(() => void this.#round(errand), 1000 * (at + 1)));
      this.#timers.push(setInterval(() => void this.#round(errand), errand.minutes * 60_000));
    }
  }

  /** Does one errand now, or all of them, one after the other. */
  async runNow(name?: string): Promise<void> {
    for (const errand of this.errands) if (!name || errand.name === name) await this.#round(errand);
  }

  /** No new rounds; answers when those under way are done. */
  async stop(): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    await Promise.all(this.#running.values());
  }

  #round(errand: Errand): Promise<void> {
    const current = this.#running.get(errand.name);
    if (current) return current;
    const round = Promise.resolve()
      .then(errand.work)
      .then(
        () => {},
        (error: unknown) => this.#onError(errand.name, error),
      )
      .finally(() => this.#running.delete(errand.name));
    this.#running.set(errand.name, round);
    return round;
  }
}
