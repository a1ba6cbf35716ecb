import type { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { Failure } from '../domain/failure.ts';
import { CLOCK_TOLERANCE_MS } from '../domain/plausible-instant.ts';
import { ClubClock } from './club-clock.ts';
import type { ClubEvent } from './club-event.ts';
import { isDiskFull } from './disk-room.ts';

/** Available to a write while it holds the write lock. */
export interface Transaction {
  db: Database;
  /** Read once, so that everything one write stores has the same time. */
  now: number;
  emit(event: ClubEvent): void;
}

interface WriteRequest {
  work: (tx: Transaction) => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Writes per transaction; any more wait for the next turn so that readers don't. */
const MAX_BATCH_SIZE = 256;

/**
 * Runs all writes. Those of one turn of the event loop share a transaction and a sync, each in its own savepoint;
 * `write` resolves after the commit, when the rows are on disk. `work` must be synchronous; if it throws, only its
 * own rows are rolled back.
 */
export class ClubDb {
  readonly db: Database;
  /** Tells whether the wall clock can be trusted. */
  readonly clock: ClubClock;
  readonly #now: () => number;
  readonly #transactionListeners: ((event: ClubEvent, tx: Transaction) => void)[] = [];
  readonly #commitListeners: ((event: ClubEvent) => void)[] = [];
  readonly #clockRepairs: ((tx: Transaction) => void)[] = [];
  readonly #fileIdentity: string | null;
  /** The latest time the clock has shown. Nothing is known at the start, so any time counts as earlier. */
  #latestTime = Infinity;
  /** What SQLite has found wrong with the file. */
  #damage: string | null = null;
  #isFull = false;
  #queue: WriteRequest[] = [];
  #flushScheduled = false;

  #version = '';
  /** SQLite's change count survives a rollback, so anything read during one counts as changed. */
  #rollbacks = 0;

  readonly #pingQuery;
  readonly #totalChangesQuery;
  readonly #dataVersionQuery;
  readonly #begin;
  readonly #commit;
  readonly #savepoint;
  readonly #releaseSavepoint;

  constructor(db: Database, now: () => number, clock = new ClubClock(now)) {
    this.db = db;
    this.#now = now;
    this.clock = clock;
    this.#fileIdentity = fileIdentity(db.filename);
    this.#pingQuery = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1');
    this.#totalChangesQuery = db.prepare<{ total: number }, []>('SELECT total_changes() AS total');
    this.#dataVersionQuery = db.prepare<{ data_version: number }, []>('PRAGMA data_version');
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#savepoint = db.prepare('SAVEPOINT write_request');
    this.#releaseSavepoint = db.prepare('RELEASE write_request');
  }

  /** Calls `listener` inside each event's transaction, where it can write. */
  onEventInTransaction(listener: (event: ClubEvent, tx: Transaction) => void): void {
    this.#transactionListeners.push(listener);
  }

  /** Calls `listener` after the commit of each event. */
  onEventCommitted(listener: (event: ClubEvent) => void): void {
    this.#commitListeners.push(listener);
  }

  /**
   * Calls `repair` in a transaction once the time is first confirmed, and whenever a later time is earlier than the
   * one before.
   */
  onClockSetBack(repair: (tx: Transaction) => void): void {
    this.#clockRepairs.push(repair);
  }

  /**
   * Checks the clock before each write and each job. Once the time is confirmed, rows written by a clock that ran
   * ahead are repaired in the next write's transaction, before the write itself. Repairing by a wrong clock would cut
   * short what customers were promised.
   */
  checkClock(): Promise<void> | null {
    const { now, isConfirmed } = this.clock.read();
    const isSetBack = isConfirmed && now < this.#latestTime - CLOCK_TOLERANCE_MS;
    this.#latestTime = isSetBack ? now : Math.max(this.#latestTime, now);
    if (!isSetBack || this.#clockRepairs.length === 0) return null;
    const repaired = this.#enqueue((tx) => {
      for (const repair of this.#clockRepairs) repair(tx);
    });
    return repaired.catch((error) => {
      this.#latestTime = Infinity;
      throw error;
    });
  }

  /** True while the database file is in place and readable. */
  isReadable(): boolean {
    try {
      return this.isFileInPlace() && Boolean(this.#pingQuery.get());
    } catch {
      return false;
    }
  }

  /** What is wrong with the database file, in SQLite's words; null if nothing is known. */
  damage(): string | null {
    return this.#damage;
  }

  /** Stops all further writes, which could spread the damage; a restart checks again. */
  noteDamage(fault: string): void {
    this.#damage ??= fault;
  }

  /** Receives every read or write error, so that a damaged page isn't forgotten along with its request. */
  noteError(error: unknown): void {
    if (isCorruptionError(error)) this.noteDamage((error as Error).message);
    if (isDiskFull(error)) this.#isFull = true;
  }

  /** A write failed for lack of space, and no check since has found any. */
  isDiskFull(): boolean {
    return this.#isFull;
  }

  /** Reports the result of a disk check. */
  noteDisk(isFull: boolean): void {
    this.#isFull = isFull;
  }

  /** False if the database file was replaced or removed; anything written then would be lost. */
  isFileInPlace(): boolean {
    return fileIdentity(this.db.filename) === this.#fileIdentity;
  }

  /**
   * Caches `compute` until the database may have changed, through this process or another, or until `also` returns a
   * new value. `compute` must read nothing else.
   */
  untilChanged<T>(compute: () => T, also: () => unknown = () => null): () => T {
    let version: string | null = null;
    let alsoBefore: unknown;
    let value: T;
    return () => {
      const current = this.#currentVersion();
      const alsoNow = also();
      if (version !== current || alsoBefore !== alsoNow) {
        value = compute();
        version = current;
        alsoBefore = alsoNow;
      }
      return value;
    };
  }

  /** SQLite counts this connection's changes, and in shared memory those of others. */
  #currentVersion(): string {
    try {
      const own = this.#totalChangesQuery.get()?.total;
      const others = this.#dataVersionQuery.get()?.data_version;
      this.#version = `${own} ${others} ${this.#rollbacks}`;
    } catch {
      // While the database file can't be read, pages keep using what was last read.
    }
    return this.#version;
  }

  write<T>(work: (tx: Transaction) => T): Promise<T> {
    // The write itself reports the unusable database; the next one checks again.
    this.checkClock()?.catch(() => {});
    return this.#enqueue(work);
  }

  #enqueue<T>(work: (tx: Transaction) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (this.#flushScheduled) return;
      this.#flushScheduled = true;
      setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    let batch: WriteRequest[] = [];
    const events: ClubEvent[] = [];
    const settlers: (() => void)[] = [];
    try {
      if (this.#damage !== null) throw damagedFailure();
      if (!this.isFileInPlace()) throw unavailableFailure();
      this.#begin.run();
      batch = this.#queue.splice(0, MAX_BATCH_SIZE);
      for (const request of batch) settlers.push(this.#runInSavepoint(request, events));
      this.#commit.run();
    } catch (error) {
      this.noteError(error);
      if (this.db.inTransaction) this.db.run('ROLLBACK');
      this.#rollbacks += 1;
      if (batch.length === 0) batch = this.#queue.splice(0);
      this.#scheduleNextFlush();
      for (const request of batch) request.reject(toUnavailableFailure(error));
      return;
    }
    this.#scheduleNextFlush();
    for (const settle of settlers) settle();
    for (const event of events) for (const listener of this.#commitListeners) listener(event);
  }

  #scheduleNextFlush(): void {
    if (this.#queue.length > 0) setImmediate(() => this.#flush());
    else this.#flushScheduled = false;
  }

  /** Runs one write in its savepoint and returns how to settle it after the batch's commit. */
  #runInSavepoint(request: WriteRequest, events: ClubEvent[]): () => void {
    const ownEvents: ClubEvent[] = [];
    const tx: Transaction = {
      db: this.db,
      now: this.#now(),
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
      // On a full disk or a failed read, SQLite has rolled back the whole transaction, so the batch fails as one.
      if (!this.db.inTransaction || isStorageError(error)) throw error;
      this.db.run('ROLLBACK TO write_request');
      this.#rollbacks += 1;
      this.#releaseSavepoint.run();
      return () => request.reject(error);
    }
  }
}

const STORAGE_ERROR_CODE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)/;

function isStorageError(error: unknown): boolean {
  return STORAGE_ERROR_CODE.test(String((error as { code?: unknown } | null)?.code ?? ''));
}

/** SQLite found a page that can't be right. */
export function isCorruptionError(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return error instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

/** A file's device and inode; null if there is none, as for an in-memory database. */
function fileIdentity(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : null;
}

/** Turns a disk or lock error into a failure that the customer can act on; other errors remain bugs. */
export function toUnavailableFailure(error: unknown): unknown {
  if (!isStorageError(error)) return error;
  const failure = isCorruptionError(error) ? damagedFailure() : unavailableFailure();
  failure.cause = error;
  return failure;
}

/** All a customer can do is ask the club; the owner finds details in the inbox. */
function damagedFailure(): Failure {
  return new Failure(
    'unavailable',
    "The club's records are damaged, so nothing can be saved until they are restored. Please call the club.",
    { retryAfter: 600 },
  );
}

export function unavailableFailure(): Failure {
  return new Failure(
    'unavailable',
    "The club's computer cannot save anything right now. Nothing was changed; please try again in a minute.",
    { retryAfter: 30 },
  );
}
