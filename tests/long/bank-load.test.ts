/** The bank's statement on the executable: a file of 50,000 lines, and many desks at one time with kills. */
import type { Database } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { addDays, clubInstant, clubTimestamp } from '../../src/domain/business-day.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { COLUMNS, csvOf, statementForm } from '../support/drop-statement.ts';
import { bookingInserter } from '../support/insert-booking.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { readMemory, resetPeakMemory } from '../support/process-memory.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const servers: ServerProcess[] = [];
afterEach(async () => {
  for (const club of servers.splice(0)) await club.close();
});
async function startServer(dataDir?: string) {
  const club = await startServerProcess(dataDir ? { dataDir } : {});
  servers.push(club);
  return club;
}

const PRICE = 4000;
const nameOf = (id: number) =>
  `${['Ayesha', 'Bilal', 'Hamza', 'Sana', 'Usman', 'Hina'][id % 6]} ${['Khan', 'Malik', 'Butt', 'Raza'][id % 4]}`;

/** Pending bookings 1 to `count` of two courts, 24 a day until the date `last`, booked two days before play. */
function insertBookings(db: Database, count: number, last: string) {
  const bookings = Array.from({ length: count }, (_, at) => {
    const date = addDays(last, Math.floor((at - count + 1) / 24));
    return { id: at + 1, date, booked_at: clubInstant(addDays(date, -2), 9 * 60 + (at % 24) * 20) };
  });
  const insert = bookingInserter(db);
  const claim = db.prepare('INSERT INTO claim (court_id, date, slot, booking_id) VALUES (?, ?, ?, ?)');
  db.transaction(() => {
    for (const { id, date, booked_at } of bookings) {
      const hour = 8 + (Math.floor(id / 2) % 12);
      const times = [`${String(hour).padStart(2, '0')}:00`, `${String(hour).padStart(2, '0')}:30`];
      const court = 1 + (id % 2);
      insert({
        id,
        court_id: court,
        date,
        slots: times,
        name: nameOf(id),
        email: `customer${id}@example.com`,
        payment_method: 'bank_transfer',
        hourly_rate: PRICE,
        price: PRICE,
        created_at: booked_at,
      });
      for (const slot of [2 * hour, 2 * hour + 1]) claim.run(court, date, slot, id);
    }
  })();
  return bookings;
}

/** Milliseconds of the processor that the server's loop has used. */
function loopTime(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

test('50,000 lines are read, shown and confirmed while visitors are answered', async () => {
  const club = await startServer();
  const { pid } = club.process;
  const yesterday = addDays(clubTimestamp(Date.now()).slice(0, 10), -1);
  const bookings = club.database((db) => insertBookings(db, 4000, yesterday));
  const first = bookings[0]?.date as string;
  const rows = bookings.map(({ id, booked_at }) => {
    const [date = '', time = ''] = clubTimestamp(booked_at + 600_000).split(/[T+]/);
    return [date, PRICE, `${time} IBFT FROM ${nameOf(id).toUpperCase()} MEZAN BANK booking ${id} STAN ${id}`];
  });
  // The club's café takes money on the same account.
  while (rows.length < 50_000) {
    const at = rows.length;
    rows.unshift([
      addDays(first, at % 160),
      `${300 + (at % 500)}.50`,
      `CAFE SALE till ${at % 3} STAN ${at} Meezan Bank Faisalabad`,
    ]);
  }
  const cookie = insertUserSession(club.dataDir, { email: 'owner@example.com', name: 'Sana', role: 'owner' });
  const call = async (method: string, path: string, body?: FormData) => {
    const init: RequestInit = { method, headers: { cookie } };
    if (body) init.body = body;
    const response = await fetch(club.url + path, init);
    return { status: response.status, json: (await response.json()) as { data: Record<string, number> } };
  };
  const csv = csvOf(rows);
  expect(csv.length).toBeLessThan(8 * 1024 * 1024);

  const waits: number[] = [];
  const progress = new Set<number>();
  let active = true;
  const visitor = (async () => {
    while (active) {
      const before = loopTime(pid);
      await (await fetch(`${club.url}/api/health/live`)).bytes();
      waits.push(loopTime(pid) - before);
      await Bun.sleep(5);
    }
  })();
  const desk = (async () => {
    while (active) {
      const { json } = await call('GET', '/api/admin/statements/progress');
      if (json.data) progress.add(json.data.done as number);
      await Bun.sleep(100);
    }
  })();
  const others = Promise.all([visitor, desk]);
  others.catch(() => {});
  resetPeakMemory(pid);
  const idle = readMemory(pid).now;
  const steps: string[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    waits.length = 0;
    const started = loopTime(pid);
    const result = await work();
    steps.push(
      `${name} ${(loopTime(pid) - started).toFixed(0)} ms, a visitor waited ${Math.max(...waits).toFixed(0)} ms at most, ${(readMemory(pid).peak - idle).toFixed(0)} MB`,
    );
    return result;
  };
  const read = await step('read', () => call('POST', '/api/admin/statements', statementForm(csv, COLUMNS)));
  expect(read).toMatchObject({ status: 201, json: { data: { lines: 50_000, new: 50_000, broken: [] } } });
  const listed = await step('listed', () => call('GET', '/api/admin/bank-lines'));
  expect(listed.json.data.counts).toMatchObject({ older: 45_000 });
  const confirmed = await step('confirmed', () => call('POST', '/api/admin/bank-lines/match-sure'));
  const again = await step('read again', () =>
    call('POST', '/api/admin/statements', statementForm(csv, COLUMNS)),
  );
  expect(again.json.data).toMatchObject({ lines: 50_000, new: 0 });
  active = false;
  await others;
  const memory = readMemory(pid).peak - idle;
  console.log(
    `processor time of the loop: ${steps.join('; ')}; ${confirmed.json.data.matched} lines confirmed, ${memory.toFixed(0)} MB more memory, ${progress.size} steps of progress seen`,
  );
  expect(confirmed.json.data.matched).toBe(4000);
  const [books] = club.database((db) =>
    db
      .query<{ paid: number; used: number }, []>(
        `SELECT (SELECT sum(received) FROM booking) AS paid, (SELECT sum(used) FROM bank_line) AS used`,
      )
      .all(),
  );
  expect(books).toEqual({ paid: 4000 * PRICE, used: 4000 * PRICE });
  expect(progress.size).toBeGreaterThan(2);
  expect(memory).toBeLessThan(400);
}, 900_000);

test('64 desks confirm, free and cancel the same lines while the server is killed, and a line is used once', async () => {
  const COUNT = 600;
  let club = await startServer();
  /** Settled while the server runs. */
  let running: Promise<unknown> = Promise.resolve();
  const { dataDir } = club;
  const bookings = club.database((db) => insertBookings(db, COUNT, addDays(clubToday(), 20)));
  club.database((db) =>
    db.run('UPDATE booking SET created_at = ? WHERE id <= ?', [Date.now() - 3_600_000, COUNT]),
  );
  const cookie = insertUserSession(dataDir, { email: 'owner@example.com', name: 'Sana', role: 'owner' });
  const statuses = new Map<string, number>();
  const call = async (method: string, path: string, body?: unknown): Promise<number> => {
    await running;
    const init: RequestInit = { method, headers: { cookie, 'content-type': 'application/json' } };
    if (body) init.body = JSON.stringify(body);
    const response = await fetch(club.url + path, init).catch(() => null);
    await response?.bytes().catch(() => null);
    const status = response?.status ?? 0;
    const name = `${method} ${path.replace(/\d+/, ':id').replace('/api/admin', '')} ${status}`;
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
    return status;
  };
  const today = clubTimestamp(Date.now()).slice(0, 10);
  const form = statementForm(csvOf(bookings.map(({ id }) => [today, PRICE, `booking ${id}`])), COLUMNS);
  const init = { method: 'POST', headers: { cookie }, body: form };
  expect((await fetch(`${club.url}/api/admin/statements`, init)).status).toBe(201);

  /** Lines that an answer called used and that no desk frees. */
  const acknowledged = new Set<number>();
  let next = 0;
  const desk = async () => {
    for (let turn = next++; turn < 4000; turn = next++) {
      const id = 1 + ((turn * 7) % COUNT);
      if (turn % 16 === 0) await call('POST', '/api/admin/bank-lines/match-sure');
      else if (turn % 4 === 1) await call('PUT', `/api/admin/bookings/${id}/status`, { status: 'cancelled' });
      else if (turn % 4 === 2 && id % 5 === 0) await call('DELETE', `/api/admin/bank-lines/${id}/match`);
      else {
        const parts = [{ booking_id: id, amount: PRICE }];
        const status = await call('POST', `/api/admin/bank-lines/${id}/match`, { parts });
        if (status === 201 && id % 5 !== 0) acknowledged.add(id);
      }
    }
  };
  const desks = Promise.all(Array.from({ length: 64 }, desk));
  let kills = 0;
  for (const turn of [400, 900, 1400, 1900, 2400]) {
    while (next < turn) await Bun.sleep(1);
    const started = Promise.withResolvers<void>();
    running = started.promise;
    await club.stop('SIGKILL');
    kills += 1;
    club = await startServer(dataDir);
    started.resolve();
  }
  await desks;
  await club.stop('SIGKILL');
  club = await startServer(dataDir);

  const [sums] = club.database((db) =>
    db
      .query<Record<string, number>, []>(
        `WITH standing AS (SELECT match.line_id, entry.id, entry.amount FROM bank_match AS match
           JOIN ledger_entry AS entry ON entry.id = match.entry_id
           WHERE NOT EXISTS (SELECT 1 FROM ledger_entry AS undone WHERE undone.reverses = entry.id))
         SELECT (SELECT count(*) FROM bank_line WHERE used > 0) AS used,
           (SELECT count(*) FROM standing) AS standing,
           (SELECT count(*) FROM bank_line WHERE used * 100 > paisa) AS twice,
           (SELECT count(*) FROM bank_line WHERE used <> ifnull((SELECT sum(amount) FROM standing WHERE line_id = bank_line.id), 0)) AS wrong,
           (SELECT sum(amount) FROM ledger_entry) - (SELECT sum(used) FROM bank_line) AS apart,
           (SELECT count(*) FROM booking WHERE received <> ifnull((SELECT sum(amount) FROM ledger_entry WHERE booking_id = booking.id), 0)) AS unbalanced`,
      )
      .all(),
  );
  console.log(
    `${kills} kills, ${acknowledged.size} lines acknowledged, ${JSON.stringify(sums)}; ${[...statuses].map(([name, count]) => `${name}: ${count}`).join(', ')}`,
  );
  expect(sums).toMatchObject({ twice: 0, wrong: 0, apart: 0, unbalanced: 0 });
  expect(sums?.standing).toBe(sums?.used as number);
  const used = club.database((db) =>
    db
      .query<{ id: number }, []>('SELECT id FROM bank_line WHERE used > 0')
      .all()
      .map(({ id }) => id),
  );
  expect([...acknowledged].filter((id) => !used.includes(id))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(200);
  expect(checkIntegrity(dataDir)).toMatchObject(INTACT);
}, 900_000);
