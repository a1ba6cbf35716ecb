import { Database } from 'bun:sqlite';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDemoData } from '../../src/cli/demo/generate-demo-data.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { NO_PROGRESS } from '../../src/domain/progress-reporter.ts';
import { createNewClubDatabase } from './new-club-database.ts';

const NOON = Date.parse('2026-11-20T12:00:00+05:00');

export function makeTempDir(): string {
  return mkdtempSync(join(tmpdir(), 'padel-folder-'));
}

/** A data folder with a demo club, whose bookings refer to receipts on disk. */
export function createDataDir(options: { bookings?: number; receipts?: number; seed?: number } = {}): string {
  const { bookings = 60, receipts = 5, seed = 1 } = options;
  const dataDir = makeTempDir();
  loadConfig({ DATA_DIR: dataDir });
  const db = createNewClubDatabase(join(dataDir, 'club.db'));
  const input = {
    bookings,
    seed,
    today: '2026-11-20',
    now: NOON,
    passwordHash: 'none',
    progress: NO_PROGRESS,
  };
  generateDemoData(db, input);
  mkdirSync(join(dataDir, 'receipts'));
  for (let id = 1; id <= receipts; id += 1) addReceipt(db, dataDir, id, seed);
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  // A statement that is still alive would leave the log behind.
  Bun.gc(true);
  db.close();
  return dataDir;
}

/** Adds a receipt in the order of an upload: first the file, then the booking that refers to it. */
export function addReceipt(db: Database, dataDir: string, bookingId: number, seed = 1): void {
  const bytes = createHash('sha256').update(`${seed} ${bookingId}`).digest();
  const name = `${bytes.toString('hex').slice(0, 32)}.jpg`;
  writeFileSync(join(dataDir, 'receipts', name), Buffer.concat(Array.from({ length: 300 }, () => bytes)));
  db.run('UPDATE payer SET payment_receipt = ? WHERE booking_id = ?', [`receipts/${name}`, bookingId]);
}

/** A digest of all of the club's rows and files, independent of the layout of the database file. */
export function hashClubData(dataDir: string): string {
  const hash = createHash('sha256');
  const db = new Database(join(dataDir, 'club.db'), { readwrite: true, create: false });
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql <> '' ORDER BY name",
    )
    .all()
    .filter(({ name }) => !name.startsWith('sqlite_') && name !== 'backup_run');
  for (const { name } of tables) {
    // A restore adds its own line.
    const where = name === 'audit_log' ? "WHERE action <> 'restored'" : '';
    hash.update(JSON.stringify(db.query(`SELECT * FROM "${name}" ${where}`).values()));
  }
  db.close();
  for (const directory of ['receipts', 'media']) hash.update(hashDirectory(join(dataDir, directory)));
  return hash.digest('hex');
}

/** A digest of the names and bytes in a folder; an empty folder and a missing one have the same. */
export function hashDirectory(directory: string): string {
  const hash = createHash('sha256');
  const walk = (path: string) => {
    for (const name of readdirSync(path).sort()) {
      const childPath = join(path, name);
      if (statSync(childPath).isDirectory()) walk(childPath);
      else hash.update(`${childPath.slice(directory.length)}\n`).update(readFileSync(childPath));
    }
  };
  if (existsSync(directory)) walk(directory);
  return hash.digest('hex');
}

export function removeDirs(...directories: string[]): void {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
}
