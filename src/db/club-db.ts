import type { Database } from 'bun:sqlite';
import { Failure } from '../domain/failure.ts';
import type { ClubEvent } from './club-event.ts';

/** What a piece of work may use while it holds the write lock. */
export interface Transaction {
  db: Database;
  /** The clock, read once: one instant for everything one piece of work writes. */
  now: number;
  emit(event: ClubEvent): void;
}

interface WriteRequest {
  work: (tx: Transaction) => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Rows written in one go; more wait for the next turn so that readers are not kept waiting. */
const MAX_BATCH_SIZE = 256;

/**
 * The one door to writing. Work that arrives in one turn of the event loop shares one transaction and one
 * sync, each in its own savepoint, and is answered after the commit: an answer is a promise that the rows
 * are on disk. `work` must be synchronous; what it throws undoes its own rows only.
 */
export class ClubDb {
  readonly db: Database;
  readonly #clock: () => number;
  readonly #transactionListeners: ((event: ClubEvent, tx: Transaction) => void)[] = [];
  readonly #commitListeners: ((event: ClubEvent) => void)[] = [];
  #queue: WriteRequest[] = [];
  #flushScheduled = false;

  #commitCount = 0;
  readonly #dataVersionQuery;
  readonly #begin;
  readonly #commit;
  readonly #savepoint;
  readonly #releaseSavepoint;

  constructor(db: Database, clock: () => number) {
    this.db = db;
    this.#clock = clock;
    this.#dataVersionQuery = db.prepare<{ data_version: number }, []>('PRAGMA data_version');
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#savepoint = db.prepare('SAVEPOINT job');
    this.#releaseSavepoint = db.prepare('RELEASE job');
  }

  /** `listener` writes in the same transaction as what it is told of. */
  onEventInTransaction(listener: (event: ClubEvent, tx: Transaction) => void): void {
    this.#transactionListeners.push(listener);
  }

  /** `listener` is told once the event is on disk. */
  onEventCommitted(listener: (event: ClubEvent) => void): void {
    this.#commitListeners.push(listener);
  }

  /**
   * Another text after every commit, whoever made it. Our own are counted here; SQLite's `data_version` tells
   * of other processes', and must be asked each time: asked once a turn of the event loop it told a visitor
   * of a court that another process had just closed.
   */
  dataVersion(): string {
    return `${this.#commitCount}.${this.#dataVersionQuery.get()?.data_version}`;
  }

  write<T>(work: (tx: Transaction) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (this.#flushScheduled) return;
      this.#flushScheduled = true;
      setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    const batch = this.#queue.splice(0, MAX_BATCH_SIZE);
    if (this.#queue.length > 0) setImmediate(() => this.#flush());
    else this.#flushScheduled = false;

    const events: ClubEvent[] = [];
    const settlers: (() => void)[] = [];
    try {
      this.#begin.run();
      for (const request of batch) settlers.push(this.#runInSavepoint(request, events));
      this.#commit.run();
      this.#commitCount += 1;
    } catch (error) {
      if (this.db.inTransaction) this.db.run('ROLLBACK');
      for (const request of batch) request.reject(toUnavailableFailure(error));
      return;
    }
    for (const settle of settlers) settle();
    for (const event of events) for (const listener of this.#commitListeners) listener(event);
  }

  /** Runs one job in its savepoint and returns how to answer it once the batch is committed. */
  #runInSavepoint(request: WriteRequest, events: ClubEvent[]): () => void {
    const ownEvents: ClubEvent[] = [];
    const tx: Transaction = {
      db: this.db,
      now: this.#clock(),
      emit: (event) => {
        ownEvents.push(event);
        for (const listener of this.#transactionListeners) listener(event, tx);
      },
    };
    this.#savepoint.run();
    try {
      const value = request.work(tx);
      this.#releaseSavepoint.run();
      events.push(...ownEvents);
      return () => request.resolve(value);
    } catch (error) {
      // On a full disk or a failed read SQLite has undone everything already: then the batch fails as one.
      if (!this.db.inTransaction || isStorageError(error)) throw error;
      this.db.run('ROLLBACK TO job');
      this.#releaseSavepoint.run();
      return () => request.reject(error);
    }
  }
}

const STORAGE_ERROR_CODE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)/;

function isStorageError(error: unknown): boolean {
  return STORAGE_ERROR_CODE.test(String((error as { code?: unknown } | null)?.code ?? ''));
}

/** Turns a fault of the disk or a lock into a refusal the customer can act on; other errors stay bugs. */
export function toUnavailableFailure(error: unknown): unknown {
  if (!isStorageError(error)) return error;
  const failure = new Failure(
    'unavailable',
    "The club's computer cannot save anything right now. Nothing was changed; please try again in a minute.",
    { retryAfter: 30 },
  );
  failure.cause = error;
  return failure;
}
