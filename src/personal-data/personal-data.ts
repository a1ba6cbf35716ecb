import type { Accounts } from '../accounts/module.ts';
import { hashToken, randomToken } from '../accounts/tokens.ts';
import type { Bookings } from '../bookings/module.ts';
import { assertNothingOpen, findPersonBookings } from '../bookings/personal-data.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Person, PersonalDataSource, PersonalRows } from '../db/personal-data-source.ts';
import type { UserRow } from '../db/user-row.ts';
import { forgetDeletedPages } from '../db/wal-checkpoint.ts';
import { INVALID_LINK_MESSAGE } from '../domain/account.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import type { Base } from '../http/base.ts';
import { toCsvLines } from '../http/csv.ts';
import type { Outbox } from '../outbox/outbox.ts';

const LINK_LIFETIME_MS = 24 * 60 * 60_000;

interface PersonalDataDeps {
  base: Base;
  outbox: Outbox;
  accounts: Accounts;
  bookings: Bookings;
  /** What each module stores, in the order in which it is erased. */
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
      const credit = ledger.creditOf(userId);
      if (credit > 0) {
        throw new Failure(
          'wrong_state',
          `You still have ${formatPkr(credit)} of credit. Please use it, or ask the club to pay it out first.`,
        );
      }
      const person = this.#personOf(row);
      return { person, finish: () => users.delete(tx, userId) };
    });
  }

  /** Emails a guest a link to their data; the desk starts it, the mailbox proves it. */
  async sendLink(email: string): Promise<void> {
    const { base, accounts, outbox } = this.#deps;
    const { club, config } = base;
    const { users, emailsSent } = accounts;
    await club.write((tx) => {
      if (users.findByEmail(email)) {
        throw invalidField('email', 'This person has an account, and downloads or deletes the data there.');
      }
      emailsSent.consume(tx, `data ${email}`);
      const token = randomToken();
      tx.db.query('DELETE FROM personal_data_link WHERE email = ?').run(email);
      tx.db
        .query('INSERT INTO personal_data_link (token, email, expire) VALUES (?, ?, ?)')
        .run(hashToken(token), email, tx.now + LINK_LIFETIME_MS);
      const link = `${config.publicUrl}/my-data#token=${token}`;
      outbox.enqueueAccountMessage(tx, {
        kind: 'personal_data_link',
        user_id: null,
        email,
        name: '',
        link,
      });
    });
  }

  async exportGuest(token: string): Promise<Uint8Array<ArrayBuffer>> {
    const email = await this.#deps.base.club.write((tx) => requireLink(tx, token));
    return await this.#zip(this.#guestOf(email), {});
  }

  eraseGuest(token: string): Promise<void> {
    return this.#erase((tx) => {
      const email = requireLink(tx, token);
      const finish = () => tx.db.query('DELETE FROM personal_data_link WHERE email = ?').run(email);
      return { person: this.#guestOf(email), finish };
    });
  }

  deleteExpiredLinks(tx: Transaction): void {
    tx.db.query('DELETE FROM personal_data_link WHERE expire <= ?').run(tx.now);
  }

  /** One transaction for all modules; files and old copies of the words go after it. */
  async #erase(begin: (tx: Transaction) => { person: Person; finish: () => void }): Promise<void> {
    const { base, bookings, sources } = this.#deps;
    const { club } = base;
    const cleanups = await club.write((tx) => {
      const { person, finish } = begin(tx);
      assertNothingOpen(club.db, person.booking_ids, businessDayOf(tx.now));
      const functions = sources.map((source) => source.erase(tx, person));
      finish();
      return functions;
    });
    for (const cleanup of cleanups) await cleanup?.();
    // Deleted words leave the search index and the write-ahead log, too.
    await bookings.search.optimize();
    forgetDeletedPages(club.db);
  }

  /** An address that was never confirmed leads to no data: it may belong to another person. */
  #personOf({ id, email, email_verified, phone }: UserRow): Person {
    const emails = email_verified === 1 ? [email] : [];
    return { user_id: id, emails, ...findPersonBookings(this.#deps.base.club.db, id, emails, phone) };
  }

  #guestOf(email: string): Person {
    return {
      user_id: null,
      emails: [email],
      ...findPersonBookings(this.#deps.base.club.db, null, [email], null),
    };
  }

  #requireUser(userId: number): UserRow {
    const row = this.#deps.accounts.users.find(userId);
    if (!row) throw new Failure('not_found', 'This account no longer exists.');
    return row;
  }

  /** `data.json` with everything, and each table once more as CSV. */
  async #zip(person: Person, own: PersonalRows): Promise<Uint8Array<ArrayBuffer>> {
    // Loading it takes 4 ms of a start, and downloads are rare.
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

function requireLink(tx: Transaction, token: string): string {
  const row = tx.db
    .query<{ email: string }, [string, number]>(
      'SELECT email FROM personal_data_link WHERE token = ? AND expire > ?',
    )
    .get(hashToken(token), tx.now);
  if (!row) throw invalidField('token', INVALID_LINK_MESSAGE);
  return row.email;
}
