import type { Database } from 'bun:sqlite';
import type { PersonalDataSource } from '../db/personal-data-source.ts';

/** A member's requests; the series itself has no personal data, because its bookings do. */
export function seriesPersonalData(db: Database): PersonalDataSource {
  return {
    read: ({ user_id }) => ({
      series_requests: db
        .query<Record<string, unknown>, [number | null]>(
          `SELECT court_id, start_time, half_hours, every_weeks, from_date, dates, note, created_at FROM series_request
           WHERE user_id = ? ORDER BY id`,
        )
        .all(user_id),
    }),
    erase: (tx, { user_id }) => {
      tx.db.query('DELETE FROM series_request WHERE user_id = ?').run(user_id);
      return undefined;
    },
  };
}
