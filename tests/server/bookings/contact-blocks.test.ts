import { expect, test } from 'bun:test';
import { adminClubForEachTest } from '../../support/admin-club.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { bookingBody } from '../../support/test-club.ts';

const { club, book, get, post, put, admin } = adminClubForEachTest();

const CONTACT = { email: 'umar.farooq@gmail.com', phone: '0300 7654321' };
const OTHER = { email: 'someone.else@example.com', phone: '0301 1111111' };
const bookAt = (start_time: string, over: object = {}) =>
  club().post('/api/book', bookingBody({ start_time, payment_method: 'cash', ...over }));
const block = async (over: object = {}) => {
  const { id } = await book({ ...CONTACT, start_time: '08:00', payment_method: 'bank_transfer' });
  const body = { rule: 'offline', reason: 'Never comes, never pays', until: null, ...over };
  return { id, ...(await put(`/api/admin/bookings/${id}/customer/block`, body)) };
};
const SENTENCE = /^Please call the club to book: \+92 300 0000000\.$/;

test('a blocked contact cannot book online in any spelling, and is told to call', async () => {
  expect((await block()).status).toBe(200);
  for (const over of [
    { ...OTHER, phone: '+92 300 765 4321' },
    { ...OTHER, phone: '0092 3007654321' },
    { ...OTHER, email: 'UmarFarooq@gmail.com' },
    { ...OTHER, email: 'umar.farooq+two@googlemail.com' },
  ]) {
    const { status, json } = await bookAt('20:00', over);
    expect([over, status, json.reason]).toEqual([over, 403, 'forbidden']);
    expect(json.error).toMatch(SENTENCE);
  }
  expect((await bookAt('20:00', OTHER)).status).toBe(201);
  const walkIn = { court_id: 2, date: '2026-11-21', slots: ['20:00', '20:30'], name: 'Umar', ...CONTACT };
  expect((await post('/api/admin/bookings', walkIn)).status).toBe(201);
});

test('a signed-in member who is blocked cannot book under another contact either', async () => {
  await block();
  const { headers } = await club().signIn({ email: CONTACT.email, name: 'Umar Farooq' });
  const body = bookingBody({ ...OTHER, start_time: '20:00', payment_method: 'bank_transfer' });
  expect((await club().post('/api/book', body, headers)).status).toBe(403);
});

test('only prepaid refuses cash beside the field, and lets a transfer through', async () => {
  const { id } = await block({ rule: 'prepaid' });
  const cash = await bookAt('20:00', CONTACT);
  expect([cash.status, cash.json.fields.payment_method]).toEqual([
    422,
    'Please pay this booking in advance, or call the club: +92 300 0000000.',
  ]);
  const check = await club().post('/api/book/cash-check', CONTACT);
  expect(check.json.error).toBe(cash.json.fields.payment_method);
  expect((await bookAt('20:00', { ...CONTACT, payment_method: 'bank_transfer' })).status).toBe(201);
  const { block: shown } = await get(`/api/admin/bookings/${id}/customer`);
  expect(shown).toMatchObject({ rule: 'prepaid', author: 'Sana Butt', until: null });
});

test('the stricter of two counts, in whatever order they came, and of two alike the newer', async () => {
  const both = { email: CONTACT.email, phone: OTHER.phone };
  const blocked = [
    await book({ ...CONTACT, start_time: '08:00' }),
    await book({ ...OTHER, start_time: '09:00' }),
  ];
  const shown = await book({ ...both, start_time: '10:00' });
  for (const [rules, counts] of [
    [['offline', 'prepaid'], 0],
    [['prepaid', 'offline'], 1],
    [['prepaid', 'prepaid'], 1],
    [['offline', 'offline'], 1],
  ] as const) {
    for (const [at, rule] of rules.entries()) {
      club().clock.now += 1;
      const body = { rule, reason: `${at}`, until: null };
      expect((await put(`/api/admin/bookings/${blocked[at]?.id}/customer/block`, body)).status).toBe(200);
    }
    const { block: found } = await get(`/api/admin/bookings/${shown.id}/customer`);
    expect([rules, found.rule, found.reason]).toEqual([rules, rules[counts], `${counts}`]);
    expect((await bookAt('20:00', both)).status).toBe(rules[counts] === 'offline' ? 403 : 422);
  }
});

test('ends after its last day, and when the reception lifts it', async () => {
  const { id, json } = await block({ until: '2026-11-19' });
  expect(json.fields).toEqual({ until: 'Please choose a last day that isn’t over.' });
  await put(`/api/admin/bookings/${id}/customer/block`, {
    rule: 'offline',
    reason: 'A month of rest',
    until: '2026-11-20',
  });
  expect((await bookAt('20:00', CONTACT)).status).toBe(403);
  club().clock.now = Date.parse('2026-11-21T05:30:00+05:00');
  expect((await bookAt('20:00', CONTACT)).status).toBe(403);
  club().clock.now = Date.parse('2026-11-21T06:30:00+05:00');
  expect((await bookAt('20:00', CONTACT)).status).toBe(201);
  await put(`/api/admin/bookings/${id}/customer/block`, { rule: 'offline', reason: 'Again', until: null });
  expect((await bookAt('22:00', CONTACT)).status).toBe(403);
  const lifted = await club().delete(`/api/admin/bookings/${id}/customer/block`, admin().headers);
  expect(lifted.status).toBe(200);
  expect((await bookAt('22:00', CONTACT)).status).toBe(201);
  const { history } = await get(`/api/admin/bookings/${id}`);
  expect(history.map(({ action }: { action: string }) => action)).toContain('contact_unblocked');
  expect(JSON.stringify(history)).not.toContain('Again');
});

test("holds for weekly requests and for moving one's own booking, but never for cancelling", async () => {
  const booked = async (over: object) => {
    const { json } = await bookAt('20:00', { ...CONTACT, date: '2026-11-22', ...over });
    return { path: `/api/booking/${json.booking.id}`, key: keyHeader(json) };
  };
  const transfer = await booked({ payment_method: 'bank_transfer' });
  const cash = await booked({ court_id: 2 });
  await block({ rule: 'prepaid' });
  const move = ({ path, key }: typeof cash, slots: string[], court_id = 1) =>
    club().post(`${path}/reschedule`, { court_id, date: '2026-11-22', slots, amount: 5000 }, key);
  const refused = await move(cash, ['22:00', '22:30'], 2);
  expect([refused.status, refused.json.error]).toEqual([
    403,
    'Please call the club to move this booking: +92 300 0000000.',
  ]);
  expect((await move(transfer, ['22:00', '22:30'])).status).toBe(200);
  const { headers } = await club().signIn({ email: CONTACT.email, name: 'Umar Farooq' });
  const weekly = { court_id: 1, start_time: '21:00', half_hours: 2, every_weeks: 1 };
  const ask = () => club().post('/api/series-requests', { ...weekly, from: '2026-11-24', dates: 4 }, headers);
  expect((await ask()).status).toBe(201);

  const { id } = await book({ ...CONTACT, start_time: '09:00' });
  await put(`/api/admin/bookings/${id}/customer/block`, { rule: 'offline', reason: 'Again', until: null });
  const again = await ask();
  expect([again.status, again.json.reason]).toEqual([403, 'forbidden']);
  expect(again.json.error).toMatch(SENTENCE);
  expect((await club().post(`${cash.path}/cancel`, {}, cash.key)).status).toBe(200);
});

test("whoever can't book online can't move a booking online either, paid or not", async () => {
  const { json } = await bookAt('20:00', { ...CONTACT, date: '2026-11-22' });
  const path = `/api/booking/${json.booking.id}`;
  await post(`/api/admin/bookings/${json.booking.id}/payments`, { amount: 5000, method: 'cash' });
  await block();
  const target = { court_id: 1, date: '2026-11-22', slots: ['22:00', '22:30'], amount: 5000 };
  expect((await club().post(`${path}/reschedule`, target, keyHeader(json))).status).toBe(403);
  expect((await club().post(`${path}/reschedule`, target, admin().headers)).status).toBe(200);
});
