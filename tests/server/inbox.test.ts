import { expect, test } from 'bun:test';
import { adminClubForEachTest } from '../support/admin-club.ts';
import { createPng, createReceiptForm } from '../support/test-images.ts';

const { club, book, get, post, put } = adminClubForEachTest();

const HOUR = 3_600_000;
const idsOf = (bookings: { id: number }[]) => bookings.map(({ id }) => id);
const uploadReceipt = async (id: number) => {
  const form = createReceiptForm(createPng(200, 100));
  const request = new Request(`http://localhost/api/booking/${id}/receipt`, { method: 'POST', body: form });
  expect((await club().app.handle(request)).status).toBe(200);
};

test('the inbox is empty at first and counts all that waits for the reception', async () => {
  expect(await get('/api/admin/inbox')).toEqual({
    ...{ receipts: [], late_receipts: [], unpaid_waves: [], to_give_back: [], unpaid_soon: [] },
    ...{ unread_messages: 0, failed_messages: 0, copy_warnings: [], count: 0 },
    ...{ series_requests: [], series_ending: [] },
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
  expect(idsOf(inbox.receipts)).toEqual([withReceipt.id]);
  expect(idsOf(inbox.unpaid_soon)).toEqual([soon.id]);
  expect(idsOf(inbox.to_give_back)).toEqual([overpaid.id]);
  expect([inbox.unread_messages, inbox.failed_messages, inbox.count]).toEqual([1, 0, 4]);
  expect(JSON.stringify(inbox)).not.toContain(`"id":${later.id},`);
});

test('what is done leaves the inbox', async () => {
  const { id } = await book({ date: '2026-11-20', start_time: '16:30' });
  await uploadReceipt(id);
  expect(idsOf((await get('/api/admin/inbox')).receipts)).toEqual([id]);
  await put(`/api/admin/bookings/${id}/status`, { status: 'paid' });
  expect((await get('/api/admin/inbox')).count).toBe(0);
  const unpaid = await book({ date: '2026-11-20', start_time: '19:00', payment_method: 'cash' });
  expect((await get('/api/admin/inbox')).unpaid_soon).toEqual([]);
  club().clock.now += 2 * HOUR;
  expect(idsOf((await get('/api/admin/inbox')).unpaid_soon)).toEqual([unpaid.id]);
  await post(`/api/admin/bookings/${unpaid.id}/payments`, { amount: 5000, method: 'cash' });
  expect((await get('/api/admin/inbox')).count).toBe(0);
});
