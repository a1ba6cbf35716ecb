import { beforeEach, describe, expect, test } from 'bun:test';
import { setRole } from '../../../src/accounts/operator-actions.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest();
let admin: { id: number; headers: { cookie: string } };

beforeEach(async () => {
  admin = await club.signIn({ email: 'desk@example.com', name: 'Sana Butt', is_admin: true });
});

const book = async (over: Record<string, unknown> = {}) => {
  const { status, json } = await club.post('/api/book', bookingBody(over));
  expect(status).toBe(201);
  return json.booking as { id: number; version: number; computed_amount: number };
};
const get = async (path: string) => {
  const { status, json, text } = await club.get(path, admin.headers);
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return json.data;
};
const setStatus = (id: number, status: string, version?: number) =>
  club.put(`/api/admin/bookings/${id}/status`, { status, ...(version ? { version } : {}) }, admin.headers);

test('An admin who is demoted is refused from the next request on', async () => {
  expect((await club.get('/api/admin/stats', admin.headers)).status).toBe(200);
  club.db.run('UPDATE user SET role = NULL');
  expect((await club.get('/api/admin/stats', admin.headers)).status).toBe(403);
});

describe('statistics', () => {
  test('count bookings by status, today by business day, and only paid money is revenue', async () => {
    await club.signIn({ email: 'member@example.com' });
    const first = await book({ date: '2026-11-20', start_time: '18:00' });
    const second = await book({ date: '2026-11-21', start_time: '18:00', duration: 90 });
    const third = await book({ date: '2026-11-20', start_time: '20:00' });
    await book({ date: '2026-12-05', start_time: '08:00' });
    await setStatus(first.id, 'paid');
    await setStatus(second.id, 'paid');
    await setStatus(third.id, 'cancelled');
    expect(await get('/api/admin/stats')).toEqual({
      total_bookings: 4,
      bookings_today: 1,
      total_revenue: 5000 + 7500,
      filtered_revenue: 5000 + 7500,
      total_members: 1,
      pending_bookings: 1,
      paid_bookings: 2,
      cancelled_bookings: 1,
    });
  });

  test('filtered revenue follows the dates, across months and years, also when they are swapped', async () => {
    const days = ['2026-11-20', '2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01', '2027-02-10'];
    for (const date of days) await setStatus((await book({ date })).id, 'paid');
    const revenue = async (query: string) => (await get(`/api/admin/stats?${query}`)).filtered_revenue;
    expect(await revenue('startDate=2026-11-20&endDate=2026-11-20')).toBe(5000);
    expect(await revenue('startDate=2026-11-20&endDate=2026-12-01')).toBe(15_000);
    expect(await revenue('startDate=2026-11-21&endDate=2027-01-31')).toBe(20_000);
    expect(await revenue('startDate=2026-12-01')).toBe(20_000);
    expect(await revenue('endDate=2026-12-31')).toBe(20_000);
    expect(await revenue('startDate=2027-01-31&endDate=2026-11-21')).toBe(20_000);
    expect(await revenue('startDate=2020-01-01&endDate=2029-12-31')).toBe(30_000);
    expect(await revenue('startDate=2027-03-01&endDate=2027-12-31')).toBe(0);
  });

  test('stay right when a booking is cancelled, restored, moved or deleted', async () => {
    const { id } = await book({ date: '2026-11-21' });
    const counted = async () => {
      const stats = await get('/api/admin/stats?startDate=2026-11-21&endDate=2026-11-21');
      return [stats.total_bookings, stats.pending_bookings, stats.total_revenue, stats.filtered_revenue];
    };
    await setStatus(id, 'paid');
    expect(await counted()).toEqual([1, 0, 5000, 5000]);
    await setStatus(id, 'cancelled');
    expect(await counted()).toEqual([1, 0, 5000, 5000]);
    const restored = await setStatus(id, 'paid');
    const { version } = restored.json.data.booking;
    const move = { court_id: 1, date: '2026-11-22', slots: ['18:00', '18:30', '19:00'], version };
    expect((await club.put(`/api/admin/bookings/${id}/slots`, move, admin.headers)).status).toBe(200);
    expect(await counted()).toEqual([1, 0, 5000, 0]);
    const unpaid = await book({ date: '2026-11-23' });
    expect((await counted())[0]).toBe(2);
    club.db.run(`DELETE FROM booking WHERE id = ${unpaid.id}`);
    expect(await counted()).toEqual([1, 0, 5000, 0]);
  });

  test("a date that doesn't exist is rejected with its field", async () => {
    const { status, json } = await club.get('/api/admin/stats?startDate=2026-02-30', admin.headers);
    expect([status, json.reason, Object.keys(json.fields)]).toEqual([422, 'invalid', ['startDate']]);
  });
});

describe('the list of bookings', () => {
  const numbers = async (query: string) =>
    (await get(`/api/admin/bookings?${query}`)).bookings.map((booking: { id: number }) => booking.id);

  test('lists every field of a booking, newest first', async () => {
    await book({ start_time: '18:00' });
    await book({ start_time: '20:00' });
    const page = await get('/api/admin/bookings');
    expect(page.total).toBe(2);
    expect(page.next_cursor).toBeNull();
    expect(page.bookings.map((booking: { id: number }) => booking.id)).toEqual([2, 1]);
    expect(page.bookings[0]).toMatchObject({
      court_name: 'Court 1 - Premium Panoramic',
      name: 'Ayesha Khan',
      email: 'ayesha@example.com',
      phone: '+923001234567',
      status: 'pending',
      computed_amount: 5000,
      version: 1,
    });
  });

  test('filters by dates and status', async () => {
    const a = await book({ date: '2026-11-21' });
    const b = await book({ date: '2026-11-22' });
    const c = await book({ date: '2026-11-23' });
    await setStatus(b.id, 'paid');
    expect(await numbers('startDate=2026-11-22')).toEqual([c.id, b.id]);
    expect(await numbers('endDate=2026-11-22')).toEqual([b.id, a.id]);
    expect(await numbers('startDate=2026-11-23&endDate=2026-11-22')).toEqual([c.id, b.id]);
    expect(await numbers('status=paid')).toEqual([b.id]);
    expect(await numbers('status=pending&startDate=2026-11-22')).toEqual([c.id]);
    expect(await numbers('status=all')).toHaveLength(3);
    expect(await numbers('status=cancelled')).toEqual([]);
    expect((await club.get('/api/admin/bookings?status=sold', admin.headers)).status).toBe(422);
  });

  test('finds by name, phone in any spelling, its last digits, email and number', async () => {
    const a = await book({ name: 'Ayesha Khan', email: 'ayesha.k@example.com', phone: '0300 1234567' });
    const b = await book({
      start_time: '20:00',
      name: 'José O’Neil',
      email: 'jose@club.example',
      phone: '0321 7654321',
    });
    const c = await book({ start_time: '22:00', name: 'عائشہ خان', email: 'aisha@example.com' });
    expect(await numbers('q=ayesha')).toEqual([a.id]);
    expect(await numbers('q=AYE+kha')).toEqual([a.id]);
    expect(await numbers('q=jose')).toEqual([b.id]);
    expect(await numbers('q=o%E2%80%99neil')).toEqual([b.id]);
    expect(await numbers(`q=${encodeURIComponent('عائشہ')}`)).toEqual([c.id]);
    for (const spelling of [
      '0321 7654321',
      '+92 321 7654321',
      '0092-321-7654321',
      '3217654321',
      '4321',
      '0321 76',
    ]) {
      expect([spelling, await numbers(`q=${encodeURIComponent(spelling)}`)]).toEqual([spelling, [b.id]]);
    }
    expect(await numbers('q=jose@club.example')).toEqual([b.id]);
    expect(await numbers(`q=%23${c.id}`)).toEqual([c.id]);
    expect(await numbers(`q=${a.id}`)).toEqual([a.id]);
    expect(await numbers('q=nobody')).toEqual([]);
    expect(await get('/api/admin/bookings?q=example')).toMatchObject({ total: 0 });
  });

  test('treats any search text as words, never as query syntax', async () => {
    await book();
    for (const typed of [
      '"',
      "'",
      '*',
      'a OR b',
      'name:x',
      '(',
      '--',
      '; DROP TABLE booking',
      '\u0301',
      'x AND',
      '#',
      '😀',
    ]) {
      const { status } = await club.get(`/api/admin/bookings?q=${encodeURIComponent(typed)}`, admin.headers);
      expect([typed, status]).toEqual([typed, 200]);
    }
  });

  test('finds a booking by its changed email', async () => {
    const { id } = await book();
    const body = { email: 'bilal.raza@example.com' };
    expect((await club.put(`/api/admin/bookings/${id}/contact`, body, admin.headers)).status).toBe(200);
    expect(await numbers('q=bilal')).toEqual([id]);
    expect(await numbers('q=ayesha@')).toEqual([]);
  });

  test('pages have no gap and no duplicate, in every order and with every filter', async () => {
    const names = ['Zain', 'ali', 'Bilal', 'Ayesha', 'Omar', 'Ali'];
    for (let at = 0; at < 12; at += 1) {
      await book({
        date: at % 2 ? '2026-11-21' : '2026-11-22',
        court_id: at % 3 ? 1 : 2,
        start_time: `${String((17 + at) % 24).padStart(2, '0')}:00`.replace(/^0([4-6])/, '1$1'),
        name: `${names[at % 6]} Khan`,
        email: `guest${at}@example.com`,
      });
    }
    for (const sort of ['created', 'begins', 'name', 'amount']) {
      for (const turn of ['', '-']) {
        for (const filter of ['', '&q=khan', '&status=pending', '&startDate=2026-11-21&endDate=2026-11-22']) {
          const whole = await numbers(`sort=${turn}${sort}${filter}&limit=500`);
          expect(whole).toHaveLength(12);
          const pieces: number[] = [];
          let cursor: string | null = '';
          while (cursor !== null) {
            const page = await get(
              `/api/admin/bookings?sort=${turn}${sort}${filter}&limit=5&cursor=${cursor}`,
            );
            pieces.push(...page.bookings.map((booking: { id: number }) => booking.id));
            expect(page.total).toBe(12);
            cursor = page.next_cursor;
          }
          expect(pieces).toEqual(whole);
        }
      }
    }
  });

  test('sorts slots after midnight at the end of their business day', async () => {
    const night = await book({ start_time: '00:30', date: '2026-11-21' });
    const evening = await book({ start_time: '23:00', date: '2026-11-21' });
    const next = await book({ start_time: '07:00', date: '2026-11-22' });
    expect(await numbers('sort=begins')).toEqual([evening.id, night.id, next.id]);
    expect(await numbers('sort=-begins&startDate=2026-11-21&endDate=2026-11-21')).toEqual([
      night.id,
      evening.id,
    ]);
  });

  test('an invalid cursor is refused', async () => {
    for (const cursor of ['nonsense', 'e30', 'WzEsIjIiXQ']) {
      expect((await club.get(`/api/admin/bookings?cursor=${cursor}`, admin.headers)).status).toBe(422);
    }
  });
});

describe('changing the status of a booking', () => {
  test('an unknown court has no history, and a limit must be a whole number', async () => {
    expect((await club.get('/api/admin/courts/99/history', admin.headers)).status).toBe(404);
    for (const query of ['limit=x', 'cursor=-1', 'booking_id=1.5', 'state=lost']) {
      const answer = await club.get(`/api/admin/outbox?${query}`, admin.headers);
      expect([query, answer.status]).toEqual([query, 422]);
      expect(Object.keys(answer.json.fields)).toEqual([query.split('=')[0] ?? '']);
    }
  });

  test('only allowed status changes succeed, and each is in the history with actor and time', async () => {
    const { id } = await book();
    expect((await setStatus(id, 'pending')).status).toBe(409);
    const paid = await setStatus(id, 'paid');
    expect([paid.status, paid.json.data.booking.status, paid.json.data.booking.version]).toEqual([
      200,
      'paid',
      3,
    ]);
    const again = await setStatus(id, 'paid');
    expect(again.json).toEqual({ error: 'This booking is already paid.', reason: 'wrong_state' });
    expect((await setStatus(id, 'cancelled')).status).toBe(200);
    expect((await setStatus(id, 'pending')).status).toBe(409);
    expect((await setStatus(id, 'paid')).status).toBe(200);
    const { booking, history, receipt } = await get(`/api/admin/bookings/${id}`);
    expect(booking.status).toBe('paid');
    expect(receipt).toBeNull();
    expect(history.map((line: { details: object }) => line.details)).toEqual([
      { from: 'pending', to: 'paid' },
      { from: 'paid', to: 'cancelled', cancelled_by: 'customer', kept: 0 },
      { from: 'cancelled', to: 'paid' },
    ]);
    expect(history[0]).toMatchObject({
      actor: 'admin',
      actor_name: 'Sana Butt',
      at: '2026-11-20T15:10:00+05:00',
    });
  });

  test('a change to an outdated version is rejected and loses nothing', async () => {
    const { id, version } = await book();
    expect((await setStatus(id, 'paid', version)).status).toBe(200);
    const late = await setStatus(id, 'cancelled', version);
    expect([late.status, late.json.reason]).toEqual([409, 'changed_meanwhile']);
    expect((await get(`/api/admin/bookings/${id}`)).booking.status).toBe('paid');
  });

  test('an unknown status, an unknown booking and invalid JSON are rejected', async () => {
    const { id } = await book();
    expect((await setStatus(id, 'refunded')).status).toBe(422);
    expect((await setStatus(999, 'paid')).status).toBe(404);
    expect((await setStatus('x' as unknown as number, 'paid')).status).toBe(404);
    const odd = { status: 'paid', computed_amount: 0 };
    expect((await club.put(`/api/admin/bookings/${id}/status`, odd, admin.headers)).status).toBe(422);
    expect((await club.put(`/api/admin/bookings/${id}/status`, '{', admin.headers)).status).toBe(400);
  });

  test('the audit log is append-only: the database refuses to change or delete an entry', async () => {
    await setStatus((await book()).id, 'paid');
    expect(() => club.db.run('DELETE FROM audit_log')).toThrow('append-only');
    expect(() => club.db.run("UPDATE audit_log SET action = 'x'")).toThrow('append-only');
  });
});

describe('users and messages', () => {
  test('users are listed with role and booking count and without secrets', async () => {
    const member = await club.signIn({ email: 'member@example.com', name: 'Bilal Ahmed' });
    await club.post('/api/book', bookingBody(), member.headers);
    const { users, total } = await get('/api/admin/users');
    expect(total).toBe(2);
    expect(users.map((user: { email: string }) => user.email)).toEqual([
      'member@example.com',
      'desk@example.com',
    ]);
    expect(users[0]).toMatchObject({ name: 'Bilal Ahmed', is_admin: false, bookings: 1 });
    expect(JSON.stringify(users)).not.toMatch(/password|oauth_id/);
  });

  test('a user is returned with the history of the account, and an unknown user is not found', async () => {
    const member = await club.signIn({ email: 'member@example.com', name: 'Bilal Ahmed' });
    await club.club.write((tx) => setRole(tx, 'member@example.com', 'owner', 'http://localhost'));
    const { user, history } = await get(`/api/admin/users/${member.id}`);
    expect(user).toMatchObject({ name: 'Bilal Ahmed', is_admin: true, bookings: 0 });
    expect(history).toMatchObject([{ action: 'promoted', actor: 'operator', actor_name: null }]);
    expect(JSON.stringify({ user, history })).not.toMatch(/password|oauth_id/);
    for (const id of ['999', 'x', '1e1'])
      expect((await club.get(`/api/admin/users/${id}`, admin.headers)).status).toBe(404);
  });

  test('users are found by name, email and phone, in pages', async () => {
    for (let at = 0; at < 5; at += 1)
      await club.signIn({ email: `m${at}@example.com`, name: `Member ${at}` });
    expect((await get('/api/admin/users?q=MEMBER+3')).users).toHaveLength(1);
    expect((await get('/api/admin/users?q=desk@')).total).toBe(1);
    const first = await get('/api/admin/users?limit=4');
    const second = await get(`/api/admin/users?limit=4&cursor=${first.next_cursor}`);
    expect([first.users.length, second.users.length, second.next_cursor]).toEqual([4, 2, null]);
    expect((await club.get('/api/admin/users?limit=x', admin.headers)).status).toBe(422);
    for (const filter of ['admins=1', 'admins=1&q=sana'])
      expect(await get(`/api/admin/users?${filter}`)).toMatchObject({
        total: 1,
        users: [{ email: 'desk@example.com' }],
      });
    expect((await get('/api/admin/users?admins=1&q=member')).total).toBe(0);
  });

  test('an admin marks messages as read and unread', async () => {
    club.db.run(`INSERT INTO contact_message (name, email, subject, message, created_at)
      VALUES ('Hira', 'hira@example.com', 'events', 'A tournament, please.', 0),
             ('Omar', 'omar@example.com', 'general', 'Is there parking?', 1)`);
    expect(await get('/api/admin/messages')).toMatchObject({ total: 2, unread: 2 });
    const read = await club.put('/api/admin/messages/1', { read: true }, admin.headers);
    expect(read.json.data.message).toMatchObject({ name: 'Hira', read: true });
    const { messages, unread } = await get('/api/admin/messages?unread=1');
    expect([unread, messages.length, messages[0].name]).toEqual([1, 1, 'Omar']);
    await club.put('/api/admin/messages/1', { read: false }, admin.headers);
    expect((await get('/api/admin/messages')).unread).toBe(2);
    expect((await club.put('/api/admin/messages/9', { read: true }, admin.headers)).status).toBe(404);
    expect(
      club.rows("SELECT actor_id, subject, subject_id, details FROM audit_log WHERE action = 'message_read'"),
    ).toEqual(
      [true, false].map((read) => {
        const details = JSON.stringify({ read });
        return { actor_id: admin.id, subject: 'contact_message', subject_id: 1, details };
      }),
    );
  });
});
