import type { Database } from 'bun:sqlite';
import { jsonList, type Person, type PersonalDataSource } from '../db/personal-data-source.ts';
import type { Offers } from './offers.ts';
import type { WaitlistStore } from './store.ts';

const OF_PERSON = `(user_id = ?1 OR email IN (SELECT value FROM json_each(?2)) AND email <> ''
  OR phone IN (SELECT value FROM json_each(?3)) AND phone <> '')`;

const valuesOf = ({ user_id, emails, phones }: Person) =>
  [user_id, jsonList(emails), jsonList(phones)] as const;

/** What a person waited for. Deleting it ends the offer that is held for them. */
export function waitlistPersonalData(db: Database, store: WaitlistStore, offers: Offers): PersonalDataSource {
  return {
    read: (person) => ({
      waiting_list: db
        .query<Record<string, unknown>, [number | null, string, string]>(
          `SELECT date, from_position, until_position, slots, court_id, name, email, phone, state, created_at
           FROM waitlist_entry WHERE ${OF_PERSON} ORDER BY id`,
        )
        .all(...valuesOf(person)),
    }),
    erase: (tx, person) => {
      const entries = tx.db
        .query<{ id: number }, [number | null, string, string]>(
          `SELECT id FROM waitlist_entry WHERE ${OF_PERSON}`,
        )
        .all(...valuesOf(person));
      for (const { id } of entries) {
        store.setEntryState(tx, id, 'left');
        const offer = store.findOpenOfferOf(id);
        if (offer) offers.end(tx, offer, 'ended');
      }
      tx.db
        .query('DELETE FROM waitlist_entry WHERE id IN (SELECT value FROM json_each(?))')
        .run(jsonList(entries.map(({ id }) => id)));
      return undefined;
    },
  };
}
