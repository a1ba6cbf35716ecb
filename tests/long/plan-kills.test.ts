/** The last hour of twelve packages, wanted by two browsers on 64 connections while the server is killed. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { listBookFaults } from '../../src/cli/check-books.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { nextClientIp, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { startServerProcess } from '../support/server-process.ts';
import { bookingBody } from '../support/test-club.ts';
import { waitUntil } from '../support/wait-until.ts';

const [MEMBERS, CONNECTIONS, KILLS] = [12, 64, Number(process.env.KILLS ?? 100)];
/** Answers between two kills, another number each time. */
const PACE = [3, 40, 11, 90, 1, 25];
const ANYWHERE = { tiers: null, courts: null, weekdays: null };
const ONE_HOUR = {
  price: 3500,
  months: null,
  days: 90,
  hours: 1,
  hours_for: ANYWHERE,
  discounts: [],
  days_ahead: null,
  cancel_hours: null,
  add_ons: [],
  events_percent: null,
  with_codes: false,
};

// Tests read fields of answers before they check their types.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

test('64 connections for the last hour of 12 packages with kills: it is used once, and nothing is half-written', async () => {
  const club = await startServerProcess({ publicHost: 'localhost', env: TRUST_PROXY_ENV });
  const session = (email: string, role?: 'owner') =>
    insertUserSession(club.dataDir, { email, name: 'Bilal Ahmed', ...(role ? { role } : {}) });
  const desk = { cookie: session('desk@example.com', 'owner') };
  const members = Array.from({ length: MEMBERS }, (_, at) => ({
    email: `member${at}@example.com`,
    cookie: session(`member${at}@example.com`),
  }));
  club.database((db) => db.run('UPDATE session SET expire = expire + 86400000'));
  let [answers, retries] = [0, 0];
  let isOver = false;
  /** The answer of the server that has one, to the same request with the same key. */
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const key = crypto.randomUUID();
    for (;;) {
      const response = await fetch(club.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: club.url,
          'idempotency-key': key,
          'x-forwarded-for': nextClientIp(),
          ...headers,
        },
        body: JSON.stringify(body),
        keepalive: false,
      })
        .then(async (answer) => ({ status: answer.status, json: (await answer.json()) as Json }))
        .catch(() => null);
      if (response && response.status !== 503) {
        answers += 1;
        return response;
      }
      retries += 1;
      await Bun.sleep(50);
    }
  };

  const added = await post('/api/admin/plans', { kind: 'package', name: 'One hour', terms: ONE_HOUR }, desk);
  expect([added.status, added.json.error]).toEqual([201, undefined]);
  const { version_id } = added.json.data.plan;
  for (const { email } of members) {
    const sale = { name: 'Bilal Ahmed', email, version_id, method: 'cash' };
    expect((await post('/api/admin/purchases', sale, desk)).status).toBe(201);
  }

  /** What the server has confirmed of each booking. */
  const told = new Map<number, 'booked' | 'cancelled'>();
  const statuses: Record<string, number> = {};
  const count = (what: string) => {
    statuses[what] = (statuses[what] ?? 0) + 1;
  };
  let turn = 0;
  const connection = async () => {
    while (!isOver) {
      const number = turn++;
      // All connections want the same hour before they go to the next member.
      const member = members[Math.floor(number / CONNECTIONS) % MEMBERS] as (typeof members)[number];
      const own = { cookie: member.cookie };
      const play = {
        date: addDays(clubToday(), 3 + (number % 5)),
        court_id: 1 + (number % 2),
        start_time: `${String(8 + (number % 14)).padStart(2, '0')}:00`,
      };
      const body = bookingBody({ ...play, email: member.email, payment_method: 'cash', amount: 0 });
      const { status, json } = await post('/api/book', body, own);
      count(`book ${status} ${json.reason ?? ''}`.trim());
      if (status !== 201) continue;
      const { id } = json.booking;
      told.set(id, 'booked');
      const cancelled = await post(`/api/booking/${id}/cancel`, {}, own);
      count(`cancel ${cancelled.status}`);
      if (cancelled.status === 200) told.set(id, 'cancelled');
    }
  };

  /** What breaks a promise in the file of a server that is dead. */
  const findFaults = () => {
    const db = new Database(join(club.dataDir, 'club.db'));
    try {
      const twice = db
        .query(
          `SELECT source_id FROM booking_line JOIN booking ON booking.id = booking_id
           WHERE terms ->> '$.plan.used' > 0 AND status <> 'cancelled' GROUP BY source_id HAVING count(*) > 1`,
        )
        .all();
      const half = db
        .query(
          `SELECT booking.id FROM booking WHERE status <> 'cancelled' AND (price <> 0
             OR (SELECT count(*) FROM purchase_slot WHERE booking_id = booking.id) <> 2)`,
        )
        .all();
      const left = db
        .query(
          `SELECT booking_id FROM purchase_slot JOIN booking ON booking.id = booking_id WHERE status = 'cancelled'`,
        )
        .all();
      return [...twice, ...half, ...left, ...listBookFaults(db)];
    } finally {
      db.close();
    }
  };

  const connections = Array.from({ length: CONNECTIONS }, connection);
  const faults: unknown[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const from = answers;
    await waitUntil(() => answers - from >= (PACE[kill % PACE.length] ?? 1), 120);
    await club.stop('SIGKILL');
    faults.push(...findFaults());
    await club.restart();
  }
  isOver = true;
  await Promise.all(connections);
  await club.stop();
  faults.push(...findFaults());
  const integrity = checkIntegrity(club.dataDir);
  const rows = club.database((db) =>
    db.query<{ id: number; status: string }, []>('SELECT id, status FROM booking').all(),
  );
  const lost = [...told].filter(([id, state]) => {
    const status = rows.find((row) => row.id === id)?.status;
    return status === undefined || (status === 'cancelled') !== (state === 'cancelled');
  });
  console.log({ kills: KILLS, answers, retries, bookings: told.size, ...statuses });
  expect(faults).toEqual([]);
  expect(lost).toEqual([]);
  // A request that was sent again has booked once.
  expect(rows.length).toBe(told.size);
  expect(integrity).toMatchObject(INTACT);
  expect(told.size).toBeGreaterThan(KILLS / 2);
  expect(statuses['book 409 price_changed'] ?? 0).toBeGreaterThan(KILLS);
  await club.close();
}, 3_600_000);
