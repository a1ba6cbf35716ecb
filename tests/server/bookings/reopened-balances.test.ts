/** Whoever owes again, and loses the court without paying, is told once how much and until when. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { keyHeader } from '../../support/booking-key.ts';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const HOUR_MS = 60 * 60_000;
/** The play of `bookingBody`. */
const START = Date.parse('2026-11-21T18:00:00+05:00');

let server: Awaited<ReturnType<typeof startMailServer>>;
let club: TestClub;
let headers: Record<string, string>;
beforeEach(async () => {
  server = await startMailServer();
  const env = { SMTP_URL: server.url, PUBLIC_URL: 'http://padelclub.example' };
  club = await createTestClub({ now: START - 40 * HOUR_MS, env });
  headers = (await club.signIn({ email: 'desk@example.com', is_admin: true })).headers;
});
afterEach(async () => {
  club.close();
  await server.close();
});

interface Booked {
  id: number;
  key: Record<string, string>;
}
async function book(): Promise<Booked> {
  const { json } = await club.post('/api/book', bookingBody());
  return { id: json.booking.id, key: keyHeader(json) };
}
const admin = (method: 'POST' | 'PUT', path: string, body: object) =>
  (method === 'POST' ? club.post : club.put)(`/api/admin${path}`, body, headers);
const take = async ({ id }: Booked, over: object) => {
  const { json } = await admin('POST', `/bookings/${id}/payments`, { method: 'cash', ...over });
  return json.data.entry.id as number;
};
const undo = async (entryId: number) => {
  const { status } = await admin('POST', `/ledger/${entryId}/reverse`, { reason: 'wrong booking' });
  expect(status).toBe(201);
};
const payByOf = ({ id }: Booked) => club.findBooking(id)?.pay_by;

/** A booking of PKR 5,000 of which Bilal owes 2,500. */
async function split(method = 'cash') {
  const booked = await book();
  const url = `/api/booking/${booked.id}/payers`;
  const { json } = await club.put(url, { payers: [{ name: 'Bilal' }] }, booked.key);
  const [, { id, join_url, charge }] = json.payers;
  const paying = { method, amount: charge, name: 'Bilal Khan', email: 'bilal@example.com' };
  const own = { 'x-booking-key': join_url.split('.').at(-1) };
  const paid = await club.post(`/api/payers/${id}/pay`, paying, own);
  expect(paid.status).toBe(200);
  return {
    ...booked,
    payer: id as number,
    own: { 'x-booking-key': paid.json.join_url.split('.').at(-1) as string },
  };
}

/** The emails to customers and players since the last call, each with its reader. */
async function readEmails(): Promise<[to: string | undefined, subject: string | undefined, text: string][]> {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  return server.mails
    .splice(0)
    .map(({ to, subject, text = '' }): [string | undefined, string | undefined, string] => [
      [to].flat()[0]?.text.split('@')[0],
      subject,
      text,
    ])
    .filter(([to]) => to === 'ayesha' || to === 'bilal');
}

describe('a payer hears how much is due again and until when', () => {
  test('after a payment was undone', async () => {
    const booked = await book();
    const entry = await take(booked, { amount: 5000 });
    await readEmails();
    await undo(entry);
    expect(payByOf(booked)).toBe('2026-11-20T14:00:00+05:00');
    const [email, ...others] = await readEmails();
    expect([email?.[0], email?.[1], others]).toEqual([
      'ayesha',
      'Booking 1: please pay PKR 5,000 by Fri, Nov 20, 2 PM',
      [],
    ]);
    expect(email?.[2]).toContain('We had recorded a payment by mistake and have taken it back.');
    expect(email?.[2]).toContain('/manage#1.');
  });

  test('after the payment of another payer was undone, who alone owes it', async () => {
    const booked = await split();
    const share = { amount: 2500, payer_id: booked.payer };
    const entry = await take(booked, share);
    await readEmails();
    await undo(entry);
    const emails = await readEmails();
    expect(emails.map(([to, subject]) => [to, subject])).toEqual([
      ['bilal', 'Please pay PKR 2,500 by Fri, Nov 20, 2 PM: Saturday, November 21, 2026'],
    ]);
    await take(booked, { amount: 2500 });
    const again = await take(booked, share);
    await readEmails();
    await undo(again);
    // Half of the price has come, so nobody loses the court and nobody is pressed.
    expect([payByOf(booked), await readEmails()]).toEqual([null, []]);
  });

  test('after add-ons made a booking dearer than its money can hold', async () => {
    const booked = await book();
    const coach = { name: 'Coach', price: 20_000, unit: 'booking', max_at_once: 1 };
    const { id } = (await admin('POST', '/add-ons', coach)).json.data.add_on;
    await take(booked, { amount: 5000 });
    await readEmails();
    const { version } = club.findBooking(booked.id) ?? {};
    const add_ons = [{ id, quantity: 1 }];
    expect((await admin('PUT', `/bookings/${booked.id}/add-ons`, { add_ons, version })).status).toBe(200);
    const [email, ...others] = await readEmails();
    expect([email?.[1], others]).toEqual(['Booking 1: please pay PKR 20,000 by Fri, Nov 20, 2 PM', []]);
    expect(email?.[2]).toContain('The price of your booking has changed.');
  });

  test('once, by the message about the move, after a move to a dearer time', async () => {
    const booked = await book();
    await take(booked, { amount: 5000 });
    await readEmails();
    const { version } = club.findBooking(booked.id) ?? {};
    const slots = ['17', '18', '19', '20', '21', '22', '23'].flatMap((hour) => [`${hour}:00`, `${hour}:30`]);
    const target = { court_id: 1, date: '2026-11-22', slots, version };
    expect((await admin('PUT', `/bookings/${booked.id}/slots`, target)).json.error).toBeUndefined();
    expect(payByOf(booked)).toBe('2026-11-20T14:00:00+05:00');
    const [email, ...others] = await readEmails();
    expect([email?.[1]?.split(':')[0], others]).toEqual(['Booking 1 has a new time', []]);
    expect(email?.[2]).toContain('Pay by: Fri, Nov 20, 2 PM');
  });
});

test('the other payers of a booking that is restored hear of it', async () => {
  const booked = await split();
  await admin('PUT', `/bookings/${booked.id}/status`, { status: 'cancelled', cancelled_by: 'club' });
  await readEmails();
  await admin('PUT', `/bookings/${booked.id}/status`, { status: 'paid' });
  const emails = await readEmails();
  expect(emails.map(([to, subject]) => [to, subject])).toEqual([
    ['ayesha', 'Booking 1 is confirmed: see you on Saturday, November 21, 2026'],
    ['bilal', 'Changed: Saturday, November 21, 2026'],
  ]);
  expect(emails[1]?.[2]).toContain('Still to pay: PKR 2,500');
});

test("the customer's payment withdraws no message that another payer has yet to read", async () => {
  const booked = await split('bank_transfer');
  const body = createReceiptForm(createPng(108, 108));
  const url = `http://localhost/api/payers/${booked.payer}/receipt`;
  const sent = await club.app.handle(new Request(url, { method: 'POST', body, headers: booked.own }));
  expect(sent.status).toBe(200);
  const rejection = { reason: 'Not ours', payer_id: booked.payer };
  await admin('POST', `/bookings/${booked.id}/receipt/reject`, rejection);
  await take(booked, { amount: 5000 });
  expect(club.findBooking(booked.id)?.status).toBe('paid');
  const subjects = (await readEmails()).filter(([to]) => to === 'bilal').map(([, subject]) => subject);
  expect(subjects).toContain('We could not accept your receipt: Saturday, November 21, 2026');
});
