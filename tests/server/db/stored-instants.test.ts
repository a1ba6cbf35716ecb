/** What a clock that was ahead has written is repaired once: at the start, and when the clock is seen to be set back. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { listFutureInstants } from '../../../src/db/stored-instants.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { bookingBody, createTestClub, FRIDAY_AFTERNOON, type TestClub } from '../../support/test-club.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AHEAD = FRIDAY_AFTERNOON + 40 * DAY;

let club: TestClub;
let admin: Record<string, string>;
beforeEach(async () => {
  club = await createTestClub({ now: AHEAD });
  admin = (await club.signIn({ is_admin: true })).headers;
});
afterEach(() => club.close());

const tables = () => listFutureInstants(club.db, club.clock.now).map(({ table }) => table);
const write = () => club.club.write(() => {});
const addRateLimit = () =>
  club.db.run('INSERT INTO rate_limit VALUES (?, 10, ?, ?, ?)', [
    'digest',
    AHEAD,
    AHEAD + HOUR,
    AHEAD + HOUR,
  ]);

test('the first write after the clock was set back repairs waits, sessions and links, before its own rows', async () => {
  addRateLimit();
  club.db.run("INSERT INTO personal_data_link (token, email, expire) VALUES ('d', 'a@example.com', ?)", [
    AHEAD + DAY,
  ]);
  club.db.run(
    "INSERT INTO invitation (token, email, role, created_at, expire) VALUES ('i', 'i@example.com', 'staff', ?, ?)",
    [AHEAD, AHEAD + 7 * DAY],
  );
  club.db.run("INSERT INTO passkey_challenge VALUES ('c', 'login', NULL, ?)", [AHEAD + 5 * MINUTE]);
  club.db.run("INSERT INTO idempotency VALUES ('k', NULL, 'body', 'answer', ?)", [AHEAD]);
  club.clock.now = FRIDAY_AFTERNOON;
  const seen = await club.club.write(() => club.rows('SELECT expire FROM session'));
  expect(seen).toEqual([{ expire: FRIDAY_AFTERNOON + 30 * DAY }]);
  expect(club.rows('SELECT * FROM rate_limit')).toEqual([]);
  expect(club.rows('SELECT * FROM passkey_challenge')).toEqual([]);
  expect(club.rows('SELECT expire FROM personal_data_link')).toEqual([{ expire: FRIDAY_AFTERNOON + DAY }]);
  expect(club.rows('SELECT expire FROM invitation')).toEqual([{ expire: FRIDAY_AFTERNOON + 7 * DAY }]);
  expect(club.rows('SELECT created_at FROM idempotency')).toEqual([{ created_at: FRIDAY_AFTERNOON }]);
});

test('a place of a match that was held by a clock ahead is free half an hour after the set-back', async () => {
  const { json: booked } = await club.post('/api/book', bookingBody({ date: '2027-01-05' }), admin);
  const { json } = await club.post(
    `/api/booking/${booked.booking.id}/open`,
    { places: 1 },
    keyHeader(booked),
  );
  const path = `/api/matches/${json.match.id}/players`;
  const join = (name: string) => club.post(path, { name: `${name} Khan`, email: `${name}@example.com` });
  expect((await join('Sana')).status).toBe(201);
  club.clock.now = FRIDAY_AFTERNOON;
  await write();
  expect(club.rows('SELECT hold_until FROM payer WHERE hold_until IS NOT NULL')).toEqual([
    { hold_until: FRIDAY_AFTERNOON + 30 * MINUTE },
  ]);
});

test('a job notices it too, and a small correction changes nothing', async () => {
  addRateLimit();
  await write();
  club.clock.now -= 4 * MINUTE;
  await club.schedule.runNow('release what is due');
  expect(club.rows('SELECT since FROM rate_limit')).toEqual([{ since: AHEAD }]);
  club.clock.now -= HOUR;
  await club.schedule.runNow('release what is due');
  expect(club.rows('SELECT * FROM rate_limit')).toEqual([]);
});

test('each set-back is repaired, and a clock that goes on costs nothing', async () => {
  await write();
  for (const days of [10, 20]) {
    club.clock.now = AHEAD - days * DAY;
    club.db.run('UPDATE session SET expire = ?', [AHEAD + 30 * DAY]);
    await write();
    expect(club.rows('SELECT expire FROM session')).toEqual([{ expire: club.clock.now + 30 * DAY }]);
  }
  // What was written since counts as right: the clock only goes on.
  addRateLimit();
  club.clock.now += MINUTE;
  await write();
  expect(club.rows('SELECT count(*) AS n FROM rate_limit')).toEqual([{ n: 1 }]);
});

test('a server that starts with the right clock repairs what the last one has written', async () => {
  addRateLimit();
  await write();
  const { dataDir } = club;
  club.db.close();
  const restarted = await createTestClub({ dataDir, now: FRIDAY_AFTERNOON });
  await restarted.club.write(() => {});
  expect(restarted.rows('SELECT * FROM rate_limit')).toEqual([]);
  restarted.db.close();
  club = await createTestClub();
});

test('records of what happened keep their times, and are reported', async () => {
  const { status } = await club.post('/api/book', bookingBody({ date: '2027-01-05' }), admin);
  expect(status).toBe(201);
  club.clock.now = FRIDAY_AFTERNOON;
  await write();
  expect(tables()).toEqual(['booking', 'user']);
  expect(club.rows('SELECT created_at FROM booking')).toEqual([{ created_at: AHEAD }]);
  await club.schedule.runNow('future instants');
  expect(club.logLines.filter((line) => line.includes('rows from a clock that was ahead'))).toHaveLength(2);
});
