import type { Database } from 'bun:sqlite';
import { mailboxOf } from '../domain/canonical-mailbox.ts';

/** Spellings of emails in bookings that reach the same mailbox as `email`, as a JSON list; empty without an email. */
export function listMailboxEmails(db: Database, email: string): string {
  if (email === '') return '[]';
  const mailbox = mailboxOf(email);
  const emails = db
    .query<{ email: string }, [string]>(
      'SELECT DISTINCT email FROM payer WHERE substr(email, 1, 1) = ? COLLATE NOCASE',
    )
    .all(mailbox.slice(0, 1))
    .filter((other) => mailboxOf(other.email) === mailbox);
  return JSON.stringify(emails.map((other) => other.email));
}
