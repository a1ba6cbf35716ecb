import { Database } from 'bun:sqlite';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasRoom } from './disk-room.ts';

/** Milliseconds that a write waits for the lock of another process. */
export const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens an existing database to read it. Without a server its readers share a file that they create beside it, for which
 * a full disk has no room; a reader that is alone needs none.
 */
export function openToRead(path: string): Database {
  const options = { strict: true, readwrite: true, create: false } as const;
  const open = (isAlone: boolean) => {
    const db = new Database(path, options);
    try {
      if (isAlone) db.run('PRAGMA locking_mode = EXCLUSIVE');
      db.query('SELECT count(*) FROM sqlite_schema').get();
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  };
  try {
    return open(false);
  } catch (error) {
    if (hasRoom(dirname(path), { isDoubted: true })) throw error;
    return open(true);
  }
}

/** Opens the database so that commits survive a power cut. Only its owner may read the file. */
export function openDatabase(path: string): Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(path);
  const db = new Database(path, { create: true, strict: true });
  if (isNew) chmodSync(path, 0o600);
  try {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    db.run('PRAGMA journal_mode = WAL');
    db.run('PRAGMA synchronous = FULL');
    db.run('PRAGMA foreign_keys = ON');
    db.run('PRAGMA journal_size_limit = 8388608');
    db.run('PRAGMA cache_size = -16000');
    db.run('PRAGMA temp_store = MEMORY');
    db.run('PRAGMA trusted_schema = OFF');
    // What is deleted is overwritten, so that a deleted person is not in the file either.
    db.run('PRAGMA secure_delete = ON');
  } catch (error) {
    // It may hold a lock, which a reader of the same process would wait for.
    db.close();
    throw error;
  }
  return db;
}
