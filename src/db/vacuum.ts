import type { Database } from 'bun:sqlite';

/**
 * Rewrites the whole file, so that no deleted text remains between its rows. Returns false, leaving the file
 * unchanged, if there is no room for a copy of the same size.
 */
export function vacuum(db: Database): boolean {
  // In memory, the copy would need as much of it as the file's size.
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
