/** The last places of fifty matches, asked for on 64 connections while the server is killed. */
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

const [MATCHES, CONNECTIONS, KILLS] = [50, 64, 200];
/** Answers between two kills, another number each time. */
const PACE = [3, 40, 11, 90, 1, 25];

// Tests read fields of answers before they check their types.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

test('64 connections for the last place of 50 matches with 200 kills: no place is taken twice, no rupee is lost', async () => {
  const club = await startServerProcess({ publicHost: 'localhost', env: TRUST_PROXY_ENV });
  const desk = {
    cookie: insertUserSession(club.dataDir, { email: 'desk@example.com', name: 'Sana', role: 'owner' }),
  };
  club.database((db) => db.run('UPDATE session SET expire = expire + 86400000'));
  let [answers, retries] = [0, 0];
  let isOver = false;
  /** The answer of the server that has one, to the same request with the same key. */
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const key = crypto.randomUUID();
    for (;;) {
      const response = await fetch(club.url + path, {
        method: 'POST',
        headers: {
          ...{
            'content-type': 'application/json',
            'idempotency-key': key,
            'x-forwarded-for': nextClientIp(),
          },
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

  const matches: { id: number; booking: number }[] = [];
  for (let index = 0; index < MATCHES; index += 1) {
    const play = {
      date: addDays(clubToday(), 3 + (index % 10)),
      start_time: `${15 + Math.floor(index / 10)}:00`,
    };
    const contact = { email: `host${index}@example.com`, phone: `03001${String(index).padStart(6, '0')}` };
    const booked = await post('/api/book', bookingBody({ ...play, ...contact, payment_method: 'cash' }));
    const booking = Number(booked.json.booking?.id);
    const key = { 'x-booking-key': String(booked.json.manage_url).split('.').at(-1) as string };
    const opened = await post(`/api/booking/${booking}/open`, { places: 1 }, key);
    expect([booked.status, opened.status]).toEqual([201, 201]);
    matches.push({ id: Number(opened.json.match?.id), booking });
  }

  /** What the server has confirmed: the state of each player, and PKR that came from them. */
  const told = new Map<number, { state: string; received: number }>();
  const statuses: Record<string, number> = {};
  const count = (what: string) => {
    statuses[what] = (statuses[what] ?? 0) + 1;
  };
  let turn = 0;
  const connection = async () => {
    while (!isOver) {
      const number = turn++;
      // All connections want the same place before they go to the next match.
      const match = matches[Math.floor(number / CONNECTIONS) % MATCHES] as (typeof matches)[number];
      const contact = { name: `Player ${number}`, email: `player${number}@example.com` };
      const joined = await post(`/api/matches/${match.id}/players`, { ...contact, wait: number % 16 === 0 });
      count(`join ${joined.status}`);
      if (joined.status !== 201) continue;
      const id = Number(joined.json.payer?.id);
      const known = { state: String(joined.json.payer?.state), received: 0 };
      told.set(id, known);
      const own = { 'x-booking-key': String(joined.json.join_url).split('.').at(-1) as string };
      const charge = Number(joined.json.payer?.charge);
      if (known.state === 'joined' && number % 3 > 0) {
        const paid = await post(`/api/payers/${id}/pay`, { method: 'cash', amount: charge }, own);
        count(`promise ${paid.status}`);
        const payments = `/api/admin/bookings/${match.booking}/payments`;
        const taken = await post(payments, { amount: charge, method: 'cash', payer_id: id }, desk);
        count(`payment ${taken.status}`);
        if (taken.status === 201) known.received = charge;
      }
      const left = await post(`/api/payers/${id}/leave`, {}, own);
      count(`leave ${left.status}`);
      if (left.status === 200) known.state = 'left';
      if (known.received === 0) continue;
      const refunds = `/api/admin/bookings/${match.booking}/refunds`;
      const refund = await post(refunds, { amount: known.received, method: 'cash', payer_id: id }, desk);
      count(`refund ${refund.status}`);
      if (refund.status === 201) known.received = 0;
    }
  };

  /** What breaks a promise in the file of a server that is dead. */
  const findFaults = () => {
    const db = new Database(join(club.dataDir, 'club.db'));
    try {
      const crowded = db
        .query(
          `SELECT match.id FROM match JOIN payer ON payer.booking_id = match.booking_id AND position > 1
             AND state IN ('joined', 'invited') GROUP BY match.id HAVING count(*) > match.capacity`,
        )
        .all();
      const unequal = db
        .query(
          `SELECT payer.id FROM payer WHERE position > 1 AND received <>
             (SELECT ifnull(sum(amount), 0) FROM ledger_entry WHERE payer_id = payer.id)`,
        )
        .all();
      return [...crowded, ...unequal, ...listBookFaults(db)];
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
  const lost = club.database((db) =>
    [...told].filter(([id, { state, received }]) => {
      const row = db
        .query<{ state: string; received: number }, [number]>(
          'SELECT state, received FROM payer WHERE id = ?',
        )
        .get(id);
      // A player who waits may have been given the place.
      const isSame = row?.state === state || (state === 'waiting' && row?.state === 'joined');
      return !isSame || row?.received !== received;
    }),
  );
  const joined = club.database((db) =>
    db.query<{ count: number }, []>('SELECT count(*) AS count FROM payer WHERE position > 1').get(),
  );
  console.log({ kills: KILLS, answers, retries, payers: told.size, ...statuses });
  expect(faults).toEqual([]);
  expect(lost).toEqual([]);
  // A request that was sent again has joined once.
  expect(joined?.count).toBe(told.size);
  expect(integrity).toMatchObject(INTACT);
  expect(statuses['join 201']).toBeGreaterThan(KILLS);
  expect(statuses['join 409']).toBeGreaterThan(KILLS);
  await club.close();
}, 3_600_000);
