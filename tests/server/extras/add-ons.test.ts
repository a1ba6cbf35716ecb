import { beforeEach, describe, expect, test } from 'bun:test';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { adminClubForEachTest } from '../../support/admin-club.ts';
import { bookingBody } from '../../support/test-club.ts';

const { club, book, get, post, put } = adminClubForEachTest();

const RACKET = { name: 'Racket', price: 500, unit: 'booking', max_at_once: 4 };
const COACH = { name: 'Coach', price: 3000, unit: 'hour', max_at_once: 1 };
let racket: number;
let coach: number;
beforeEach(async () => {
  racket = (await post('/api/admin/add-ons', RACKET)).json.data.add_on.id;
  coach = (await post('/api/admin/add-ons', COACH)).json.data.add_on.id;
});

const rackets = (quantity: number) => ({ add_ons: [{ id: racket, quantity }] });
const tryToBook = (over: Record<string, unknown>) => club().post('/api/book', bookingBody(over));
const left = async (slots: string) => {
  const { json } = await club().get(`/api/add-ons?date=2026-11-21&slots=${slots}`);
  return json.map((addOn: { left: number | null }) => addOn.left);
};

describe('a booking with add-ons', () => {
  test('costs its court and each add-on per booking or per hour, line by line', async () => {
    const add_ons = [
      { id: coach, quantity: 1 },
      { id: racket, quantity: 2 },
    ];
    const { status, json } = await tryToBook({ duration: 90, add_ons });
    expect(status).toBe(201);
    expect(json.booking).toMatchObject({
      computed_amount: 13_000,
      charge: 13_000,
      balance: 13_000,
      lines: [
        { kind: 'add_on', label: 'Coach', quantity: 1, unit: 'hour', unit_price: 3000, amount: 4500 },
        { kind: 'add_on', label: 'Racket', quantity: 2, unit: 'booking', unit_price: 500, amount: 1000 },
      ],
    });
    const { booking } = await get(`/api/admin/bookings/${json.booking.id}`);
    expect(booking).toEqual(json.booking);
  });

  test('is answered as it is stored, with a single one and one at no price too', async () => {
    const towel = await post('/api/admin/add-ons', { name: 'Towel', price: 0, unit: 'booking' });
    for (const [id, start_time] of [
      [racket, '18:00'],
      [towel.json.data.add_on.id, '20:00'],
    ]) {
      const { json } = await tryToBook({ start_time, add_ons: [{ id, quantity: 1 }] });
      expect(json.booking.lines).toHaveLength(1);
      expect((await get(`/api/admin/bookings/${json.booking.id}`)).booking).toEqual(json.booking);
    }
  });

  test('without any answers as before, without lines', async () => {
    const { json } = await tryToBook({ add_ons: [] });
    expect(json.booking.lines).toBeUndefined();
    expect(await get(`/api/admin/bookings/${json.booking.id}`)).toMatchObject({ booking: json.booking });
  });

  test('at a price that the customer has not seen is refused with the right one', async () => {
    const { status, json } = await tryToBook({ amount: 5000, ...rackets(1) });
    expect([status, json.reason, json.amount]).toEqual([409, 'price_changed', 5500]);
  });

  test.each([
    ['an unknown one', [{ id: 99, quantity: 1 }]],
    ['none of one', [{ id: 1, quantity: 0 }]],
    ['too many of one', [{ id: 1, quantity: 21 }]],
    ['half of one', [{ id: 1, quantity: 0.5 }]],
    [
      'one twice',
      [
        { id: 1, quantity: 1 },
        { id: 1, quantity: 1 },
      ],
    ],
    ['no list', 'rackets'],
  ])('%s is refused and nothing is written', async (_, add_ons) => {
    const { status, json } = await tryToBook({ add_ons });
    expect([status, json.reason]).toEqual([422, 'invalid']);
    expect(club().rows('SELECT id FROM booking')).toEqual([]);
  });

  test('one that the owner no longer offers is refused by its name', async () => {
    await put(`/api/admin/add-ons/${racket}`, { ...RACKET, active: false });
    const { status, json } = await tryToBook(rackets(1));
    expect([status, json.fields.add_ons]).toEqual([
      422,
      'Racket is no longer offered. Please book without it.',
    ]);
  });

  test('keeps its price when the owner raises it', async () => {
    const { id } = await book(rackets(2));
    await put(`/api/admin/add-ons/${racket}`, { ...RACKET, price: 900 });
    const { booking } = await get(`/api/admin/bookings/${id}`);
    expect([booking.computed_amount, booking.lines[0].amount]).toEqual([6000, 1000]);
  });
});

describe('how many are left', () => {
  test('counts each half-hour over all courts', async () => {
    await book({ start_time: '18:00', ...rackets(3) });
    await book({ court_id: 2, start_time: '18:30', ...rackets(1) });
    expect(await left('18:00')).toEqual([1, 1]);
    expect(await left('18:30')).toEqual([0, 1]);
    expect(await left('19:00,19:30')).toEqual([3, 1]);
    const { status, json } = await tryToBook({ court_id: 2, start_time: '17:30', ...rackets(2) });
    expect([status, json.fields.add_ons]).toEqual([
      422,
      'Racket: only 1 left at 6 PM. Please choose fewer, or another time.',
    ]);
  });

  test('the last two rackets are sold once to many customers at the same moment', async () => {
    await book({ start_time: '18:00', ...rackets(2) });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        tryToBook({
          court_id: 2,
          start_time: n % 2 ? '18:00' : '17:30',
          email: `guest${n}@example.com`,
          ...rackets(2),
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const elsewhere = await tryToBook({ court_id: 2, start_time: '16:00', ...rackets(4) });
    expect(elsewhere.status).toBe(201);
  });

  test('names the first half-hour in playing order, also after midnight', async () => {
    await book({ start_time: '23:00', duration: 120, ...rackets(3) });
    const { json } = await tryToBook({ court_id: 2, start_time: '23:30', duration: 120, ...rackets(2) });
    expect(json.fields.add_ons).toBe(
      'Racket: only 1 left at 11:30 PM. Please choose fewer, or another time.',
    );
  });

  test('does not count a code that has the number of an add-on', async () => {
    const code = await post('/api/admin/promo-codes', { code: 'SAVE', name: 'Flyer', percent: 10 });
    expect(code.json.data.code.id).toBe(racket);
    await book(rackets(4));
    expect((await tryToBook({ court_id: 2, code: 'SAVE' })).status).toBe(201);
  });

  test('a cancellation gives them back, and a restore needs them again', async () => {
    const { id } = await book(rackets(4));
    await put(`/api/admin/bookings/${id}/status`, { status: 'cancelled' });
    expect(await left('18:00,18:30')).toEqual([4, 1]);
    await book({ court_id: 2, ...rackets(2) });
    const restored = await put(`/api/admin/bookings/${id}/status`, { status: 'paid' });
    expect([restored.status, restored.json.fields.add_ons]).toEqual([
      422,
      'Racket: only 2 left at 6 PM. Please choose fewer, or another time.',
    ]);
    expect((await get(`/api/admin/bookings/${id}`)).booking.status).toBe('cancelled');
    expect(club().rows(`SELECT slot FROM claim WHERE booking_id = ${id}`)).toEqual([]);
  });
});

describe('moving a booking', () => {
  const move = (id: number, court_id: number, slots: string[]) =>
    put(`/api/admin/bookings/${id}/slots`, { court_id, date: '2026-11-21', slots, version: 1 });

  test('keeps its add-ons and prices them for the new length', async () => {
    const { id } = await book({ add_ons: [{ id: coach, quantity: 1 }, ...rackets(2).add_ons] });
    const { status, json } = await move(id, 1, ['19:00', '19:30', '20:00', '20:30']);
    expect([status, json.data.booking.computed_amount]).toEqual([200, 17_000]);
    expect(json.data.booking.lines.map((line: { amount: number }) => line.amount)).toEqual([6000, 1000]);
  });

  test('does not conflict with itself, but with other bookings', async () => {
    const { id } = await book(rackets(4));
    expect((await move(id, 1, ['18:30', '19:00'])).status).toBe(200);
    const other = await book({ court_id: 2, start_time: '20:00', ...rackets(1) });
    const { status, json } = await put(`/api/admin/bookings/${other.id}/slots`, {
      court_id: 2,
      date: '2026-11-21',
      slots: ['18:00', '18:30'],
      version: 1,
    });
    expect([status, json.fields.add_ons]).toEqual([
      422,
      'Racket: none left at 6:30 PM. Please choose another time, or book without it.',
    ]);
  });
});

describe('at the desk', () => {
  test('a walk-in gets add-ons and pays for them', async () => {
    const walkIn = { court_id: 1, date: '2026-11-20', slots: ['16:00', '16:30'], name: 'Bilal' };
    const { status, json } = await post('/api/admin/bookings', { ...walkIn, ...rackets(2), paid: true });
    expect([status, json.data.booking.status, json.data.booking.received]).toEqual([201, 'paid', 5000]);
    expect(listBookFaults(club().db)).toEqual([]);
  });

  test('adding and removing changes the balance; what was sold keeps its price', async () => {
    const { id } = await book(rackets(1));
    const paid = await put(`/api/admin/bookings/${id}/status`, { status: 'paid' });
    const { version } = paid.json.data.booking;
    await put(`/api/admin/add-ons/${racket}`, { ...RACKET, price: 900 });
    const change = (add_ons: unknown, version?: number) =>
      put(`/api/admin/bookings/${id}/add-ons`, { add_ons, version });
    const added = await change(
      [
        { id: racket, quantity: 3 },
        { id: coach, quantity: 1 },
      ],
      version,
    );
    expect(added.json.data.booking).toMatchObject({ computed_amount: 9500, received: 5500, balance: 4000 });
    expect((await change([], version)).status).toBe(409);
    const removed = await change([], added.json.data.booking.version);
    expect(removed.json.data.booking).toMatchObject({ computed_amount: 5000, balance: -500, status: 'paid' });
    expect(removed.json.data.booking.lines).toBeUndefined();
    const { history } = await get(`/api/admin/bookings/${id}`);
    expect(history.at(-1)).toMatchObject({ action: 'add_ons', details: { from: 9500, to: 5000 } });
    expect((await change([{ id: racket, quantity: 5 }])).status).toBe(422);
    await put(`/api/admin/bookings/${id}/status`, { status: 'cancelled', cancelled_by: 'mistake' });
    expect((await change([{ id: racket, quantity: 1 }])).status).toBe(409);
  });

  test('a part payment of a pending booking settles it once a racket goes back', async () => {
    const { id } = await book(rackets(2));
    await post(`/api/admin/bookings/${id}/payments`, { amount: 5000, method: 'cash' });
    const { json } = await put(`/api/admin/bookings/${id}/add-ons`, { add_ons: [] });
    expect(json.data.booking).toMatchObject({ status: 'paid', balance: 0 });
  });
});

test('the refund of a cancellation counts the whole charge', async () => {
  const { json } = await tryToBook({ date: '2026-11-21', start_time: '09:00', ...rackets(2) });
  const { id } = json.booking;
  await put(`/api/admin/bookings/${id}/status`, { status: 'paid' });
  const cancelled = await put(`/api/admin/bookings/${id}/status`, {
    status: 'cancelled',
    cancelled_by: 'customer',
  });
  // PKR 4,000 of the court in the morning and 1,000 of rackets, 17 hours before play.
  expect(cancelled.json.data.booking).toMatchObject({ charge: 2500, received: 5000, balance: -2500 });
});

describe('the list of add-ons', () => {
  const list = (query: string) => club().get(`/api/add-ons?${query}`);

  test('has what is offered now, and no cache keeps it', async () => {
    await put(`/api/admin/add-ons/${coach}`, { ...COACH, active: false });
    const { json, headers } = await list('date=2026-11-21&slots=18:00');
    expect(json).toEqual([{ ...RACKET, id: racket, left: 4 }]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['a day that does not exist', 'date=2026-02-30&slots=18:00', 'date'],
    ['no slots', 'date=2026-11-21&slots=', 'slots'],
    ['a slot that does not exist', 'date=2026-11-21&slots=18:00,18:15', 'slots'],
    [
      'more slots than a day has',
      `date=2026-11-21&slots=${Array.from({ length: 49 }, () => '18:00').join()}`,
      'slots',
    ],
  ])('refuses %s', async (_, query, field) => {
    const { status, json } = await list(query);
    expect([status, Object.keys(json.fields)]).toEqual([422, [field]]);
  });

  test('says none is left when the owner has fewer than are booked', async () => {
    await book(rackets(4));
    await put(`/api/admin/add-ons/${racket}`, { ...RACKET, max_at_once: 2 });
    expect(await left('18:00')).toEqual([0, 1]);
  });
});

test('owners change an add-on, and the audit log says what they changed', async () => {
  const { status } = await put(`/api/admin/add-ons/${racket}`, { ...RACKET, price: 600, max_at_once: 6 });
  expect(status).toBe(200);
  const edits = "SELECT details FROM audit_log WHERE subject = 'add_on' AND action = 'edited'";
  expect(
    club()
      .rows<{ details: string }>(edits)
      .map(({ details }) => JSON.parse(details)),
  ).toEqual([{ price: { from: 500, to: 600 }, max_at_once: { from: 4, to: 6 } }]);
});

test('the statistics of some days name what was sold for play on them, without what was cancelled', async () => {
  club().clock.now = Date.parse('2026-11-29T15:00:00+05:00');
  await book({ date: '2026-11-30', ...rackets(2) });
  await book({ date: '2026-11-30', start_time: '20:00', ...rackets(1) });
  await book({ date: '2026-12-01', ...rackets(3) });
  const { id } = await book({ date: '2026-11-30', court_id: 2, ...rackets(1) });
  await put(`/api/admin/bookings/${id}/status`, { status: 'cancelled' });
  const { sold } = await get('/api/admin/insights?startDate=2026-11-01&endDate=2026-11-30');
  expect(sold).toEqual([{ kind: 'add_on', label: 'Racket', quantity: 3, amount: 1500 }]);
});

test('a club has at most 20 add-ons, and a new one stands last', async () => {
  const insert = club().db.query("INSERT INTO add_on (name, price, unit) VALUES (?, 100, 'booking')");
  for (let n = 3; n < 20; n += 1) insert.run(`Extra ${n}`);
  await put('/api/admin/add-ons/order', {
    add_ons: Array.from({ length: 19 }, (_, at) => (at === 0 ? coach : at === 1 ? racket : at + 1)),
  });
  await post('/api/admin/add-ons', { name: 'Towel', price: 200, unit: 'booking' });
  expect((await get('/api/admin/add-ons')).add_ons.at(-1).name).toBe('Towel');
  const { status, json } = await post('/api/admin/add-ons', { name: 'Grip', price: 200, unit: 'booking' });
  expect([status, json.reason]).toEqual([409, 'wrong_state']);
});

test('owners order add-ons, and two cannot have one name', async () => {
  const ordered = await put('/api/admin/add-ons/order', { add_ons: [coach, racket] });
  expect(ordered.json.data.add_ons.map((addOn: { name: string }) => addOn.name)).toEqual(['Coach', 'Racket']);
  expect((await put('/api/admin/add-ons/order', { add_ons: [coach] })).status).toBe(409);
  expect((await post('/api/admin/add-ons', { ...RACKET, name: 'racket' })).status).toBe(422);
  expect((await put('/api/admin/add-ons/99', RACKET)).status).toBe(404);
});
