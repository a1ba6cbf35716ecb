import { Database } from 'bun:sqlite';
import { migrate, SCHEMA_VERSION } from './migrate.ts';
import { OperatorError } from './operator-error.ts';

/**
 * A schema's statements keyed by what they create, such as `table booking`, without comments, quotes and white space.
 */
export type Schema = ReadonlyMap<string, string>;

/** Created by ANALYZE in any club. */
const STATISTICS: Schema = new Map([
  ['table sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['table sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
]);

export function readSchema(db: Database): Schema {
  const rows = db
    .query<{ name: string; sql: string }, []>(
      "SELECT type || ' ' || name AS name, sql FROM sqlite_schema WHERE sql <> ''",
    )
    .all();
  const objects = rows.map(({ name, sql }) => [name, normalize(sql)] as const);
  return new Map(objects.filter(([name, sql]) => STATISTICS.get(name) !== sql));
}

const TEXT = /('(?:[^']|'')*')/;

/** Keeps white space in string literals, so that no statement can hide behind what looks like a comment in one. */
function normalize(sql: string): string {
  return sql
    .replace(/--[^\n]*/g, '')
    .split(TEXT)
    .map((part, at) => (at % 2 === 1 ? part : normalizeCode(part)))
    .join('');
}

function normalizeCode(sql: string): string {
  return sql
    .replace(/"(\w+)"/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1');
}

let ownSchema: Schema | null = null;

/** The schema of a new club. */
function readOwnSchema(): Schema {
  if (ownSchema) return ownSchema;
  const db = new Database(':memory:', { strict: true });
  try {
    migrate(db);
    ownSchema = readSchema(db);
    return ownSchema;
  } finally {
    db.close();
  }
}

/** How a database with this program's schema number differs from it, in a few words per object. */
export function listSchemaFaults(db: Database): string[] {
  const own = readOwnSchema();
  const found = readSchema(db);
  const missing = [...own.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing`);
  const others = [...found].flatMap(([name, sql]) => {
    if (!own.has(name)) return [`${name} does not belong to it`];
    return own.get(name) === sql ? [] : [`${name} differs`];
  });
  return [...missing, ...others].sort();
}

export const SCHEMA_FIX =
  'Use the program that made it, or restore a backup of a release: padel-club restore FILE';

/** Null if the database has exactly the objects of this program's schema. */
export function schemaText(db: Database): string | null {
  const faults = listSchemaFaults(db);
  if (faults.length === 0) return null;
  const more = faults.length > 3 ? ` and ${faults.length - 3} more` : '';
  return `The database says schema ${SCHEMA_VERSION}, but it does not match this program: ${faults.slice(0, 3).join(', ')}${more}. No release of padel-club has created it like this.`;
}

/** Throws `OperatorError` for the database of an unreleased program, or one with a trigger or view of its own. */
export function assertOwnSchema(db: Database): void {
  const text = schemaText(db);
  if (text !== null) throw new OperatorError(`${text} ${SCHEMA_FIX}`);
}
