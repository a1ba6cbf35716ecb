import type { Transaction } from './club-db.ts';

/** A person, identified by everything that leads to their data. A phone number proves nothing, so it isn't used. */
export interface Person {
  /** Null for a guest. */
  user_id: number | null;
  /** Verified addresses only. */
  emails: readonly string[];
  booking_ids: readonly number[];
  payer_ids: readonly number[];
  waitlist_entry_ids: readonly number[];
  offer_ids: readonly number[];
}

export type PersonalRows = Record<string, Record<string, unknown>[]>;

/** A module's data about a person. */
export interface PersonalDataSource {
  /** Rows keyed by table name, for the download. */
  read: (person: Person) => PersonalRows;
  /** Erases the person within the transaction; the returned function deletes files after the commit. */
  erase: (tx: Transaction, person: Person) => (() => Promise<unknown>) | undefined;
}

/** A list parameter for SQLite: `IN (SELECT value FROM json_each(?))`. */
export function jsonList(values: readonly (string | number)[]): string {
  return JSON.stringify(values);
}
