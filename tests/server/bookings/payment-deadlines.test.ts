import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { ClubEvent } from '../../../src/db/club-event.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

const HOUR = 60 * 60_000;
const JOB = 'release what is due';

let club: TestClub;
let adminHeaders: Record<string, string>;
let events: ClubEvent[];
beforeEach(async () => {
  // Friday, 6 PM.
  club = await createTestClub({ now: Date.parse('2026-11-20T18:00:00+05:00') });
  adminHeaders = (await club.signIn({ is_admin: true, email: 'admin@example.com' })).headers;
  events = [];
  club.club.onEventCommitted((event) => events.push(event));
});
afterEach(async () => {
  // A request hours later renews its session after the answer.
  await club.club.write(() => {});
  club.close();
});

const book = async (over: Record<string, unknown> = {}) =>
  (await club.post('/api/book', bookingBody({ start_time: '21:00', ...over }))).json.booking;
const detail = async (id = 1) => (await club.get(`/api/admin/bookings/${id}`, adminHeaders)).json.data;
const freeAt = async (hour: number) =>
  (await club.get('/api/slots?date=2026-11-21&courtId=1')).json.find(
    (slot: { hour: number }) => slot.hour === hour,
  ).available;
const runAt = async (at: string) => {
  club.clock.now = Date.parse(`${at}+05:00`);
  await club.schedule.runNow(JOB);
};
const setStatus = (status: string, id = 1) =>
  club.put(`/api/admin/bookings/${id}/status`, { status }, adminHeaders);

describe('a bank transfer that does not come', () => {
  test('has its deadline in every answer', async () => {
    const booking = await book();
    const payBy = '2026-11-21T09:00:00+05:00';
    expect(booking.pay_by).toBe(payBy);
    expect((await club.get('/api/booking/1', adminHeaders)).json.booking.pay_by).toBe(payBy);
    expect((await detail()).booking.pay_by).toBe(payBy);
    const list = await club.get('/api/admin/bookings', adminHeaders);
    expect(list.json.data.bookings[0].pay_by).toBe(payBy);
  });

  test('is released on the minute by the system, and its time is free at once', async () => {
    await book();
    for (const at of ['2026-11-21T01:30:00', '2026-11-21T08:59:59']) await runAt(at);
    expect([(await detail()).booking.status, await freeAt(42)]).toEqual(['pending', false]);
    // The reminder is due once.
    expect(events.filter(({ kind }) => kind === 'payer.payment_due')).toHaveLength(1);
    events = [];
    await runAt('2026-11-21T09:00:00');
    const { booking, history } = await detail();
    expect([booking.status, booking.pay_by, booking.balance, await freeAt(42)]).toEqual([
      'cancelled',
      '2026-11-21T09:00:00+05:00',
      0,
      true,
    ]);
    expect(history.at(-1)).toMatchObject({
      actor: 'system',
      action: 'status',
      details: { from: 'pending', to: 'cancelled', reason: 'unpaid' },
    });
    expect(events.filter(({ kind }) => kind === 'slots.freed')).toEqual([
      {
        ...({ kind: 'slots.freed', court_id: 1, date: '2026-11-21', slot_indexes: [42, 43] } as const),
        // The email and the phone of the customer who did not pay.
        freed_by: [expect.any(String), expect.any(String)],
      },
    ]);
    expect((await club.post('/api/book', bookingBody({ start_time: '21:00' }))).status).toBe(201);
  });

  test('is owed, not released, where play began while the machine was off', async () => {
    const late = await book();
    await book({ email: 'card@example.com', court_id: 2, start_time: '21:00' });
    // An hour after its play began; the deadline was in the morning.
    await runAt('2026-11-21T22:00:00');
    const { booking, history } = await detail(late.id);
    expect([booking.status, booking.pay_by, booking.balance]).toEqual(['pending', null, 5000]);
    expect(history.map(({ action }: { action: string }) => action)).not.toContain('status');
    expect(events.filter(({ kind }) => kind === 'booking.cancelled')).toEqual([]);
    const { json } = await club.get('/api/admin/balances', adminHeaders);
    expect(JSON.stringify(json)).toContain('"balance":5000');
  });

  test('is released late where play has not begun, or the deadline has only just passed at its start', async () => {
    await book();
    await runAt('2026-11-21T20:59:59');
    expect((await detail()).booking.status).toBe('cancelled');
    club.clock.now = Date.parse('2026-11-21T21:40:00+05:00');
    const { id, pay_by } = await book({ date: '2026-11-21', start_time: '22:00', email: 'b@example.com' });
    expect(pay_by).toBe('2026-11-21T22:00:00+05:00');
    await runAt('2026-11-21T22:04:59');
    expect((await detail(id)).booking.status).toBe('cancelled');
  });

  test('writes nothing while nothing is due, and reminds nobody whose time is over', async () => {
    await book();
    const version = (await detail()).booking.version;
    await runAt('2026-11-20T20:00:00');
    expect((await detail()).booking.version).toBe(version);
    events = [];
    // The server was off at half-time.
    await runAt('2026-11-21T09:00:00');
    const kinds = events.map(({ kind }) => kind);
    expect(kinds).toContain('booking.cancelled');
    expect(kinds).not.toContain('booking.payment_due');
  });
});

describe('the clock stops for', () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      'a part of the money',
      () => club.post('/api/admin/bookings/1/payments', { amount: 1000, method: 'cash' }, adminHeaders),
    ],
    ['a booking that is marked paid', () => setStatus('paid')],
    ['a booking that an admin cancels', () => setStatus('cancelled')],
  ])('%s', async (_, stop) => {
    await book();
    await stop();
    const before = (await detail()).booking;
    expect(before.pay_by).toBeNull();
    await runAt('2026-11-21T09:00:00');
    expect((await detail()).booking).toEqual(before);
  });

  test('cash, which players pay when they come', async () => {
    expect((await book({ payment_method: 'cash' })).pay_by).toBeNull();
  });

  test('a booking that an admin made', async () => {
    const body = { court_id: 1, date: '2026-11-21', slots: ['21:00', '21:30'], name: 'Omar Sheikh' };
    const walkIn = { ...body, phone: '0300 7654321', payment_method: 'bank_transfer' };
    const { json } = await club.post('/api/admin/bookings', walkIn, adminHeaders);
    expect(json.data.booking.pay_by).toBeNull();
  });

  test('a booking that was made before deadlines existed', async () => {
    await book();
    club.db.run('UPDATE booking SET pay_by = NULL');
    club.db.run('UPDATE payer SET remind_at = NULL');
    await runAt('2026-11-21T20:00:00');
    expect((await detail()).booking.status).toBe('pending');
  });
});

test('a booking that moves to an earlier evening must be paid earlier, and moving it back gains no time', async () => {
  await book();
  const payByOn = async (date: string) => {
    const { version } = (await detail()).booking;
    const target = { court_id: 1, date, slots: ['23:00', '23:30'], version };
    return (await club.put('/api/admin/bookings/1/slots', target, adminHeaders)).json.data.booking.pay_by;
  };
  expect(await payByOn('2026-11-20')).toBe('2026-11-20T21:00:00+05:00');
  expect(await payByOn('2026-11-25')).toBe('2026-11-20T21:00:00+05:00');
});

describe('slots.freed names the slots that became free', () => {
  const freed = () =>
    events.filter((event) => event.kind === 'slots.freed').map(({ slot_indexes }) => slot_indexes);

  test('after a cancellation, a move and a reopened court', async () => {
    const { version } = await book();
    const target = { court_id: 1, date: '2026-11-21', slots: ['21:30', '22:00'], version };
    await club.put('/api/admin/bookings/1/slots', target, adminHeaders);
    await setStatus('cancelled');
    const closure = { court_id: 1, date: '2026-11-21', slots: ['20:00'], reason: 'Repair' };
    const { json } = await club.post('/api/admin/closures', closure, adminHeaders);
    await club.send('DELETE', `/api/admin/closures/${json.data.closure.id}`, undefined, adminHeaders);
    expect(freed()).toEqual([[42], [43, 44], [40]]);
  });

  test('in the transaction, so that a listener can give them to another customer at once', async () => {
    await book();
    club.club.onEventInTransaction((event, tx) => {
      if (event.kind !== 'slots.freed') return;
      tx.db.run(
        "INSERT INTO closure (id, court_id, date, reason, created_at) VALUES (9, 1, '2026-11-21', 'Offer', 1)",
      );
      for (const slot of event.slot_indexes) {
        tx.db.run("INSERT INTO claim (court_id, date, slot, closure_id) VALUES (1, '2026-11-21', ?, 9)", [
          slot,
        ]);
      }
    });
    expect((await setStatus('cancelled')).status).toBe(200);
    expect(await freeAt(42)).toBe(false);
  });
});

test.each([
  ['', false],
  [', also when the job ran before the correction', true],
])(
  'a booking made while the clock was ahead gets its time from the corrected clock%s',
  async (_, ranAhead) => {
    const correct = club.clock.now;
    await club.schedule.runNow(JOB);
    club.clock.now += 30 * 24 * HOUR;
    await book({ date: '2026-12-25' });
    if (ranAhead) await club.schedule.runNow(JOB);
    club.clock.now = correct;
    await club.schedule.runNow(JOB);
    expect((await detail()).booking.pay_by).toBe('2026-11-21T09:00:00+05:00');
    await runAt('2026-11-20T23:00:00');
    expect((await detail()).booking.pay_by).toBe('2026-11-21T09:00:00+05:00');
  },
);

describe('cash far ahead', () => {
  const limited = (days: string) => createTestClub({ toml: `[booking]\ncash_days_ahead_guests = ${days}\n` });

  test('is refused to guests beyond the owner’s days, and members and other methods have no such limit', async () => {
    const own = await limited('3');
    const cash = (date: string, headers?: Record<string, string>) =>
      own.post('/api/book', bookingBody({ date, payment_method: 'cash' }), headers);
    expect((await cash('2026-11-23')).status).toBe(201);
    const { status, json } = await cash('2026-11-24');
    expect([status, json.fields.payment_method]).toEqual([
      422,
      'Without a confirmed account you can only pay cash when booking up to 3 days ahead. Please choose another way to pay, or log in.',
    ]);
    const member = await own.signIn();
    own.db.run('UPDATE user SET email_verified = 0');
    expect((await cash('2026-11-24', member.headers)).status).toBe(422);
    own.db.run('UPDATE user SET email_verified = 1');
    expect((await cash('2026-11-24', member.headers)).status).toBe(201);
    const transfer = bookingBody({ date: '2026-11-25', payment_method: 'bank_transfer' });
    expect((await own.post('/api/book', transfer)).status).toBe(201);
    own.close();
  });

  test('has a deadline where the owner sets one', async () => {
    const own = await createTestClub({ toml: '[booking]\ncash_deadline_hours_before_play = 4\n' });
    const { json } = await own.post('/api/book', bookingBody({ payment_method: 'cash' }));
    expect(json.booking.pay_by).toBe('2026-11-21T14:00:00+05:00');
    own.close();
  });
});
