import type { Transaction } from './club-db.ts';

/** A person by everything that leads to their data. A phone is proven by nothing, so it leads to none. */
export interface Person {
  /** Null for a guest. */
  user_id: number | null;
  /** Proven addresses only. */
  emails: readonly string[];
  booking_ids: readonly number[];
  payer_ids: readonly number[];
  waitlist_entry_ids: readonly number[];
  offer_ids: readonly number[];
}

export type PersonalRows = Record<string, Record<string, unknown>[]>;

/** The data that a module stores about a person. */
export interface PersonalDataSource {
  /** The rows by the name of their table, for the download. */
  read: (person: Person) => PersonalRows;
  /** Removes the person in the transaction; the returned function removes files after the commit. */
  erase: (tx: Transaction, person: Person) => (() => Promise<unknown>) | undefined;
}

/** A list as SQLite reads it: `IN (SELECT value FROM json_each(?))`. */
export function jsonList(values: readonly (string | number)[]): string {
  return JSON.stringify(values);
}
