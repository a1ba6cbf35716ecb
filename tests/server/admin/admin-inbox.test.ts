import { expect, test } from 'bun:test';
import { recordAuditEntry } from '../../../src/db/audit-log.ts';
import { addDays } from '../../../src/domain/business-day.ts';
import { adminClubForEachTest } from '../../support/admin-club.ts';
import { bookingInserter } from '../../support/insert-booking.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const { club, book, get, post, put } = adminClubForEachTest();

const HOUR = 3_600_000;
const receiptsOf = (inbox: { receipts: { booking: { id: number } }[] }) =>
  inbox.receipts.map(({ booking }) => booking.id);
const idsOf = (bookings: { id: number }[]) => bookings.map(({ id }) => id);
const uploadReceipt = async (id: number) => {
  const form = createReceiptForm(createPng(200, 100));
  const request = new Request(`http://localhost/api/booking/${id}/receipt`, { method: 'POST', body: form });
  expect((await club().app.handle(request)).status).toBe(200);
};

test('the inbox is empty at first and counts everything that waits for the reception', async () => {
  expect(await get('/api/admin/inbox')).toEqual({
    receipts: [],
    mass_unpaid: [],
    to_give_back: [],
    unpaid_soon: [],
    series_requests: [],
    series_ending: [],
    unread_messages: 0,
    failed_messages: 0,
    alarms: [],
    staff_alarms: [],
    copies: null,
    count: 0,
  });
  const later = await book({ date: '2026-11-21' });
  const soon = await book({ date: '2026-11-20', start_time: '17:00', payment_method: 'cash' });
  const withReceipt = await book({ date: '2026-11-20', start_time: '20:00' });
  await uploadReceipt(withReceipt.id);
  const overpaid = await book({ date: '2026-11-22' });
  await put(`/api/admin/bookings/${overpaid.id}/status`, { status: 'paid' });
  await put(`/api/admin/bookings/${overpaid.id}/status`, { status: 'cancelled', cancelled_by: 'club' });
  await club().post('/api/contact', {
    name: 'Ayesha Khan',
    email: 'ayesha@example.com',
    subject: 'booking',
    message: 'Is the terracotta court free on Sunday?',
  });
  const inbox = await get('/api/admin/inbox');
  expect(receiptsOf(inbox)).toEqual([withReceipt.id]);
  expect(idsOf(inbox.unpaid_soon)).toEqual([soon.id]);
  expect(inbox.to_give_back).toMatchObject([{ booking: { id: overpaid.id }, payer: { position: 1 } }]);
  // An unread message blocks nobody, so it is listed and not counted.
  expect([inbox.unread_messages, inbox.failed_messages, inbox.count]).toEqual([1, 0, 3]);
  expect(await get('/api/admin/inbox/count')).toEqual({ count: 3 });
  expect(JSON.stringify(inbox)).not.toContain(`"id":${later.id},`);
});

test('what is done leaves the inbox', async () => {
  const { id } = await book({ date: '2026-11-20', start_time: '16:30' });
  await uploadReceipt(id);
  const waiting = await get('/api/admin/inbox');
  expect([receiptsOf(waiting), waiting.unpaid_soon]).toEqual([[id], []]);
  await put(`/api/admin/bookings/${id}/status`, { status: 'paid' });
  expect((await get('/api/admin/inbox')).count).toBe(0);
  const unpaid = await book({ date: '2026-11-20', start_time: '19:00', payment_method: 'cash' });
  expect((await get('/api/admin/inbox')).unpaid_soon).toEqual([]);
  club().clock.now += 2 * HOUR;
  expect(idsOf((await get('/api/admin/inbox')).unpaid_soon)).toEqual([unpaid.id]);
  await post(`/api/admin/bookings/${unpaid.id}/payments`, { amount: 5000, method: 'cash' });
  expect((await get('/api/admin/inbox')).count).toBe(0);
  await book({ date: '2026-11-20', start_time: '17:30', court_id: 2, payment_method: 'cash' });
  club().clock.now = Date.parse('2026-11-20T17:30:00+05:00');
  expect((await get('/api/admin/inbox')).unpaid_soon).toEqual([]);
});

test('an image that came twice and a price that changed after the upload are shown as doubts', async () => {
  const [first, second] = [
    await book({ date: '2026-11-21', start_time: '16:00' }),
    await book({ date: '2026-11-21', start_time: '18:00' }),
  ];
  await uploadReceipt(first.id);
  const doubts = async () =>
    (await get('/api/admin/inbox')).receipts.map(
      (line: { payer: { receipt: object } }) => line.payer.receipt,
    );
  expect(await doubts()).toMatchObject([{ reused_in: [], price_at_upload: null }]);
  await uploadReceipt(second.id);
  expect(await doubts()).toMatchObject([
    { reused_in: [{ booking_id: second.id, status: 'pending' }], price_at_upload: null },
    { reused_in: [{ booking_id: first.id }], price_at_upload: null },
  ]);
  const { version, computed_amount } = (await get(`/api/admin/bookings/${first.id}`)).booking;
  const target = { court_id: 1, date: '2026-11-21', slots: ['16:00', '16:30', '17:00'], version };
  await put(`/api/admin/bookings/${first.id}/slots`, target);
  expect((await doubts())[0]).toMatchObject({ price_at_upload: computed_amount });
});

test('the number of the inbox counts beyond the limits of its lists, without reading them', async () => {
  const insert = bookingInserter(club().db);
  for (let day = 0; day < 250; day += 1) insert({ date: addDays('2026-01-01', day), charge: 0 });
  club().db.run('UPDATE payer SET received = 5000');
  const inbox = await get('/api/admin/inbox');
  expect([inbox.to_give_back.length, inbox.count]).toEqual([200, 250]);
  expect(await get('/api/admin/inbox/count')).toEqual({ count: 250 });
});

test('a failed backup is an alarm, and a new club has time for its first one', async () => {
  expect((await get('/api/admin/inbox')).alarms).toEqual([]);
  const now = club().clock.now;
  const run = 'INSERT INTO backup_run (started_at, finished_at, ok, message) VALUES (?, ?, ?, ?)';
  club()
    .db.query(run)
    .run(now - 2000, now - 1000, 1, '');
  club()
    .db.query(run)
    .run(now - 500, now - 400, 0, 'The stick is full.');
  const { alarms, count } = await get('/api/admin/inbox');
  const text = 'The last attempt failed: The stick is full.';
  expect([alarms, count]).toEqual([[{ kind: 'backup', text }], 1]);
});

test("emails that the mail server hasn't accepted for three hours are an alarm", async () => {
  await book({ date: '2026-11-22' });
  const late = club().clock.now - 5 * HOUR;
  club().db.run(
    `UPDATE outbox SET state = 'queued', created_at = ${late}, next_at = ${late}, not_before = 0`,
  );
  const { alarms, count } = await get('/api/admin/inbox');
  const text = 'Emails have been waiting for 5 hours: the mail server isn’t accepting them.';
  expect([alarms, count]).toEqual([[{ kind: 'mail', text }], 1]);
});

test('messages on another channel that wait for three hours raise no alarm about emails', async () => {
  await book({ date: '2026-11-22' });
  const late = club().clock.now - 5 * HOUR;
  club().db.run(
    `UPDATE outbox SET state = 'queued', channel = 'sms', created_at = ${late}, next_at = ${late}, not_before = 0`,
  );
  const text = 'Messages by SMS have been waiting for 5 hours: the provider isn’t accepting them.';
  expect((await get('/api/admin/inbox')).alarms).toEqual([{ kind: 'mail', text }]);
});

test('for a week, a restored club says what may be missing', async () => {
  const window = { from: '2026-11-20T09:00:00+05:00', until: '2026-11-20T09:05:00+05:00' };
  const restoreAt = async (at: number) => {
    const { now } = club().clock;
    club().clock.now = at;
    await club().club.write((tx) =>
      recordAuditEntry(tx, { kind: 'operator', user_id: null }, 'restored', 'club', 1, window),
    );
    club().clock.now = now;
    return (await get('/api/admin/inbox')).alarms;
  };
  expect(await restoreAt(club().clock.now - 8 * 24 * HOUR)).toEqual([]);
  expect(await restoreAt(club().clock.now - 6 * 24 * HOUR)).toEqual([
    {
      kind: 'restore',
      text: expect.stringContaining('from 2026-11-20 09:00:00 until 2026-11-20 09:05:00 may be missing'),
    },
  ]);
});
