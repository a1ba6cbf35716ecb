import type { Database } from 'bun:sqlite';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** When the power fails, and how much of the last write is on disk. */
export interface PowerCut {
  /** At this commit from now on, 1 for the next. */
  commit: number;
  /** The share of the commit's writes that arrived: 0 none, 1 all. */
  written: number;
}

interface Files {
  db: Uint8Array;
  wal: Uint8Array;
}

/**
 * The disk below the database. A power cut ends the process at a commit and leaves the file as of the last sync, plus
 * part of what was written since. A full disk doesn't let the file grow.
 */
export class Disk {
  readonly #db: Database;
  readonly #dataDir: string;
  #cut: PowerCut | null = null;
  #isFull = false;
  #left: Files | null = null;
  onDeath = () => {};

  constructor(db: Database, dataDir: string) {
    this.#db = db;
    this.#dataDir = dataDir;
    const prepare = db.prepare.bind(db) as (sql: string) => { run(): unknown };
    // `ClubDb` prepares its commit once.
    db.prepare = ((sql: string) => {
      const statement = prepare(sql);
      return sql === 'COMMIT' ? { run: () => this.#commit(statement) } : statement;
    }) as typeof db.prepare;
  }

  /** The power has failed: nothing that the process still does counts. */
  get isDead(): boolean {
    return this.#left !== null;
  }

  cutPower(cut: PowerCut | null): void {
    this.#cut = cut ? { ...cut } : null;
  }

  /** Neither the file nor its log can grow. */
  fill(): void {
    const { page_count: pages } = this.#db.query('PRAGMA page_count').get() as { page_count: number };
    this.#db.run(`PRAGMA max_page_count = ${pages}`);
    this.#isFull = true;
  }

  empty(): void {
    this.#db.run('PRAGMA max_page_count = 1000000');
    this.#isFull = false;
  }

  #commit(statement: { run(): unknown }): void {
    if (this.#left) throw new Error('the power is off');
    if (this.#isFull) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    const cut = this.#cut;
    if (cut) cut.commit -= 1;
    if (!cut || cut.commit > 0) {
      statement.run();
      return;
    }
    const before = this.#read();
    statement.run();
    const after = this.#read();
    this.#left = cut.written >= 1 ? after : { db: before.db, wal: tear(before.wal, after.wal, cut.written) };
    this.onDeath();
    throw new Error('the power failed');
  }

  /**
   * Ends the process and moves its folder to `newDir`, with the files as the power cut left them. SQLite may close
   * the old files later, so nothing may be left at their path.
   */
  moveTo(newDir: string): void {
    const left = this.#left ?? this.#read();
    this.#db.close(false);
    renameSync(this.#dataDir, newDir);
    for (const name of ['club.db', 'club.db-wal', 'club.db-shm']) rmSync(join(newDir, name), { force: true });
    writeFileSync(join(newDir, 'club.db'), left.db);
    if (left.wal.length > 0) writeFileSync(join(newDir, 'club.db-wal'), left.wal);
  }

  close(): void {
    this.#db.close(false);
  }

  #read(): Files {
    const read = (name: string) => {
      const path = join(this.#dataDir, name);
      return existsSync(path) ? new Uint8Array(readFileSync(path)) : new Uint8Array();
    };
    return { db: read('club.db'), wal: read('club.db-wal') };
  }
}

/** The log with only the first part of what was written to it. */
function tear(before: Uint8Array, after: Uint8Array, written: number): Uint8Array {
  const first = firstDifference(before, after);
  if (first === after.length) return before;
  const end = first + Math.floor((after.length - first) * written);
  const torn = new Uint8Array(Math.max(before.length, end));
  torn.set(before);
  torn.set(after.subarray(0, end));
  return torn;
}

/** Where `after` first differs from `before`; compares blocks, because the log is long. */
function firstDifference(before: Uint8Array, after: Uint8Array): number {
  const block = 4096;
  let at = 0;
  while (
    at < after.length &&
    Buffer.compare(before.subarray(at, at + block), after.subarray(at, at + block)) === 0
  )
    at += block;
  while (at < after.length && before[at] === after[at]) at += 1;
  return Math.min(at, after.length);
}
