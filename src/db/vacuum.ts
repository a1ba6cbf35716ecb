import type { Database } from 'bun:sqlite';

/**
 * Writes the whole file anew, so that no deleted word is left between its rows. Returns false when there is no room
 * for the copy, which is as large as the file; the file is whole then and as it was.
 */
export function vacuum(db: Database): boolean {
  // In memory the copy would take as much of it as the file is large.
  db.run('PRAGMA temp_store = FILE');
  try {
    db.run('VACUUM');
    db.query('PRAGMA wal_checkpoint(TRUNCATE)').get();
    return true;
  } catch {
    return false;
  } finally {
    db.run('PRAGMA temp_store = MEMORY');
  }
}
