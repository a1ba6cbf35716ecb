import type { Database } from 'bun:sqlite';

/** More numbers than any club hands out between its last copy and losing its machine. */
export const NUMBER_GAP = 100_000;

/** Their numbers are never shown, and the code that prunes them counts back from the newest. */
const INTERNAL_TABLES = ['backup_run', 'outbox', 'audit_log'];

/**
 * Makes the numbers of a restored club's bookings, ledger entries, users and messages continue higher, because the
 * lost machine may already have used the next ones. Returns the next booking number.
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
