/** A jump of the clock ends nothing until it is confirmed, by ten minutes without another one or by an owner. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readLastTime, writeLastTime } from '../../../src/db/last-time.ts';
import { DAY, HOUR, JUMPS, MINUTE, SECOND } from '../../support/clock-jumps.ts';
import { bookingBody, createTestClub, FRIDAY_AFTERNOON, type TestClub } from '../../support/test-club.ts';

let club: TestClub;
let clubs: TestClub[] = [];
const open = async (options: Parameters<typeof createTestClub>[0] = {}) => {
  club = await createTestClub(options);
  clubs.push(club);
  return club;
};
beforeEach(() => open());
afterEach(async () => {
  for (const each of clubs) await each.close();
  clubs = [];
});

const jump = (ms: number) => {
  club.clock.now += ms;
  club.clock.jumped += ms;
};
/** Time passes second by second, as the jobs see it. */
const pass = async (ms: number, step = 10 * SECOND) => {
  for (let left = ms; left > 0; left -= step) {
    club.clock.now += Math.min(step, left);
    await club.schedule.runNow('release what is due');
    await club.schedule.runNow('clock');
  }
};
/** A booking that waits for money for so long. */
const bookUnpaid = async (wait: number, start_time = '18:00') => {
  const email = `guest${start_time.replace(':', '')}@example.com`;
  const answer = await club.post('/api/book', bookingBody({ date: '2026-11-26', start_time, email }));
  expect(answer.status).toBe(201);
  const { id } = answer.json.booking as { id: number };
  club.db.run('UPDATE booking SET pay_by = ? WHERE id = ?', [club.clock.now + wait, id]);
  club.db.run('UPDATE payer SET remind_at = NULL WHERE booking_id = ?', [id]);
  return id;
};
const statusOf = (id: number) =>
  club.rows<{ status: string }>(`SELECT status FROM booking WHERE id = ${id}`)[0]?.status;

for (const [name, size] of JUMPS) {
  for (const direction of [1, -1]) {
    test(`a jump of ${name} ${direction > 0 ? 'ahead' : 'back'} for a minute releases nothing early, and nothing 15 minutes late`, async () => {
      const soon = await bookUnpaid(2 * MINUTE, '18:00');
      const later = await bookUnpaid(30 * MINUTE, '20:00');
      await pass(MINUTE);
      jump(direction * size);
      await pass(30 * SECOND);
      expect([statusOf(soon), statusOf(later)]).toEqual(['pending', 'pending']);
      jump(-direction * size);
      await pass(20 * SECOND);
      expect([statusOf(soon), statusOf(later)]).toEqual(['pending', 'pending']);
      await pass(15 * MINUTE + 10 * SECOND);
      expect([statusOf(soon), statusOf(later)]).toEqual(['cancelled', 'pending']);
      await pass(12 * MINUTE + 50 * SECOND);
      expect(statusOf(later)).toBe('pending');
      await pass(10 * SECOND);
      expect(statusOf(later)).toBe('cancelled');
    });
  }
}

test('a jump ahead that lasts ends what is due after ten minutes, not before', async () => {
  const id = await bookUnpaid(HOUR);
  await pass(MINUTE);
  jump(3 * DAY);
  await pass(9 * MINUTE + 50 * SECOND);
  expect(statusOf(id)).toBe('pending');
  await pass(MINUTE + 10 * SECOND);
  expect(statusOf(id)).toBe('cancelled');
});

test('a booking that is due takes along none that is due only because of the jump', async () => {
  const due = await bookUnpaid(MINUTE, '18:00');
  const waiting = await bookUnpaid(MINUTE + 5 * SECOND, '20:00');
  jump(10 * SECOND);
  await pass(MINUTE);
  expect([statusOf(due), statusOf(waiting)]).toEqual(['cancelled', 'pending']);
});

test('a jump back that returns leaves the deadlines of new bookings and open offers as they were', async () => {
  await pass(MINUTE);
  const { json } = await club.post('/api/book', bookingBody({ date: '2026-11-22' }));
  const { pay_by } = json.booking as { pay_by: string };
  jump(-3 * HOUR);
  await club.club.write(() => {});
  jump(3 * HOUR);
  await pass(12 * MINUTE);
  expect(club.findBooking(json.booking.id)?.pay_by).toBe(pay_by);
});

test('small steps that never end are believed one by one', async () => {
  const id = await bookUnpaid(20 * MINUTE);
  for (let step = 0; step < 40; step += 1) {
    jump(5 * SECOND);
    await pass(MINUTE);
  }
  expect(statusOf(id)).toBe('cancelled');
});

test('while the time is unconfirmed no job that ends something runs', async () => {
  const member = await club.signIn();
  const link = "INSERT INTO personal_data_link (token, email, expire) VALUES ('d', 'a@example.com', ?)";
  club.db.run(link, [club.clock.now + DAY]);
  club.db.run(
    "INSERT INTO invitation (token, email, role, created_at, expire) VALUES ('i', 'i@example.com', 'staff', ?, ?)",
    [club.clock.now, club.clock.now + 7 * DAY],
  );
  const rows = () =>
    ['session', 'personal_data_link', 'invitation', 'idempotency', 'booking_origin'].map(
      (table) => club.rows<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)[0]?.n,
    );
  await club.post('/api/book', bookingBody(), { ...member.headers, 'idempotency-key': 'key-12345' });
  await club.schedule.runNow('clock');
  const before = rows();
  expect(before).not.toContain(0);
  jump(400 * DAY);
  for (const name of [
    'clock',
    'sessions',
    'personal-data links',
    'idempotency-cleanup',
    'booking-origin-cleanup',
  ])
    await club.schedule.runNow(name);
  expect(rows()).toEqual(before);
  await pass(11 * MINUTE);
  for (const name of ['sessions', 'personal-data links', 'idempotency-cleanup', 'booking-origin-cleanup'])
    await club.schedule.runNow(name);
  expect(rows()).toEqual([0, 0, 0, 0, 0]);
});

test('the jump is an alarm and a warning, and an owner confirms the time', async () => {
  const owner = await club.signIn({ is_admin: true });
  const staff = await club.signIn({ email: 'staff@example.com', role: 'staff' });
  const id = await bookUnpaid(HOUR);
  await club.schedule.runNow('clock');
  jump(3 * DAY);
  await club.schedule.runNow('clock');
  expect(club.logLines.join('')).toContain(
    '"event":"clock jumped","shown":"2026-11-23T15:10:00+05:00","expected":"2026-11-20T15:10:00+05:00"',
  );
  const clockAlarms = async () =>
    (await club.get('/api/admin/inbox', owner.headers)).json.data.alarms.filter(
      ({ kind }: { kind: string }) => kind === 'clock',
    );
  expect(await clockAlarms()).toEqual([
    {
      kind: 'clock',
      text: 'The club’s computer was off or asleep, or its clock jumped, from 3:10 PM on Friday, November 20, 2026 to 3:10 PM on Monday, November 23, 2026. If that’s the time now, there’s nothing to do. Nothing is released, reminded or deleted until the computer has run for ten minutes without a jump.',
    },
  ]);
  expect((await club.get('/api/health', owner.headers)).json.warnings).toEqual(['clock_unconfirmed']);
  expect((await club.post('/api/admin/clock/confirm', {}, staff.headers)).status).toBe(403);
  await club.schedule.runNow('release what is due');
  expect(statusOf(id)).toBe('pending');
  expect((await club.post('/api/admin/clock/confirm', {}, owner.headers)).status).toBe(200);
  expect(await clockAlarms()).toEqual([]);
  await club.schedule.runNow('release what is due');
  expect(statusOf(id)).toBe('cancelled');
  expect(readLastTime(club.dataDir)).toBe(club.clock.now);
});

test('the command line confirms the time of a running server', async () => {
  await club.schedule.runNow('clock');
  jump(-3 * HOUR);
  await club.schedule.runNow('clock');
  const owner = await club.signIn({ is_admin: true });
  const warnings = async () => (await club.get('/api/health', owner.headers)).json.warnings;
  expect(await warnings()).toEqual(['clock_unconfirmed']);
  writeLastTime(club.dataDir, club.clock.now + SECOND);
  await club.schedule.runNow('clock');
  expect(await warnings()).toEqual([]);
});

test.each([
  ['three days after', 3 * DAY],
  ['three days before', -3 * DAY],
])('a server that starts %s the last confirmed time ends what is due after ten minutes', async (_, off) => {
  const id = await bookUnpaid(off > 0 ? HOUR : -5 * DAY);
  await club.schedule.runNow('clock');
  const lastTime = readLastTime(club.dataDir);
  expect(lastTime).toBe(FRIDAY_AFTERNOON);
  const { dataDir } = club;
  await open({ dataDir, now: FRIDAY_AFTERNOON + off, lastTime: FRIDAY_AFTERNOON });
  await pass(9 * MINUTE + 50 * SECOND);
  expect(statusOf(id)).toBe('pending');
  // An unconfirmed time is not stored, or a second start would believe it.
  expect(readLastTime(dataDir)).toBe(FRIDAY_AFTERNOON);
  await pass(MINUTE + 10 * SECOND);
  expect(statusOf(id)).toBe('cancelled');
  expect(readLastTime(dataDir)).toBe(club.clock.now);
});

test('a clock in another year is never believed, and costs nobody what they have', async () => {
  const member = await club.signIn();
  const id = await bookUnpaid(2 * HOUR);
  await club.schedule.runNow('clock');
  const { dataDir } = club;
  // Its battery is empty, and the internet comes back an hour after the power.
  const shown = Date.parse('2009-01-01T05:00:00+05:00');
  const atStart = { dataDir, now: shown, lastTime: FRIDAY_AFTERNOON, earliest: FRIDAY_AFTERNOON - 30 * DAY };
  await open(atStart);
  await pass(HOUR);
  const owner = await club.signIn({ email: 'owner@example.com', is_admin: true });
  expect((await club.get('/api/health', owner.headers)).json.warnings).toEqual(['clock_unconfirmed']);
  const [alarm] = (await club.get('/api/admin/inbox', owner.headers)).json.data.alarms;
  expect(alarm.text).toStartWith('The clock of the club’s computer is before the day this program was made.');
  const confirmed = await club.post('/api/admin/clock/confirm', {}, owner.headers);
  expect([confirmed.status, confirmed.json.error]).toEqual([409, expect.stringContaining('Please set it')]);
  // The command line says the same, unless its clock is another one.
  writeLastTime(dataDir, club.clock.now + SECOND);
  await pass(MINUTE);
  expect((await club.get('/api/health', owner.headers)).json.warnings).toEqual(['clock_unconfirmed']);
  writeLastTime(dataDir, FRIDAY_AFTERNOON);
  jump(FRIDAY_AFTERNOON + 3 * HOUR - club.clock.now);
  await pass(9 * MINUTE);
  expect(statusOf(id)).toBe('pending');
  expect((await club.get('/api/auth/profile', member.headers)).status).toBe(200);
  await pass(2 * MINUTE);
  expect(statusOf(id)).toBe('cancelled');
  expect((await club.get('/api/auth/profile', member.headers)).status).toBe(200);
});

test('a server that starts within five minutes of the last confirmed time goes on at once', async () => {
  const id = await bookUnpaid(MINUTE);
  await club.schedule.runNow('clock');
  const { dataDir } = club;
  await open({ dataDir, now: FRIDAY_AFTERNOON + 4 * MINUTE, lastTime: FRIDAY_AFTERNOON });
  await club.schedule.runNow('release what is due');
  expect(statusOf(id)).toBe('cancelled');
});

test('the time is stored every three minutes, in the same file', async () => {
  await club.schedule.runNow('clock');
  const { ino } = statSync(join(club.dataDir, '.clock'));
  await pass(3 * MINUTE - 10 * SECOND);
  expect(readLastTime(club.dataDir)).toBe(FRIDAY_AFTERNOON);
  await pass(10 * SECOND);
  expect(readLastTime(club.dataDir)).toBe(FRIDAY_AFTERNOON + 3 * MINUTE);
  expect(statSync(join(club.dataDir, '.clock')).ino).toBe(ino);
});

test.each([
  ['a night', 14 * HOUR, []],
  ['a clock that was set back meanwhile', -3 * HOUR, ['clock_unconfirmed']],
])('after a stop, %s is reported as what it is', async (_, off, warned) => {
  const id = await bookUnpaid(off > 0 ? HOUR : -5 * DAY);
  await club.schedule.runNow('clock');
  const { dataDir } = club;
  writeLastTime(dataDir, FRIDAY_AFTERNOON, { stopped: true });
  expect(readLastTime(dataDir)).toBe(FRIDAY_AFTERNOON);
  await open({ dataDir, now: FRIDAY_AFTERNOON + off, lastTime: FRIDAY_AFTERNOON });
  await club.schedule.runNow('clock');
  const owner = await club.signIn({ is_admin: true });
  expect((await club.get('/api/health', owner.headers)).json.warnings).toEqual(warned);
  expect(club.logLines.some((line) => line.includes('clock jumped'))).toBe(warned.length > 0);
  // How long it was really off is not proven, so nothing ends early.
  await pass(9 * MINUTE);
  expect(statusOf(id)).toBe('pending');
  await pass(2 * MINUTE);
  expect(statusOf(id)).toBe('cancelled');
});
