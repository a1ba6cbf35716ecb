import type { Database } from 'bun:sqlite';

/** More numbers than any club gives between its last copy and the loss of its machine. */
export const NUMBER_GAP = 100_000;

/** Numbers that are never shown; the code that removes their old rows counts backwards from the newest. */
const INTERNAL_TABLES = ['backup_run', 'outbox', 'audit_log'];

/**
 * Lets the numbers of bookings, ledger entries, users and messages of a restored club continue higher, so that
 * no number is given twice: the lost machine may have given the next ones. Returns the next booking number.
 */
export function advanceRowIds(db: Database): number {
  db.query(
    `UPDATE sqlite_sequence SET seq = seq + ${NUMBER_GAP} WHERE name NOT IN (SELECT value FROM json_each(?))`,
  ).run(JSON.stringify(INTERNAL_TABLES));
  const seq = () =>
    db.query<{ seq: number }, []>("SELECT seq FROM sqlite_sequence WHERE name = 'booking'").get()?.seq;
  if (seq() === undefined)
    db.query("INSERT INTO sqlite_sequence (name, seq) VALUES ('booking', ?)").run(NUMBER_GAP);
  return (seq() ?? 0) + 1;
}
