import type { Database } from 'bun:sqlite';
import { findLastBookingEntry, recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { OutdatedTransfer, OutdatedTransfers } from '../domain/api/settings-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import type { Settings } from '../settings/settings.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from './booking-row.ts';

const MAX_ROWS = 500;

/** The IBAN that a booking's customer knows at `until`: from the booking itself or from a later email. */
export function knownIban(
  db: Database,
  settings: Settings,
  booking: Pick<Booking, 'id' | 'created_at'>,
  until: number,
): string {
  const email = findLastBookingEntry(db, booking.id, 'bank_told');
  const emailedAt = email ? Date.parse(email.at) : 0;
  return settings.ibanAt(emailedAt > 0 && emailedAt <= until ? emailedAt : Date.parse(booking.created_at));
}

/** Pending transfers from the business day `today` on whose customers know a different account. */
export function listOutdatedTransfers(db: Database, settings: Settings, today: string): OutdatedTransfers {
  const iban = settings.facts().bank.iban;
  const transfers: OutdatedTransfer[] = db
    .query<BookingRow, [string, number]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES}
       WHERE booking.status = 'pending' AND booking.payment_method = 'bank_transfer' AND booking.date >= ?
         AND booking.created_at < ? AND booking.received <= 0
       ORDER BY booking.date, booking.id LIMIT ${MAX_ROWS}`,
    )
    .all(today, settings.lastIbanChange())
    .map(toBooking)
    .map((booking) => ({ booking, known_iban: knownIban(db, settings, booking, Number.POSITIVE_INFINITY) }))
    .filter(({ known_iban }) => known_iban !== iban);
  return {
    iban,
    unpaid: transfers.filter(({ booking }) => !booking.receipt_received),
    with_receipt: transfers.filter(({ booking }) => booking.receipt_received),
  };
}

/** Emails the current account to customers who have an earlier one; returns how many. */
export function emailNewBankAccount(
  tx: Transaction,
  settings: Settings,
  today: string,
  actor: Actor,
): number {
  const { iban, unpaid } = listOutdatedTransfers(tx.db, settings, today);
  if (!iban)
    throw new Failure('wrong_state', 'Enter the bank account first. Customers then get it by email.');
  // A walk-in may have left only a phone number, which the list shows.
  const reachable = unpaid.filter(({ booking }) => booking.email !== '');
  for (const { booking } of reachable) {
    recordAuditEntry(tx, actor, 'bank_told', 'booking', booking.id);
    tx.emit({ kind: 'booking.bank_changed', booking_id: booking.id });
  }
  return reachable.length;
}
