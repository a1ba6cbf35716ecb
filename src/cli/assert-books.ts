import type { Database } from 'bun:sqlite';
import { OperatorError } from '../db/operator-error.ts';
import { listBookFaults } from './check-books.ts';

/** Throws `OperatorError` if a stored total differs from the ledger. */
export function assertBooks(db: Database): void {
  const [fault] = listBookFaults(db);
  if (fault) throw new OperatorError(`The books are wrong. ${fault.text} Run: padel-club doctor`);
}
