import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Company } from '../domain/api/ledger-answers.ts';

/** The company on a booking's invoice; null for a private customer. */
export function findCompany(db: Database, bookingId: number): Company | null {
  return db
    .query<Company, [number]>('SELECT company, tax_number FROM booking_company WHERE booking_id = ?')
    .get(bookingId);
}

/** An empty company removes it. */
export function setCompany(
  tx: Transaction,
  bookingId: number,
  { company, tax_number }: Company,
  actor: Actor,
): void {
  const before = findCompany(tx.db, bookingId);
  if ((before?.company ?? '') === company && (before?.tax_number ?? '') === tax_number) return;
  if (company === '') tx.db.query('DELETE FROM booking_company WHERE booking_id = ?').run(bookingId);
  else {
    tx.db
      .query('INSERT OR REPLACE INTO booking_company (booking_id, company, tax_number) VALUES (?, ?, ?)')
      .run(bookingId, company, tax_number);
  }
  recordAuditEntry(tx, actor, 'company', 'booking', bookingId, { removed: company === '' });
}
