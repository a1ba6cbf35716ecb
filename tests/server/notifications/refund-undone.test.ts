import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

let server: Awaited<ReturnType<typeof startMailServer>>;
let club: TestClub;
let admin: Record<string, string>;
beforeEach(async () => {
  server = await startMailServer();
  club = await createTestClub({ env: { SMTP_URL: server.url } });
  admin = (await club.signIn({ role: 'owner', email: 'owner@example.com' })).headers;
});
afterEach(async () => {
  club.close();
  await server.close();
});

async function sent() {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  return server.mails.splice(0).map(({ subject, text = '' }) => ({ subject, text }));
}
const subjects = async () => (await sent()).map(({ subject }) => subject);
const undo = ({ json }: { json: { data: { entry: { id: number } } } }) =>
  club.post(`/api/admin/ledger/${json.data.entry.id}/reverse`, { reason: 'a slip' }, admin);

/** A booking of PKR 5,000, paid and cancelled by the club. */
async function paidAndCancelled() {
  const { id } = (await club.post('/api/book', bookingBody())).json.booking;
  const path = `/api/admin/bookings/${id}`;
  const payment = await club.post(`${path}/payments`, { amount: 5000, method: 'cash' }, admin);
  await club.put(`${path}/status`, { status: 'cancelled', cancelled_by: 'club' }, admin);
  await sent();
  return { path, payment };
}

/** Returns how the desk refunds it. */
async function cancelled() {
  const { path } = await paidAndCancelled();
  return (amount: number) => club.post(`${path}/refunds`, { amount, method: 'cash' }, admin);
}

test('a refund that is undone before its email is sent is not announced', async () => {
  const refund = await cancelled();
  const [mistake] = [await refund(2000), await refund(1000)];
  expect((await undo(mistake)).status).toBe(201);
  expect(await subjects()).toEqual(['Booking 1: PKR 1,000 was refunded']);
});

test('a refund that is undone after its email was sent is corrected by one email', async () => {
  const refund = await cancelled();
  const first = await refund(2000);
  expect(await subjects()).toEqual(['Booking 1: PKR 2,000 was refunded']);
  await undo(first);
  const [mail, ...others] = await sent();
  expect([mail?.subject, others]).toEqual(['Booking 1: PKR 2,000 was not refunded yet', []]);
  expect(mail?.text).toContain(
    'We wrote that we’ve refunded you PKR 2,000 in cash. That was recorded by mistake, sorry. You still get PKR 5,000 from us.',
  );
  await refund(5000);
  expect(await subjects()).toEqual(['Booking 1: PKR 5,000 was refunded']);
});

test('a payment that is undone corrects no refund', async () => {
  const { id } = (await club.post('/api/book', bookingBody())).json.booking;
  const paid = await club.post(`/api/admin/bookings/${id}/payments`, { amount: 5000, method: 'cash' }, admin);
  await sent();
  await undo(paid);
  expect((await subjects()).filter((subject) => subject?.includes('refunded'))).toEqual([]);
});

test('a payment that is undone after a cancellation is corrected by one email', async () => {
  const { payment } = await paidAndCancelled();
  await undo(payment);
  const [mail, ...others] = await sent();
  expect([mail?.subject, others]).toEqual(['Booking 1: PKR 5,000 was recorded by mistake', []]);
  expect(mail?.text).toContain(
    'We recorded that you paid PKR 5,000 (cash). That was a mistake, sorry. So there is nothing to give back. If you did pay it, please call us.',
  );
});

test('a payment that was recorded after the cancellation and undone is not mentioned', async () => {
  const { path } = await paidAndCancelled();
  club.clock.now += 60_000;
  await undo(await club.post(`${path}/payments`, { amount: 1000, method: 'cash' }, admin));
  expect(await subjects()).toEqual([]);
});

/** A place of PKR 3,000, paid and given back by the reception. */
async function leftPlace() {
  const event = {
    kind: 'class',
    title: 'Beginners’ class',
    text: '',
    least: 1,
    most: 4,
    price: 3000,
    sessions: [{ date: '2026-11-25', start_time: '18:00', duration: 60, court_ids: [1] }],
    publish: true,
  };
  const { data } = (await club.post('/api/admin/events', event, admin)).json;
  const contact = { name: 'Bilal Khan', email: 'bilal@example.com' };
  const { id } = (await club.post(`/api/events/${data.event.id}/places`, contact)).json.places[0];
  const path = `/api/admin/payers/${id}`;
  const payment = await club.post(`${path}/payments`, { amount: 3000, method: 'cash' }, admin);
  expect((await club.post(`/api/payers/${id}/leave`, {}, admin)).status).toBe(200);
  await sent();
  return { path, payment };
}

test('a payment for a place that is undone after the place was given back is corrected', async () => {
  const { payment } = await leftPlace();
  await undo(payment);
  const [mail, ...others] = await sent();
  expect([mail?.subject, others]).toEqual(['PKR 3,000 was recorded by mistake: Beginners’ class', []]);
  expect(mail?.text).toContain('So there is nothing to give back.');
});

test('a refund for a place is taken back or corrected as well', async () => {
  const { path } = await leftPlace();
  const refund = () => club.post(`${path}/refunds`, { amount: 3000, method: 'cash' }, admin);
  await undo(await refund());
  expect(await subjects()).toEqual([]);
  const again = await refund();
  expect(await subjects()).toEqual(['Refund of PKR 3,000: Beginners’ class']);
  await undo(again);
  expect(await subjects()).toEqual(['PKR 3,000 was not refunded yet: Beginners’ class']);
});
