import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { ContactInput, ContactMessage } from '../domain/contact.ts';

/** Saves a message, emits its event and returns its id. */
export function saveContactMessage(tx: Transaction, input: ContactInput): number {
  const row = tx.db
    .query<{ id: number }, [string, string, string, string, number]>(
      'INSERT INTO contact_message (name, email, subject, message, created_at) VALUES (?, ?, ?, ?, ?) RETURNING id',
    )
    .get(input.name, input.email, input.subject, input.message, tx.now);
  if (!row) throw new Error('a message was not written');
  tx.emit({ kind: 'contact.received', message_id: row.id });
  return row.id;
}

export function findContactMessage(db: Database, id: number): ContactMessage | null {
  return db
    .query<ContactMessage, [number]>(
      'SELECT id, name, email, subject, message FROM contact_message WHERE id = ?',
    )
    .get(id);
}
