import { afterEach, describe, expect, test } from 'bun:test';
import { addDays } from '../../../src/domain/business-day.ts';
import { mailboxOf } from '../../../src/domain/canonical-mailbox.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

const TODAY = '2026-11-21';
const DAY_MS = 24 * 60 * 60_000;
const BEHIND_PROXY = { env: { TRUST_PROXY: '1' } };
let club: TestClub;
afterEach(() => club?.close());

/** A court's whole day, another one for each `index`, by another guest each time. */
const wholeDayBooking = (index: number, overrides: Record<string, unknown> = {}) =>
  bookingBody({
    court_id: 1 + (index % 2),
    date: addDays(TODAY, 1 + Math.floor(index / 2)),
    start_time: '07:00',
    duration: 42 * 30,
    email: `guest${index}@example.com`,
    ...overrides,
  });
/** One hour, on another day for each `index`. */
const hourBooking = (index: number, overrides: Record<string, unknown> = {}) =>
  bookingBody({ date: addDays(TODAY, 1 + index), email: `guest${index}@example.com`, ...overrides });
const from = (ip: string) => ({ 'x-forwarded-for': ip });
const uniquePhone = (index: number) => `0301 ${String(index).padStart(7, '0')}`;

test('one address books three days of both courts and no more, and books again a day later', async () => {
  club = await createTestClub();
  for (let index = 0; index < 6; index += 1)
    expect((await club.post('/api/book', wholeDayBooking(index))).status).toBe(201);
  club.clock.now += DAY_MS / 4;
  const refused = await club.post('/api/book', wholeDayBooking(6));
  expect([refused.status, refused.json.reason]).toEqual([429, 'rate_limited']);
  expect(refused.json.error).toMatch(
    /^This is more than can be booked online in one day\. Please call \+92 /,
  );
  expect(Number(refused.headers.get('retry-after'))).toBe(18 * 60 * 60);
  expect(club.rows('SELECT 1 FROM booking')).toHaveLength(6);
  expect(club.rows('SELECT 1 FROM claim')).toHaveLength(6 * 42);
  club.clock.now += (DAY_MS * 3) / 4;
  expect((await club.post('/api/book', wholeDayBooking(6))).status).toBe(201);
});

test('one mailbox gets the emails of thirty bookings a day, in any spelling, from any address and member', async () => {
  club = await createTestClub(BEHIND_PROXY);
  const stranger = await club.signIn({ email: 'stranger@example.com' });
  const book = (index: number) =>
    club.post(
      '/api/book',
      hourBooking(index, {
        email: index % 2 ? 'VICTIM@example.com' : 'victim@example.com',
        phone: uniquePhone(index),
      }),
      { ...from(`10.0.0.${index}`), ...(index < 5 ? stranger.headers : {}) },
    );
  for (let index = 0; index < 30; index += 1) expect((await book(index)).status).toBe(201);
  expect((await book(30)).status).toBe(429);
});

test('bookings count after a restart and after the cleanup', async () => {
  club = await createTestClub(BEHIND_PROXY);
  const restarted = await createTestClub({ ...BEHIND_PROXY, dataDir: club.dataDir });
  const book = async (index: number) =>
    (
      await (index < 15 ? club : restarted).post(
        '/api/book',
        hourBooking(index, { email: 'victim@example.com', phone: uniquePhone(index) }),
        from(`10.0.0.${index}`),
      )
    ).status;
  for (let index = 0; index < 30; index += 1) expect(await book(index)).toBe(201);
  expect(await book(30)).toBe(429);
  await restarted.schedule.runNow('booking-origin-cleanup');
  expect(await book(31)).toBe(429);
  restarted.db.close();
});

test('a repeated Idempotency-Key is not counted, and admins have no limit', async () => {
  club = await createTestClub();
  for (let index = 0; index < 6; index += 1) {
    const again = { 'idempotency-key': `retry-key-number-${index}` };
    for (const _ of [1, 2, 3])
      expect((await club.post('/api/book', wholeDayBooking(index), again)).status).toBe(201);
  }
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
  expect((await club.post('/api/book', wholeDayBooking(6), headers)).status).toBe(201);
});

describe('refused requests', () => {
  test('1,000 refused bookings of one address take nothing from a neighbour or from the named email', async () => {
    club = await createTestClub();
    await club.post('/api/book', wholeDayBooking(0));
    const slotsBefore = (await club.get('/api/slots?date=2026-11-23&courtId=1')).text;
    for (let count = 0; count < 1000; count += 1) {
      if (count % 100 === 0) club.clock.now += 60_000;
      const refused = await club.post('/api/book', wholeDayBooking(0, { email: 'victim@example.com' }));
      expect(refused.status).toBe(409);
    }
    club.clock.now += 60_000;
    expect((await club.get('/api/slots?date=2026-11-23&courtId=1')).text).toBe(slotsBefore);
    const victim = await club.post('/api/book', hourBooking(20, { email: 'victim@example.com' }));
    expect(victim.status).toBe(201);
    for (let index = 1; index < 5; index += 1)
      expect((await club.post('/api/book', wholeDayBooking(index))).status).toBe(201);
    expect((await club.post('/api/book', wholeDayBooking(5))).status).toBe(429);
  });

  test('a verified member books although strangers used up the address, the email and the phone', async () => {
    club = await createTestClub(BEHIND_PROXY);
    const member = await club.signIn({ email: 'victim@example.com' });
    club.db.run("UPDATE user SET phone = '+923011111111' WHERE email = 'victim@example.com'");
    const contact = { email: 'victim@example.com', phone: '0301 1111111' };
    for (let index = 0; index < 10; index += 1)
      expect((await club.post('/api/book', hourBooking(index, contact), from('10.1.1.1'))).status).toBe(201);
    for (let index = 0; index < 5; index += 1)
      await club.post('/api/book', wholeDayBooking(60 + index), from('10.1.1.1'));
    const guest = await club.post('/api/book', hourBooking(80, contact), from('10.1.1.1'));
    expect(guest.status).toBe(429);
    const own = { ...member.headers, ...from('10.1.1.1') };
    for (let index = 0; index < 30; index += 1) {
      const booked = await club.post('/api/book', hourBooking(index, { ...contact, court_id: 2 }), own);
      expect(booked.status).toBe(201);
    }
    expect((await club.post('/api/book', hourBooking(80, contact), own)).status).toBe(429);
    const neighbour = await club.post('/api/book', hourBooking(81), from('10.1.1.2'));
    expect(neighbour.status).toBe(201);
  });
});

describe('networks and contacts', () => {
  test('one /56 of IPv6 gets two shares and one /48 four, through however many /64s', async () => {
    club = await createTestClub(BEHIND_PROXY);
    let index = 0;
    const attack = async (network: (subnet: number) => string, subnets: number) => {
      const before = club.rows('SELECT 1 FROM claim').length;
      for (let subnet = 0; subnet < subnets; subnet += 1) {
        for (let attempt = 0; attempt < 3; attempt += 1) {
          const answer = await club.post('/api/book', wholeDayBooking(index), from(network(subnet)));
          if (answer.status === 201) index += 1;
          else expect(answer.status).toBe(429);
        }
      }
      return club.rows('SELECT 1 FROM claim').length - before;
    };
    const hex = (subnet: number) => subnet.toString(16).padStart(2, '0');
    expect(await attack((subnet) => `[2001:db8:1:ab${hex(subnet)}::7]:443`, 30)).toBe(2 * 252);
    expect(await attack((subnet) => `2001:db8:1:${hex(subnet)}00::7`, 30)).toBe(2 * 252);
    expect(await attack((subnet) => `2001:db8:2:ab${hex(subnet)}::7`, 1)).toBe(3 * 42);
  });

  test('spellings of one Gmail mailbox share a limit', async () => {
    club = await createTestClub(BEHIND_PROXY);
    const book = (index: number) =>
      club.post(
        '/api/book',
        hourBooking(index, {
          email: `${index % 2 ? 'v.i.c.tim' : 'victim'}+${index}@${index % 3 ? 'gmail' : 'googlemail'}.com`,
          phone: uniquePhone(index),
        }),
        from(`10.0.0.${index}`),
      );
    for (let index = 0; index < 30; index += 1) expect((await book(index)).status).toBe(201);
    expect((await book(30)).status).toBe(429);
  });

  test('one phone gets the texts of ten bookings a day, whatever emails and addresses they use', async () => {
    club = await createTestClub({ env: { ...BEHIND_PROXY.env, SMS_URL: 'http://127.0.0.1:9/' } });
    const stranger = await club.signIn({ email: 'stranger@example.com' });
    const statuses: number[] = [];
    for (let index = 0; index < 42; index += 1) {
      const body = bookingBody({
        court_id: 1 + (index % 2),
        date: TODAY,
        start_time: `${String(8 + Math.floor(index / 2)).padStart(2, '0')}:00`,
        email: `guest${index}@example.com`,
        phone: index % 2 ? '0300 1234567' : '+92 300 1234567',
        sms_updates: true,
      });
      if (Number(body.start_time.slice(0, 2)) > 23) break;
      const headers = { ...from(`10.0.0.${index}`), ...(index < 3 ? stranger.headers : {}) };
      statuses.push((await club.post('/api/book', body, headers)).status);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
    expect(club.rows("SELECT 1 FROM outbox WHERE channel = 'sms'").length).toBeLessThanOrEqual(10);
  });

  test.each([
    ['A.B.C+tag@Gmail.com', 'abc@gmail.com'],
    ['a.b@example.com', 'a.b@example.com'],
    ['a.b+tag@outlook.com', 'a.b@outlook.com'],
    ['+tag@example.com', '+tag@example.com'],
  ])('%s counts as %s', (email, folded) => {
    expect(mailboxOf(email)).toBe(folded);
  });
});

test('a booking that was rolled back does not count', async () => {
  club = await createTestClub(BEHIND_PROXY);
  const victim = (index: number) =>
    hourBooking(index, { email: 'victim@example.com', phone: uniquePhone(index) });
  expect((await club.post('/api/book', hourBooking(40), from('10.1.0.1'))).status).toBe(201);
  club.db.run(`CREATE TEMP TRIGGER broken BEFORE INSERT ON idempotency BEGIN SELECT RAISE(ABORT, 'no'); END`);
  const failed = await club.post('/api/book', victim(0), {
    ...from('10.1.0.2'),
    'idempotency-key': 'rolled-back',
  });
  expect(failed.status).toBe(500);
  club.db.run('DROP TRIGGER broken');
  for (let index = 1; index <= 30; index += 1)
    expect((await club.post('/api/book', victim(index), from(`10.1.1.${index}`))).status).toBe(201);
  expect((await club.post('/api/book', victim(31), from('10.1.2.1'))).status).toBe(429);
});

test('origins are kept for a day, and until play while the booking is unpaid', async () => {
  club = await createTestClub();
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
  const ids: number[] = [];
  for (const index of [0, 1]) ids.push((await club.post('/api/book', hourBooking(index))).json.booking.id);
  await club.put(`/api/admin/bookings/${ids[0]}/status`, { status: 'paid' }, headers);
  const countedBookings = async () => {
    await club.schedule.runNow('booking-origin-cleanup');
    return club
      .rows<{ booking_id: number }>('SELECT DISTINCT booking_id FROM booking_origin ORDER BY 1')
      .map((row) => row.booking_id);
  };
  const cancelled = (await club.post('/api/book', hourBooking(2))).json;
  await club.post(`/api/booking/${cancelled.booking.id}/cancel`, {}, keyHeader(cancelled));
  expect(await countedBookings()).toEqual([...ids, cancelled.booking.id]);
  club.clock.now += DAY_MS;
  expect(await countedBookings()).toEqual([ids[1] as number]);
  club.clock.now += 10 * DAY_MS;
  expect(await countedBookings()).toEqual([]);
});
