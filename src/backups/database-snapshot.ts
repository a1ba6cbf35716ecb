import { Database } from 'bun:sqlite';

/**
 * Copies the state of the database at one moment while servers write: `VACUUM INTO` reads inside one
 * transaction, which in WAL mode blocks no writer. The caller syncs the copy.
 */
export function snapshotDatabase(from: string, to: string): void {
  const db = new Database(from, { strict: true, readwrite: true, create: false });
  try {
    db.run('PRAGMA busy_timeout = 10000');
    // The copy is synced with what is made of it; syncing it here would stop the bookings of that moment.
    db.run('PRAGMA synchronous = OFF');
    db.query('VACUUM INTO ?').run(to);
  } finally {
    db.close(true);
  }
}
