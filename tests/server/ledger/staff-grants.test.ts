/** What staff give away is limited by day and customer, however they give it, and owners see it in the inbox. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { emailedKey, keyHeader } from '../../support/booking-key.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

type Headers = Record<string, string>;
const HOUR_MS = 3_600_000;
const club = clubForEachTest();
let owner: Headers;
let staff: Headers;
let staffId: number;
beforeEach(async () => {
  owner = (await club.signIn({ email: 'owner@example.com', name: 'Usman Sheikh', role: 'owner' })).headers;
  ({ id: staffId, headers: staff } = await club.signIn({
    email: 'staff@example.com',
    name: 'Sana Butt',
    role: 'staff',
  }));
});

/** A booking of PKR 10,000, two hours of the evening. */
async function book(over: Record<string, unknown> = {}, headers: Headers = {}): Promise<number> {
  const { status, json } = await club.post('/api/book', bookingBody({ duration: 120, ...over }), headers);
  expect(status).toBe(201);
  return json.booking.id;
}
const pay = (id: number, amount: number, headers = staff, method = 'cash') =>
  club.post(`/api/admin/bookings/${id}/payments`, { amount, method }, headers);
const refund = (id: number, amount: number, headers = staff) =>
  club.post(`/api/admin/bookings/${id}/refunds`, { amount, method: 'cash' }, headers);
const setStatus = (id: number, body: object, headers = staff) =>
  club.put(`/api/admin/bookings/${id}/status`, body, headers);
const undo = (entryId: number, headers = staff) =>
  club.post(`/api/admin/ledger/${entryId}/reverse`, { reason: 'a mistake' }, headers);
const inbox = async (headers: Headers) => (await club.get('/api/admin/inbox', headers)).json.data;
const alarms = async () => (await inbox(owner)).staff_alarms;

/** A paid booking that an owner has cancelled for the club, so that all of it is to be given back. */
async function bookOwed(over: Record<string, unknown>): Promise<number> {
  const id = await book(over);
  await pay(id, 10_000, owner);
  await setStatus(id, { status: 'cancelled', cancelled_by: 'club' }, owner);
  return id;
}
/** Two Saturdays at 6 PM, to be paid by transfer. */
async function bookSeries(over: Record<string, unknown> = {}): Promise<number[]> {
  const place = { court_id: 1, weekday: 'saturday', start_time: '18:00', half_hours: 4 };
  const guest = { name: 'Omar Sheikh', email: 'mine@example.com' };
  const plan = { ...place, guest, payment_method: 'bank_transfer', from: '2026-11-21', count: 2, ...over };
  const { json } = await club.post('/api/admin/series', plan, staff);
  return json.data.bookings.map(({ id }: { id: number }) => id);
}
const customer = (n: number) => ({ email: `customer${n}@example.com`, date: `2026-11-${21 + n}` });

test('a staff member gives back PKR 20,000 in 24 hours, whichever bookings it is for', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 4; n += 1) ids.push(await bookOwed(customer(n)));
  const [first = 0, second = 0, third = 0, fourth = 0] = ids;
  expect((await refund(first, 10_000)).status).toBe(201);
  expect((await refund(second, 9000)).status).toBe(201);
  const refused = await refund(third, 1001);
  expect([refused.status, refused.json.error]).toEqual([
    403,
    'Staff may give back up to PKR 20,000 in 24 hours, and you have given back PKR 19,000. Ask an owner to do this.',
  ]);
  expect((await refund(third, 1000)).status).toBe(201);
  expect((await refund(third, 1000, owner)).status).toBe(201);
  club.clock.now += 24 * HOUR_MS - 1;
  expect((await refund(fourth, 1)).status).toBe(403);
  club.clock.now += 1;
  expect((await refund(fourth, 10_000)).status).toBe(201);
});

test('one customer gets as much back from all staff together, found by account, email or phone', async () => {
  await club.put('/api/admin/settings', { changes: { 'staff.daily_limit': 15_000 } }, owner);
  const member = await club.signIn({ email: 'friend@example.com' });
  const first = await book({ email: 'friend@example.com', phone: '0300 1112223' }, member.headers);
  await pay(first, 10_000, owner);
  await setStatus(first, { status: 'cancelled', cancelled_by: 'club' }, owner);
  expect((await refund(first, 10_000)).status).toBe(201);
  const others = [
    await book({ email: 'alias@example.com', date: '2026-11-22' }, member.headers),
    await book({ email: 'Friend@example.com', phone: '0300 9998887', date: '2026-11-23' }),
    await book({ email: 'other@example.com', phone: '0300 1112223', date: '2026-11-24' }),
  ];
  for (const [n, id] of others.entries()) {
    const colleague = (await club.signIn({ email: `staff${n}@example.com`, role: 'staff' })).headers;
    await pay(id, 10_000, owner);
    await setStatus(id, { status: 'cancelled', cancelled_by: 'club' }, owner);
    const refused = await refund(id, 5001, colleague);
    expect([refused.status, refused.json.error]).toEqual([
      403,
      'Staff may give one customer back up to PKR 15,000 in 24 hours, and this one got PKR 10,000. Ask an owner to do this.',
    ]);
    const stranger = await bookOwed({ ...customer(6 + n), phone: `0300 444555${n}` });
    expect((await refund(stranger, 5001, colleague)).status).toBe(201);
  }
});

test('customers who left neither email nor phone are not taken for one', async () => {
  await club.put('/api/admin/settings', { changes: { 'staff.daily_limit': 15_000 } }, owner);
  for (const day of [21, 22]) {
    const slots = ['18:00', '18:30', '19:00', '19:30'];
    const play = { court_id: 1, date: `2026-11-${day}`, slots, name: 'Walk-in', payment: { method: 'cash' } };
    const { id } = (await club.post('/api/admin/bookings', play, owner)).json.data.booking;
    await setStatus(id, { status: 'cancelled', cancelled_by: 'club' }, owner);
    const { headers } = await club.signIn({ email: `staff${day}@example.com`, role: 'staff' });
    expect((await refund(id, 8000, headers)).status).toBe(201);
  }
});

test('undone payments and undone refunds count', async () => {
  const id = await book();
  const entryOf = async (answer: Promise<{ json: { data: { entry: { id: number } } } }>) =>
    (await answer).json.data.entry.id;
  const paid = await entryOf(pay(id, 10_000));
  expect((await undo(paid)).status).toBe(201);
  expect((await pay(id, 10_000)).status).toBe(201);
  await setStatus(id, { status: 'cancelled', cancelled_by: 'club' }, owner);
  // PKR 10,000 for one booking is the limit, and the undone payment was all of it.
  expect((await refund(id, 1)).status).toBe(403);
  const second = await bookOwed(customer(1));
  const back = await entryOf(refund(second, 6000));
  expect((await undo(back)).status).toBe(201);
  const again = await refund(second, 4001);
  expect([again.status, again.json.error]).toEqual([
    403,
    'Staff may give back up to PKR 10,000 for a booking. Ask an owner to do this.',
  ]);
  const third = await bookOwed(customer(2));
  expect((await refund(third, 4001)).status).toBe(403);
  expect((await refund(third, 4000)).status).toBe(201);
});

test("taking back one's own approval of a receipt does not count within minutes, later it does", async () => {
  const { json } = await club.post('/api/book', bookingBody({ duration: 120 }));
  const id = json.booking.id;
  const send = (form: FormData, headers: Headers) =>
    club.app.handle(
      new Request(`http://localhost/api/booking/${id}/receipt`, { method: 'POST', body: form, headers }),
    );
  expect((await send(createReceiptForm(createPng(120, 120)), keyHeader(json))).status).toBe(200);
  const approve = async (headers = staff) =>
    (await pay(id, 10_000, headers, 'bank_transfer')).json.data.entry.id as number;
  const counted = () => club.rows("SELECT amount FROM staff_grant WHERE kind = 'undo'");
  for (let slip = 0; slip < 3; slip += 1) expect((await undo(await approve())).status).toBe(201);
  expect(counted()).toEqual([]);
  // The approval of somebody else, and one of long ago, are no slips.
  expect((await undo(await approve(owner))).status).toBe(201);
  expect(counted()).toEqual([{ amount: 10_000 }]);
  club.db.run('DELETE FROM staff_grant');
  const early = await approve();
  club.clock.now += 16 * 60_000;
  expect((await undo(early)).status).toBe(201);
  expect(counted()).toEqual([{ amount: 10_000 }]);
  club.db.run('DELETE FROM staff_grant');
  // A picture of the staff proves no transfer.
  club.db.run('UPDATE receipt SET by_customer = 0');
  expect((await undo(await approve())).status).toBe(201);
  expect(counted()).toEqual([{ amount: 10_000 }]);
});

test('ten invented transfers on one booking become no credit', async () => {
  const member = await club.signIn({ email: 'friend@example.com' });
  const id = await book({ email: 'friend@example.com' }, member.headers);
  expect((await pay(id, 10_000, staff, 'bank_transfer')).status).toBe(201);
  const over = await pay(id, 10_000, staff, 'bank_transfer');
  expect([over.status, over.json.error]).toEqual([
    403,
    'This is PKR 10,000 more than the price. Ask an owner to record it.',
  ]);
  const walkIn = await club.post(
    '/api/admin/bookings',
    {
      court_id: 2,
      date: '2026-11-21',
      slots: ['18:00', '18:30'],
      name: 'Friend',
      payment: { method: 'bank_transfer', amount: 100_000 },
    },
    staff,
  );
  expect(walkIn.status).toBe(403);
  expect((await pay(id, 500, owner)).status).toBe(201);
  expect(club.rows('SELECT sum(amount) AS credit FROM credit_entry')).toEqual([{ credit: null }]);
});

test('staff neither sell credit nor undo it', async () => {
  const member = await club.signIn({ email: 'friend@example.com' });
  const sale = { paid: 10_000, credit: 11_000, method: 'cash' };
  expect((await club.post(`/api/admin/users/${member.id}/credit`, sale, staff)).status).toBe(403);
  const sold = await club.post(`/api/admin/users/${member.id}/credit`, sale, owner);
  expect(sold.status).toBe(201);
  const undone = await undo(sold.json.data.entry.id);
  expect([undone.status, undone.json.error]).toEqual([
    403,
    'Only an owner may undo credit that was sold. Ask an owner to do this.',
  ]);
  expect((await undo(sold.json.data.entry.id, owner)).status).toBe(201);
});

describe('a price that is lowered without money counts after play began, and when players may stand at the desk', () => {
  const racket = { name: 'Racket', price: 9000, unit: 'booking' };
  let id: number;
  beforeEach(async () => {
    const { json } = await club.post('/api/admin/add-ons', racket, owner);
    const add_ons = [{ id: json.data.add_on.id, quantity: 1 }];
    id = await book({ payment_method: 'cash', add_ons });
    await club.put('/api/admin/settings', { changes: { 'staff.refund_limit': 4000 } }, owner);
  });
  const ways: [string, () => ReturnType<typeof club.put>][] = [
    ['by cancelling', () => setStatus(id, { status: 'cancelled', cancelled_by: 'mistake' })],
    ['by taking add-ons off', () => club.put(`/api/admin/bookings/${id}/add-ons`, { add_ons: [] }, staff)],
    [
      'by a release',
      () => club.post('/api/admin/mass-unpaid-bookings/release', { booking_ids: [id] }, staff),
    ],
    [
      'by a move to another day',
      () =>
        club.put(
          `/api/admin/bookings/${id}/slots`,
          { court_id: 1, date: '2026-11-22', slots: ['18:00', '18:30'], version: 1 },
          staff,
        ),
    ],
  ];
  const times = ['2026-11-21T17:30:00+05:00', '2026-11-21T18:30:00+05:00'];
  test.each(times.flatMap((time) => ways.map(([way, lower]) => [way, time, lower] as const)))(
    '%s at %s',
    async (_, time, lower) => {
      club.clock.now = Date.parse(time);
      const refused = await lower();
      expect([refused.status, refused.json.error]).toEqual([
        403,
        'Staff may give back up to PKR 4,000 for a booking. Ask an owner to do this.',
      ]);
      expect(club.findBooking(id)).toMatchObject({ status: 'pending', balance: 19_000 });
    },
  );

  test.each(ways)('and is free before: %s', async (_, lower) => {
    club.clock.now = Date.parse('2026-11-21T17:29:59+05:00');
    expect((await lower()).status).toBe(200);
    expect(club.rows('SELECT 1 FROM staff_grant')).toEqual([]);
  });
});

test('a booking whose players are late is moved on the same evening', async () => {
  const id = await book();
  await club.put('/api/admin/settings', { changes: { 'staff.refund_limit': 0 } }, owner);
  club.clock.now = Date.parse('2026-11-21T17:55:00+05:00');
  const slots = ['18:30', '19:00', '19:30', '20:00'];
  const later = { court_id: 1, date: '2026-11-21', slots, version: 1 };
  expect((await club.put(`/api/admin/bookings/${id}/slots`, later, staff)).status).toBe(200);
});

test('a booking whose play began is moved to be played again within the limit only', async () => {
  const id = await book();
  await pay(id, 10_000, owner);
  await club.put('/api/admin/settings', { changes: { 'staff.refund_limit': 9999 } }, owner);
  const { version } = club.findBooking(id) ?? {};
  const slots = ['18:00', '18:30', '19:00', '19:30'];
  const move = (over: object, headers = staff) =>
    club.put(
      `/api/admin/bookings/${id}/slots`,
      { court_id: 1, date: '2026-11-21', slots, version, ...over },
      headers,
    );
  club.clock.now = Date.parse('2026-11-21T18:30:00+05:00');
  expect((await move({ date: '2026-11-22' })).status).toBe(403);
  // A shorter play is given back later, and counts then.
  expect((await move({ slots: slots.slice(0, 3) })).status).toBe(200);
  const moved = club.findBooking(id)?.version;
  expect((await move({ date: '2026-11-22', version: moved }, owner)).status).toBe(200);
});

test('a booking that is moved later on its evening near play stays near play', async () => {
  const slots = ['22:00', '22:30', '23:00', '23:30'];
  const later = { court_id: 1, date: '2026-11-21', slots };
  const early = await book({ payment_method: 'cash', court_id: 2 });
  const late = await book({ payment_method: 'cash' });
  await club.put('/api/admin/settings', { changes: { 'staff.refund_limit': 9999 } }, owner);
  const moveAndCancel = async (id: number, court_id: number) => {
    const version = club.findBooking(id)?.version;
    const moved = await club.put(`/api/admin/bookings/${id}/slots`, { ...later, court_id, version }, staff);
    expect(moved.status).toBe(200);
    return (await setStatus(id, { status: 'cancelled', cancelled_by: 'customer' })).status;
  };
  club.clock.now = Date.parse('2026-11-21T17:29:59+05:00');
  expect(await moveAndCancel(early, 2)).toBe(200);
  club.clock.now += 1000;
  expect(await moveAndCancel(late, 1)).toBe(403);
});

describe('an unpaid booking whose email an admin wrote is not cancelled near play by its link', () => {
  const walkIn = async () => {
    const slots = ['18:00', '18:30'];
    const play = { court_id: 1, date: '2026-11-21', slots, name: 'Omar Sheikh', email: 'mine@example.com' };
    return (await club.post('/api/admin/bookings', play, staff)).json.data.booking.id;
  };
  const corrected = async () => {
    const id = await book({ payment_method: 'cash' });
    await club.put(`/api/admin/bookings/${id}/contact`, { email: 'mine@example.com' }, staff);
    return id;
  };
  const cancel = (id: number) =>
    club.post(
      `/api/booking/${id}/cancel`,
      {},
      { 'x-booking-key': emailedKey(club, { id, email: 'mine@example.com' }) },
    );
  test.each([
    ['at the reception', walkIn],
    ['over another one', corrected],
    ['for a series', async () => (await bookSeries({ payment_method: 'cash' }))[0] ?? 0],
  ])('%s', async (_, make) => {
    const id = await make();
    club.clock.now = Date.parse('2026-11-21T17:30:00+05:00');
    const refused = await cancel(id);
    expect([refused.status, refused.json.reason]).toEqual([409, 'wrong_state']);
    expect(refused.json.error).toContain('Please call us to cancel it.');
    await pay(id, club.findBooking(id)?.balance ?? 0, owner);
    expect((await cancel(id)).status).toBe(200);
  });

  test('and is until then, as the customer’s own booking always', async () => {
    const id = await corrected();
    const { json } = await club.post('/api/book', bookingBody({ court_id: 2 }));
    club.clock.now = Date.parse('2026-11-21T17:29:59+05:00');
    expect((await cancel(id)).status).toBe(200);
    club.clock.now += 60_000;
    expect((await club.post(`/api/booking/${json.booking.id}/cancel`, {}, keyHeader(json))).status).toBe(200);
  });
});

describe('staff let no deadline run out near play for what was paid in cash', () => {
  const slots = ['18:00', '18:30', '19:00', '19:30'];
  const statusOf = async (id: number) => {
    await club.schedule.runNow('release what is due');
    return club.findBooking(id)?.status;
  };
  /** A receipt that the reception uploads and rejects at `time`. */
  const reject = async (time: string, court_id: number) => {
    const play = {
      court_id,
      date: '2026-11-21',
      slots,
      name: 'Omar Sheikh',
      payment_method: 'bank_transfer',
    };
    const { id } = (await club.post('/api/admin/bookings', play, staff)).json.data.booking;
    club.clock.now = Date.parse(`2026-11-21T${time}:00+05:00`);
    const picture = createReceiptForm(createPng(300, 300));
    const upload = { method: 'POST', body: picture, headers: staff };
    const uploaded = await club.app.handle(new Request(`http://localhost/api/booking/${id}/receipt`, upload));
    expect(uploaded.status).toBe(200);
    const path = `/api/admin/bookings/${id}/receipt/reject`;
    expect((await club.post(path, { reason: 'Not readable' }, staff)).status).toBe(200);
    return id;
  };

  test('by rejecting a receipt', async () => {
    const early = await reject('16:59', 1);
    const late = await reject('17:00', 2);
    club.clock.now = Date.parse('2026-11-21T17:59:00+05:00');
    expect([await statusOf(early), await statusOf(late)]).toEqual(['cancelled', 'pending']);
    expect(club.findBooking(late)?.balance).toBe(10_000);
  });

  test('by a series that begins soon', async () => {
    club.clock.now = Date.parse('2026-11-21T16:59:00+05:00');
    const [early] = await bookSeries();
    club.clock.now += 60_000;
    const [late, next] = await bookSeries({ court_id: 2 });
    expect(club.findBooking(next ?? 0)?.pay_by).toBe('2026-11-28T16:00:00+05:00');
    club.clock.now = Date.parse('2026-11-21T17:59:00+05:00');
    expect([await statusOf(early ?? 0), await statusOf(late ?? 0)]).toEqual(['cancelled', 'pending']);
  });
});

describe('what a code takes off by the hand of staff counts', () => {
  const CODE = { code: 'HALF', name: 'Half', percent: 50 };
  beforeEach(async () => {
    await club.post('/api/admin/promo-codes', CODE, owner);
  });
  /** A booking of PKR 5,000 without the code. */
  const walkIn = (over: object = {}, headers = staff) =>
    club.post(
      '/api/admin/bookings',
      {
        court_id: 1,
        date: '2026-11-21',
        slots: ['18:00', '18:30'],
        name: 'Walk-in',
        code: 'HALF',
        payment: { method: 'cash' },
        ...over,
      },
      headers,
    );

  test('up to the limit of a day, and owners see it', async () => {
    await club.put('/api/admin/settings', { changes: { 'staff.daily_limit': 5000 } }, owner);
    expect((await walkIn()).status).toBe(201);
    expect(club.rows('SELECT staff_id, kind, amount FROM staff_grant')).toEqual([
      { staff_id: staffId, kind: 'code', amount: 2500 },
    ]);
    expect((await walkIn({ court_id: 2 })).status).toBe(201);
    const slots = ['20:00', '20:30'];
    const refused = await walkIn({ slots });
    expect([refused.status, refused.json.error]).toEqual([
      403,
      'Staff may give back up to PKR 5,000 in 24 hours, and you have given back PKR 5,000. Ask an owner to do this.',
    ]);
    expect((await walkIn({ slots, code: undefined })).status).toBe(201);
    expect((await walkIn({ slots, court_id: 2 }, owner)).status).toBe(201);
    expect(await alarms()).toMatchObject([{ staff_id: staffId, given: 5000, refused: 2500 }]);
  });

  test('also in their own account, and what a longer play adds to it', async () => {
    const { json } = await club.post('/api/book', bookingBody({ duration: 60, code: 'HALF' }), staff);
    const { id, version } = json.booking;
    const slots = ['18:00', '18:30', '19:00', '19:30'];
    const longer = { court_id: 1, date: '2026-11-21', slots, version };
    expect((await club.put(`/api/admin/bookings/${id}/slots`, longer, staff)).status).toBe(200);
    await book({ code: 'HALF', court_id: 2 });
    expect(club.rows('SELECT kind, booking_id, amount FROM staff_grant')).toEqual([
      { kind: 'code', booking_id: id, amount: 2500 },
      { kind: 'code', booking_id: id, amount: 2500 },
    ]);
  });
});

describe('places in events and purchases count like bookings:', () => {
  const SESSION = { date: '2026-11-25', start_time: '18:00', duration: 60, court_ids: [1] };
  const BEGINS = Date.parse('2026-11-25T18:00:00+05:00');
  const addEvent = async (over: object = {}) => {
    const event = { kind: 'class', title: 'Class', text: '', least: 1, most: 8, price: 8000, publish: true };
    const body = { ...event, sessions: [SESSION], ...over };
    return (await club.post('/api/admin/events', body, owner)).json.data.event;
  };
  const details = async (id: number) => (await club.get(`/api/admin/events/${id}`, owner)).json.data;
  const addPlayer = async (eventId: number, over: object = {}) => {
    const player = { name: 'Omar', email: '', phone: '', ...over };
    const { json } = await club.post(`/api/admin/events/${eventId}/places`, player, staff);
    return json.data.places.at(-1).payer_id as number;
  };
  const collect = (payer: number, amount = 8000) =>
    club.post(`/api/admin/payers/${payer}/payments`, { amount, method: 'cash' }, owner);
  const takeOff = (payer: number, headers = staff) => club.post(`/api/payers/${payer}/leave`, {}, headers);
  const giveBack = (payer: number, headers = staff) =>
    club.post(`/api/admin/payers/${payer}/refunds`, { amount: 8000, method: 'cash' }, headers);

  test('the limit of a booking is for each of them, and not for all that one ever refunded', async () => {
    for (const day of [25, 26, 27]) {
      const { id } = await addEvent({ sessions: [{ ...SESSION, date: `2026-11-${day}` }] });
      const payer = await addPlayer(id, { email: `player${day}@example.com` });
      await collect(payer);
      await takeOff(payer);
      expect((await giveBack(payer)).status).toBe(201);
      club.clock.now += 24 * HOUR_MS;
    }
    const dear = await addPlayer(
      (await addEvent({ price: 10_001, sessions: [{ ...SESSION, date: '2026-12-05' }] })).id,
    );
    await collect(dear, 10_001);
    await takeOff(dear);
    const refused = await club.post(
      `/api/admin/payers/${dear}/refunds`,
      { amount: 10_001, method: 'cash' },
      staff,
    );
    expect([refused.status, refused.json.error]).toEqual([
      403,
      'Staff may give back up to PKR 10,000 for a booking. Ask an owner to do this.',
    ]);
  });

  test('one customer gets as much back from all staff together, for bookings and places', async () => {
    const contact = { email: 'friend@example.com' };
    expect((await refund(await bookOwed(contact), 9000)).status).toBe(201);
    const others: number[] = [];
    for (const day of [26, 27]) {
      const { id } = await addEvent({ sessions: [{ ...SESSION, date: `2026-11-${day}` }] });
      const payer = await addPlayer(id, contact);
      await collect(payer);
      await takeOff(payer);
      others.push(payer);
    }
    const colleague = (await club.signIn({ email: 'second@example.com', role: 'staff' })).headers;
    expect((await giveBack(others[0] as number, colleague)).status).toBe(201);
    const third = (await club.signIn({ email: 'third@example.com', role: 'staff' })).headers;
    const refused = await giveBack(others[1] as number, third);
    expect([refused.status, refused.json.error]).toEqual([
      403,
      'Staff may give one customer back up to PKR 20,000 in 24 hours, and this one got PKR 17,000. Ask an owner to do this.',
    ]);
  });

  test('what is owed for a place that staff take back when the players stand at the desk', async () => {
    const { id } = await addEvent();
    const players: number[] = [];
    for (const name of ['Ali', 'Bilal', 'Daud', 'Omar']) players.push(await addPlayer(id, { name }));
    const [early = 0, first = 0, second = 0, third = 0] = players;
    club.clock.now = BEGINS - HOUR_MS / 2 - 1;
    expect((await takeOff(early)).status).toBe(200);
    club.clock.now = BEGINS - HOUR_MS / 2;
    expect((await takeOff(first)).status).toBe(200);
    club.clock.now = BEGINS + 2 * HOUR_MS;
    expect((await takeOff(second)).status).toBe(200);
    expect((await takeOff(third)).status).toBe(403);
    expect((await details(id)).places.map(({ state }: { state: string }) => state)).toEqual([
      'left',
      'left',
      'left',
      'joined',
    ]);
    expect(await alarms()).toMatchObject([
      {
        staff_id: staffId,
        given: 16_000,
        refused: 8000,
        grants: [
          { kind: 'refused', amount: 8000 },
          { kind: 'write_off', amount: 8000, booking_id: null, booking_name: 'Daud' },
          { kind: 'write_off', amount: 8000, booking_id: null, booking_name: 'Bilal' },
        ],
      },
    ]);
    expect((await takeOff(third, owner)).status).toBe(200);
  });

  test.each([
    ['an event', [SESSION]],
    ['a date of one', [SESSION, { ...SESSION, date: '2026-12-02' }]],
  ])('what players owe for %s that staff cancel while it runs', async (_, sessions) => {
    const { id } = await addEvent({ sessions });
    for (const name of ['Ali', 'Bilal', 'Daud']) await addPlayer(id, { name });
    const owed = 24_000 / sessions.length;
    const limit = async (daily_limit: number) => {
      const { headers } = await club.signIn({ email: `${daily_limit}@example.com`, role: 'owner' });
      await club.put('/api/admin/settings', { changes: { 'staff.daily_limit': daily_limit } }, headers);
    };
    club.clock.now = BEGINS + HOUR_MS / 2;
    const cancel = async () => {
      const { version, sessions: dates } = (await details(id)).event;
      const body = { version, reason: 'Rain', session_id: dates[0].id };
      return (await club.post(`/api/admin/events/${id}/cancel`, body, staff)).status;
    };
    await limit(owed - 1);
    expect(await cancel()).toBe(403);
    expect((await details(id)).event.sessions[0].cancelled).toBe(false);
    await limit(owed);
    expect(await cancel()).toBe(200);
    expect(await alarms()).toMatchObject([{ staff_id: staffId, given: owed }]);
  });

  test('near play only an owner lowers the price of an event', async () => {
    const { id } = await addEvent();
    const edit = async (price: number, headers = staff) => {
      const { event } = await details(id);
      const { kind: _, title, text, coach_id, level_from, level_to, least, most, ...rest } = event;
      const { leave_hours, join_hours, make_ups, version } = rest;
      const body = {
        ...{ title, text, coach_id, level_from, level_to, least, most, leave_hours, join_hours, make_ups },
        ...{ for: rest.for, public: rest.public, price, version },
      };
      return club.put(`/api/admin/events/${id}`, body, headers);
    };
    expect((await edit(7000)).status).toBe(200);
    club.clock.now = BEGINS - HOUR_MS / 2;
    const refused = await edit(6999);
    expect([refused.status, refused.json.error]).toEqual([
      403,
      'From half an hour before it begins, only an owner may lower the price of an event.',
    ]);
  });
});

describe('cash is always in a shift', () => {
  const shifts = async () => (await club.get('/api/admin/shifts', owner)).json.data.shifts;

  test('the first cash without one opens it with what the last count left', async () => {
    for (const [index, counted] of [9000, 4000].entries()) {
      await club.post('/api/admin/shifts', { float: 1000 }, staff);
      await club.put(`/api/admin/shifts/${index + 1}/close`, { counted }, staff);
    }
    const id = await book();
    expect((await pay(id, 2000, staff, 'bank_transfer')).status).toBe(201);
    expect(await shifts()).toHaveLength(2);
    const paid = await pay(id, 3000);
    const [open] = await shifts();
    expect(open).toMatchObject({ float: 4000, expected: 7000, opened_by: 'Sana Butt', closed_at: null });
    expect(paid.json.data.entry.shift_id).toBe(open.id);
    expect((await pay(id, 1000, owner)).json.data.entry.shift_id).toBe(open.id);
    expect((await undo(paid.json.data.entry.id)).json.data.entry.shift_id).toBe(open.id);
    expect(await shifts()).toMatchObject([{ expected: 5000 }, { id: 2 }, { id: 1 }]);
  });

  test('a club that never counted begins with an empty drawer, and a refused entry opens nothing', async () => {
    const id = await book();
    expect((await pay(id, 10_001)).status).toBe(403);
    expect(await shifts()).toEqual([]);
    await club.put(`/api/admin/bookings/${id}/status`, { status: 'paid', method: 'cash' }, staff);
    expect(await shifts()).toMatchObject([{ float: 0, expected: 10_000 }]);
    expect(club.rows("SELECT 1 FROM ledger_entry WHERE method = 'cash' AND shift_id IS NULL")).toEqual([]);
  });
});

describe('an alarm in the inbox', () => {
  test('tells owners who gave what away and how much, until they have seen it', async () => {
    const first = await bookOwed(customer(0));
    const second = await bookOwed(customer(1));
    await refund(first, 9999);
    expect(await alarms()).toEqual([]);
    const before = (await inbox(owner)).count;
    await refund(second, 1);
    const [alarm, ...others] = await alarms();
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({
      staff_id: staffId,
      staff_name: 'Sana Butt',
      given: 10_000,
      refused: 0,
      unproven: 0,
      missing: 0,
      grants: [
        { kind: 'refund', amount: 1, booking_id: second, booking_name: 'Ayesha Khan' },
        { kind: 'refund', amount: 9999, booking_id: first, booking_name: 'Ayesha Khan' },
      ],
    });
    expect((await inbox(owner)).count).toBe(before + 1);
    expect((await inbox(staff)).staff_alarms).toEqual([]);
    const seen = { staff_id: staffId, last_id: alarm.last_id };
    await refund(second, 2);
    expect((await club.put('/api/admin/staff-grants/seen', seen, owner)).status).toBe(200);
    expect(await alarms()).toEqual([]);
    expect(club.rows('SELECT amount FROM staff_grant WHERE seen_at IS NULL')).toEqual([{ amount: 2 }]);
  });

  test('names a refused try once, though the try itself left nothing', async () => {
    const id = await bookOwed(customer(0));
    expect((await refund(id, 10_000)).status).toBe(201);
    const other = await bookOwed(customer(1));
    expect((await refund(other, 10_000)).status).toBe(201);
    const third = await bookOwed(customer(2));
    for (let n = 0; n < 3; n += 1) expect((await refund(third, 5000)).status).toBe(403);
    const [alarm] = await alarms();
    expect(alarm).toMatchObject({ given: 20_000, refused: 5000 });
    await club.put('/api/admin/staff-grants/seen', { staff_id: staffId, last_id: alarm.last_id }, owner);
    expect((await refund(third, 5000)).status).toBe(403);
    await club.club.write(() => {});
    expect(await alarms()).toMatchObject([{ given: 0, refused: 5000 }]);
  });

  test('names half of the daily limit that was missing at a count', async () => {
    for (const [index, missing] of [9999, 1].entries()) {
      expect(await alarms()).toEqual([]);
      await club.post('/api/admin/shifts', { float: 10_000 }, staff);
      const counted = 10_000 - missing;
      await club.put(`/api/admin/shifts/${index + 1}/close`, { counted }, staff);
    }
    expect(await alarms()).toMatchObject([{ given: 0, missing: 10_000 }]);
  });

  test('names what is gone when a shift opens with less than the last count left', async () => {
    await club.post('/api/admin/shifts', { float: 15_000 }, staff);
    await club.put('/api/admin/shifts/1/close', { counted: 15_000 }, staff);
    await club.post('/api/admin/shifts', { float: 1000 }, staff);
    expect(await alarms()).toMatchObject([{ staff_id: staffId, missing: 0, taken_out: 14_000 }]);
    // A count of more than there was blames nobody who opens the drawer after it.
    await club.put('/api/admin/shifts/2/close', { counted: 9000 }, owner);
    await club.post('/api/admin/shifts', { float: 1000 }, staff);
    await club.put('/api/admin/shifts/3/close', { counted: 1000 }, owner);
    // Owners take out what is theirs.
    await club.post('/api/admin/shifts', { float: 0 }, owner);
    expect(await alarms()).toMatchObject([{ taken_out: 14_000 }]);
  });

  const transfer = { payment_method: 'bank_transfer' };
  const upload = async (id: number, headers: Headers, email = '') => {
    const form = createReceiptForm(createPng(140, 140), { email });
    const sent = new Request(`http://localhost/api/booking/${id}/receipt`, {
      method: 'POST',
      body: form,
      headers,
    });
    expect((await club.app.handle(sent)).status).toBe(200);
  };

  test('names cash that staff pocket and enter as a transfer, with a picture that they upload themselves', async () => {
    const pictures: ((booked: { id: number; email: string }) => Promise<void>)[] = [
      ({ id }) => upload(id, staff),
      // Logged out, with what the dashboard shows of the customer.
      ({ id, email }) => upload(id, {}, email),
      // By the link, which goes to an address of their own.
      async ({ id }) => {
        const mine = `mine${id}@example.com`;
        await club.put(`/api/admin/bookings/${id}/contact`, { email: mine }, staff);
        await upload(id, { 'x-booking-key': emailedKey(club, { id, email: mine }) });
      },
    ];
    for (const [n, sendPicture] of pictures.entries()) {
      const id = await book({ ...transfer, ...customer(n) });
      await sendPicture({ id, email: customer(n).email });
      expect((await pay(id, 10_000, staff, 'bank_transfer')).status).toBe(201);
    }
    const [alarm] = await alarms();
    expect(alarm.unproven).toBe(30_000);
    expect(alarm.grants.filter(({ kind }: { kind: string }) => kind === 'unproven')).toHaveLength(3);
    // A walk-in, whose address staff have written.
    const slots = ['18:00', '18:30', '19:00', '19:30'];
    const play = {
      court_id: 2,
      date: '2026-11-21',
      slots,
      name: 'Omar',
      email: 'mine@example.com',
      ...transfer,
    };
    const { id } = (await club.post('/api/admin/bookings', play, staff)).json.data.booking;
    await upload(id, { 'x-booking-key': emailedKey(club, { id, email: 'mine@example.com' }) });
    await pay(id, 10_000, staff, 'bank_transfer');
    expect((await alarms())[0].unproven).toBe(40_000);
    const [dated = 0] = await bookSeries({ court_id: 2, from: '2026-11-28' });
    await upload(dated, { 'x-booking-key': emailedKey(club, { id: dated, email: 'mine@example.com' }) });
    await pay(dated, 10_000, staff, 'bank_transfer');
    expect((await alarms())[0].unproven).toBe(50_000);
    // The account that the date was booked for is the customer's own.
    const member = await club.signIn({ email: 'member@example.com' });
    const [own = 0] = await bookSeries({
      court_id: 2,
      from: '2026-12-12',
      guest: undefined,
      member_email: 'member@example.com',
    });
    await upload(own, member.headers);
    await pay(own, 10_000, staff, 'bank_transfer');
    expect((await alarms())[0].unproven).toBe(50_000);
  });

  test('names the transfers of players whose friend sent a receipt', async () => {
    const { json } = await club.post(
      '/api/book',
      bookingBody({ duration: 120, ...transfer, ...customer(0) }),
    );
    const { id } = json.booking;
    await club.put('/api/admin/settings', { changes: { 'staff.daily_limit': 4000 } }, owner);
    const split = await club.put(`/api/booking/${id}/payers`, { payers: [{}, {}] }, keyHeader(json));
    await upload(id, keyHeader(json));
    for (const { id: payer_id, balance } of split.json.payers)
      expect(
        (
          await club.post(
            `/api/admin/bookings/${id}/payments`,
            { amount: balance, method: 'bank_transfer', payer_id },
            staff,
          )
        ).status,
      ).toBe(201);
    expect(await alarms()).toMatchObject([{ unproven: 6666 }]);
  });

  test('names transfers without a receipt, and cash that was missing at a count', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { json } = await club.post(
        '/api/book',
        bookingBody({ duration: 120, ...transfer, ...customer(n) }),
      );
      if (n === 0) await upload(json.booking.id, keyHeader(json));
      await pay(json.booking.id, 10_000, staff, n === 1 ? 'card' : 'bank_transfer');
    }
    expect(await alarms()).toEqual([]);
    await pay(await book(customer(3)), 1, staff, 'bank_transfer');
    // Owners prove nothing to themselves.
    await pay(await book(customer(4)), 10_000, owner, 'card');
    await pay(await book(customer(5)), 10_000, owner, 'bank_transfer');
    await pay(await book(customer(6)), 1, owner, 'bank_transfer');
    expect(await alarms()).toMatchObject([{ given: 0, unproven: 20_001, missing: 0 }]);
    const { json } = await club.post('/api/admin/shifts', { float: 12_000 }, staff);
    await club.put(`/api/admin/shifts/${json.data.shift.id}/close`, { counted: 1500 }, staff);
    expect(await alarms()).toMatchObject([{ given: 0, unproven: 20_001, missing: 10_500 }]);
  });
});
