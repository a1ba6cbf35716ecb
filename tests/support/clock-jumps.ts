import type { ServerProcess } from './server-process.ts';
import { bookingBody } from './test-club.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How far the tests' clocks jump, forward and back. */
export const JUMPS: [name: string, ms: number][] = [
  ['10 seconds', 10 * SECOND],
  ['5 minutes', 5 * MINUTE],
  ['3 hours', 3 * HOUR],
  ['3 days', 3 * DAY],
  ['400 days', 400 * DAY],
];

/** An unpaid booking three days from now, by default waiting as long as the club allows. */
export async function bookUnpaid(club: ServerProcess, start_time: string, payBy?: number): Promise<number> {
  const date = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10);
  const email = `guest${start_time.slice(0, 2)}@example.com`;
  const answer = await fetch(`${club.url}/api/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bookingBody({ date, start_time, email })),
  });
  if (answer.status !== 201) throw new Error(`the booking was refused: ${await answer.text()}`);
  const { id } = ((await answer.json()) as { booking: { id: number } }).booking;
  if (payBy !== undefined) setPayBy(club, [id], payBy);
  return id;
}

const setPayBy = (club: ServerProcess, ids: number[], at: number) =>
  club.database((db) => {
    for (const id of ids) {
      db.run('UPDATE booking SET pay_by = ? WHERE id = ?', [at, id]);
      db.run('UPDATE payer SET remind_at = NULL WHERE booking_id = ?', [id]);
    }
  });

export const cancelledIds = (club: ServerProcess) =>
  club.database((db) =>
    db
      .query<{ id: number }, []>("SELECT id FROM booking WHERE status = 'cancelled' ORDER BY id")
      .all()
      .map(({ id }) => id),
  );
