import type { Database } from 'bun:sqlite';
import { jsonList, type PersonalDataSource } from '../db/personal-data-source.ts';

/** Who answers for a child, which dates a person came to and which they make up. */
export function eventPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ payer_ids }) => ({
      event_places: db
        .query<Record<string, unknown>, [string]>(
          `SELECT event.title, event_place.guardian, payer.name, event_place.discount, event_place.discount_label FROM event_place
             JOIN payer ON payer.id = event_place.payer_id JOIN event ON event.id = payer.event_id
           WHERE payer.id IN (SELECT value FROM json_each(?)) ORDER BY payer.id`,
        )
        .all(jsonList(payer_ids)),
      event_dates: db
        .query<Record<string, unknown>, [string]>(
          `SELECT event_session.date, event_session.start_time, event_attendance.came FROM event_attendance
             JOIN event_session ON event_session.id = event_attendance.session_id
           WHERE event_attendance.payer_id IN (SELECT value FROM json_each(?)) ORDER BY event_session.date`,
        )
        .all(jsonList(payer_ids)),
    }),
    erase: (tx, { payer_ids }) => {
      tx.db
        .query("UPDATE event_place SET guardian = '' WHERE payer_id IN (SELECT value FROM json_each(?))")
        .run(jsonList(payer_ids));
      return undefined;
    },
  };
}
