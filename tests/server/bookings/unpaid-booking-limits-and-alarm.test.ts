import { afterEach, describe, expect, test } from 'bun:test';
import { addDays } from '../../../src/domain/business-day.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const TODAY = '2026-11-20';
const DAY_MS = 24 * 60 * 60_000;
const BEHIND_PROXY = { env: { TRUST_PROXY: '1' } };
let club: TestClub;
afterEach(() => club?.close());

const from = (ip: string) => ({ 'x-forwarded-for': ip });
/** A whole day of one court on cash, which has no deadline; another day for each `index`. */
const wholeDay = (index: number, over: Record<string, unknown> = {}) =>
  bookingBody({
    court_id: 1 + (index % 2),
    date: addDays(TODAY, 1 + Math.floor(index / 2)),
    start_time: '07:00',
    duration: 42 * 30,
    payment_method: 'cash',
    email: `guest${index}@example.com`,
    ...over,
  });
const uploadReceipt = async (id: number, email: string) => {
  const body = createReceiptForm(createPng(140, 140), { email });
  const url = `http://localhost/api/booking/${id}/receipt`;
  return (await club.app.handle(new Request(url, { method: 'POST', body }))).status;
};
const book = async (
  index: number,
  over: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => (await club.post('/api/book', wholeDay(index, over), headers)).status;

describe('what one source holds unpaid', () => {
  test('is three days of every court for a network, on whichever day it was booked', async () => {
    club = await createTestClub();
    const admin = await club.signIn({ is_admin: true, email: 'admin@example.com' });
    for (let index = 0; index < 6; index += 1) {
      // Each on another day, so that the daily limit is not reached.
      expect(await book(20 + index)).toBe(201);
      club.clock.now += DAY_MS / 4;
    }
    club.clock.now += DAY_MS;
    const refused = await club.post('/api/book', wholeDay(40));
    expect([refused.status, refused.json.error]).toEqual([
      429,
      'There are too many unpaid bookings from here. Please pay for one of them first, or call +92 300 0000000.',
    ]);
    await club.put('/api/admin/bookings/6/status', { status: 'paid' }, admin.headers);
    expect(await book(40)).toBe(201);
    expect(await book(41)).toBe(429);
  });

  test('is a day of every court for a contact, and twice that for a verified member', async () => {
    club = await createTestClub(BEHIND_PROXY);
    const contact = { email: 'victim@example.com', phone: '0301 1111111' };
    expect(await book(0, contact, from('10.0.0.1'))).toBe(201);
    expect(await book(1, contact, from('10.0.0.2'))).toBe(201);
    expect(await book(2, contact, from('10.0.0.3'))).toBe(429);
    const member = await club.signIn({ email: 'victim@example.com' });
    club.db.run("UPDATE user SET phone = '+923011111111' WHERE email = 'victim@example.com'");
    const own = { ...member.headers, ...from('10.0.0.1') };
    for (let index = 2; index < 6; index += 1) expect(await book(index, contact, own)).toBe(201);
    expect(await book(6, contact, own)).toBe(429);
    expect(await book(6, {}, from('10.0.0.1'))).toBe(201);
  });

  test('is what a network holds for all its members who never paid, beside its guests', async () => {
    club = await createTestClub(BEHIND_PROXY);
    const admin = await club.signIn({ is_admin: true, email: 'admin@example.com' });
    const home = from('10.0.0.1');
    const signIn = async (name: string) => {
      const email = `${name}@catch-all.example`;
      const { headers } = await club.signIn({ email });
      const contact = (index: number) => ({ email, phone: `0301 ${1_000_000 + index}` });
      return (index: number) => book(index, contact(index), { ...headers, ...home });
    };
    const [first, second, third] = [await signIn('a'), await signIn('b'), await signIn('c')];
    for (const index of [20, 21, 22]) expect(await first(index)).toBe(201);
    for (const index of [23, 24, 25]) expect(await second(index)).toBe(201);
    // The daily limit is no longer reached.
    club.clock.now += DAY_MS;
    expect([await second(26), await third(26)]).toEqual([429, 429]);
    expect(await book(27, {}, home)).toBe(201);
    // Who has paid for a booking is a customer, and has the own share whatever the neighbours do.
    await club.put('/api/admin/bookings/4/status', { status: 'paid' }, admin.headers);
    expect([await third(28), await third(29)]).toEqual([201, 429]);
    expect([await second(30), await second(31)]).toEqual([201, 201]);
  });

  test('ends with the deadline or the whole money', async () => {
    club = await createTestClub(BEHIND_PROXY);
    const { headers } = await club.signIn({ is_admin: true, email: 'admin@example.com' });
    const transfer = { email: 'a@example.com', payment_method: 'bank_transfer' };
    for (const index of [0, 1]) expect(await book(index, transfer, from(`10.0.0.${index}`))).toBe(201);
    const pay = (amount: number) =>
      club.post('/api/admin/bookings/1/payments', { amount, method: 'cash' }, headers);
    await pay(1000);
    expect(await book(2, transfer, from('10.0.0.2'))).toBe(429);
    await pay(club.findBooking(1)?.balance ?? 0);
    expect(await book(2, transfer, from('10.0.0.2'))).toBe(201);
    expect(await book(3, transfer, from('10.0.0.3'))).toBe(429);
    club.clock.now += DAY_MS / 2;
    expect(await book(3, transfer, from('10.0.0.3'))).toBe(201);
  });

  test('ends with the day of play', async () => {
    club = await createTestClub(BEHIND_PROXY);
    const cash = { email: 'a@example.com' };
    for (const index of [0, 1]) expect(await book(index, cash, from(`10.0.0.${index}`))).toBe(201);
    club.clock.now = Date.parse('2026-11-22T05:59:00+05:00');
    expect(await book(10, cash, from('10.0.0.2'))).toBe(429);
    club.clock.now += 60_000;
    expect(await book(10, cash, from('10.0.0.2'))).toBe(201);
  });

  test('goes on with a receipt until the reception approves it, however often it is rejected', async () => {
    club = await createTestClub(BEHIND_PROXY);
    const { headers } = await club.signIn({ is_admin: true, email: 'admin@example.com' });
    const transfer = { email: 'a@example.com', payment_method: 'bank_transfer' };
    for (let index = 0; index < 6; index += 1) {
      const answer = await book(index, transfer, from(`10.0.0.${index}`));
      expect([index, answer]).toEqual([index, index < 2 ? 201 : 429]);
      if (answer !== 201) continue;
      const id = index + 1;
      expect(await uploadReceipt(id, 'a@example.com')).toBe(200);
      const reason = { reason: 'The picture shows noise.' };
      await club.post(`/api/admin/bookings/${id}/receipt/reject`, reason, headers);
      expect(await uploadReceipt(id, 'a@example.com')).toBe(200);
    }
    expect(club.rows('SELECT 1 FROM claim')).toHaveLength(2 * 42);
    await club.put('/api/admin/bookings/1/status', { status: 'paid' }, headers);
    expect(await book(2, transfer, from('10.0.0.9'))).toBe(201);
  });
});

describe('mass unpaid bookings', () => {
  const hour = (index: number, over: Record<string, unknown> = {}) =>
    bookingBody({
      date: addDays(TODAY, 1 + index),
      start_time: '18:00',
      duration: 240,
      email: `guest${index}@example.com`,
      ...over,
    });
  const groups = async (headers: Record<string, string>) =>
    (await club.get('/api/admin/mass-unpaid-bookings', headers)).json.data.groups;

  test('from one network is shown once and released in one step, with receipts listed separately', async () => {
    club = await createTestClub(BEHIND_PROXY);
    const { headers } = await club.signIn({ is_admin: true, email: 'admin@example.com' });
    const ip = from('2001:db8:1:ab00::7');
    for (let index = 0; index < 5; index += 1)
      expect((await club.post('/api/book', hour(index), ip)).status).toBe(201);
    await club.post('/api/book', hour(30), from('10.9.9.9'));
    expect(await groups(headers)).toEqual([]);
    await club.post('/api/book', hour(5), ip);
    await club.post('/api/book', hour(6), ip);
    const [group, ...more] = await groups(headers);
    expect(more).toEqual([]);
    expect([group.booking_ids, group.with_receipt_ids, group.slots]).toEqual([[1, 2, 3, 4, 5, 7, 8], [], 56]);
    const release = async (chosen: object) =>
      (await club.post('/api/admin/mass-unpaid-bookings/release', chosen, headers)).json.data.released;
    // The receipt came after the reception read the list.
    expect(await uploadReceipt(2, 'guest1@example.com')).toBe(200);
    expect(await release({ booking_ids: [2] })).toEqual([]);
    expect(await groups(headers)).toMatchObject([
      { booking_ids: [1, 3, 4, 5, 7, 8], with_receipt_ids: [2], slots: 56 },
    ]);
    // The club does not release what a customer has begun to pay.
    await club.post('/api/admin/bookings/8/payments', { amount: 1000, method: 'cash' }, headers);
    // Their deadline is a full minute, as customers read it.
    club.clock.now += 30_000;
    expect(await release({ booking_ids: [1, 3, 4, 5, 7, 8] })).toEqual([1, 3, 4, 5, 7]);
    const status = (id: number) => club.findBooking(id)?.status;
    expect([1, 2, 6, 8].map(status)).toEqual(['cancelled', 'pending', 'pending', 'pending']);
    expect(club.findBooking(1)?.pay_by).toBe('2026-11-20T15:10:00+05:00');
    expect(club.rows('SELECT 1 FROM claim')).toHaveLength(3 * 8);
    expect(await release({ with_receipt_ids: [2] })).toEqual([2]);
    const late = (await club.get('/api/admin/late-receipts', headers)).json.data.late_receipts;
    expect(late.map(({ booking }: { booking: { id: number } }) => booking.id)).toEqual([2]);
    const { history } = (await club.get('/api/admin/bookings/1', headers)).json.data;
    expect(history.at(-1)).toMatchObject({ actor: 'admin', details: { reason: 'unpaid' } });
    const kinds = club.rows<{ kind: string }>(
      "SELECT kind FROM outbox WHERE booking_id = 1 AND state = 'queued'",
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['booking.released']);
    expect(await groups(headers)).toEqual([]);
    const nothing = await club.post('/api/admin/mass-unpaid-bookings/release', {}, headers);
    expect(nothing.status).toBe(422);
  });

  test('is an alarm for at most five sources at once, the largest first', async () => {
    club = await createTestClub(BEHIND_PROXY);
    const { headers } = await club.signIn({ is_admin: true, email: 'admin@example.com' });
    for (let index = 0; index < 36; index += 1) {
      const source = Math.floor(index / 6);
      // The last source has half an hour more.
      const duration = index === 35 ? 270 : 240;
      const booked = await club.post('/api/book', hour(index, { duration }), from(`10.${source}.0.1`));
      expect(booked.status).toBe(201);
    }
    const slots = (await groups(headers)).map((group: { slots: number }) => group.slots);
    expect(slots).toEqual([49, 48, 48, 48, 48]);
  });

  test('is no alarm while its bookings are paid', async () => {
    club = await createTestClub();
    const { headers } = await club.signIn({ is_admin: true, email: 'admin@example.com' });
    for (let index = 0; index < 5; index += 1) await club.post('/api/book', hour(index));
    expect(await groups(headers)).toEqual([]);
    // The sixth booking makes it 42 slots.
    await club.post('/api/book', hour(5, { duration: 60 }));
    expect(await groups(headers)).toHaveLength(1);
    await club.put('/api/admin/bookings/6/status', { status: 'paid' }, headers);
    expect(await groups(headers)).toEqual([]);
  });
});
