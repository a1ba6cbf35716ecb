import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

const CUSTOMER = 'ayesha@example.com';
let server: Awaited<ReturnType<typeof startMailServer>>;
let club: TestClub;
let admin: { headers: Record<string, string> };
let id: number;
beforeEach(async () => {
  server = await startMailServer();
  club = await createTestClub({ env: { SMTP_URL: server.url, PUBLIC_URL: 'http://padelclub.example' } });
  admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
  const member = await club.signIn({ email: CUSTOMER });
  id = (await club.post('/api/book', bookingBody(), member.headers)).json.booking.id;
  await takeEmails();
});
afterEach(async () => {
  club.close();
  await server.close();
});

const post = (path: string, body: object) => club.post(`/api/admin${path}`, body, admin.headers);
const setStatus = (body: object) => club.put(`/api/admin/bookings/${id}/status`, body, admin.headers);

/** The emails to the customer since the last call: subject and text. */
async function takeEmails(): Promise<{ subject: string | undefined; text: string }[]> {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  return server.mails
    .splice(0)
    .filter((mail) => [mail.to].flat()[0]?.text === CUSTOMER)
    .map(({ subject, text = '' }) => ({ subject, text }));
}

test('the email of a paid booking lists what was paid and how, without what was undone', async () => {
  const wrong = await post(`/bookings/${id}/payments`, { amount: 1000, method: 'card' });
  await post(`/ledger/${wrong.json.data.entry.id}/reverse`, { reason: 'declined' });
  await post(`/bookings/${id}/payments`, { amount: 2000, method: 'cash' });
  expect(await takeEmails()).toEqual([]);
  await post(`/bookings/${id}/payments`, { amount: 3000, method: 'bank_transfer' });
  const [email, ...others] = await takeEmails();
  expect([email?.subject, others.length]).toEqual([
    'Booking 1 is paid: see you on Saturday, November 21, 2026',
    0,
  ]);
  expect(email?.text).toContain(
    'Paid by cash: PKR 2,000\nPaid by bank transfer: PKR 3,000\nBalance: Settled',
  );
  expect(email?.text).not.toContain('by card');
});

test('a booking that is restored without money says what is to be paid', async () => {
  await setStatus({ status: 'cancelled' });
  await setStatus({ status: 'paid' });
  const emails = await takeEmails();
  expect(emails.map(({ subject }) => subject)).toEqual([
    'Booking 1 is confirmed: see you on Saturday, November 21, 2026',
  ]);
  expect(emails[0]?.text).toContain('[Payment pending]');
  expect(emails[0]?.text).toContain('Your booking is no longer cancelled. Your court is confirmed.');
  expect(emails[0]?.text).toContain(
    'Please send PKR 5,000 by bank transfer, with booking 1 as the reference.',
  );
});

test('a booking that is restored while it is played says that it stands, and asks nobody to come early', async () => {
  await post(`/bookings/${id}/payments`, { amount: 5000, method: 'cash' });
  expect((await takeEmails())[0]?.text).toContain('Please arrive 15 minutes early');
  club.clock.now = Date.parse('2026-11-21T18:10:00+05:00');
  await setStatus({ status: 'cancelled', cancelled_by: 'club' });
  await takeEmails();
  await setStatus({ status: 'paid' });
  const [email] = await takeEmails();
  expect(email?.subject).toBe('Booking 1 is paid');
  expect(email?.text).toContain('Your booking is no longer cancelled. Your payment is confirmed.');
  for (const late of ['15 minutes', 'see you', 'Need to cancel', 'move your booking'])
    expect(email?.text).not.toContain(late);
});

test('a refund of money that came in two ways names both ways back', async () => {
  await post(`/bookings/${id}/payments`, { amount: 2000, method: 'cash' });
  await post(`/bookings/${id}/payments`, { amount: 3000, method: 'card' });
  await setStatus({ status: 'cancelled', cancelled_by: 'club' });
  const text = (await takeEmails()).find(({ subject }) => subject === 'Booking 1 is cancelled')?.text;
  expect(text).toContain('PKR 3,000: A refund takes 3 to 7 business days to a card');
  expect(text).toContain('PKR 2,000: You can collect it in cash at the reception.');
});

test('each refund is emailed once, with the figures of the ledger', async () => {
  await post(`/bookings/${id}/payments`, { amount: 5000, method: 'bank_transfer' });
  club.clock.now = Date.parse('2026-11-21T04:00:00+05:00');
  await setStatus({ status: 'cancelled' });
  const [cancelled] = (await takeEmails()).slice(-1);
  expect(cancelled?.text).toContain('Refund (50%): PKR 2,500');
  await post(`/bookings/${id}/refunds`, { amount: 1500, method: 'bank_transfer' });
  await post(`/bookings/${id}/refunds`, { amount: 1000, method: 'credit' });
  const emails = await takeEmails();
  expect(emails.map(({ subject }) => subject).sort()).toEqual([
    'Booking 1: PKR 1,000 was refunded',
    'Booking 1: PKR 1,500 was refunded',
  ]);
  const byTransfer = emails.find(({ subject }) => subject?.includes('1,500'))?.text;
  expect(byTransfer).toContain('We’ve refunded you PKR 1,500 by bank transfer.');
  const asCredit = emails.find(({ subject }) => subject?.includes('1,000'))?.text;
  expect(asCredit).toContain(
    'We’ve refunded you PKR 1,000 as credit. You can pay with it when you book again.',
  );
  expect(asCredit).toContain('Kept: PKR 2,500\nRefunded: PKR 1,000\nBalance: Settled');
  expect(await takeEmails()).toEqual([]);
});

test('a cancellation whose refund becomes credit is one email, which says so', async () => {
  await post(`/bookings/${id}/payments`, { amount: 5000, method: 'cash' });
  await takeEmails();
  // Members who turned off booking emails get emails about money too.
  club.db.run(`UPDATE user SET preferences = '{"email_notifications":false}' WHERE email = '${CUSTOMER}'`);
  await setStatus({ status: 'cancelled', cancelled_by: 'club', refund_to: 'credit' });
  const emails = await takeEmails();
  expect(emails.map(({ subject }) => subject)).toEqual(['Booking 1 is cancelled']);
  expect(emails[0]?.text).toContain('Refund (100%): PKR 5,000');
  expect(emails[0]?.text).toContain('The refund was added to your credit.');
});

test('a refund that is undone before its email is sent sends none', async () => {
  await post(`/bookings/${id}/payments`, { amount: 6000, method: 'cash' });
  await takeEmails();
  const { json } = await post(`/bookings/${id}/refunds`, { amount: 1000, method: 'cash' });
  await post(`/ledger/${json.data.entry.id}/reverse`, { reason: 'not handed over' });
  expect(await takeEmails()).toEqual([]);
  expect(club.rows("SELECT state, reason FROM outbox WHERE kind = 'booking.refunded'")).toEqual([
    { state: 'withdrawn', reason: 'the refund was undone' },
  ]);
});

test('the reception emails an invoice with the company, both tax numbers, the lines and what is settled', async () => {
  await club.put('/api/admin/settings', { changes: { 'club.tax_number': '1234567-8' } }, admin.headers);
  const company = { company: 'Crescent Textiles', tax_number: '7654321-0' };
  const named = await club.put(`/api/booking/${id}/company`, company, admin.headers);
  expect(named.status).toBe(200);
  await post(`/bookings/${id}/payments`, { amount: 5000, method: 'cash' });
  await takeEmails();
  const sent = await post(`/bookings/${id}/invoice`, {});
  expect([sent.status, sent.json.data]).toEqual([200, { recipient: CUSTOMER }]);
  const [email, ...others] = await takeEmails();
  expect([email?.subject, others.length]).toEqual([`Invoice I-${id}: Padel Club Faisalabad`, 0]);
  for (const text of [
    'Tax number (NTN): 1234567-8',
    'Crescent Textiles',
    'Tax number (NTN): 7654321-0',
    'Court, 1 hour at PKR 5,000: PKR 5,000',
    'Received: PKR 5,000',
    'Total, paid: PKR 5,000',
  ])
    expect(email?.text).toContain(text);
  // A private customer gets a receipt, also after a cancellation.
  await club.put(`/api/booking/${id}/company`, { company: '', tax_number: '' }, admin.headers);
  await post(`/bookings/${id}/invoice`, {});
  expect((await takeEmails()).map(({ subject }) => subject)).toEqual([
    `Receipt R-${id}: Padel Club Faisalabad`,
  ]);
});
