import type { Database } from 'bun:sqlite';
import { Failure } from '../domain/failure.ts';
import type { ClubEvent } from './club-event.ts';

/** What a piece of work may use while it holds the write lock. */
export interface Transaction {
  db: Database;
  /** The clock, read once: one instant for everything one piece of work writes. */
  now: number;
  announce(event: ClubEvent): void;
}

interface Job {
  work: (tx: Transaction) => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Rows written in one go; more wait for the next turn so that readers are not kept waiting. */
const MOST_JOBS_AT_ONCE = 256;

/**
 * The one door to writing. Work that arrives in one turn of the event loop shares one transaction and one
 * sync, each in its own savepoint, and is answered after the commit: an answer is a promise that the rows
 * are on disk. `work` must be synchronous; what it throws undoes its own rows only.
 */
export class ClubDb {
  readonly db: Database;
  readonly #clock: () => number;
  readonly #inside: ((event: ClubEvent, tx: Transaction) => void)[] = [];
  readonly #after: ((event: ClubEvent) => void)[] = [];
  #queue: Job[] = [];
  #scheduled = false;

  #commits = 0;
  readonly #foreign;
  readonly #begin;
  readonly #commit;
  readonly #save;
  readonly #release;

  constructor(db: Database, clock: () => number) {
    this.db = db;
    this.#clock = clock;
    this.#foreign = db.prepare<{ data_version: number }, []>('PRAGMA data_version');
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#save = db.prepare('SAVEPOINT job');
    this.#release = db.prepare('RELEASE job');
  }

  /** `listener` writes in the same transaction as what it is told of. */
  onEvent(listener: (event: ClubEvent, tx: Transaction) => void): void {
    this.#inside.push(listener);
  }

  /** `listener` is told once the event is on disk. */
  onCommitted(listener: (event: ClubEvent) => void): void {
    this.#after.push(listener);
  }

  /**
   * Another text after every commit, whoever made it. Our own are counted here; SQLite's `data_version` tells
   * of other processes', and must be asked each time: asked once a turn of the event loop it told a visitor
   * of a court that another process had just closed.
   */
  state(): string {
    return `${this.#commits}.${this.#foreign.get()?.data_version}`;
  }

  write<T>(work: (tx: Transaction) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    const batch = this.#queue.splice(0, MOST_JOBS_AT_ONCE);
    if (this.#queue.length > 0) setImmediate(() => this.#flush());
    else this.#scheduled = false;

    const events: ClubEvent[] = [];
    const answers: (() => void)[] = [];
    try {
      this.#begin.run();
      for (const job of batch) answers.push(this.#run(job, events));
      this.#commit.run();
      this.#commits += 1;
    } catch (error) {
      if (this.db.inTransaction) this.db.run('ROLLBACK');
      for (const job of batch) job.reject(asUnavailable(error));
      return;
    }
    for (const answer of answers) answer();
    for (const event of events) for (const listener of this.#after) listener(event);
  }

  /** Runs one job in its savepoint and returns how to answer it once the batch is committed. */
  #run(job: Job, events: ClubEvent[]): () => void {
    const mine: ClubEvent[] = [];
    const tx: Transaction = {
      db: this.db,
      now: this.#clock(),
      announce: (event) => {
        mine.push(event);
        for (const listener of this.#inside) listener(event, tx);
      },
    };
    this.#save.run();
    try {
      const value = job.work(tx);
      this.#release.run();
      events.push(...mine);
      return () => job.resolve(value);
    } catch (error) {
      // On a full disk or a failed read SQLite has undone everything already: then the batch fails as one.
      if (!this.db.inTransaction || isStorageFault(error)) throw error;
      this.db.run('ROLLBACK TO job');
      this.#release.run();
      return () => job.reject(error);
    }
  }
}

const STORAGE_FAULT = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)/;

function isStorageFault(error: unknown): boolean {
  return STORAGE_FAULT.test(String((error as { code?: unknown } | null)?.code ?? ''));
}

/** Turns a fault of the disk or a lock into a refusal the customer can act on; other errors stay bugs. */
export function asUnavailable(error: unknown): unknown {
  if (!isStorageFault(error)) return error;
  const failure = new Failure(
    'unavailable',
    "The club's computer cannot save anything right now. Nothing was changed; please try again in a minute.",
    { retryAfter: 30 },
  );
  failure.cause = error;
  return failure;
}
