import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';
import type { MissingBooking } from '../domain/missing-booking.ts';

const OF_PERSON = `(facts ->> 'email') COLLATE NOCASE IN (SELECT value FROM json_each(?1))
  OR facts ->> 'phone' IN (SELECT value FROM json_each(?2))`;

export function missingBookingPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ emails, phones }) => ({
      missing_bookings: db
        .query<{ facts: string }, [string, string]>(
          `SELECT facts FROM missing_booking WHERE ${OF_PERSON} ORDER BY id`,
        )
        .all(jsonList(emails), jsonList(phones))
        .map(({ facts }): Record<string, unknown> => JSON.parse(facts) as MissingBooking),
    }),
    erase: (tx, { emails, phones }) => {
      tx.db
        .query(`UPDATE missing_booking SET facts = NULL WHERE ${OF_PERSON}`)
        .run(jsonList(emails), jsonList(phones));
      return undefined;
    },
  };
}
