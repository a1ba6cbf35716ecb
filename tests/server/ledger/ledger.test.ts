import { beforeEach, describe, expect, test } from 'bun:test';
import { addDays } from '../../../src/domain/business-day.ts';
import { bookingInserter } from '../../support/insert-booking.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest();
let admin: { headers: Record<string, string> };
let member: { id: number; headers: Record<string, string> };
beforeEach(async () => {
  admin = await club.signIn({ is_admin: true, email: 'admin@example.com', name: 'Sana Malik' });
  member = await club.signIn({ email: 'ayesha@example.com' });
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  club.post(`/api/admin${path}`, body, { ...admin.headers, ...headers });
const pay = (id: number, amount: number, method = 'cash', more: object = {}) =>
  post(`/bookings/${id}/payments`, { amount, method, ...more });
const refund = (id: number, amount: number, method = 'cash', more: object = {}) =>
  post(`/bookings/${id}/refunds`, { amount, method, ...more });
const detail = async (id: number) => (await club.get(`/api/admin/bookings/${id}`, admin.headers)).json.data;
const money = async (id: number) => {
  const { status, charge, received, balance } = (await detail(id)).booking;
  return { status, charge, received, balance };
};
const setStatus = (id: number, body: object) =>
  club.put(`/api/admin/bookings/${id}/status`, body, admin.headers);
const revenue = async () => (await club.get('/api/admin/stats', admin.headers)).json.data.total_revenue;
/** A booking of PKR 5,000 for tomorrow at 6 PM. */
async function book(over: Record<string, unknown> = {}): Promise<number> {
  const { json } = await club.post('/api/book', bookingBody(over), member.headers);
  return json.booking.id;
}
const expectBooksAgree = () =>
  expect(
    club.rows(`SELECT id FROM booking WHERE received <>
      (SELECT ifnull(sum(amount), 0) FROM ledger_entry WHERE booking_id = booking.id)`),
  ).toEqual([]);

test('a price is paid in parts by several methods, and the last part marks the booking paid', async () => {
  const id = await book();
  expect((await pay(id, 2000)).status).toBe(201);
  expect(await money(id)).toEqual({ status: 'pending', charge: 5000, received: 2000, balance: 3000 });
  const { json } = await pay(id, 3000, 'bank_transfer', { reference: 'FT-1122' });
  expect(json.data.entry).toMatchObject({ kind: 'payment', method: 'bank_transfer', amount: 3000 });
  expect(json.data.booking).toMatchObject({ status: 'paid', balance: 0 });
  const { entries } = await detail(id);
  expect(
    entries.map((entry: { amount: number; actor_name: string }) => [entry.amount, entry.actor_name]),
  ).toEqual([
    [2000, 'Sana Malik'],
    [3000, 'Sana Malik'],
  ]);
  expectBooksAgree();
});

test('marking paid records the missing amount by the method that was used', async () => {
  const id = await book();
  await pay(id, 2000);
  await setStatus(id, { status: 'paid', method: 'card' });
  const { entries } = await detail(id);
  expect(entries.map((entry: { method: string; amount: number }) => [entry.method, entry.amount])).toEqual([
    ['cash', 2000],
    ['card', 3000],
  ]);
  const other = await book({ start_time: '20:00', payment_method: 'cash' });
  await setStatus(other, { status: 'paid' });
  expect((await detail(other)).entries[0]).toMatchObject({ method: 'cash', amount: 5000 });
});

test('a payment that was recorded by mistake is undone once, and the booking is pending again', async () => {
  const id = await book();
  const { json } = await pay(id, 5000);
  const entryId = json.data.entry.id;
  const undone = await post(`/ledger/${entryId}/reverse`, { reason: 'another customer' });
  expect(undone.status).toBe(201);
  expect(undone.json.data.entry).toMatchObject({ amount: -5000, note: 'another customer' });
  expect(await money(id)).toEqual({ status: 'pending', charge: 5000, received: 0, balance: 5000 });
  expect((await post(`/ledger/${entryId}/reverse`, { reason: 'again' })).status).toBe(409);
  expect((await post(`/ledger/${undone.json.data.entry.id}/reverse`, { reason: 'no' })).status).toBe(409);
  expect(
    (await detail(id)).entries.map((entry: { reversed_by: number | null }) => entry.reversed_by),
  ).toEqual([undone.json.data.entry.id, null]);
  expectBooksAgree();
});

test('a payment that was given back cannot be undone; undoing one of a cancelled booking claims nothing', async () => {
  const id = await book();
  const paid = (await pay(id, 6000)).json.data.entry.id;
  const back = (await refund(id, 1000)).json.data.entry.id;
  const undo = (entryId: number) => post(`/ledger/${entryId}/reverse`, { reason: 'a mistake' });
  expect((await undo(paid)).json.error).toBe('This money has already been refunded. Undo the refund first.');
  expect((await undo(back)).status).toBe(201);
  club.clock.now = Date.parse('2026-11-21T17:00:00+05:00');
  await setStatus(id, { status: 'cancelled' });
  expect(await money(id)).toMatchObject({ charge: 5000, received: 6000, balance: -1000 });
  const late = (await pay(id, 500)).json.data.entry.id;
  expect((await undo(paid)).status).toBe(201);
  expect(await money(id)).toEqual({ status: 'cancelled', charge: 500, received: 500, balance: 0 });
  expect((await undo(late)).status).toBe(201);
  expect(await money(id)).toEqual({ status: 'cancelled', charge: 0, received: 0, balance: 0 });
  expectBooksAgree();
});

test('undoing a refund pays for a booking that an undone payment had reopened', async () => {
  const id = await book();
  await pay(id, 5000, 'bank_transfer');
  const extra = (await pay(id, 1000)).json.data.entry.id;
  const back = (await refund(id, 1000)).json.data.entry.id;
  const undo = (entryId: number) => post(`/ledger/${entryId}/reverse`, { reason: 'a mistake' });
  expect((await undo(extra)).json.data.booking).toMatchObject({ status: 'pending', balance: 1000 });
  expect((await undo(back)).json.data.booking).toMatchObject({ status: 'paid', balance: 0 });
  // The undone cash does not say how the customer paid.
  const { self_service } = (await club.get(`/api/booking/${id}`, member.headers)).json;
  expect(self_service.paid_ways).toEqual([{ method: 'bank_transfer', amount: 5000 }]);
});

describe('a cancelled booking keeps what the policy or the admin decides', () => {
  test.each<[string, number, object, number]>([
    ['24 hours before', 24, {}, 0],
    ['12 hours before', 12, { cancelled_by: 'customer' }, 2500],
    ['2 hours before', 2, { cancelled_by: 'customer' }, 5000],
    ['2 hours before, by the club', 2, { cancelled_by: 'club' }, 0],
    ['2 hours before, in an emergency', 2, { cancelled_by: 'medical' }, 2500],
    ['2 hours before, booked by mistake', 2, { cancelled_by: 'mistake' }, 0],
    ['2 hours before, by agreement', 2, { cancelled_by: 'customer', keep: 0 }, 0],
  ])('%s', async (_, hours, decision, kept) => {
    const id = await book();
    await pay(id, 5000);
    club.clock.now = Date.parse('2026-11-21T18:00:00+05:00') - hours * 3_600_000;
    expect((await setStatus(id, { status: 'cancelled', ...decision })).status).toBe(200);
    expect(await money(id)).toEqual({
      status: 'cancelled',
      charge: kept,
      received: 5000,
      balance: kept - 5000,
    });
    const { history } = await detail(id);
    expect(history.at(-1).details).toMatchObject({ to: 'cancelled', kept });
  });

  test('nothing is claimed from a customer who has not paid, and no more kept than came', async () => {
    const id = await book();
    await pay(id, 1000);
    club.clock.now = Date.parse('2026-11-21T16:00:00+05:00');
    expect((await setStatus(id, { status: 'cancelled', keep: 1001 })).json.fields).toEqual({
      keep: 'The club cannot keep more than the PKR 1,000 it received.',
    });
    await setStatus(id, { status: 'cancelled' });
    expect(await money(id)).toEqual({ status: 'cancelled', charge: 1000, received: 1000, balance: 0 });
  });

  test('half goes back as money, half as credit; the refunds settle it', async () => {
    const id = await book();
    await pay(id, 5000);
    club.clock.now = Date.parse('2026-11-21T05:00:00+05:00');
    await setStatus(id, { status: 'cancelled' });
    const half = await refund(id, 1250, 'bank_transfer', { reference: 'FT-9' });
    expect([half.status, half.json.data.entry.reference]).toEqual([201, 'FT-9']);
    expect((await refund(id, 1250, 'credit')).status).toBe(201);
    expect(await money(id)).toEqual({ status: 'cancelled', charge: 2500, received: 2500, balance: 0 });
    expect((await detail(id)).payers[0].credit).toBe(1250);
    expect((await refund(id, 1)).json.error).toBe('There is nothing to refund for this booking.');
    expectBooksAgree();
  });

  test('two paid bookings of 4,000 and 7,500 lose 3,750 of revenue, not 11,500', async () => {
    const kept = await book({ start_time: '10:00' });
    const half = await book({ start_time: '19:00', duration: 90 });
    await setStatus(kept, { status: 'paid' });
    await setStatus(half, { status: 'paid' });
    expect(await revenue()).toBe(11_500);
    club.clock.now = Date.parse('2026-11-21T06:59:00+05:00');
    await setStatus(kept, { status: 'cancelled' });
    await setStatus(half, { status: 'cancelled' });
    const owed = async (dates: string) => {
      const read = async (path: string) =>
        (await club.get(`/api/admin/${path}?${dates}`, admin.headers)).json.data;
      const { filtered_revenue, to_give_back } = await read('stats');
      const { totals, revenue: periods } = await read('insights');
      const keptOf = periods.reduce((sum: number, at: { kept: number }) => sum + at.kept, 0);
      return [filtered_revenue, to_give_back, totals.revenue, totals.to_give_back, keptOf];
    };
    // Until it is given back the money is there, and both reports say what of it is not the club's.
    const day = 'startDate=2026-11-21&endDate=2026-11-21';
    expect(await owed(day)).toEqual([11_500, 3750, 11_500, 3750, 7750]);
    expect(await owed('startDate=2026-11-22&endDate=2026-11-23')).toEqual([0, 0, 0, 0, 0]);
    await refund(half, 3750);
    expect(await owed(day)).toEqual([7750, 0, 7750, 0, 7750]);
    expect([await money(kept), await revenue()]).toEqual([
      { status: 'cancelled', charge: 4000, received: 4000, balance: 0 },
      7750,
    ]);
  });

  test('as credit at once, and a restored booking says what is missing', async () => {
    const id = await book();
    await pay(id, 5000);
    club.clock.now = Date.parse('2026-11-21T05:00:00+05:00');
    await setStatus(id, { status: 'cancelled', refund_to: 'credit' });
    expect([await money(id), (await detail(id)).payers[0].credit]).toEqual([
      { status: 'cancelled', charge: 2500, received: 2500, balance: 0 },
      2500,
    ]);
    await setStatus(id, { status: 'paid' });
    expect(await money(id)).toEqual({ status: 'paid', charge: 5000, received: 2500, balance: 2500 });
    expect((await pay(id, 2500, 'credit')).status).toBe(201);
    expect([(await money(id)).balance, (await detail(id)).payers[0].credit]).toEqual([0, 0]);
  });
});

test('a cancellation to credit of which nothing goes back writes no entry', async () => {
  const id = await book();
  const cancelled = await setStatus(id, { status: 'cancelled', refund_to: 'credit' });
  expect(cancelled.json.data.booking).toMatchObject({ status: 'cancelled', balance: 0 });
  expect(club.rows('SELECT 1 FROM ledger_entry')).toEqual([]);
});

test.each([
  ['only credit', 5000, 'credit'],
  ['credit but a rupee', 4999, undefined],
])(
  'the email of a cancelled booking that was paid with %s says what becomes of all of it',
  async (_, credit, told) => {
    await post(`/users/${member.id}/credit`, { paid: 5000, credit: 5000, method: 'cash' });
    const id = await book();
    await pay(id, credit, 'credit');
    if (credit < 5000) await pay(id, 5000 - credit);
    await setStatus(id, { status: 'cancelled', cancelled_by: 'club' });
    expect(await detail(id)).toMatchObject({
      payers: [{ credit: 5000 }],
      booking: { balance: credit - 5000 },
    });
    const [email] = club.rows<{ details: string }>(
      "SELECT details FROM outbox WHERE kind = 'booking.cancelled'",
    );
    expect(JSON.parse(email?.details ?? '').refund_to).toBe(told as never);
  },
);

test('a member’s credit is sold with a bonus, never spent twice, and goes back with an undone sale', async () => {
  const sell = () =>
    post(`/users/${member.id}/credit`, { paid: 10_000, credit: 11_000, method: 'bank_transfer' });
  const typedTwice = await sell();
  expect((await post(`/ledger/${typedTwice.json.data.entry.id}/reverse`, { reason: 'twice' })).status).toBe(
    201,
  );
  // The undone sale took its bonus back, too.
  const sale = await sell();
  expect([sale.status, sale.json.data.credit]).toEqual([201, 11_000]);
  const ids = [await book(), await book({ start_time: '20:00' }), await book({ start_time: '22:00' })];
  const answers = await Promise.all(ids.map((id) => pay(id, 5000, 'credit')));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422]);
  expect(answers.find(({ status }) => status === 422)?.json.error).toBe(
    'The member has PKR 1,000 of credit left.',
  );
  const undo = await post(`/ledger/${sale.json.data.entry.id}/reverse`, { reason: 'card declined' });
  expect([undo.status, undo.json.error]).toEqual([422, 'The member has PKR 1,000 of credit left.']);
  expectBooksAgree();
});

test('credit cannot pay for a guest, and a member who does not exist buys none', async () => {
  const { json } = await club.post('/api/book', bookingBody({ email: 'guest@example.com' }));
  expect((await pay(json.booking.id, 100, 'credit')).json.fields.method).toContain('belongs to a member');
  expect((await post('/users/999/credit', { paid: 1, credit: 1, method: 'cash' })).status).toBe(404);
});

test('a shift opens with a float, counts its cash, and closes with the difference', async () => {
  const opened = await post('/shifts', { float: 2000 });
  expect([opened.status, opened.json.data.shift.expected]).toEqual([201, 2000]);
  expect((await post('/shifts', { float: 0 })).status).toBe(409);
  const id = await book();
  await pay(id, 3000);
  await pay(id, 2000, 'bank_transfer');
  await setStatus(id, { status: 'cancelled' });
  await refund(id, 500);
  const close = (body: object) => club.put('/api/admin/shifts/1/close', body, admin.headers);
  const closed = await close({ counted: 4400, note: 'one note torn' });
  expect(closed.json.data.shift).toMatchObject({ expected: 4500, counted: 4400, opened_by: 'Sana Malik' });
  expect((await close({ counted: 4500 })).status).toBe(409);
  const { entries } = (await club.get('/api/admin/shifts/1', admin.headers)).json.data;
  expect(entries.map((entry: { amount: number }) => entry.amount)).toEqual([3000, -500]);
});

test('the ledger lists money by day of receipt, with totals by method and cashier, as CSV too', async () => {
  const id = await book({ name: '=1+1' });
  await pay(id, 3000);
  club.clock.now += 24 * 3_600_000;
  await pay(id, 3000, 'bank_transfer');
  await refund(id, 1000);
  const list = async (query = '') => (await club.get(`/api/admin/ledger${query}`, admin.headers)).json.data;
  const all = await list();
  expect(all.entries.map((entry: { amount: number }) => entry.amount)).toEqual([-1000, 3000, 3000]);
  expect(all.totals).toEqual([
    { method: 'bank_transfer', in: 3000, out: 0 },
    { method: 'cash', in: 3000, out: 1000 },
  ]);
  expect(all.cashiers).toEqual([{ id: expect.any(Number), name: 'Sana Malik', in: 6000, out: 1000 }]);
  const second = await list('?from=2026-11-21&to=2026-11-21&method=cash');
  expect([second.entries.length, second.totals]).toEqual([1, [{ method: 'cash', in: 0, out: 1000 }]]);
  // A day later the export asks the owner to authenticate again.
  const owner = await club.signIn({ is_admin: true, email: 'owner@example.com' });
  const csv = (await club.get('/api/admin/ledger.csv?method=cash', owner.headers)).text.split('\r\n');
  expect(csv[0]).toContain('date,booking,customer');
  expect(csv[1]).toContain("'=1+1");
  expect((await club.get('/api/admin/ledger?from=2026-02-30', admin.headers)).status).toBe(422);
});

test('what was undone is neither income nor expense, and the money of some days agrees with their revenue', async () => {
  const today = '2026-11-20';
  const list = async (query = `?from=${today}&to=${today}`) =>
    (await club.get(`/api/admin/ledger${query}`, admin.headers)).json.data;
  const id = await book({ date: '2026-11-25' });
  await pay(id, 5000, 'bank_transfer');
  const [undone] = (await list()).entries;
  await post(`/ledger/${undone.id}/reverse`, { reason: 'wrong booking' });
  const tonight = await book({ date: today, start_time: '20:00', email: 'bilal@example.com' });
  await pay(tonight, 7000, 'bank_transfer');
  await refund(tonight, 2000, 'bank_transfer');
  const [refunded] = (await list()).entries;
  await post(`/ledger/${refunded.id}/reverse`, { reason: 'never sent' });
  const page = await list();
  expect(page.totals).toEqual([{ method: 'bank_transfer', in: 7000, out: 0 }]);
  expect(page.by_play).toEqual({ these_dates: 7000, other_dates: 0, credit: 0, items: 0, revenue: 7000 });
  await pay(id, 1000);
  club.clock.now += 24 * 3_600_000;
  await pay(id, 500);
  expect((await list()).by_play).toEqual({
    these_dates: 7000,
    other_dates: 1000,
    credit: 0,
    items: 0,
    revenue: 7000,
  });
  expect((await list('?from=2026-11-21&to=2026-11-25')).by_play).toEqual({
    these_dates: 500,
    other_dates: 0,
    credit: 0,
    items: 0,
    revenue: 1500,
  });
  expect((await list('?method=cash')).by_play).toBeNull();
  const insights = await club.get(`/api/admin/insights?startDate=${today}&endDate=${today}`, admin.headers);
  expect(insights.json.data.totals.revenue).toBe(7000);
});

test('a payment half an hour after midnight stands on the first day of its month in the CSV', async () => {
  club.clock.now = Date.parse('2026-12-01T00:31:00+05:00');
  const owner = await club.signIn({ is_admin: true, email: 'night@example.com' });
  const { json } = await club.post('/api/book', bookingBody({ date: '2026-12-02' }));
  await pay(json.booking.id, 3000);
  const csv = (await club.get('/api/admin/ledger.csv?from=2026-12-01', owner.headers)).text.split('\r\n');
  expect(csv.slice(1).map((line) => line.split(',')[0])).toEqual(['2026-12-01T00:31:00+05:00', 'total', '']);
  expect(csv.at(-2)).toBe('total,,,,cash,3000,0');
});

describe('bad input changes nothing', () => {
  const unchanged = () => club.rows('SELECT * FROM ledger_entry');
  test('in a payment or a refund', async () => {
    const cases: [string, object, number][] = [
      ['an amount of 0', { amount: 0, method: 'cash' }, 422],
      ['a negative amount', { amount: -5, method: 'cash' }, 422],
      ['a fraction', { amount: 10.5, method: 'cash' }, 422],
      ['more than 10,000,000', { amount: 10_000_001, method: 'cash' }, 422],
      ['an unknown method', { amount: 5, method: 'cheque' }, 422],
      ['a text', { amount: '5', method: 'cash' }, 422],
      ['an unknown field', { amount: 5, method: 'cash', booking_id: 2 }, 422],
      ['a stale version', { amount: 5, method: 'cash', version: 7 }, 409],
    ];
    const id = await book();
    for (const [name, body, status] of cases) {
      for (const path of ['payments', 'refunds']) {
        const answer = await post(`/bookings/${id}/${path}`, body);
        expect([name, answer.status, typeof answer.json.error]).toEqual([name, status, 'string']);
      }
    }
    expect(unchanged()).toEqual([]);
    expect((await pay(id, 10_000_000)).status).toBe(201);
  });

  test('a refund of more than is to be given back, and a booking or entry that does not exist', async () => {
    const id = await book();
    await pay(id, 6000);
    expect((await refund(id, 1001)).json.error).toBe('Only PKR 1,000 can be refunded for this booking.');
    expect((await pay(999, 5)).status).toBe(404);
    expect((await post('/ledger/999/reverse', { reason: 'x' })).status).toBe(404);
    expect((await post('/ledger/1/reverse', { reason: '' })).status).toBe(422);
    expect(unchanged()).toHaveLength(1);
  });
});

test('two admins who take the same payment at once record it once; a retry gets the first answer', async () => {
  const id = await book();
  const { version } = (await detail(id)).booking;
  const answers = await Promise.all([pay(id, 5000, 'cash', { version }), pay(id, 5000, 'cash', { version })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const key = { 'idempotency-key': 'take-1000-once' };
  const first = await post(`/bookings/${id}/payments`, { amount: 1000, method: 'cash' }, key);
  const again = await post(`/bookings/${id}/payments`, { amount: 1000, method: 'cash' }, key);
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect((await post(`/bookings/${id}/payments`, { amount: 2000, method: 'cash' }, key)).status).toBe(409);
  expect((await money(id)).received).toBe(6000);
});

test('a booking that was brought back unpaid stays to be collected, also when it becomes dearer', async () => {
  const id = await book();
  await setStatus(id, { status: 'cancelled', cancelled_by: 'club' });
  await setStatus(id, { status: 'paid' });
  expect((await pay(id, 100)).status).toBe(201);
  const { version } = (await detail(id)).booking;
  const target = { court_id: 1, date: '2026-11-21', slots: ['18:00', '18:30', '19:00'], version };
  expect((await club.put(`/api/admin/bookings/${id}/slots`, target, admin.headers)).status).toBe(200);
  expect((await detail(id)).booking).toMatchObject({ status: 'paid', pay_by: null, balance: 7400 });
  const addOn = { name: 'Coach', price: 1000, unit: 'booking', max_at_once: 9 };
  const coach = (await post('/add-ons', addOn)).json.data.add_on.id;
  const add_ons = [{ id: coach, quantity: 1 }];
  expect((await club.put(`/api/admin/bookings/${id}/add-ons`, { add_ons }, admin.headers)).status).toBe(200);
  expect((await detail(id)).booking).toMatchObject({ status: 'paid', pay_by: null, balance: 8400 });
});

test('a move to another price is a balance: to collect, or to give back', async () => {
  const id = await book();
  await pay(id, 5000);
  const move = async (slots: string[]) => {
    const { version } = (await detail(id)).booking;
    const body = { court_id: 1, date: '2026-11-21', slots, version };
    expect((await club.put(`/api/admin/bookings/${id}/slots`, body, admin.headers)).status).toBe(200);
    return money(id);
  };
  expect(await move(['18:00', '18:30', '19:00'])).toMatchObject({ status: 'paid', balance: 2500 });
  expect(await move(['10:00', '10:30'])).toMatchObject({ status: 'paid', balance: -1000 });
  const lists = (await club.get('/api/admin/balances', admin.headers)).json.data;
  expect(lists.to_give_back.map((refund: { booking: { id: number } }) => refund.booking.id)).toEqual([id]);
});

test('a part payment that is the whole price of a cheaper time pays for the move', async () => {
  const id = await book();
  await pay(id, 4000);
  const { version } = (await detail(id)).booking;
  const body = { court_id: 1, date: '2026-11-21', slots: ['10:00', '10:30'], version };
  const { json } = await club.put(`/api/admin/bookings/${id}/slots`, body, admin.headers);
  expect(json.data.booking.status).toBe('paid');
  expect(await money(id)).toMatchObject({ status: 'paid', charge: 4000, received: 4000 });
});

test('a list of balances is limited, and its count is not', async () => {
  await book();
  const insert = bookingInserter(club.db);
  const copies = (day: string, count: number) => {
    for (let at = 0; at < count; at += 1) insert({ date: addDays(day, at) });
  };
  copies('2027-01-01', 230);
  copies('2020-01-01', 205);
  // What is played today is still to be collected.
  copies('2026-11-20', 1);
  const lists = (await club.get('/api/admin/balances', admin.headers)).json.data;
  expect(lists.counts).toEqual({ to_give_back: 0, to_collect: 232, overdue: 205 });
  expect([lists.to_collect.length, lists.overdue.length]).toEqual([200, 200]);
});
