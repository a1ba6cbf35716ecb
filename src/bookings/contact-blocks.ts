import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';
import type { ContactBlock } from '../domain/api/customer-routes.ts';
import type { Booking, PaymentMethod } from '../domain/booking.ts';
import { businessDayOf, clubTimestamp } from '../domain/business-day.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import type { ContactBlockInput } from '../domain/customer.ts';
import { Failure, invalidField } from '../domain/failure.ts';

/** A phone as bookings store it and an email; either may be empty. */
interface Contact {
  phone: string | null;
  email: string;
}

const OF_CONTACT = "((phone = ?1 AND ?1 <> '') OR (mailbox = ?2 AND ?2 <> ''))";
const valuesOf = ({ phone, email }: Contact) => [phone ?? '', email && mailboxOf(email)] as const;

/** The block that applies to a contact, however it was spelled; if there are two, the stricter one. */
export function findBlock(db: Database, contact: Contact, now: number): ContactBlock | null {
  const columns = `rule, reason, until, created_at,
    (SELECT name FROM user WHERE user.id = created_by) AS author FROM contact_block`;
  // Almost nobody is blocked, so a contact's few rows are sorted here: a sorter in SQL costs each booking 60 µs.
  const rows = db
    .query<Omit<ContactBlock, 'created_at'> & { created_at: number }, [string, string]>(
      `SELECT ${columns} WHERE phone = ?1 AND phone <> '' UNION ALL SELECT ${columns} WHERE mailbox = ?2 AND mailbox <> ''`,
    )
    .all(...valuesOf(contact));
  const today = businessDayOf(now);
  const inForce = rows
    .filter(({ until }) => until === null || until >= today)
    .toSorted((a, b) => b.created_at - a.created_at);
  const strictest = inForce.find(({ rule }) => rule === 'offline') ?? inForce[0];
  return strictest ? { ...strictest, created_at: clubTimestamp(strictest.created_at) } : null;
}

/** Replaces the contact's existing block. */
export function blockContact(
  tx: Transaction,
  contact: Contact,
  { rule, reason, until }: ContactBlockInput,
  authorId: number,
): ContactBlock {
  const [phone, mailbox] = valuesOf(contact);
  if (phone === '' && mailbox === '')
    throw new Failure('wrong_state', 'This booking has no phone and no email to identify the customer by.');
  unblockContact(tx, contact);
  tx.db
    .query(
      'INSERT INTO contact_block (phone, mailbox, rule, reason, until, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(phone, mailbox, rule, reason, until, tx.now, authorId);
  const block = findBlock(tx.db, contact, tx.now);
  if (!block) throw invalidField('until', 'Please choose a last day that isn’t over.');
  return block;
}

export function unblockContact(tx: Transaction, contact: Contact): void {
  tx.db.query(`DELETE FROM contact_block WHERE ${OF_CONTACT}`).run(...valuesOf(contact));
}

/**
 * Throws `forbidden` if the contact, or the signed-in member's own, can't book online, and `invalid` for cash if
 * prepayment is required. The sentences are neutral, since the reader may have typed somebody else's contact.
 */
export function assertNotBlocked(
  db: Database,
  {
    typed,
    user,
  }: { typed: Contact & { payment_method?: PaymentMethod }; user: (Contact & { is_admin: boolean }) | null },
  now: number,
  clubPhone: string,
): void {
  if (user?.is_admin) return;
  const contacts = user ? [typed, user] : [typed];
  const blocks = contacts.flatMap((contact) => findBlock(db, contact, now) ?? []);
  if (blocks.some(({ rule }) => rule === 'offline'))
    throw new Failure('forbidden', `Please call the club to book: ${clubPhone}.`);
  if (typed.payment_method === 'cash' && blocks.length > 0)
    throw invalidField('payment_method', prepaidSentence(clubPhone));
}

/** The same for the customer's own move: a booking that is not paid moves only where a new one could be made. */
export function assertMayMove(
  db: Database,
  { email, phone, status, payment_method }: Pick<Booking, 'email' | 'phone' | 'status' | 'payment_method'>,
  now: number,
  clubPhone: string,
): void {
  const block = findBlock(db, { email, phone }, now);
  const isOnCash = status === 'pending' && payment_method === 'cash';
  if (block?.rule === 'offline' || (block && isOnCash))
    throw new Failure('forbidden', `Please call the club to move this booking: ${clubPhone}.`);
}

/** Why a contact can't pay at the club; null if it can. */
export function prepaidError(db: Database, contact: Contact, now: number, clubPhone: string): string | null {
  return findBlock(db, contact, now) ? prepaidSentence(clubPhone) : null;
}

const prepaidSentence = (clubPhone: string) =>
  `Please pay this booking in advance, or call the club: ${clubPhone}.`;

/** Staff decisions about a person's contact. */
export function contactBlockPersonalData(db: Database): PersonalDataSource {
  const mailboxes = (emails: readonly string[]) => jsonList(emails.map(mailboxOf));
  const OF_PERSON = "mailbox <> '' AND mailbox IN (SELECT value FROM json_each(?))";
  return {
    read: ({ emails }) => ({
      contact_blocks: db
        .query<Record<string, unknown>, [string]>(
          `SELECT rule, reason, until, created_at FROM contact_block WHERE ${OF_PERSON} ORDER BY id`,
        )
        .all(mailboxes(emails)),
    }),
    erase: (tx, { emails }) => {
      tx.db.query(`DELETE FROM contact_block WHERE ${OF_PERSON}`).run(mailboxes(emails));
      return undefined;
    },
  };
}
