import type { Database } from 'bun:sqlite';
import { readSecret } from '../../src/db/stored-secret.ts';
import { PayerKeys } from '../../src/payers/payer-keys.ts';

/** A published tournament tomorrow evening with its courts and `players` places; each has an email and a key. */
export function insertTournamentEvent(
  db: Database,
  players: number,
  {
    courts = 2,
    date = '2026-11-21',
    isPublic = 1,
  }: { courts?: number; date?: string; isPublic?: 0 | 1 } = {},
) {
  const { id } = db
    .query<{ id: number }, [number]>(
      `INSERT INTO event (kind, title, least, most, price, join_until, leave_hours, is_public, state, created_at)
       VALUES ('tournament', 'Friday Americano', 4, 32, 0, 0, 0, ?, 'published', 0) RETURNING id`,
    )
    .get(isPublic) as { id: number };
  db.query(
    `INSERT INTO event_session (id, event_id, date, start_time, duration) VALUES (?1, ?1, ?2, '18:00', 180)`,
  ).run(id, date);
  for (let court = 1; court <= courts; court++) {
    db.query(
      `INSERT OR IGNORE INTO court (id, name, position, active) VALUES (?1, 'Court ' || ?1, ?1, 1)`,
    ).run(court);
    db.query(
      `INSERT INTO claim (court_id, date, slot, session_id) SELECT ?, ?, value, ? FROM json_each(?)`,
    ).run(court, date, id, JSON.stringify([36, 37, 38, 39, 40, 41]));
  }
  const keys = new PayerKeys(readSecret(db, 'cookie'), 'http://localhost');
  const places = Array.from({ length: players }, (_, index) => {
    const email = `player${index + 1}@example.com`;
    const row = db
      .query<{ id: number }, [number, string, string]>(
        `INSERT INTO payer (event_id, state, name, email, phone, search, price, charge, created_at)
         VALUES (?, 'joined', ?, ?, '', '', 0, 0, 0) RETURNING id`,
      )
      .get(id, `${NAMES[index % NAMES.length]} ${String.fromCharCode(65 + index)}hmed`, email) as {
      id: number;
    };
    const link = keys.payerUrl({ id: row.id, booking_id: null, email });
    return { id: row.id, link, headers: { 'x-booking-key': link.split('.').at(-1) as string } };
  });
  return { id, places };
}

const NAMES = ['Ali', 'Sara', 'Bilal', 'Hina', 'Omar', 'Zara', 'Usman', 'Ayesha'];
