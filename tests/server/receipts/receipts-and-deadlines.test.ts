import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const JOB = 'release what is due';
const CUSTOMER = 'ayesha@example.com';

let server: Awaited<ReturnType<typeof startMailServer>>;
let club: TestClub;
let admin: Record<string, string>;
beforeEach(async () => {
  server = await startMailServer();
  const env = { SMTP_URL: server.url, PUBLIC_URL: 'http://padelclub.example' };
  // Friday, 6 PM; the booking is for Saturday, 9 PM, so it is held until 9 AM.
  club = await createTestClub({ env, now: Date.parse('2026-11-20T18:00:00+05:00') });
  admin = (await club.signIn({ is_admin: true, email: 'admin@example.com' })).headers;
});
afterEach(async () => {
  await club.club.write(() => {});
  club.close();
  await server.close();
});

const book = async (over: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  (await club.post('/api/book', bookingBody({ start_time: '21:00', ...over }), headers)).json.booking;
const detail = async (id = 1) => (await club.get(`/api/admin/bookings/${id}`, admin)).json.data;
const upload = async (id = 1, email = CUSTOMER) => {
  const form = createReceiptForm(createPng(140, 140), { email });
  const url = `http://localhost/api/booking/${id}/receipt`;
  const response = await club.app.handle(new Request(url, { method: 'POST', body: form }));
  return { status: response.status, json: JSON.parse(await response.text()) };
};
const runAt = async (at: string) => {
  club.clock.now = Date.parse(`${at}+05:00`);
  await club.schedule.runNow(JOB);
};
const reject = (reason: string, version?: number, id = 1) =>
  club.post(`/api/admin/bookings/${id}/receipt/reject`, { reason, version }, admin);
const lateReceipts = async () =>
  (await club.get('/api/admin/late-receipts', admin)).json.data.late_receipts.map(
    ({ booking, amount, ...rest }: { booking: { id: number }; amount: number }) => ({
      id: booking.id,
      ...rest,
    }),
  );
const decide = (decision: string, over: Record<string, unknown> = {}) =>
  club.post('/api/admin/late-receipts/1', { decision, ...over }, admin);
async function emails(to = CUSTOMER) {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  return server.mails
    .splice(0)
    .filter((mail) => [mail.to].flat()[0]?.text === to)
    .map((mail) => ({ subject: mail.subject, text: (mail.text ?? '').replace(/\s+/g, ' ') }));
}

describe('the message to the customer', () => {
  test('the deadline with the booking, at half-time and after the release, each once', async () => {
    await book();
    const [received] = await emails();
    expect(received?.text).toContain('Please pay by Sat, Nov 21, 9 AM');
    expect(received?.text).toContain('Pay by: Sat, Nov 21, 9 AM');
    await runAt('2026-11-21T01:29:59');
    expect(await emails()).toEqual([]);
    for (const at of ['2026-11-21T01:30:00', '2026-11-21T01:30:01', '2026-11-21T08:59:00']) await runAt(at);
    const [reminder, ...more] = await emails();
    expect(more).toEqual([]);
    expect(reminder?.subject).toBe('Booking 1: please pay by Sat, Nov 21, 9 AM');
    expect(reminder?.text).toContain('PKR 5,000');
    for (const at of ['2026-11-21T09:00:00', '2026-11-21T09:00:01']) await runAt(at);
    const [released, ...others] = await emails();
    expect(others).toEqual([]);
    expect(released?.subject).toBe('Booking 1 was not paid in time');
    expect(released?.text).toContain(
      'http://padelclub.example/booking?court=1&date=2026-11-21&time=21:00&slots=21:00,21:30',
    );
  });

  test('no reminder once the receipt or the money is there', async () => {
    await book();
    await emails();
    await upload();
    await runAt('2026-11-21T01:30:00');
    expect((await emails()).map(({ subject }) => subject)).toEqual(['Receipt for booking 1 received']);
  });
});

describe('a receipt', () => {
  test('stops the clock until an admin decides', async () => {
    await book();
    expect((await upload()).status).toBe(200);
    expect((await detail()).booking.pay_by).toBeNull();
    await runAt('2026-11-21T20:00:00');
    expect((await detail()).booking.status).toBe('pending');
  });

  test('that is rejected starts it again, and the customer learns why', async () => {
    await book();
    await upload();
    await emails();
    club.clock.now = Date.parse('2026-11-21T10:00:00+05:00');
    const stale = await reject('The picture shows PKR 50.', 1);
    expect([stale.status, stale.json.reason]).toEqual([409, 'changed_meanwhile']);
    const { json } = await reject('The picture shows PKR 50.', 2);
    expect(json.data.booking).toMatchObject({
      status: 'pending',
      receipt_received: false,
      pay_by: '2026-11-21T19:00:00+05:00',
    });
    const { receipt, history } = await detail();
    expect(receipt.rejected).toBe('The picture shows PKR 50.');
    expect(history.at(-1)).toMatchObject({ actor: 'admin', action: 'receipt_rejected' });
    const [email] = await emails();
    expect(email?.subject).toBe('Booking 1: we could not accept your receipt');
    expect(email?.text).toContain('The picture shows PKR 50.');
    expect(email?.text).toContain('by Sat, Nov 21, 7 PM');
    await upload();
    expect((await detail()).receipt.replaced[0].rejected).toBe('The picture shows PKR 50.');
  });

  test('that is rejected for a date of a series leaves its time until before play', async () => {
    const place = { court_id: 1, weekday: 'saturday', start_time: '20:00', half_hours: 2 };
    const guest = { name: 'Ayesha Khan', phone: '0300 1234567', email: CUSTOMER };
    const plan = { ...place, from: '2026-12-05', count: 1, guest, payment_method: 'bank_transfer' };
    const { json } = await club.post('/api/admin/series', plan, admin);
    const [{ id, pay_by }] = json.data.bookings;
    expect((await upload(id)).status).toBe(200);
    const { booking } = (await reject('Not readable', undefined, id)).json.data;
    expect([booking.pay_by, pay_by]).toEqual(Array(2).fill('2026-12-05T18:00:00+05:00'));
  });

  test('that follows a rejected one stops nothing: the booking is released, and the receipt is a late one', async () => {
    await book();
    await upload();
    await reject('Not readable');
    await emails();
    await upload();
    const payBy = '2026-11-21T09:00:00+05:00';
    expect((await detail()).booking).toMatchObject({ pay_by: payBy, receipt_received: true });
    expect((await emails())[0]?.text).toContain('Your slot is held until Sat, Nov 21, 9 AM.');
    await runAt('2026-11-21T01:30:00');
    expect(await emails()).toEqual([]);
    // Another rejection does not begin the time anew.
    await reject('Not readable');
    expect((await detail()).booking.pay_by).toBe(payBy);
    await upload();
    await runAt('2026-11-21T09:00:00');
    expect((await detail()).booking.status).toBe('cancelled');
    expect(await lateReceipts()).toEqual([{ id: 1, can_restore: true, can_credit: false }]);
  });

  test('that waits for more than a day is an alarm, also when the customer sent it again', async () => {
    await book({ date: '2026-11-25' });
    await upload();
    const alarms = async () =>
      (await club.get('/api/admin/inbox', admin)).json.data.alarms.filter(
        ({ kind }: { kind: string }) => kind === 'receipt',
      );
    const receivedAt = club.clock.now;
    club.clock.now = receivedAt + 23 * 3_600_000;
    await upload();
    expect(await alarms()).toEqual([]);
    club.clock.now = receivedAt + 24 * 3_600_000;
    const text =
      'A receipt has been waiting for more than a day. The courts are held until you approve or reject.';
    expect(await alarms()).toEqual([{ kind: 'receipt', text }]);
    await reject('Not readable');
    await upload();
    expect(await alarms()).toEqual([]);
  });

  test('that is rejected after a part of the money came leaves the slot held', async () => {
    await book();
    await upload();
    await club.post('/api/admin/bookings/1/payments', { amount: 1000, method: 'cash' }, admin);
    expect((await reject('Not readable')).json.data.booking.pay_by).toBeNull();
    await runAt('2026-11-21T20:00:00');
    expect((await detail()).booking.status).toBe('pending');
  });

  test('that is rejected and not replaced lets the slot go', async () => {
    await book();
    await upload();
    await reject('Not readable');
    await runAt('2026-11-21T09:00:00');
    expect((await detail()).booking.status).toBe('cancelled');
  });

  test('cannot be rejected twice, without a reason, or after the money was confirmed', async () => {
    await book();
    expect((await reject('Nothing there')).status).toBe(409);
    await upload();
    expect((await reject(' ')).status).toBe(422);
    expect((await reject('Not readable')).status).toBe(200);
    expect((await reject('Not readable')).status).toBe(409);
    await upload();
    await club.put('/api/admin/bookings/1/status', { status: 'paid' }, admin);
    const { status, json } = await reject('Too late');
    expect([status, json.error]).toEqual([
      409,
      'This booking is paid. Undo its payment before rejecting the receipt.',
    ]);
  });
});

describe('a receipt after the release', () => {
  const release = async (headers?: Record<string, string>) => {
    await book({}, headers);
    await runAt('2026-11-21T09:00:00');
    await emails();
  };

  test('is accepted for seven days and listed at the desk', async () => {
    await release();
    club.clock.now = Date.parse('2026-11-28T09:00:00+05:00');
    expect((await upload()).status).toBe(200);
    const subjects = (await emails()).map(({ subject }) => subject);
    expect(subjects).toEqual(['Receipt for booking 1 received after the deadline']);
    expect(await lateReceipts()).toEqual([{ id: 1, can_restore: false, can_credit: false }]);
  });

  test('is refused after seven days, and for a booking that an admin cancelled', async () => {
    await release();
    club.clock.now = Date.parse('2026-11-28T09:00:01+05:00');
    const late = await upload();
    expect([late.status, late.json.reason]).toEqual([409, 'wrong_state']);
    await book({ date: '2026-11-30', email: 'other@example.com' });
    await club.put('/api/admin/bookings/2/status', { status: 'cancelled' }, admin);
    expect((await upload(2, 'other@example.com')).status).toBe(409);
  });

  test('restores the booking while its slots are free', async () => {
    await release();
    await upload();
    expect(await lateReceipts()).toEqual([{ id: 1, can_restore: true, can_credit: false }]);
    await emails();
    const { json } = await decide('restore');
    expect(json.data.booking).toMatchObject({ status: 'paid', received: 5000, balance: 0, pay_by: null });
    expect(await lateReceipts()).toEqual([]);
    expect((await emails())[0]?.subject).toStartWith('Booking 1 is paid: see you on Saturday');
    const slots = (await club.get('/api/slots?date=2026-11-21&courtId=1')).json;
    expect(slots.find((slot: { hour: number }) => slot.hour === 42).available).toBe(false);
  });

  test('restores no booking that has begun', async () => {
    await release();
    await upload();
    club.clock.now = Date.parse('2026-11-21T21:00:00+05:00');
    expect(await lateReceipts()).toEqual([{ id: 1, can_restore: false, can_credit: false }]);
    const { status, json } = await decide('restore');
    expect([status, json.error]).toEqual([
      409,
      'This booking has started. Please give credit or a refund instead.',
    ]);
  });

  test('restores no booking whose rackets another customer has by now', async () => {
    const racket = { name: 'Racket', price: 500, unit: 'booking', max_at_once: 2 };
    const { id } = (await club.post('/api/admin/add-ons', racket, admin)).json.data.add_on;
    await book({ add_ons: [{ id, quantity: 1 }] });
    await runAt('2026-11-21T09:00:00');
    await upload();
    const other = { court_id: 2, email: 'other@example.com', add_ons: [{ id, quantity: 1 }] };
    await book(other);
    expect(await lateReceipts()).toEqual([{ id: 1, can_restore: true, can_credit: false }]);
    await club.put('/api/admin/bookings/2/add-ons', { add_ons: [{ id, quantity: 2 }] }, admin);
    expect(await lateReceipts()).toEqual([{ id: 1, can_restore: false, can_credit: false }]);
    const { status, json } = await decide('restore');
    expect([status, json.fields.add_ons]).toEqual([
      422,
      'Racket: none left at 9 PM. Please choose another time, or book without it.',
    ]);
  });

  test('becomes the member’s credit when the slots are taken', async () => {
    const member = await club.signIn({ email: CUSTOMER });
    await release(member.headers);
    await book({ email: 'other@example.com' });
    await upload();
    expect(await lateReceipts()).toEqual([{ id: 1, can_restore: false, can_credit: true }]);
    const refused = await decide('restore');
    expect([refused.status, refused.json.reason]).toEqual([409, 'slot_taken']);
    await emails();
    const { json } = await decide('credit', { amount: 4000 });
    expect(json.data.booking).toMatchObject({ status: 'cancelled', received: 0, balance: 0 });
    expect((await club.get('/api/auth/credit', member.headers)).json.credit).toBe(4000);
    expect((await emails())[0]?.subject).toBe('Booking 1: PKR 4,000 was refunded');
    expect((await decide('credit')).status).toBe(409);
    expect(await lateReceipts()).toEqual([]);
  });

  test('of a guest becomes a sum to give back', async () => {
    await release();
    await book({ email: 'other@example.com' });
    await upload();
    expect((await decide('credit')).status).toBe(422);
    expect(await lateReceipts()).toHaveLength(1);
    await emails();
    const { json } = await decide('refund');
    expect(json.data.booking).toMatchObject({ status: 'cancelled', received: 5000, balance: -5000 });
    const balances = (await club.get('/api/admin/balances', admin)).json.data;
    expect(balances.to_give_back).toMatchObject([{ booking: { id: 1 }, payer: { position: 1 } }]);
    expect((await emails())[0]?.subject).toBe('Booking 1: we will refund PKR 5,000');
    expect((await decide('refund')).status).toBe(409);
  });

  test('whose money was recorded already is no money to give back again', async () => {
    await release();
    await upload();
    await club.post('/api/admin/bookings/1/payments', { amount: 1, method: 'cash' }, admin);
    const { headers } = await club.signIn({ email: 'staff@example.com', role: 'staff' });
    const inFull = { decision: 'refund', amount: 5000 };
    const refused = await club.post('/api/admin/late-receipts/1', inFull, headers);
    expect([refused.status, refused.json.error]).toEqual([
      403,
      'This is PKR 1 more than the price. Ask an owner to record it.',
    ]);
    // Without a sum it is what was still to come.
    expect((await decide('refund')).json.data.booking).toMatchObject({ received: 5000, balance: -5000 });
  });

  test('is no condition for its money: staff record what came late up to the price, and no rupee more', async () => {
    await release();
    const staff = (await club.signIn({ email: 'staff@example.com', role: 'staff' })).headers;
    const take = (amount: number) =>
      club.post('/api/admin/bookings/1/payments', { method: 'bank_transfer', amount }, staff);
    expect([(await take(5001)).status, (await take(3000)).status]).toEqual([403, 201]);
    expect([(await take(2001)).status, (await take(2000)).status, (await take(1)).status]).toEqual([
      403, 201, 403,
    ]);
    expect(club.findBooking(1)).toMatchObject({ status: 'cancelled', charge: 0, received: 5000 });
  });

  test('is decided once all of its money is recorded', async () => {
    await release();
    await upload();
    await club.post('/api/admin/bookings/1/payments', { amount: 3000, method: 'bank_transfer' }, admin);
    const [late] = (await club.get('/api/admin/late-receipts', admin)).json.data.late_receipts;
    expect(late.amount).toBe(2000);
    await club.post('/api/admin/bookings/1/payments', { amount: 2000, method: 'bank_transfer' }, admin);
    expect(await lateReceipts()).toEqual([]);
    expect((await decide('refund')).status).toBe(409);
    expect((await detail()).booking).toMatchObject({ status: 'cancelled', received: 5000, balance: -5000 });
  });

  test('of a split booking is for the host’s own part', async () => {
    const { id } = await book();
    await club.put(`/api/booking/${id}/payers`, { payers: [{ name: 'Bilal' }] }, admin);
    await runAt('2026-11-21T12:00:00');
    await upload();
    const [late] = (await club.get('/api/admin/late-receipts', admin)).json.data.late_receipts;
    expect([late?.amount, (await decide('restore')).status]).toEqual([2500, 200]);
    const { booking, payers } = await detail();
    expect(booking).toMatchObject({ status: 'paid', received: 2500, balance: 2500 });
    expect(payers.map(({ balance }: { balance: number }) => balance)).toEqual([0, 2500]);
  });

  test('can be rejected, and another one sent', async () => {
    await release();
    await upload();
    await emails();
    expect((await reject('This is another club’s receipt.')).status).toBe(200);
    expect(await lateReceipts()).toEqual([]);
    expect((await emails())[0]?.text).toContain('Your slot is no longer held.');
    await upload();
    expect(await lateReceipts()).toHaveLength(1);
  });
});

describe('what happens at the same moment', () => {
  test('release and upload: one of them comes first, and no receipt is lost', async () => {
    for (let round = 1; round <= 20; round += 1) {
      club.clock.now = Date.parse('2026-11-20T18:00:00+05:00') + round * 60_000;
      const email = `guest${round}@example.com`;
      const { id, pay_by } = await book({ email, date: `2026-12-${String(round).padStart(2, '0')}` });
      club.clock.now = Date.parse(pay_by);
      const [uploaded] = await Promise.all([upload(id, email), club.schedule.runNow(JOB)]);
      expect(uploaded.status).toBe(200);
      const { booking } = await detail(id);
      expect(booking.receipt_received).toBe(true);
      const listed = (await lateReceipts()).some((late: { id: number }) => late.id === id);
      expect(listed).toBe(booking.status === 'cancelled');
    }
  });

  test('release and approval: paid and held, or released and refused', async () => {
    await book();
    club.clock.now = Date.parse('2026-11-21T09:00:00+05:00');
    const approve = club.put('/api/admin/bookings/1/status', { status: 'paid', version: 1 }, admin);
    const [approved] = await Promise.all([approve, club.schedule.runNow(JOB)]);
    const { booking } = await detail();
    const claims = club.rows('SELECT * FROM claim').length;
    if (approved.status === 200)
      expect([booking.status, booking.received, claims]).toEqual(['paid', 5000, 2]);
    else
      expect([approved.status, booking.status, booking.received, claims]).toEqual([409, 'cancelled', 0, 0]);
  });
});
