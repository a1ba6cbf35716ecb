import type { Database } from 'bun:sqlite';

/** A random key, stored since the database was created. */
export function readSecret(db: Database, name: 'cookie'): string {
  const row = db.query<{ value: string }, [string]>('SELECT value FROM secret WHERE name = ?').get(name);
  if (!row) throw new Error(`the club's file has no secret "${name}"`);
  return row.value;
}
