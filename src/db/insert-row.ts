import type { Changes, Database, Statement } from 'bun:sqlite';

type Value = string | number | null;

const statements = new WeakMap<Database, Map<string, Statement<null, Value[]>>>();

/** Inserts a row whose keys are its columns. `end` follows the values, such as ON CONFLICT. */
export function insertRow(
  db: Database,
  into: `INSERT INTO ${string}`,
  row: Record<string, Value>,
  end = '',
): Changes {
  const columns = Object.keys(row);
  const sql = `${into} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ${end}`;
  // Bun's own cache holds 20 statements, so a booking's would be prepared again and again.
  const prepared = statements.get(db) ?? new Map<string, Statement<null, Value[]>>();
  statements.set(db, prepared);
  const statement = prepared.get(sql) ?? db.prepare<null, Value[]>(sql);
  prepared.set(sql, statement);
  return statement.run(...Object.values(row));
}
