import type { Database } from 'bun:sqlite';
import type { AuditAction, AuditDetails, AuditEntry, AuditedCourtTime } from '../domain/audit-log.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { Transaction } from './club-db.ts';
import type { Actor } from './club-event.ts';

export type AuditSubject =
  | 'booking'
  | 'payer'
  | 'plan'
  | 'purchase'
  | 'bank_line'
  | 'bank_statement'
  | 'court'
  | 'user'
  | 'closure'
  | 'club'
  | 'settings'
  | 'calendar'
  | 'calendar_feed'
  | 'event'
  | 'coach'
  | 'contact_message'
  | 'series'
  | 'add_on'
  | 'promo_code';

/** Where the history of money is kept: with its booking, or with the payer of a place or purchase. */
export function moneySubject(of: {
  booking_id: number | null;
  payer_id: number | null;
}): [subject: AuditSubject, id: number] {
  return of.booking_id === null ? ['payer', of.payer_id as number] : ['booking', of.booking_id];
}

/** Returns the entry's id. */
export function recordAuditEntry<Action extends AuditAction>(
  tx: Transaction,
  actor: Actor,
  action: Action,
  subject: AuditSubject,
  subjectId: number,
  ...[details]: object extends AuditDetails[Action]
    ? [details?: AuditDetails[Action]]
    : [details: AuditDetails[Action]]
): number {
  const { lastInsertRowid } = tx.db
    .query(
      'INSERT INTO audit_log (at, actor, actor_id, action, subject, subject_id, details) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(tx.now, actor.kind, actor.user_id, action, subject, subjectId, JSON.stringify(details ?? {}));
  return Number(lastInsertRowid);
}

interface AuditEntryRow {
  id: number;
  at: number;
  actor: string;
  actor_name: string | null;
  action: AuditAction;
  details: string;
}

const SELECT_ENTRIES = `SELECT audit_log.id, at, actor, user.name AS actor_name, action, details
  FROM audit_log LEFT JOIN user ON user.id = audit_log.actor_id`;
const NEWEST_FIRST = 'ORDER BY audit_log.id DESC LIMIT 200';

/** True if the audit log shows the user acting as an admin. */
export function hasActedAsAdmin(db: Database, userId: number): boolean {
  return (
    db.query("SELECT 1 FROM audit_log WHERE actor = 'admin' AND actor_id = ? LIMIT 1").get(userId) !== null
  );
}

/** True if anything happened to a booking after `instant`. */
export function hasBookingEntryAfter(db: Database, bookingId: number, instant: number): boolean {
  return (
    db
      .query("SELECT 1 FROM audit_log WHERE subject = 'booking' AND subject_id = ? AND at > ? LIMIT 1")
      .get(bookingId, instant) !== null
  );
}

/** One subject's newest 200 entries, oldest first. */
export function listAuditEntries(db: Database, subject: AuditSubject, subjectId: number): AuditEntry[] {
  const rows = db.query<AuditEntryRow, [string, number]>(
    `${SELECT_ENTRIES} WHERE subject = ? AND subject_id = ? ${NEWEST_FIRST}`,
  );
  return rows.all(subject, subjectId).map(toAuditEntry).reverse();
}

/** The newest 200 entries of a court and its closures, oldest first. */
export function listCourtAuditEntries(db: Database, courtId: number): AuditEntry[] {
  const rows = db.query<AuditEntryRow, [number]>(
    `${SELECT_ENTRIES} WHERE (subject = 'court' AND subject_id = ?1)
       OR (subject = 'closure' AND details ->> 'court_id' = ?1) ${NEWEST_FIRST}`,
  );
  return rows.all(courtId).map(toAuditEntry).reverse();
}

/** A booking's newest entry with this action, or null. */
export function findLastBookingEntry<Action extends AuditAction>(
  db: Database,
  bookingId: number,
  action: Action,
): Extract<AuditEntry, { action: Action }> | null {
  const row = db
    .query<AuditEntryRow, [number, string]>(
      `${SELECT_ENTRIES} WHERE subject = 'booking' AND subject_id = ? AND action = ?
       ORDER BY audit_log.id DESC LIMIT 1`,
    )
    .get(bookingId, action);
  return row && (toAuditEntry(row) as Extract<AuditEntry, { action: Action }>);
}

/** All of a booking's entries with one of these actions, oldest first. */
export function listBookingEntries(
  db: Database,
  bookingId: number,
  actions: readonly AuditAction[],
): AuditEntry[] {
  return listEntriesOf(db, 'booking', bookingId, actions);
}

/** A subject's entries with one of these actions, oldest first. Unlimited, so that others can't push them out. */
export function listEntriesOf(
  db: Database,
  subject: AuditSubject,
  subjectId: number,
  actions: readonly AuditAction[],
): AuditEntry[] {
  return db
    .query<AuditEntryRow, [string, number, string]>(
      `${SELECT_ENTRIES} WHERE subject = ? AND subject_id = ?
         AND action IN (SELECT value FROM json_each(?)) ORDER BY audit_log.id`,
    )
    .all(subject, subjectId, JSON.stringify(actions))
    .map(toAuditEntry);
}

/** When the customer was last asked about a transfer; null if never. */
export function lastTransferQuestion(
  db: Database,
  transfer: { booking_id: number; payer_id: number; entry_id: number | null },
): number | null {
  const row = db
    .query<{ at: number | null }, [number, number, number | null]>(
      `SELECT max(at) AS at FROM audit_log WHERE subject = 'booking' AND subject_id = ? AND action = 'transfer_asked'
         AND details ->> 'payer' IS ? AND details ->> 'entry' IS ?`,
    )
    .get(transfer.booking_id, transfer.payer_id, transfer.entry_id);
  return row?.at ?? null;
}

/** The newest restore that reported possible losses, or null. */
export function findLastRestore(db: Database): Extract<AuditEntry, { action: 'restored' }> | null {
  const row = db
    .query<AuditEntryRow, []>(
      `${SELECT_ENTRIES} WHERE subject = 'club' AND action = 'restored' ORDER BY audit_log.id DESC LIMIT 1`,
    )
    .get();
  return row && (toAuditEntry(row) as Extract<AuditEntry, { action: 'restored' }>);
}

/** All changes of the club's IBAN, oldest first; instants are epoch milliseconds. */
export function listIbanChanges(db: Database): { at: number; from: string; to: string }[] {
  return db
    .query<{ at: number; from: string; to: string }, []>(
      `SELECT at, details -> 'bank.iban' ->> 'from' AS "from", details -> 'bank.iban' ->> 'to' AS "to" FROM audit_log
       WHERE subject = 'settings' AND details -> 'bank.iban' IS NOT NULL ORDER BY id`,
    )
    .all();
}

/** True if the club ever had an IBAN, even one since removed. */
export function hasHadIban(db: Database): boolean {
  return listIbanChanges(db).some(({ from, to }) => from !== '' || to !== '');
}

/**
 * SQL for a booking whose email no admin has corrected. Only such an email is certainly the customer's: an admin
 * could put an address of their own on a paid booking and then act as its customer.
 */
export const HAS_CUSTOMER_EMAIL = `NOT EXISTS (SELECT 1 FROM audit_log WHERE subject = 'booking'
  AND subject_id = booking.id AND action = 'email_corrected' AND details ->> 'by_customer' IS NULL)`;

/** A booking's times before each of its moves, oldest first. */
export function listEarlierTimes(db: Database, bookingId: number): AuditedCourtTime[] {
  return listBookingEntries(db, bookingId, ['moved']).flatMap((entry) =>
    entry.action === 'moved' ? [entry.details.from] : [],
  );
}

/**
 * True if an admin entered a booking's email, where its link goes: at the reception, for a series, or as a
 * correction.
 */
export function hasAdminEmail(db: Database, booking: { id: number; series_id: number | null }): boolean {
  return (
    booking.series_id !== null ||
    db
      .query<{ one: number }, [number]>(
        `SELECT 1 AS one FROM audit_log WHERE subject = 'booking' AND subject_id = ? AND (
           action = 'walk_in' OR action = 'email_corrected' AND details ->> 'by_customer' IS NULL) LIMIT 1`,
      )
      .get(booking.id) !== null
  );
}

/** True if the reception has made a link of a booking to hand over. */
export function hasHandedLink(db: Database, subject: 'booking' | 'payer', id: number): boolean {
  return (
    db
      .query<{ one: number }, [string, number]>(
        "SELECT 1 AS one FROM audit_log WHERE subject = ? AND subject_id = ? AND action = 'link_handed' LIMIT 1",
      )
      .get(subject, id) !== null
  );
}

/** True if staff may have a booking's link: an admin entered the email that it goes to, or the reception made one. */
export function mayStaffHaveLink(db: Database, booking: { id: number; series_id: number | null }): boolean {
  return hasAdminEmail(db, booking) || hasHandedLink(db, 'booking', booking.id);
}

/** The same for the link of a place or purchase. */
export function mayStaffHaveItemLink(db: Database, payerId: number): boolean {
  return listEntriesOf(db, 'payer', payerId, ['walk_in', 'link_handed']).length > 0;
}

/** True if a customer has ever done this alone. */
export function hasCustomerEntry(
  db: Database,
  bookingId: number,
  action: 'moved' | 'email_corrected',
): boolean {
  const row = db
    .query<{ one: number }, [number, string]>(
      `SELECT 1 AS one FROM audit_log WHERE subject = 'booking' AND subject_id = ? AND action = ?
         AND details ->> 'by_customer' = 1 LIMIT 1`,
    )
    .get(bookingId, action);
  return row !== null;
}

function toAuditEntry(row: AuditEntryRow): AuditEntry {
  return { ...row, at: clubTimestamp(row.at), details: JSON.parse(row.details) } as AuditEntry;
}
