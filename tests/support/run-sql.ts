import { Database } from 'bun:sqlite';
import { join } from 'node:path';

/** Changes a data folder's database. */
export function runSql(dataDir: string, sql: string): void {
  const db = new Database(join(dataDir, 'club.db'));
  db.run(sql);
  db.close();
}

export function queryAll<T>(dataDir: string, sql: string): T[] {
  const db = new Database(join(dataDir, 'club.db'), { readwrite: true, create: false });
  try {
    return db.query<T, []>(sql).all();
  } finally {
    db.close();
  }
}
