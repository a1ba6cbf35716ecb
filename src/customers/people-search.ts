import type { Database } from 'bun:sqlite';
import type { FoundPerson, Person } from '../domain/api/customer-routes.ts';
import type { SearchTerms } from '../domain/search-text.ts';
import { searchCondition } from '../payers/search.ts';

/** Enough to choose from; more words find fewer people. */
const MAX_PEOPLE = 8;

/** Finds the people the reception books for or sells to: members, and anyone else who ever left a contact. */
export class PeopleSearch {
  readonly #db: Database;
  readonly #knownBy;

  constructor(db: Database) {
    this.#db = db;
    const knownBy = <K extends keyof Person>(column: K) =>
      db.prepare<NonNullable<FoundPerson['known_by']>, [value: NonNullable<Person[K]>]>(
        `SELECT booking_id, iif(position = 1 AND booking_id IS NOT NULL, NULL, id) AS payer_id FROM payer
         WHERE ${column} = ? ORDER BY position = 1 AND booking_id IS NOT NULL DESC, id DESC LIMIT 1`,
      );
    this.#knownBy = { user: knownBy('user_id'), email: knownBy('email'), phone: knownBy('phone') };
  }

  /** Members first; one person an email, or a phone where there is none. */
  search(terms: SearchTerms | null): FoundPerson[] {
    if (terms === null || terms.bookingId !== null || terms.words.join('').length < 2) return [];
    const people = new Map<string, Person>();
    for (const person of [...this.#members(terms.words), ...this.#payers(terms)]) {
      const key = person.email.toLowerCase() || person.phone;
      if (!people.has(key)) people.set(key, person);
    }
    return [...people.values()]
      .slice(0, MAX_PEOPLE)
      .map((person) => ({ ...person, known_by: this.#placeOf(person) }));
  }

  #placeOf({ user_id, email, phone }: Person): FoundPerson['known_by'] {
    const own = user_id === null ? null : this.#knownBy.user.get(user_id);
    return own ?? (email ? this.#knownBy.email.get(email) : this.#knownBy.phone.get(phone));
  }

  #members(words: readonly string[]): Person[] {
    const where = words.map(() =>
      [
        `instr(' ' || lower(name) || ' ' || lower(email), ' ' || ?) > 0`,
        `instr(ifnull(phone, ''), nullif(ltrim(?, '+0'), '')) > 0`,
      ].join(' OR '),
    );
    return this.#db
      .query<Person, string[]>(
        `SELECT id AS user_id, name, email, coalesce(nullif(phone, ''), (
           SELECT phone FROM payer WHERE user_id = user.id AND phone <> '' ORDER BY id DESC LIMIT 1), '') AS phone
         FROM user
         WHERE ${where.map((one) => `(${one})`).join(' AND ')} ORDER BY id DESC LIMIT ${MAX_PEOPLE}`,
      )
      .all(...words.flatMap((word) => [word, word]));
  }

  /** Guests, and members whose account lacks the phone that was searched for. */
  #payers(terms: SearchTerms): Person[] {
    const { sql, values } = searchCondition(terms);
    return this.#db
      .query<Person, (string | number)[]>(
        `SELECT payer.user_id, coalesce(user.name, payer.name) AS name, payer.phone, coalesce(user.email, payer.email) AS email
         FROM (SELECT * FROM payer WHERE erased = 0 AND (phone <> '' OR email <> '') AND (${sql})
               ORDER BY id DESC LIMIT 100) AS payer
         LEFT JOIN user ON user.id = payer.user_id ORDER BY payer.id DESC`,
      )
      .all(...values);
  }
}
