import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { keyHeader } from '../../support/booking-key.ts';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import {
  createReturnQuery,
  createSignedCallback,
  startSafepayServer,
  trackerOf,
} from '../../support/safepay-server.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const HOLD_MS = 30 * 60_000;
const MEMBER = 'ayesha@example.com';

let club: TestClub;
let safepay: ReturnType<typeof startSafepayServer>;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let admin: { headers: Record<string, string> };
beforeEach(async () => {
  safepay = startSafepayServer();
  mail = await startMailServer();
  club = await createTestClub({
    env: { ...safepay.env, SMTP_URL: mail.url, PUBLIC_URL: 'http://padelclub.example' },
  });
  admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
});
afterEach(async () => {
  club.close();
  await safepay.stop();
  await mail.close();
});

async function book(over: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const { json } = await club.post('/api/book', bookingBody(over), headers);
  return { id: json.booking.id as number, path: `/api/booking/${json.booking.id}`, key: keyHeader(json) };
}
type Booked = Awaited<ReturnType<typeof book>>;
const payByCard = ({ path, key }: Pick<Booked, 'path' | 'key'>, amount = 5000) =>
  club.post(`${path}/pay`, { method: 'card', amount }, key);
const cancelPathOf = (paymentUrl: string) =>
  new URL(new URL(paymentUrl).searchParams.get('cancel_url') ?? '').pathname;
const reportMoney = async (tracker: string, amount = '5000') => {
  const { body, signature } = createSignedCallback(tracker, { amount });
  const headers = { 'x-sfpy-signature': signature };
  expect((await club.send('POST', '/api/payments/callback/safepay', body, headers)).status).toBe(200);
};
const find = ({ id }: Pick<Booked, 'id'>) => club.findBooking(id);
const release = () => club.schedule.runNow('release what is due');
const reject = ({ id }: Booked) =>
  club.post(`/api/admin/bookings/${id}/receipt/reject`, { reason: 'The date is missing' }, admin.headers);
async function upload({ path, key }: Booked) {
  const request = { method: 'POST', body: createReceiptForm(createPng(108, 108)), headers: key };
  return (await club.app.handle(new Request(`http://localhost${path}/receipt`, request))).status;
}
/** The customer's page and email, the reception's list and the CSV all name the ways in which money has come. */
async function expectPaidIn({ id, path, key }: Booked, methods: string[], label: string) {
  const { self_service } = (await club.get(path, key)).json;
  expect(self_service.paid_ways.map(({ method }: { method: string }) => method)).toEqual(methods);
  const { data } = (await club.get('/api/admin/bookings', admin.headers)).json;
  expect(data.paid_ways).toEqual([{ id, ways: self_service.paid_ways }]);
  const { text: csv } = await club.get('/api/admin/bookings.csv', admin.headers);
  expect(csv).toContain(`,paid,${methods.join(' + ')},`);
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  const paid = mail.mails.find(({ subject }) => subject?.startsWith(`Booking ${id} is paid`));
  expect(paid?.text).toContain(`Payment: ${label}`);
}

describe('a transfer booking that its customer pays by card', () => {
  test('keeps its own method, is paid by the report, and its receipt and cancellation name the card', async () => {
    const one = await book();
    const { status, json } = await payByCard(one);
    expect([status, json.booking.status, json.booking.payment_method]).toEqual([
      200,
      'pending',
      'bank_transfer',
    ]);
    expect(safepay.orders.map(({ amount }) => amount)).toEqual([5000]);
    await reportMoney(trackerOf(json.payment_url));
    expect(find(one)).toMatchObject({ status: 'paid', balance: 0, pay_by: null });
    const { entries } = (await club.get(`${one.path}/statement`, one.key)).json;
    expect(entries).toMatchObject([{ kind: 'payment', method: 'card', amount: 5000 }]);
    expect((await club.get(one.path, one.key)).json.self_service.paid_ways).toEqual([
      { method: 'card', amount: 5000 },
    ]);
    await club.post(`${one.path}/cancel`, { amount_back: 5000 }, one.key);
    const worker = createTestOutboxWorker(club);
    await worker.runOnce();
    await worker.stop();
    const cancelled = mail.mails.find(({ subject }) => subject === `Booking ${one.id} is cancelled`);
    expect(cancelled?.text).toContain('A refund takes 3 to 7 business days to a card');
  });

  test('comes back to its own page, and keeps its slots when the customer leaves the payment page', async () => {
    const one = await book();
    const before = find(one)?.pay_by;
    const { json } = await payByCard(one);
    const left = await club.get(cancelPathOf(json.payment_url));
    expect(left.headers.get('location')).toBe(`/manage?booking_id=${one.id}&payment=cancelled`);
    expect(find(one)).toMatchObject({ status: 'pending', pay_by: before });
    expect(club.rows('SELECT * FROM claim')).toHaveLength(2);
    const again = await payByCard(one);
    const query = createReturnQuery(trackerOf(again.json.payment_url));
    const returned = await club.get(`/api/payments/return?${query}`);
    expect(returned.headers.get('location')).toBe(`/manage?booking_id=${one.id}&payment=returned`);
    expect(find(one)?.status).toBe('paid');
  });

  test('has one payment page in two tabs, and a new one when the balance has changed', async () => {
    const one = await book();
    const [first, second] = await Promise.all([payByCard(one), payByCard(one)]);
    expect(first.json.payment_url).toBe(second.json.payment_url);
    expect((await payByCard(one)).json.payment_url).toBe(first.json.payment_url);
    expect(safepay.orders).toHaveLength(1);
    const payment = { amount: 2000, method: 'cash' };
    await club.post(`/api/admin/bookings/${one.id}/payments`, payment, admin.headers);
    const stale = await payByCard(one);
    expect([stale.status, stale.json.reason, stale.json.amount]).toEqual([409, 'changed_meanwhile', 3000]);
    const rest = await payByCard(one, 3000);
    expect(safepay.orders.map(({ amount }) => amount)).toEqual([5000, 3000]);
    await reportMoney(trackerOf(rest.json.payment_url), '3000');
    expect(find(one)).toMatchObject({ status: 'paid', balance: 0 });
    await expectPaidIn(one, ['cash', 'card'], 'Cash and card');
    // The customer paid the old page too: its money is to be given back, not lost.
    await reportMoney(trackerOf(first.json.payment_url), '5000');
    expect(find(one)).toMatchObject({ status: 'paid', balance: -5000 });
  });

  test('can be paid twice at the same moment without losing a rupee', async () => {
    const member = await club.signIn({ email: MEMBER });
    const topUp = { paid: 5000, credit: 5000, method: 'cash' };
    await club.post(`/api/admin/users/${member.id}/credit`, topUp, admin.headers);
    const one = { ...(await book({}, member.headers)), key: member.headers };
    const { json } = await payByCard(one);
    const [byCredit] = await Promise.all([
      club.post(`${one.path}/pay`, { method: 'credit', amount: 5000 }, member.headers),
      reportMoney(trackerOf(json.payment_url)),
    ]);
    const booking = find(one);
    expect(booking?.status).toBe('paid');
    // The credit of the two goes back at once.
    const { credit } = (await club.get('/api/auth/credit', member.headers)).json;
    expect([[200, 409].includes(byCredit.status), booking?.balance, credit]).toEqual([true, 0, 5000]);
  });

  test('holds its slots for the first payment page only', async () => {
    const one = await book();
    const deadline = Date.parse(find(one)?.pay_by ?? '');
    club.clock.now = deadline - 60_000;
    await payByCard(one);
    const held = Date.parse(find(one)?.pay_by ?? '');
    expect(held).toBe(club.clock.now + HOLD_MS);
    club.clock.now = held - 1000;
    await payByCard(one);
    expect(Date.parse(find(one)?.pay_by ?? '')).toBe(held);
    club.clock.now = held;
    await release();
    expect(find(one)?.status).toBe('cancelled');
    expect((await payByCard(one)).json.reason).toBe('wrong_state');
  });

  test.each([
    ['is free', false, { status: 'paid', balance: 0 }, 2],
    ['is taken', true, { status: 'cancelled', balance: -5000 }, 2],
  ])('money after the release counts when the time %s', async (_, isTaken, expected, claims) => {
    const one = await book();
    const { json } = await payByCard(one);
    club.clock.now = Date.parse(find(one)?.pay_by ?? '');
    await release();
    if (isTaken) await book({ email: 'other@example.com' });
    await reportMoney(trackerOf(json.payment_url));
    expect(find(one)).toMatchObject(expected);
    expect(club.rows('SELECT * FROM claim')).toHaveLength(claims);
  });

  test('the money and the release at the same moment end in one outcome', async () => {
    for (let round = 0; round < 8; round += 1) {
      const one = await book({ date: `2026-11-2${1 + round}`, email: `guest${round}@example.com` });
      const { json } = await payByCard(one);
      club.clock.now = Date.parse(find(one)?.pay_by ?? '');
      const both = [() => reportMoney(trackerOf(json.payment_url)), release];
      await Promise.all((round % 2 ? both : both.reverse()).map((act) => act()));
      expect(find(one)).toMatchObject({ status: 'paid', received: 5000, pay_by: null });
    }
  });

  test('stays as it was while the provider cannot be reached, and can be paid afterwards', async () => {
    const one = await book();
    safepay.state.broken = true;
    expect((await payByCard(one)).status).toBe(503);
    expect(find(one)?.status).toBe('pending');
    safepay.state.broken = false;
    expect((await payByCard(one)).json.payment_url).toContain('beacon=');
  });

  test('a price that rose after the payment is paid by a second checkout', async () => {
    const one = await book();
    await reportMoney(trackerOf((await payByCard(one)).json.payment_url));
    const body = { court_id: 1, date: '2026-11-25', slots: ['18:00', '18:30'], amount: 6000 };
    club.db.run('UPDATE court SET hourly_rate = 6000');
    expect((await club.post(`${one.path}/reschedule`, body, one.key)).json.booking.balance).toBe(1000);
    await reportMoney(trackerOf((await payByCard(one, 1000)).json.payment_url), '1000');
    expect(find(one)).toMatchObject({ status: 'paid', received: 6000, balance: 0 });
  });
});

describe('paying online is refused', () => {
  test('to strangers, for a checked receipt, for a paid and for a cancelled booking', async () => {
    const one = await book();
    expect((await payByCard({ ...one, key: {} })).status).toBe(404);
    expect((await payByCard({ ...one, key: { 'x-booking-key': 'x'.repeat(32) } })).status).toBe(403);
    expect(await upload(one)).toBe(200);
    expect((await payByCard(one)).json.error).toContain('We are checking your receipt');
    expect((await reject(one)).status).toBe(200);
    const { self_service } = (await club.get(one.path, one.key)).json;
    expect(self_service.receipt_rejected).toBe('The date is missing');
    await reportMoney(trackerOf((await payByCard(one)).json.payment_url));
    expect((await payByCard(one)).json.error).toContain('This booking is paid');
    await club.post(`${one.path}/cancel`, {}, one.key);
    expect((await payByCard(one)).json.error).toContain('This booking is cancelled');
    expect(safepay.orders).toHaveLength(1);
  });
});

describe('paying with credit', () => {
  const withCredit = async (credit: number) => {
    const member = await club.signIn({ email: MEMBER });
    const topUp = { paid: credit, credit, method: 'cash' };
    await club.post(`/api/admin/users/${member.id}/credit`, topUp, admin.headers);
    return { member, one: await book({}, member.headers) };
  };
  const payByCredit = ({ path }: Pick<Booked, 'path'>, headers: Record<string, string>, amount = 5000) =>
    club.post(`${path}/pay`, { method: 'credit', amount }, headers);
  const creditOf = async (headers: Record<string, string>) =>
    (await club.get('/api/auth/credit', headers)).json.credit as number;

  test('takes it once, whatever is tapped or repeated', async () => {
    const { member, one } = await withCredit(12_000);
    const retry = { ...member.headers, 'idempotency-key': 'credit-of-this-tab' };
    const answers = await Promise.all([
      payByCredit(one, retry),
      payByCredit(one, retry),
      payByCredit(one, member.headers),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    expect((await payByCredit(one, retry)).status).toBe(200);
    expect(find(one)).toMatchObject({ status: 'paid', received: 5000, balance: 0 });
    expect(await creditOf(member.headers)).toBe(7000);
    expect((await club.post(`${one.path}/cancel`, {}, member.headers)).json.booking.balance).toBe(0);
    expect(await creditOf(member.headers)).toBe(12_000);
  });

  test('needs enough of it, and the account that booked', async () => {
    const { member, one } = await withCredit(4000);
    const refused = await payByCredit(one, member.headers);
    expect([refused.status, refused.json.error]).toEqual([422, expect.stringContaining('PKR 4,000')]);
    expect((await payByCredit(one, one.key)).status).toBe(401);
    expect((await payByCredit(one, admin.headers)).status).toBe(403);
    const other = await club.signIn({ email: 'bilal@example.com' });
    expect((await payByCredit(one, { ...other.headers, ...one.key })).status).toBe(403);
    expect(await creditOf(member.headers)).toBe(4000);
    expect(find(one)?.received).toBe(0);
  });
});
