/** The server is killed while people join an event and while the club cancels it: all of a change stays, or nothing. */
import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { startServerProcess } from '../support/server-process.ts';

test('no place is sold twice, what was answered stays, and a cancellation is whole', async () => {
  const club = await startServerProcess({ env: TRUST_PROXY_ENV });
  try {
    const cookie = insertUserSession(club.dataDir, {
      email: 'desk@example.com',
      name: 'Sana',
      role: 'owner',
    });
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(club.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: club.url, ...headers },
        body: JSON.stringify(body),
      });
    const session = { date: addDays(clubToday(), 5), start_time: '18:00', duration: 60, court_ids: [1] };
    const event = { kind: 'class', title: 'Class', least: 1, most: 8, price: 3000, publish: true };
    const created = await post('/api/admin/events', { ...event, sessions: [session] }, { cookie });
    const { data } = (await created.json()) as { data: { event: { id: number; version: number } } };
    const { id, version } = data.event;

    const answered: number[] = [];
    const joins = Array.from({ length: 30 }, async (_, at) => {
      const body = { name: `Player ${at}`, email: `p${at}@example.com`, method: 'cash' };
      const from = { 'x-forwarded-for': `203.0.113.${at + 1}` };
      const answer = await post(`/api/events/${id}/places`, body, from);
      if (answer.status !== 201) return;
      const { places } = (await answer.json()) as { places: { id: number }[] };
      answered.push(...places.map((place) => place.id));
    });
    await Promise.race(joins);
    await club.stop('SIGKILL');
    await Promise.allSettled(joins);
    await club.restart();
    const payers = () =>
      club.database((db) =>
        db
          .query<{ id: number; state: string; places: number }, []>(
            `SELECT payer.id, state, (SELECT count(*) FROM event_place WHERE payer_id = payer.id) AS places
             FROM payer WHERE event_id IS NOT NULL ORDER BY id`,
          )
          .all(),
      );
    const joined = payers();
    expect(joined.length).toBeLessThanOrEqual(8);
    expect(joined.every(({ state, places }) => state === 'joined' && places === 1)).toBe(true);
    expect(joined.map((payer) => payer.id)).toEqual(expect.arrayContaining(answered));

    const cancel = Promise.allSettled([
      post(`/api/admin/events/${id}/cancel`, { reason: 'Rain', version }, { cookie }),
    ]);
    await club.stop('SIGKILL');
    await cancel;
    await club.restart();
    const states = new Set(payers().map(({ state }) => state));
    const claims = club.database(
      (db) => db.query<{ n: number }, []>('SELECT count(*) AS n FROM claim').get()?.n,
    );
    const state = club.database(
      (db) => db.query<{ state: string }, []>('SELECT state FROM event').get()?.state,
    );
    const whole = state === 'cancelled' ? [['left'], 0] : [['joined'], 2];
    expect([[...states], claims]).toEqual(whole as [string[], number]);
    expect(checkIntegrity(club.dataDir)).toMatchObject(INTACT);
  } finally {
    await club.close();
  }
});
