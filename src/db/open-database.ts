import { Database } from 'bun:sqlite';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** How long a write waits for another process that holds the file, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5000;

/** Opens the club's file so that what is committed survives a power cut. Only its owner may read it. */
export function openDatabase(path: string): Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(path);
  const db = new Database(path, { create: true, strict: true });
  if (isNew) chmodSync(path, 0o600);
  db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.run('PRAGMA journal_mode = WAL');
  db.run('PRAGMA synchronous = FULL');
  db.run('PRAGMA foreign_keys = ON');
  db.run('PRAGMA journal_size_limit = 8388608');
  db.run('PRAGMA cache_size = -16000');
  db.run('PRAGMA temp_store = MEMORY');
  db.run('PRAGMA trusted_schema = OFF');
  return db;
}
