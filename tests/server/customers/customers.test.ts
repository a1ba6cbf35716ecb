import { describe, expect, test } from 'bun:test';
import { adminClubForEachTest } from '../../support/admin-club.ts';
import { bookingBody, createTestClub } from '../../support/test-club.ts';

const { club, admin, book, get, post, put } = adminClubForEachTest();

const HOUR = 3_600_000;
/** The phone of `bookingBody`. */
const PHONE = '0300 1234567';
const recordAttendance = (id: number, attendance: string | null, version?: number) =>
  put(`/api/admin/bookings/${id}/attendance`, { attendance, ...(version === undefined ? {} : { version }) });

test('six spellings of a phone are one customer', async () => {
  const spellings = [
    '0300 1234567',
    '+92 300 1234567',
    '0092-300-1234567',
    '92 300 1234567',
    '(0300) 123-4567',
    '۰۳۰۰ ۱۲۳۴۵۶۷',
  ];
  for (const [at, phone] of spellings.entries()) {
    const { json } = await club().post(
      '/api/book',
      bookingBody({ phone, email: `c${at}@example.com`, date: `2026-11-2${at + 1}` }),
    );
    expect([phone, json.booking?.id]).toEqual([phone, at + 1]);
  }
  const { customers } = await get('/api/admin/customers');
  expect(customers).toMatchObject([{ phone: '+923001234567', bookings: 6 }]);
});

describe('attendance', () => {
  test('is recorded from the start of play on, can be undone, and is in the history', async () => {
    const { id, version } = await book({ date: '2026-11-20', start_time: '18:00' });
    expect((await get(`/api/admin/bookings/${id}`)).booking.attendance).toBeNull();
    const early = await recordAttendance(id, 'no_show');
    expect([early.status, early.json.reason]).toEqual([409, 'wrong_state']);
    const arrived = await recordAttendance(id, 'arrived', version);
    expect([arrived.status, arrived.json.data.booking.attendance]).toEqual([200, 'arrived']);
    expect((await recordAttendance(id, null)).json.data.booking.attendance).toBeNull();
    club().clock.now += 4 * HOUR;
    expect((await recordAttendance(id, 'no_show')).json.data.booking.attendance).toBe('no_show');
    const { history } = await get(`/api/admin/bookings/${id}`);
    expect(history.map((line: { details: object }) => line.details)).toEqual([
      { from: null, to: 'arrived' },
      { from: 'arrived', to: null },
      { from: null, to: 'no_show' },
    ]);
  });

  test('of a cancelled booking, another day, an old version or an unknown word is refused', async () => {
    const { id, version } = await book({ date: '2026-11-22' });
    expect((await recordAttendance(id, 'arrived')).json.reason).toBe('wrong_state');
    expect((await recordAttendance(id, 'arrived', version + 1)).json.reason).toBe('changed_meanwhile');
    expect((await recordAttendance(id, 'late')).status).toBe(422);
    await put(`/api/admin/bookings/${id}/status`, { status: 'cancelled' });
    expect((await recordAttendance(id, 'arrived')).json.error).toContain('cancelled');
    expect((await recordAttendance(999, 'arrived')).status).toBe(404);
  });
});

test('the next booking of a customer who did not come says so, by phone or email', async () => {
  const missed = await book({ date: '2026-11-20', start_time: '18:00', phone: PHONE });
  club().clock.now += 6 * HOUR;
  await recordAttendance(missed.id, 'no_show');
  const samePhone = await book({ date: '2026-11-25', email: 'other@example.com', phone: PHONE });
  const stranger = await book({ date: '2026-11-26', email: 's@example.com', phone: '0333 1112223' });
  const missedOf = async (id: number) => (await get(`/api/admin/bookings/${id}`)).missed;
  // The lists of the bookings and of the day name them, too.
  const list = await get('/api/admin/bookings?startDate=2026-11-01&endDate=2026-12-31');
  const day = await get('/api/admin/day?date=2026-11-25');
  expect([list.after_no_show, day.after_no_show]).toEqual([[samePhone.id], [samePhone.id]]);
  expect(await Promise.all([samePhone.id, stranger.id, missed.id].map(missedOf))).toEqual([
    ['2026-11-20'],
    [],
    [],
  ]);
});

test('the reception finds people by name, phone and email, members first, each person once', async () => {
  const member = await club().signIn({ email: 'noor@example.com', name: 'Noor Malik' });
  const khan = { name: 'Noor Khan', phone: '0300 5554443', email: 'khan@example.com' };
  await club().post('/api/book', bookingBody(khan));
  await club().post('/api/book', bookingBody({ ...khan, court_id: 2 }));
  // A member whose account has no phone is found by the one of a booking, under the account's name and email.
  const booked = bookingBody({ name: 'N. Malik', phone: '0321 7778889', email: 'NOOR@example.com' });
  await club().post('/api/book', { ...booked, date: '2026-11-25' }, member.headers);
  const find = async (q: string) =>
    (await get(`/api/admin/people?q=${encodeURIComponent(q)}`)).people as Record<string, unknown>[];
  const namesOf = async (q: string) => (await find(q)).map(({ name }) => name);
  expect(await namesOf('noor')).toEqual(['Noor Malik', 'Noor Khan']);
  expect(await namesOf('0300 555')).toEqual(['Noor Khan']);
  expect(await namesOf('khan@')).toEqual(['Noor Khan']);
  const malik = { name: 'Noor Malik', phone: '+923217778889', email: 'noor@example.com' };
  for (const q of ['noor mal', '0321 777'])
    expect(await find(q)).toMatchObject([{ user_id: expect.any(Number), ...malik }]);
  // Where the reception finds them: a booking, a place, or nothing yet.
  await club().signIn({ email: 'new@example.com', name: 'Noor Qureshi' });
  const terms = {
    price: 9000,
    months: 1,
    days: null,
    hours: 0,
    discounts: [],
    add_ons: [],
    with_codes: false,
  };
  const none = { days_ahead: null, cancel_hours: null, events_percent: null };
  const hours_for = { tiers: null, courts: null, weekdays: null };
  const plan = await post('/api/admin/plans', {
    kind: 'plan',
    name: 'Gold',
    terms: { ...terms, ...none, hours_for },
  });
  const { version_id } = plan.json.data.plan;
  const sale = { version_id, name: 'Noor Butt', phone: '', email: 'butt@example.com' };
  expect((await post('/api/admin/purchases', sale)).status).toBe(201);
  const [butt] = club().rows<{ id: number }>("SELECT id FROM payer WHERE email = 'butt@example.com'");
  for (const [q, place] of [
    ['khan@', { booking_id: 2, payer_id: null }],
    ['noor mal', { booking_id: 3, payer_id: null }],
    ['butt@', { booking_id: null, payer_id: butt?.id ?? 0 }],
    ['new@', null],
  ] as const)
    expect([q, (await find(q))[0]?.known_by]).toEqual([q, place]);
  // A player is found by the share, whose page also shows what concerns the others.
  const shared = await club().post(
    '/api/book',
    bookingBody({ date: '2026-11-27', email: 'host@example.com' }),
  );
  const key = { 'x-booking-key': shared.json.manage_url.split('.').at(-1) as string };
  const split = await club().put(`/api/booking/${shared.json.booking.id}/payers`, { payers: [{}] }, key);
  const [, share] = split.json.payers;
  const typed = { name: 'Zara Qureshi', email: 'zara@example.com', method: 'cash', amount: share.charge };
  const shareKey = { 'x-booking-key': share.join_url.split('.').at(-1) };
  expect((await club().post(`/api/payers/${share.id}/pay`, typed, shareKey)).status).toBe(200);
  const known_by = { booking_id: shared.json.booking.id, payer_id: share.id };
  expect(await find('zara')).toMatchObject([{ known_by }]);
  for (const q of ['', 's', '%', '000']) expect([q, await find(q)]).toEqual([q, []]);
});

test('customers are listed once for all their bookings, walk-ins without a contact by name', async () => {
  const first = await book({ date: '2026-11-22', phone: PHONE });
  for (const date of ['2026-11-23', '2026-11-24'])
    await post('/api/admin/bookings', { court_id: 1, date, slots: ['18:00', '18:30'], name: 'Walk In' });
  const last = await book({ date: '2026-11-25', email: 'other@example.com', phone: PHONE });
  const list = async (query = '') => (await get(`/api/admin/customers${query}`)).customers;
  expect(await list()).toMatchObject([
    { booking_id: last.id, phone: '+923001234567', bookings: 2, date: '2026-11-25' },
    { name: 'Walk In', phone: '', email: '', bookings: 2, is_member: false },
  ]);
  expect((await list('?q=walk')).length).toBe(1);
  expect(await list(`?cursor=${first.id}`)).toEqual([]);
});

describe('a customer', () => {
  test('is everything booked with the same phone or email, with visits, no-shows and spending', async () => {
    const visited = await book({ date: '2026-11-20', start_time: '18:00' });
    const missed = await book({
      date: '2026-11-20',
      start_time: '20:00',
      email: 'other@example.com',
      phone: PHONE,
    });
    const cancelled = await book({ date: '2026-11-22', start_time: '20:00', phone: '0321 7654321' });
    const coming = await book({ date: '2026-11-25', start_time: '20:00' });
    const stranger = await book({ date: '2026-11-26', email: 's@example.com', phone: '0333 1112223' });
    await put(`/api/admin/bookings/${visited.id}/status`, { status: 'paid' });
    await put(`/api/admin/bookings/${cancelled.id}/status`, { status: 'cancelled' });
    club().clock.now += 30 * HOUR;
    await recordAttendance(missed.id, 'no_show');
    const customer = await get(`/api/admin/bookings/${coming.id}/customer`);
    expect(customer).toMatchObject({ visits: 1, no_shows: 1, cancelled: 1, upcoming: 1, spent: 5000 });
    expect(customer.bookings.map((booking: { id: number }) => booking.id)).toEqual([
      coming.id,
      cancelled.id,
      missed.id,
      visited.id,
    ]);
    expect((await get(`/api/admin/bookings/${stranger.id}/customer`)).bookings).toHaveLength(1);
  });

  test('has notes of the staff, found from every booking and deleted one by one', async () => {
    const first = await book({ date: '2026-11-22' });
    const second = await book({ date: '2026-11-23', email: 'other@example.com', phone: PHONE });
    const path = `/api/admin/bookings/${first.id}/customer`;
    const added = await post(`${path}/notes`, { note: ' Prefers Court 2 ' });
    expect([added.status, added.json.data.note]).toMatchObject([
      201,
      { note: 'Prefers Court 2', author: 'Sana Butt' },
    ]);
    expect((await get(`/api/admin/bookings/${second.id}/customer`)).notes).toHaveLength(1);
    expect((await post(`${path}/notes`, { note: '  ' })).json.error).toBe('Please write a note.');
    const note = `${path}/notes/${added.json.data.note.id}`;
    expect((await club().delete(note, admin().headers)).status).toBe(200);
    expect((await club().delete(note, admin().headers)).status).toBe(404);
    expect((await get(path)).notes).toEqual([]);
  });

  test('without a phone or an email is known by one booking and has no notes', async () => {
    const walkIn = { court_id: 1, date: '2026-11-20', name: 'Hamza' };
    const { json } = await post('/api/admin/bookings', { ...walkIn, slots: ['18:00', '18:30'] });
    await post('/api/admin/bookings', { ...walkIn, slots: ['20:00', '20:30'] });
    const path = `/api/admin/bookings/${json.data.booking.id}/customer`;
    expect(await get(path)).toMatchObject({ phone: '', email: '', upcoming: 1, notes: [] });
    expect((await post(`${path}/notes`, { note: 'Tall' })).json.reason).toBe('wrong_state');
  });
});

test("after the owner's number of no-shows a contact pays in advance", async () => {
  const strict = await createTestClub({ toml: '[booking]\nno_show_limit = 2\n' });
  const desk = await strict.signIn({ email: 'desk@example.com', is_admin: true });
  const bookInCash = (over: object) =>
    strict.post('/api/book', bookingBody({ payment_method: 'cash', date: '2026-11-24', ...over }));
  for (const start_time of ['18:00', '20:00']) {
    const { json } = await bookInCash({ date: '2026-11-20', start_time });
    strict.clock.now += 6 * HOUR;
    const path = `/api/admin/bookings/${json.booking.id}/attendance`;
    expect((await strict.put(path, { attendance: 'no_show' }, desk.headers)).status).toBe(200);
    strict.clock.now -= 6 * HOUR;
  }
  const refused = await bookInCash({ email: 'another@example.com', phone: PHONE });
  expect([refused.status, refused.json.fields.payment_method]).toEqual([
    422,
    'Earlier bookings with this phone or email were missed, so please pay for this one in advance. Questions? Call +92 300 0000000.',
  ]);
  const check = (phone: string, email: string) => strict.post('/api/book/cash-check', { phone, email });
  expect((await check(PHONE, 'another@example.com')).json.error).toBe(refused.json.fields.payment_method);
  expect((await check('0321 9998887', 'ayeshah@example.com')).json.error).toBeNull();
  const answers = await Promise.all(Array.from({ length: 20 }, () => check(PHONE, 'another@example.com')));
  expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(2);
  expect((await bookInCash({ phone: '0321 9998887' })).status).toBe(422);
  // Another spelling of the mailbox is the same customer, at the reception too.
  const spelling = bookingBody().email.replace('@', '+new@').toUpperCase();
  expect((await bookInCash({ phone: '0321 9998887', email: spelling })).status).toBe(422);
  const transfer = {
    phone: '0321 9998887',
    email: spelling,
    payment_method: 'bank_transfer',
    start_time: '14:00',
  };
  const { id } = (await bookInCash(transfer)).json.booking;
  const { json: day } = await strict.get('/api/admin/day?date=2026-11-24', desk.headers);
  expect(day.data.after_no_show).toEqual([id]);
  expect((await bookInCash({ phone: '0321 9998887', email: 'ayeshah@example.com' })).status).toBe(201);
  expect((await bookInCash({ start_time: '20:00', payment_method: 'bank_transfer' })).status).toBe(201);
  strict.close();
});
