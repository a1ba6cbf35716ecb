import type * as v from 'valibot';
import type { Accounts } from '../accounts/module.ts';
import { hashToken, randomToken } from '../accounts/tokens.ts';
import type { Bookings } from '../bookings/module.ts';
import { assertNothingOpen, listCorrectedBookings, listPersonBookings } from '../bookings/personal-data.ts';
import { hasActedAsAdmin, recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Person, PersonalDataSource, PersonalRows } from '../db/personal-data-source.ts';
import type { UserRow } from '../db/user-row.ts';
import { forgetDeletedPages } from '../db/wal-checkpoint.ts';
import { INVALID_LINK_MESSAGE } from '../domain/account.ts';
import type { AuditDetails } from '../domain/audit-log.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import type { personalDataLinkSchema } from '../domain/personal-data-link.ts';
import type { Base } from '../http/base.ts';
import { toCsvLines } from '../http/csv.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { assertNoOpenPart, listPersonPayers } from '../payers/personal-data.ts';
import { listPersonEntries } from '../waitlist/personal-data.ts';

const LINK_LIFETIME_MS = 24 * 60 * 60_000;

interface LinkRow {
  email: string;
  /** 1: the owner has vouched that the bookings whose email an admin corrected belong to this person. */
  corrected: number;
}

interface PersonalDataDeps {
  base: Base;
  outbox: Outbox;
  accounts: Accounts;
  bookings: Bookings;
  /** Each module's data, in the order of erasing. */
  sources: readonly PersonalDataSource[];
}

/** Exports and erases personal data. Money and statistics stay, without the person. */
export class PersonalDataService {
  readonly #deps: PersonalDataDeps;

  constructor(deps: PersonalDataDeps) {
    this.#deps = deps;
  }

  async exportUser(userId: number): Promise<Uint8Array<ArrayBuffer>> {
    const row = this.#requireUser(userId);
    const { password_hash, oauth_id: _, ...account } = row;
    return await this.#zip(this.#personOf(row), {
      account: [
        { ...account, preferences: JSON.parse(row.preferences), has_password: password_hash !== null },
      ],
    });
  }

  /** Deletes an account and everything that leads to its owner. */
  async eraseUser(userId: number): Promise<void> {
    const { users } = this.#deps.accounts;
    const { ledger } = this.#deps.bookings.services;
    await this.#erase((tx) => {
      const row = this.#requireUser(userId);
      if (row.role === 'owner' && users.countOwners() === 1) {
        throw new Failure('wrong_state', 'You are the last owner. Make another person an owner first.');
      }
      // The books and the history identify an admin by the account.
      if (row.role !== null) {
        throw new Failure('wrong_state', 'You run the club. Please ask an owner to make you a member first.');
      }
      if (hasActedAsAdmin(tx.db, userId) || ledger.hasEntryBy(userId)) {
        throw new Failure(
          'wrong_state',
          'You have worked for the club, and its books say who did what. Your account has to stay as long as they do.',
        );
      }
      const credit = ledger.creditOf(userId);
      if (credit > 0) {
        throw new Failure(
          'wrong_state',
          `You still have ${formatPkr(credit)} of credit. Please use it, or ask the club to pay it out first.`,
        );
      }
      const person = this.#personOf(row);
      const actor: Actor = { kind: 'member', user_id: userId };
      recordAuditEntry(tx, actor, 'data_erased', 'user', userId);
      return { person, actor, finish: () => users.delete(tx, userId) };
    });
  }

  /**
   * Emails a guest a link to their data; an owner starts it, and the mailbox proves who they are. Returns the
   * bookings it doesn't cover, because an admin has corrected their email.
   */
  async sendLink(
    { email, corrected }: v.InferOutput<typeof personalDataLinkSchema>,
    actor: Actor,
  ): Promise<number[]> {
    const { base, accounts, outbox } = this.#deps;
    const { club, config } = base;
    const { users, emailsSent } = accounts;
    return club.write((tx) => {
      // An account that never confirmed the address may be a stranger's, so it mustn't stand in its owner's way.
      if (users.findConfirmed(email)) {
        throw invalidField(
          'email',
          'This person has an account, where they can download or delete their data.',
        );
      }
      emailsSent.consume(tx, `data ${email}`);
      const token = randomToken();
      tx.db.query('DELETE FROM personal_data_link WHERE email = ?').run(email);
      tx.db
        .query('INSERT INTO personal_data_link (token, email, corrected, expire) VALUES (?, ?, ?, ?)')
        .run(hashToken(token), email, corrected ? 1 : 0, tx.now + LINK_LIFETIME_MS);
      const link = `${config.publicUrl}/my-data#token=${token}`;
      outbox.enqueueAccountMessage(tx, {
        kind: 'personal_data_link',
        user_id: null,
        email,
        name: '',
        link,
      });
      const { booking_ids } = this.#guestOf({ email, corrected: corrected ? 1 : 0 });
      recordForPerson(tx, actor, 'data_link_sent', booking_ids, corrected ? { corrected } : {});
      return corrected ? [] : listCorrectedBookings(tx.db, email);
    });
  }

  async exportGuest(token: string): Promise<Uint8Array<ArrayBuffer>> {
    const link = await this.#deps.base.club.write((tx) => requireLink(tx, token));
    return await this.#zip(this.#guestOf(link), {});
  }

  eraseGuest(token: string): Promise<void> {
    return this.#erase((tx) => {
      const link = requireLink(tx, token);
      const finish = () => tx.db.query('DELETE FROM personal_data_link WHERE email = ?').run(link.email);
      return { person: this.#guestOf(link), actor: { kind: 'guest', user_id: null }, finish };
    });
  }

  deleteExpiredLinks(tx: Transaction): void {
    tx.db.query('DELETE FROM personal_data_link WHERE expire <= ?').run(tx.now);
  }

  /** One transaction for all modules; files and old copies of the text follow. */
  async #erase(
    begin: (tx: Transaction) => { person: Person; actor: Actor; finish: () => void },
  ): Promise<void> {
    const { base, sources } = this.#deps;
    const { club } = base;
    const cleanups = await club.write((tx) => {
      const { person, actor, finish } = begin(tx);
      assertNothingOpen(club.db, person.booking_ids, businessDayOf(tx.now));
      assertNoOpenPart(club.db, person.payer_ids, businessDayOf(tx.now));
      const functions = sources.map((source) => source.erase(tx, person));
      recordForPerson(tx, actor, 'data_erased', person.booking_ids, {});
      finish();
      return functions;
    });
    for (const cleanup of cleanups) await cleanup?.();
    // Removes the deleted text from the write-ahead log too.
    forgetDeletedPages(club.db);
  }

  /** An address that was never confirmed gives access to no data: it may be somebody else's. */
  #personOf({ id, email, email_verified }: UserRow): Person {
    const { db } = this.#deps.base.club;
    const emails = email_verified === 1 ? [email] : [];
    const booking_ids = listPersonBookings(db, id, emails);
    const payer_ids = listPersonPayers(db, { user_id: id, emails, booking_ids });
    return { user_id: id, emails, booking_ids, payer_ids, ...listPersonEntries(db, id, emails) };
  }

  #guestOf({ email, corrected }: Pick<LinkRow, 'email' | 'corrected'>): Person {
    const { db } = this.#deps.base.club;
    const emails = [email];
    const ownIds = listPersonBookings(db, null, emails);
    const booking_ids = corrected === 1 ? [...ownIds, ...listCorrectedBookings(db, email)] : ownIds;
    const payer_ids = listPersonPayers(db, { user_id: null, emails, booking_ids });
    return { user_id: null, emails, booking_ids, payer_ids, ...listPersonEntries(db, null, emails) };
  }

  #requireUser(userId: number): UserRow {
    const row = this.#deps.accounts.users.find(userId);
    if (!row) throw new Failure('not_found', 'This account no longer exists.');
    return row;
  }

  /** `data.json` with everything, plus each table as CSV. */
  async #zip(person: Person, own: PersonalRows): Promise<Uint8Array<ArrayBuffer>> {
    // Importing it would add 4 ms to the start, and downloads are rare.
    const { strToU8, zipSync } = await import('fflate');
    const tables = Object.assign({}, own, ...this.#deps.sources.map((source) => source.read(person)));
    const files: Record<string, Uint8Array> = { 'data.json': strToU8(JSON.stringify(tables, null, 2)) };
    for (const [name, rows] of Object.entries(tables as PersonalRows)) {
      const [first] = rows;
      if (!first) continue;
      const columns = Object.keys(first);
      const cells = rows.map((row) => columns.map((column) => cellText(row[column])));
      files[`${name}.csv`] = strToU8(`\ufeff${toCsvLines([columns, ...cells])}`);
    }
    return zipSync(files) as Uint8Array<ArrayBuffer>;
  }
}

function cellText(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** On each booking, where admins read it, and on the club, because a person may have no bookings. */
function recordForPerson<Action extends 'data_link_sent' | 'data_erased'>(
  tx: Transaction,
  actor: Actor,
  action: Action,
  bookingIds: readonly number[],
  details: AuditDetails[Action],
): void {
  recordAuditEntry(tx, actor, action, 'club', 1, details);
  for (const id of bookingIds) recordAuditEntry(tx, actor, action, 'booking', id, details);
}

function requireLink(tx: Transaction, token: string): LinkRow {
  const row = tx.db
    .query<LinkRow, [string, number]>(
      'SELECT email, corrected FROM personal_data_link WHERE token = ? AND expire > ?',
    )
    .get(hashToken(token), tx.now);
  if (!row) throw invalidField('token', INVALID_LINK_MESSAGE);
  return row;
}
