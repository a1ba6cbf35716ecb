import type { Database } from 'bun:sqlite';
import type { Buyer, FoundBuyer } from '../domain/api/plan-answers.ts';
import type { SearchTerms } from '../domain/search-text.ts';
import { searchCondition } from '../payers/search.ts';

/** Enough to choose from; more words find fewer people. */
const MAX_PEOPLE = 8;

/** Finds whom the reception sells to: members, and everybody else who ever left a contact. */
export class BuyerSearch {
  readonly #db: Database;
  readonly #knownByEmail;
  readonly #knownByPhone;

  constructor(db: Database) {
    this.#db = db;
    const knownBy = (column: 'email' | 'phone') =>
      db.prepare<NonNullable<FoundBuyer['known_by']>, [contact: string]>(
        `SELECT booking_id, iif(position = 1 AND booking_id IS NOT NULL, NULL, id) AS payer_id FROM payer
         WHERE ${column} = ? ORDER BY position = 1 AND booking_id IS NOT NULL DESC, id DESC LIMIT 1`,
      );
    this.#knownByEmail = knownBy('email');
    this.#knownByPhone = knownBy('phone');
  }

  /** Members first; one person an email, or a phone where there is none. */
  search(terms: SearchTerms | null): FoundBuyer[] {
    if (terms === null || terms.bookingId !== null || terms.words.join('').length < 2) return [];
    const people = new Map<string, Buyer>();
    for (const buyer of [...this.#members(terms.words), ...this.#guests(terms)]) {
      const key = buyer.email.toLowerCase() || buyer.phone;
      if (!people.has(key)) people.set(key, buyer);
    }
    return [...people.values()].slice(0, MAX_PEOPLE).map((person) => ({
      ...person,
      known_by: person.email ? this.#knownByEmail.get(person.email) : this.#knownByPhone.get(person.phone),
    }));
  }

  #members(words: readonly string[]): Buyer[] {
    const where = words.map(() =>
      [
        `instr(' ' || lower(name) || ' ' || lower(email), ' ' || ?) > 0`,
        `instr(ifnull(phone, ''), nullif(ltrim(?, '+0'), '')) > 0`,
      ].join(' OR '),
    );
    return this.#db
      .query<Buyer, string[]>(
        `SELECT id AS user_id, name, ifnull(phone, '') AS phone, email FROM user
         WHERE ${where.map((one) => `(${one})`).join(' AND ')} ORDER BY id DESC LIMIT ${MAX_PEOPLE}`,
      )
      .all(...words.flatMap((word) => [word, word]));
  }

  #guests(terms: SearchTerms): Buyer[] {
    const { sql, values } = searchCondition(terms);
    return this.#db
      .query<Buyer, (string | number)[]>(
        `SELECT NULL AS user_id, name, phone, email FROM payer
         WHERE user_id IS NULL AND erased = 0 AND (phone <> '' OR email <> '') AND (${sql})
         ORDER BY id DESC LIMIT 100`,
      )
      .all(...values);
  }
}
