import type { Database } from 'bun:sqlite';
import type { AuditEntry } from '../domain/admin-api.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { Transaction } from './club-db.ts';
import type { Actor } from './club-event.ts';

export type AuditSubject = 'booking' | 'court' | 'user' | 'closure';

/** Adds a line to the append-only history. `details` must hold nothing personal. */
export function recordAuditEntry(
  tx: Transaction,
  actor: Actor,
  action: string,
  subject: AuditSubject,
  subjectId: number,
  details: Record<string, unknown> = {},
): void {
  tx.db
    .query(
      'INSERT INTO history (at, actor, actor_id, action, subject, subject_id, details) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(tx.now, actor.kind, actor.user_id, action, subject, subjectId, JSON.stringify(details));
}

interface AuditEntryRow {
  id: number;
  at: number;
  actor: string;
  actor_name: string | null;
  action: string;
  details: string;
}

const SELECT_ENTRIES = `SELECT history.id, at, actor, user.name AS actor_name, action, details
  FROM history LEFT JOIN user ON user.id = history.actor_id`;
/** A thing with a longer story shows its end. */
const NEWEST_FIRST = 'ORDER BY history.id DESC LIMIT 200';

/** What happened to one thing, oldest first. */
export function listAuditEntries(db: Database, subject: AuditSubject, subjectId: number): AuditEntry[] {
  const rows = db.query<AuditEntryRow, [string, number]>(
    `${SELECT_ENTRIES} WHERE subject = ? AND subject_id = ? ${NEWEST_FIRST}`,
  );
  return rows.all(subject, subjectId).map(toAuditEntry).reverse();
}

/** What happened to a court, oldest first: its own changes and the times it was closed. */
export function listCourtAuditEntries(db: Database, courtId: number): AuditEntry[] {
  const rows = db.query<AuditEntryRow, [number]>(
    `${SELECT_ENTRIES} WHERE (subject = 'court' AND subject_id = ?1)
       OR (subject = 'closure' AND details ->> 'court_id' = ?1) ${NEWEST_FIRST}`,
  );
  return rows.all(courtId).map(toAuditEntry).reverse();
}

function toAuditEntry(row: AuditEntryRow): AuditEntry {
  return {
    ...row,
    at: clubTimestamp(row.at),
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}
