import type { Database } from 'bun:sqlite';
import { type BookingOriginStore, contactKeysOf, customerKeysOf } from '../bookings/booking-origins.ts';
import { jsonList, type Person, type PersonalDataSource } from '../db/personal-data-source.ts';
import type { Offers } from './offers.ts';
import type { WaitlistStore } from './store.ts';

/** What a member and verified addresses waited for, and what they were offered. */
export function listPersonEntries(
  db: Database,
  userId: number | null,
  emails: readonly string[],
): Pick<Person, 'waitlist_entry_ids' | 'offer_ids'> {
  const entries = db
    .query<{ id: number }, [number | null, string]>(
      `SELECT id FROM waitlist_entry
       WHERE user_id = ?1 OR email IN (SELECT value FROM json_each(?2)) AND email <> '' ORDER BY id`,
    )
    .all(userId, jsonList(emails))
    .map(({ id }) => id);
  const offers = db
    .query<{ id: number }, [string]>(
      'SELECT id FROM offer WHERE waitlist_entry_id IN (SELECT value FROM json_each(?))',
    )
    .all(jsonList(entries));
  return { waitlist_entry_ids: entries, offer_ids: offers.map(({ id }) => id) };
}

/** What a person waited for. Deleting it ends the offer held for them. */
export function waitlistPersonalData(
  db: Database,
  store: WaitlistStore,
  offers: Offers,
  origins: BookingOriginStore,
): PersonalDataSource {
  return {
    read: ({ waitlist_entry_ids }) => ({
      waiting_list: db
        .query<Record<string, unknown>, [string]>(
          `SELECT date, from_position, until_position, slots, court_id, name, email, phone, state, created_at
           FROM waitlist_entry WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
        )
        .all(jsonList(waitlist_entry_ids)),
    }),
    erase: (tx, { user_id, emails, waitlist_entry_ids, offer_ids }) => {
      for (const id of waitlist_entry_ids) {
        store.setEntryState(tx, id, 'left');
        const offer = store.findOpenOfferOf(id);
        if (offer) offers.end(tx, offer, 'ended');
      }
      tx.db
        .query('DELETE FROM waitlist_entry WHERE id IN (SELECT value FROM json_each(?))')
        .run(jsonList(waitlist_entry_ids));
      const ofEmails = emails.flatMap((email) => contactKeysOf({ email, phone: '' }));
      store.deleteFreedSlotsOf(tx, [...ofEmails, ...customerKeysOf({ email: '', phone: '', user_id })]);
      origins.deleteOffers(tx, offer_ids);
      return undefined;
    },
  };
}
