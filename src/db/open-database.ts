import { Database } from 'bun:sqlite';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasRoom } from './disk-room.ts';

/** How many milliseconds a write waits for another process's lock. */
export const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens an existing database for reading. Without a server, its readers share a file that they create next to it,
 * which a full disk has no room for; a reader with exclusive access needs none.
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

/** Opens the database so that commits survive a power cut. Only the file's owner can read it. */
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
    // Overwrites deleted data, so a deleted person is gone from the file too.
    db.run('PRAGMA secure_delete = ON');
  } catch (error) {
    // It may hold a lock, which a reader in the same process would wait for.
    db.close();
    throw error;
  }
  return db;
}
