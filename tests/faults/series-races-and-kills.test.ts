/** A series on the executable: killed while it writes, and against bookings of the same moment. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { addDays, weekdayOf } from '../../src/domain/business-day.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { startServerProcess } from '../support/server-process.ts';

const KILLS = 3;
const DATES = 26;
const FIRST = addDays(clubToday(), 2);
const ADMIN = { email: 'admin@example.com', name: 'Sana Malik', is_admin: true };

/** Thursday's, Friday's … series at different hours, so that each has slots of its own. */
function seriesBody(number: number, over: object = {}) {
  const from = addDays(FIRST, number % 7);
  return {
    ...{ court_id: 1 + (number % 2), half_hours: 2, weekday: weekdayOf(from), from, count: DATES },
    start_time: `${String(8 + (Math.floor(number / 14) % 12)).padStart(2, '0')}:00`,
    guest: { name: 'Hamza Tariq', email: `h${number}@example.com` },
    ...over,
  };
}

const rows = <Row>(dataDir: string, sql: string): Row[] => {
  const db = new Database(join(dataDir, 'club.db'), { readonly: true });
  const found = db.query<Row, []>(sql).all();
  db.close();
  return found;
};

test(`${KILLS} kills while series are written leave whole series only, each told once`, async () => {
  let server = await startServerProcess();
  const { dataDir } = server;
  const cookie = insertUserSession(dataDir, ADMIN);
  const written = new Set<number>();
  let number = 0;
  const write = async () => {
    const answer = await fetch(`${server.url}/api/admin/series`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, cookie },
      body: JSON.stringify(seriesBody(number++)),
    });
    const { data } = (await answer.json()) as { data?: { series: { id: number } } };
    if (data) written.add(data.series.id);
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const writing = Promise.allSettled([write(), write(), write(), write()]);
    await Bun.sleep(Math.random() * 120);
    await server.stop('SIGKILL');
    await writing;
    server = await startServerProcess({ dataDir });
  }
  await server.stop();
  const series = rows<{ id: number; dates: number; claims: number; letters: number }>(
    dataDir,
    `SELECT series.id, count(*) AS dates,
       (SELECT count(*) FROM claim JOIN booking ON booking.id = claim.booking_id WHERE series_id = series.id) AS claims,
       (SELECT count(*) FROM outbox JOIN booking ON booking.id = outbox.booking_id
        WHERE series_id = series.id AND outbox.kind = 'series.changed') AS letters
     FROM series LEFT JOIN booking ON booking.series_id = series.id GROUP BY series.id`,
  );
  for (const one of series)
    expect({ ...one, id: 0 }).toEqual({ id: 0, dates: DATES, claims: 2 * DATES, letters: 1 });
  const ids = new Set(series.map(({ id }) => id));
  expect([...written].filter((id) => !ids.has(id))).toEqual([]);
  console.log(`series: ${series.length} whole, ${written.size} acknowledged, ${4 * KILLS} sent`);
  const { ids: _, ...integrity } = checkIntegrity(dataDir);
  expect(integrity).toEqual(INTACT);
  await server.close();
}, 180_000);

test('a series and bookings of the same moment: all of its dates or none, and each slot is sold once', async () => {
  const server = await startServerProcess();
  const cookie = insertUserSession(server.dataDir, ADMIN);
  const headers = { 'content-type': 'application/json', origin: server.url, cookie };
  const outcomes: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const plan = { court_id: 1, start_time: `${String(8 + round).padStart(2, '0')}:00`, count: 8 };
    const body = JSON.stringify(seriesBody(0, plan));
    const preview = await fetch(`${server.url}/api/admin/series/preview`, { method: 'POST', headers, body });
    const { data } = (await preview.json()) as { data: { dates: { date: string; conflicts: object[] }[] } };
    expect(data.dates.flatMap(({ conflicts }) => conflicts)).toEqual([]);
    const target = data.dates[5]?.date;
    const book = () =>
      fetch(`${server.url}/api/admin/bookings`, {
        ...{ method: 'POST', headers },
        body: JSON.stringify({
          court_id: 1,
          date: target,
          slots: [plan.start_time, plan.start_time.replace('00', '30')],
          name: 'Umar',
        }),
      });
    const send = () => fetch(`${server.url}/api/admin/series`, { method: 'POST', headers, body });
    const [one, other] = round % 2 ? [book(), send()] : [send(), book()];
    const statuses = [(await one).status, (await other).status];
    const [seriesStatus, bookingStatus] = round % 2 ? statuses.toReversed() : statuses;
    outcomes.push(`${seriesStatus} ${bookingStatus}`);
  }
  expect(outcomes.filter((outcome) => !['201 409', '409 201'].includes(outcome))).toEqual([]);
  await server.stop();
  const dates = rows<{ n: number }>(server.dataDir, 'SELECT count(*) AS n FROM booking GROUP BY series_id');
  expect(dates.filter(({ n }) => n !== 8).length).toBeLessThanOrEqual(1);
  const { ids: _, ...integrity } = checkIntegrity(server.dataDir);
  expect(integrity).toEqual(INTACT);
  await server.close();
}, 120_000);
