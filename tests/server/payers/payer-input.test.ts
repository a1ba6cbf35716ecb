/** Bad input about shares and matches: the status, a sentence, and nothing half-written. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { nextClientIp } from '../../support/booking-load.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

const HOUR_MS = 60 * 60_000;
/** A Thursday; what the tests refuse is about Saturday. */
const START = Date.parse('2026-11-19T16:00:00+05:00');
const SATURDAY = '2026-11-21';
type Headers = Record<string, string>;

let club: TestClub;
let admin: { headers: Headers };
/** What each test asks about, by its name. */
const at: Record<string, { id: number; key: Headers }> = {};
const matches: Record<string, number> = {};
let payers: { id: number; key: Headers }[];

async function book(name: string, start_time: string, date = SATURDAY) {
  const index = Object.keys(at).length;
  const contact = { email: `host${index}@example.com`, phone: `0300 12345${60 + index}` };
  const { json } = await club.post(
    '/api/book',
    bookingBody({ date, start_time, payment_method: 'cash', ...contact }),
    { 'x-forwarded-for': `10.0.0.${index + 1}` },
  );
  at[name] = { id: json.booking.id, key: keyHeader(json) };
  return at[name];
}
async function openMatch(name: string, start_time: string, date = SATURDAY) {
  const { id, key } = await book(name, start_time, date);
  const levels = { level_from: 'improver', level_to: 'intermediate' };
  const { json } = await club.post(`/api/booking/${id}/open`, { places: 1, ...levels }, key);
  matches[name] = json.match.id;
}
const join = (match: string, name: string, over: object = {}, headers: Headers = {}) => {
  const body = { name: `${name} Khan`, email: `${name.toLowerCase()}@example.com`, ...over };
  return club.post(`/api/matches/${matches[match]}/players`, body, {
    'x-forwarded-for': nextClientIp(),
    ...headers,
  });
};
const payerKey = (url: string): Headers => ({ 'x-booking-key': url.split('.').at(-1) as string });

beforeAll(async () => {
  club = await createTestClub({ now: START, env: { PUBLIC_URL: 'http://localhost', TRUST_PROXY: 'true' } });
  admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
  await book('played', '17:00', '2026-11-19');
  await openMatch('past', '18:00', '2026-11-19');
  club.clock.now = START + 4 * HOUR_MS;
  await book('plain', '10:00');
  const shared = await book('shared', '18:00');
  const others = [{ name: 'Bilal' }, { name: 'Sana' }, {}];
  const split = await club.put(`/api/booking/${shared.id}/payers`, { payers: others }, shared.key);
  payers = split.json.payers.slice(1).map(({ id, join_url }: { id: number; join_url: string }) => ({
    id,
    key: payerKey(join_url),
  }));
  const payment = { amount: 1250, method: 'cash', payer_id: payers[0]?.id };
  await club.post(`/api/admin/bookings/${shared.id}/payments`, payment, admin.headers);
  const cancelled = await book('cancelled', '12:00');
  await club.post(`/api/booking/${cancelled.id}/cancel`, {}, cancelled.key);
  const free = await book('free', '13:00');
  club.db.run('UPDATE payer SET price = 0, charge = 0 WHERE booking_id = ?', [free.id]);
  const weekly = {
    court_id: 2,
    start_time: '10:00',
    half_hours: 2,
    weekday: 'saturday',
    from: SATURDAY,
    count: 2,
  };
  const guest = { name: 'Zara Shah', phone: '0300 7654321', email: 'zara@example.com' };
  const series = await club.post('/api/admin/series', { ...weekly, guest }, admin.headers);
  expect(series.json.error).toBeUndefined();
  const [date] = club.rows<{ id: number }>('SELECT id FROM booking WHERE series_id IS NOT NULL');
  at.series = { id: date?.id ?? 0, key: admin.headers };
  for (const [name, time] of [
    ['open', '20:00'],
    ['full', '21:00'],
    ['called off', '22:00'],
    ['closed', '15:00'],
  ] as const)
    await openMatch(name, time);
  const full = (await join('full', 'Hira')).json;
  const promise = { method: 'cash', amount: full.payer.charge };
  await club.post(`/api/payers/${full.payer.id}/pay`, promise, payerKey(full.join_url));
  const off = at['called off'] as { id: number; key: Headers };
  await club.post(`/api/booking/${off.id}/cancel`, {}, off.key);
  await club.put(`/api/booking/${at.closed?.id}/open`, { decision: 'close' }, at.closed?.key);
});
afterAll(() => {
  expect(listBookFaults(club.db)).toEqual([]);
  club.close();
});

const TABLES = ['match', 'payer', 'booking', 'claim', 'ledger_entry', 'checkout', 'outbox', 'audit_log'];
const everything = () => TABLES.map((table) => club.rows(`SELECT * FROM ${table}`));

const bookingPost = (name: string, path: string, body: object, key?: Headers) => (retry: Headers) =>
  club.post(`/api/booking/${at[name]?.id}/${path}`, body, { ...(key ?? at[name]?.key), ...retry });
const split = (name: string, others: object[]) => (retry: Headers) =>
  club.put(`/api/booking/${at[name]?.id}/payers`, { payers: others }, { ...at[name]?.key, ...retry });
const change = (others: () => object[]) => (retry: Headers) =>
  club.put(`/api/booking/${at.shared?.id}/payers`, { payers: others() }, { ...at.shared?.key, ...retry });
const open = (name: string, body: object) => bookingPost(name, 'open', body);
const pay = (index: number, body: object, key?: () => Headers | undefined) => (retry: Headers) => {
  const headers = { ...(key ? key() : payers[index]?.key), ...retry };
  const contact = { name: 'Omar Khan', email: 'omar@example.com', method: 'cash', amount: 1250 };
  return club.post(`/api/payers/${payers[index]?.id}/pay`, { ...contact, ...body }, headers);
};
const joinAs =
  (match: string, over: object = {}) =>
  (retry: Headers) =>
    join(match, 'Nida', over, retry);
const kept = () => payers.map(({ id }) => ({ id }));

type Send = (retry: Headers) => Promise<{ status: number; json: { error: string; fields?: object } }>;
const REFUSALS: [what: string, send: Send, status: number, sentence: string][] = [
  ['shares that leave the host nothing', split('plain', [{ charge: 4000 }]), 422, 'These shares come to'],
  ['a share of 0', split('plain', [{ charge: 0 }]), 422, 'whole number of rupees'],
  ['a negative share', split('plain', [{ charge: -5 }]), 422, 'whole number of rupees'],
  ['half a rupee', split('plain', [{ charge: 10.5 }]), 422, 'whole number of rupees'],
  ['a sum for one of two', split('plain', [{ charge: 1000 }, {}]), 422, 'an amount for every player'],
  ['a fifth player', split('plain', [{}, {}, {}, {}]), 422, 'Padel is for four'],
  ['a fifth player later', change(() => [...kept(), {}]), 422, 'Padel is for four'],
  ['a name of 500 letters', split('plain', [{ name: 'a'.repeat(500) }]), 422, 'at most 100 characters'],
  ['a split of a cancelled booking', split('cancelled', [{}]), 409, 'This booking is cancelled.'],
  ['a split of a played booking', split('played', [{}]), 409, 'This booking is over.'],
  ['a split of a date of a series', split('series', [{}]), 409, 'weekly booking'],
  ['a split of a free booking', split('free', [{}]), 409, 'This booking is free.'],
  ['a second split', split('shared', [{}]), 409, 'Bilal has already paid'],
  [
    'another sum for a share that is paid',
    change(() => kept().map((payer) => ({ ...payer, charge: 1000 }))),
    409,
    'Bilal has already paid',
  ],
  ['a paid share that is left out', change(() => kept().slice(1)), 409, 'Bilal has already paid'],
  ['a player of another booking', change(() => [{ id: 4711 }]), 422, 'not in this booking'],
  ['a player twice', change(() => [...kept().slice(0, 2), { id: payers[1]?.id }]), 422, 'in the list twice'],
  [
    'the key of another booking',
    (retry) =>
      club.put(`/api/booking/${at.plain?.id}/payers`, { payers: [{}] }, { ...at.shared?.key, ...retry }),
    403,
    '',
  ],
  ['the link of another player', pay(1, {}, () => payers[2]?.key), 403, 'This link no longer works.'],
  ['the host’s own phone', pay(1, { phone: '0300 1234563' }), 422, 'phone number of the host'],
  ['the host’s own email', pay(1, { email: 'Host3@example.com' }), 422, 'email address of the host'],
  ['another sum than the share', pay(1, { amount: 1 }), 409, 'PKR'],
  ['a share that is paid', pay(0, { amount: 0 }), 409, 'Your share is paid.'],
  ['credit of nobody', pay(1, { method: 'credit' }), 401, ''],
  ['no place', open('plain', { places: 0 }), 422, '1, 2 or 3 places'],
  ['a fourth place', open('plain', { places: 4 }), 422, '1, 2 or 3 places'],
  [
    'levels in the wrong order',
    open('plain', { places: 1, level_from: 'advanced', level_to: 'beginner' }),
    422,
    'The lowest level',
  ],
  ['a level of one’s own', open('plain', { places: 1, level_from: 'pro' }), 422, 'beginner, improver'],
  ['places beside four players', open('shared', { places: 1 }), 422, 'Padel is for four'],
  ['a match that is open', open('open', { places: 1 }), 409, 'already open'],
  ['a match of a cancelled booking', open('cancelled', { places: 1 }), 409, 'This booking is cancelled.'],
  ['a place in a full match', joinAs('full'), 409, 'This match is full.'],
  ['a place in a cancelled match', joinAs('called off'), 409, 'This booking is cancelled.'],
  ['a place in a closed match', joinAs('closed'), 404, 'no open match'],
  ['a place in a match that is over', joinAs('past'), 409, 'This booking'],
  ['a name of 500 letters for a place', joinAs('open', { name: 'a'.repeat(500) }), 422, 'at most 100'],
  ['a level that there is not', joinAs('open', { level: 'pro' }), 422, 'beginner, improver'],
];

describe('refused with a sentence, and nothing is written', () => {
  test.each(REFUSALS)('%s', async (_, send, status, sentence) => {
    const before = everything();
    const retry = { 'idempotency-key': crypto.randomUUID() };
    for (const headers of [{}, retry, retry]) {
      const { status: got, json } = await send(headers);
      const said = [json.error, ...Object.values(json.fields ?? {})].join(' ').replaceAll('\u00a0', ' ');
      expect([got, said]).toEqual([status, expect.stringContaining(sentence)]);
      expect(json.error).toMatch(/^[A-Z].{15}/);
    }
    expect(everything()).toEqual(before);
  });
});

describe('taken once', () => {
  const once = async (send: Send, status: number) => {
    const retry = { 'idempotency-key': crypto.randomUUID() };
    const first = await send(retry);
    expect([first.json.error, first.status]).toEqual([undefined as never, status]);
    const after = everything();
    const again = await send(retry);
    expect([again.status, again.json]).toEqual([status, first.json]);
    expect(everything()).toEqual(after);
    return first.json;
  };

  test('a level outside the range: it was asked about, not refused', async () => {
    await once(joinAs('open', { level: 'advanced' }), 201);
  });

  test('a change of shares, a promise and a player who leaves, each sent twice', async () => {
    await once(
      change(() => [{ id: payers[0]?.id }, { id: payers[1]?.id, name: 'Sana Khan' }, { id: payers[2]?.id }]),
      200,
    );
    await once(pay(1, {}), 200);
    await once(
      (retry) => club.post(`/api/payers/${payers[2]?.id}/leave`, {}, { ...payers[2]?.key, ...retry }),
      200,
    );
  });

  test('a split and a match, each sent twice', async () => {
    await once(split('plain', [{ name: 'Zara' }]), 200);
    const { id, key } = await book('another', '08:00');
    await once((retry) => club.post(`/api/booking/${id}/open`, { places: 2 }, { ...key, ...retry }), 201);
  });

  test('markup in a name, which no page draws', async () => {
    await openMatch('markup', '09:00');
    await once(joinAs('markup', { name: '<b>Nida</b> <i>Shah</i>', email: 'nida@example.com' }), 201);
    const page = await club.app.handle(new Request(`http://localhost/matches/${matches.markup}`));
    const html = await page.text();
    expect(html).toContain('Nida');
    expect(html).not.toContain('<b>Nida');
  });
});
