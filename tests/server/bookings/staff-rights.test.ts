/** What an owner may let staff do: small promo codes, and the bookings of one day as a file. */
import { beforeEach, expect, test } from 'bun:test';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

type Headers = Record<string, string>;
const club = clubForEachTest();
let owner: Headers;
let staff: Headers;
beforeEach(async () => {
  owner = (await club.signIn({ email: 'owner@example.com', name: 'Usman Sheikh', role: 'owner' })).headers;
  staff = (await club.signIn({ email: 'staff@example.com', name: 'Sana Butt', role: 'staff' })).headers;
});

const allow = async (...rights: string[]) => {
  const changes = Object.fromEntries(rights.map((right) => [`staff.${right}`, true]));
  expect((await club.put('/api/admin/settings', { changes }, owner)).status).toBe(200);
};
const code = (over: object = {}) => ({ code: 'RAIN5', name: 'Rain', percent: 5, ...over });
const addCode = (body: object, headers: Headers) => club.post('/api/admin/promo-codes', body, headers);
const csv = (query: string) => club.get(`/api/admin/bookings.csv${query}`, staff);
const rights = async () => (await club.get('/api/admin/rights', staff)).json.data.rights;

test('without a right staff make no code and download no file, and each right stands alone', async () => {
  expect(await rights()).toEqual([]);
  expect((await addCode(code(), staff)).status).toBe(403);
  expect((await csv('?startDate=2026-11-20&endDate=2026-11-20')).status).toBe(403);
  await allow('make_codes');
  expect(await rights()).toEqual(['make_codes']);
  expect((await csv('?startDate=2026-11-20&endDate=2026-11-20')).status).toBe(403);
});

test('staff with the right make a small code, change none, and the history names them', async () => {
  await allow('make_codes');
  const added = await addCode(code(), staff);
  expect(added.status).toBe(201);
  const { id } = added.json.data.code;
  expect((await club.get('/api/admin/promo-codes', staff)).json.data.codes).toHaveLength(1);
  expect((await club.put(`/api/admin/promo-codes/${id}`, code({ percent: 6 }), staff)).status).toBe(403);
  const large = await addCode(code({ code: 'HALF', percent: 50 }), staff);
  expect([large.status, large.json.error]).toEqual([
    403,
    'Only an owner may make a code that takes off so much.',
  ]);
  const forAll = await addCode(code({ code: null }), staff);
  expect([forAll.status, Object.keys(forAll.json.fields)]).toEqual([422, ['code']]);
  expect((await addCode(code({ code: null }), owner)).status).toBe(201);
  const [line] = club.rows<{ actor_id: number }>(
    "SELECT actor_id FROM audit_log WHERE subject = 'promo_code'",
  );
  expect(line?.actor_id).toBe((await club.get('/api/auth/user', staff)).json.id);
});

test('staff with the right download one day, and no more', async () => {
  await allow('day_csv');
  await club.post('/api/book', bookingBody({ date: '2026-11-21' }));
  const day = await csv('?startDate=2026-11-21&endDate=2026-11-21');
  expect([day.status, day.text.trim().split('\n').length]).toEqual([200, 2]);
  for (const query of [
    '',
    '?startDate=2026-11-21',
    '?endDate=2026-11-21',
    '?startDate=2026-11-20&endDate=2026-11-21',
  ]) {
    const { status, json } = await csv(query);
    expect([query, status, json.error]).toEqual([query, 403, 'Staff may download one day at a time.']);
  }
  const ofOwner = await club.get('/api/admin/bookings.csv', owner);
  expect(ofOwner.status).toBe(200);
});
