import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { simpleParser } from 'mailparser';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { listFutureInstants } from '../../../src/db/stored-instants.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { createSignedCallback, startSafepayServer, trackerOf } from '../../support/safepay-server.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The play of `bookingBody`. */
const START = Date.parse('2026-11-21T18:00:00+05:00');

let club: TestClub;
let safepay: ReturnType<typeof startSafepayServer>;
let admin: { headers: Record<string, string> };
beforeEach(async () => {
  safepay = startSafepayServer();
  const env = { ...safepay.env, PUBLIC_URL: 'http://localhost', TRUST_PROXY: 'true' };
  club = await createTestClub({ now: START - 50 * HOUR_MS, env });
  admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
});
afterEach(async () => {
  const faults = listBookFaults(club.db);
  club.close();
  await safepay.stop();
  expect(faults).toEqual([]);
});

type Headers = Record<string, string>;

async function book(over: Record<string, unknown> = {}) {
  const { json } = await club.post('/api/book', bookingBody(over));
  const id = json.booking.id as number;
  const key = keyHeader(json);
  const open = (body: object, headers = key) => club.post(`/api/booking/${id}/open`, body, headers);
  return { id, path: `/api/booking/${id}`, key, open };
}
type Booked = Awaited<ReturnType<typeof book>>;

async function openMatch(places: number, over: object = {}) {
  const booked = await book();
  const { json } = await booked.open({ places, ...over });
  return { ...booked, match: json.match as { id: number; share: string } };
}

const join = (match: { id: number }, name: string, over: object = {}, headers: Headers = {}) => {
  const body = { name: `${name} Khan`, email: `${name.toLowerCase()}@example.com`, ...over };
  return club.post(`/api/matches/${match.id}/players`, body, headers);
};
interface Joined {
  payer: { id: number; state: string; charge: number; hold_until: string | null };
  join_url: string;
}
const payerHeader = ({ join_url }: Joined): Headers => ({
  'x-booking-key': join_url.split('.').at(-1) as string,
});
const pay = (joined: Joined, method: string) => {
  const body = { method, amount: joined.payer.charge };
  return club.post(`/api/payers/${joined.payer.id}/pay`, body, payerHeader(joined));
};
const leave = (joined: Joined, headers = payerHeader(joined), body: object = {}) =>
  club.post(`/api/payers/${joined.payer.id}/leave`, body, headers);
const upload = (path: string, headers: Headers) =>
  club.app.handle(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      body: createReceiptForm(createPng(108, 108)),
      headers,
    }),
  );
const sendReceipt = (joined: Joined) => upload(`/api/payers/${joined.payer.id}/receipt`, payerHeader(joined));
const reject = ({ id }: Pick<Booked, 'id'>, over: object = {}) =>
  club.post(`/api/admin/bookings/${id}/receipt/reject`, { reason: 'Not ours', ...over }, admin.headers);
const setRules = (changes: object) => club.put('/api/admin/settings', { changes }, admin.headers);
const take = ({ id }: Pick<Booked, 'id'>, over: object) =>
  club.post(`/api/admin/bookings/${id}/payments`, { method: 'cash', ...over }, admin.headers);
const read = async ({ id }: { id: number }) => (await club.get(`/api/matches/${id}`)).json;
const sharesOf = async ({ id }: Pick<Booked, 'id'>) => {
  const { payers } = (await club.get(`/api/admin/bookings/${id}`, admin.headers)).json.data;
  return (payers as Record<string, unknown>[]).map(({ state, charge, received }) => [
    state,
    charge,
    received,
  ]);
};
const find = ({ id }: Pick<Booked, 'id'>) => club.findBooking(id);
const run = () => club.schedule.runNow('release what is due');
/** Recipient and subject of the emails that were sent, oldest first. */
async function savedSubjects(): Promise<[string, string][]> {
  const folder = joinPath(club.dataDir, 'outbox');
  const mails = readdirSync(folder)
    .sort()
    .map((name) => simpleParser(readFileSync(joinPath(folder, name))));
  return (await Promise.all(mails)).map(({ to, subject }) => [[to].flat()[0]?.text ?? '', subject ?? '']);
}
const messages = (kind: string) =>
  club
    .rows<{ recipient: string }>(`SELECT recipient FROM outbox WHERE kind = '${kind}' ORDER BY id`)
    .map(({ recipient }) => recipient);

describe('an open match', () => {
  test('shows court, evening, places and first names to anybody, and no contact', async () => {
    const booked = await book();
    const body = {
      places: 3,
      level_from: 'improver',
      level_to: 'advanced',
      for: 'women',
      text: 'Friendly evening',
    };
    const { status, json } = await booked.open(body);
    expect(status).toBe(201);
    expect(json.match).toEqual({
      id: json.match.id,
      date: '2026-11-21',
      start_time: '18:00',
      slots: ['18:00', '18:30'],
      court_name: 'Court 1 - Premium Panoramic',
      places: 3,
      places_left: 3,
      level_from: 'improver',
      level_to: 'advanced',
      for: 'women',
      text: 'Friendly evening',
      price: 1250,
      prepaid: false,
      state: 'open',
      share: `http://localhost/matches/${json.match.id}`,
      decide_at: '2026-11-20T18:00:00+05:00',
      players: ['Ayesha K.'],
    });
    // Nobody knows yet who the host is, so others do not read the text.
    const shown = { ...json.match, text: '' };
    expect((await club.get('/api/matches')).json).toEqual([shown]);
    expect(await read(json.match)).toEqual(shown);
    expect((await club.get(booked.path, booked.key)).json.match.text).toBe('Friendly evening');
    await take(booked, { amount: 1000 });
    expect((await read(json.match)).text).toBe('Friendly evening');
  });

  test('of a member with a confirmed email shows its text at once, one without it never', async () => {
    const member = await club.signIn({ email: 'bilal@example.com' });
    const own = await club.post('/api/book', bookingBody({ email: 'bilal@example.com' }), member.headers);
    const opened = await club.post(
      `/api/booking/${own.json.booking.id}/open`,
      { places: 1, text: 'Level 3.5, 18:30 to 20:00, balls 50/50' },
      member.headers,
    );
    const textOf = async () => (await read(opened.json.match)).text;
    expect(await textOf()).toBe('Level 3.5, 18:30 to 20:00, balls 50/50');
    club.db.run('UPDATE user SET email_verified = 0');
    expect(await textOf()).toBe('');
    club.db.run("UPDATE user SET email_verified = 1 WHERE email = 'bilal@example.com'");
    // A text of the days before links were refused.
    club.db.run("UPDATE match SET text = 'More at evil.example'");
    expect(await textOf()).toBe('');
  });

  test.each([
    'Look at evil.example',
    'Write to me@example.com',
    'Call 0300 123 45 67',
    'https://localhost',
    'wide ｅｖｉｌ．ｅｘａｍｐｌｅ',
  ])('has no contact details: %s', async (text) => {
    const { status, json } = await (await book()).open({ places: 1, text });
    expect([status, json.fields]).toEqual([
      422,
      { text: 'Please leave out links, email addresses and phone numbers.' },
    ]);
  });

  test('is joined by 24 new people a day at most', async () => {
    const { match } = await openMatch(1);
    const statuses: number[] = [];
    for (let at = 0; at < 26; at += 1) {
      const person = { email: `p${at}@example.com`, wait: true };
      statuses.push((await join(match, 'Sana', person, { 'x-forwarded-for': `10.0.0.${at}` })).status);
    }
    expect(statuses).toEqual([...Array(24).fill(201), 429, 429]);
    const member = await club.signIn({ email: 'bilal@example.com' });
    expect((await join(match, 'Bilal', { wait: true }, member.headers)).status).toBe(201);
    club.clock.now += 24 * HOUR_MS;
    expect((await join(match, 'Omar', { wait: true })).status).toBe(201);
  });

  test('that is not public is found by its link only', async () => {
    const { match } = await openMatch(1, { public: false });
    const key = new URL(match.share).search;
    expect((await club.get('/api/matches')).json).toEqual([]);
    expect((await club.get(`/api/matches/${match.id}`)).status).toBe(404);
    expect((await club.get('/api/matches/abc')).json.error).toBe('There is no open match at this address.');
    expect((await club.get(`/api/matches/${match.id}?key=${'x'.repeat(32)}`)).status).toBe(404);
    expect((await club.get(`/api/matches/${match.id}${key}`)).status).toBe(200);
    expect((await join(match, 'Omar')).status).toBe(404);
  });

  test.each<[string, object]>([
    ['no place', { places: 0 }],
    ['four places', { places: 4 }],
    ['half a place', { places: 1.5 }],
    ['an unknown level', { places: 1, level_from: 'expert' }],
    ['levels the wrong way round', { places: 1, level_from: 'advanced', level_to: 'beginner' }],
    ['a long text', { places: 1, text: 'a'.repeat(201) }],
    ['more places than four players have', { places: 3 }],
  ])('refuses %s and writes nothing', async (_, body) => {
    const booked = await book();
    await club.put(`${booked.path}/payers`, { payers: [{}] }, booked.key);
    expect((await booked.open(body)).status).toBe(422);
    expect(club.rows('SELECT 1 FROM match')).toEqual([]);
  });

  test('is opened within the owner’s rules only, but by the reception always', async () => {
    const set = setRules;
    const booked = await book();
    for (const changes of [
      { 'matches.allowed': false },
      { 'matches.allowed': true, 'matches.days_ahead': 0 },
      { 'matches.days_ahead': 14, 'matches.peak': false },
    ]) {
      expect((await set(changes)).status).toBe(200);
      expect((await booked.open({ places: 1 })).status).toBe(409);
    }
    // It would give all money back where a cancellation does not.
    expect((await set({ 'matches.decide_hours': 23 })).status).toBe(422);
    // Two days before it is played.
    await set({ 'matches.peak': true, 'matches.days_ahead': 1 });
    expect((await booked.open({ places: 1 })).status).toBe(409);
    await set({ 'matches.days_ahead': 2, 'matches.at_once': 1 });
    expect((await booked.open({ places: 1 })).status).toBe(201);
    expect((await booked.open({ places: 1 })).status).toBe(409);
    const second = await book({ start_time: '20:00' });
    expect((await second.open({ places: 1 })).status).toBe(409);
    expect((await second.open({ places: 1 }, admin.headers)).status).toBe(201);
    await club.post(`${booked.path}/cancel`, {}, booked.key);
    const third = await book({ start_time: '21:00', email: 'other@example.com' });
    expect((await third.open({ places: 1 })).status).toBe(201);
  });
});

describe('a place', () => {
  test('is held for half an hour, and taken by money, a receipt or a promise', async () => {
    const { match, ...booked } = await openMatch(3);
    const [card, cash, idle] = (await Promise.all(
      ['Bilal', 'Sana', 'Omar'].map(async (name) => (await join(match, name)).json as Joined),
    )) as [Joined, Joined, Joined];
    expect(card.payer).toMatchObject({
      state: 'joined',
      charge: 1250,
      hold_until: '2026-11-19T16:30:00+05:00',
    });
    expect(await read(match)).toMatchObject({
      places_left: 0,
      price: 1250,
      state: 'full',
      players: ['Ayesha K.', 'Bilal K.', 'Sana K.', 'Omar K.'],
    });
    const { json } = await pay(card, 'card');
    const { body, signature } = createSignedCallback(trackerOf(json.payment_url), { amount: '1250' });
    await club.send('POST', '/api/payments/callback/safepay', body, { 'x-sfpy-signature': signature });
    expect((await pay(cash, 'cash')).status).toBe(200);
    expect(messages('match.full')).toEqual([]);
    club.clock.now += 30 * MINUTE_MS;
    await run();
    expect(await sharesOf(booked)).toEqual([
      ['joined', 2500, 0],
      ['joined', 1250, 1250],
      ['joined', 1250, 0],
      ['left', 0, 0],
    ]);
    expect((await pay(idle, 'cash')).status).toBe(409);
    expect(await read(match)).toMatchObject({ places_left: 1, state: 'open' });
    const again = (await join(match, 'Omar')).json as Joined;
    const waiting = (await join(match, 'Zara', { wait: true })).json as Joined;
    expect((await club.get(`/api/payers/${again.payer.id}`, payerHeader(again))).json).toMatchObject({
      payer: { hold_until: '2026-11-19T17:00:00+05:00', prepaid: false },
      pay_by: '2026-11-19T17:00:00+05:00',
      players: ['Ayesha K.', 'Bilal K.', 'Sana K.', 'Omar K.'].map((name) => ({ name })),
    });
    await pay(again, 'cash');
    const full = club.rows('SELECT full_at FROM match');
    expect((await leave(waiting)).status).toBe(200);
    expect(club.rows('SELECT full_at FROM match')).toEqual(full);
    expect((await pay(waiting, 'cash')).status).toBe(409);
    expect(messages('match.full')).toEqual([
      'ayesha@example.com',
      'bilal@example.com',
      'sana@example.com',
      'omar@example.com',
    ]);
  });

  test('is paid in advance where the owner says so', async () => {
    await club.put('/api/admin/settings', { changes: { 'matches.cash': false } }, admin.headers);
    const { match } = await openMatch(1);
    const joined = (await join(match, 'Bilal')).json as Joined;
    expect((await pay(joined, 'cash')).json.fields).toHaveProperty('payment_method');
  });

  describe("asked for with somebody else's contact", () => {
    /** What the answers say to a stranger, without numbers and links. */
    const answersOf = async (match: { id: number }, person: object, name = 'Zara') => {
      const answers: unknown[] = [];
      for (let round = 1; round <= 3; round += 1) {
        const { status, json } = await join(match, name, person);
        const { id: _, ...payer } = json.payer ?? {};
        answers.push([status, payer, json.error]);
        // The place was held in vain.
        club.clock.now += 31 * MINUTE_MS;
        await run();
      }
      return answers;
    };

    test.each<[string, number]>([
      ['a place is free', 3],
      ['the match is full', 1],
    ])('says the same whether they play, were taken off or are nobody: %s', async (_, places) => {
      const all: unknown[] = [];
      const people = [
        { email: 'nobody@example.com' },
        { email: 'ayesha@example.com' },
        { email: 'Bilal@example.com' },
        { email: 'gone@example.com' },
        { email: 'waiting@example.com' },
        { email: 'another@example.com', phone: '+92 301 2223334' },
        { email: 'another@example.com', phone: bookingBody().phone },
      ];
      for (const [at, person] of people.entries()) {
        club.clock.now = START - 50 * HOUR_MS;
        const booked = await book({ start_time: `${10 + at}:00`, email: 'ayesha@example.com' });
        const { json } = await booked.open({ places }, admin.headers);
        const gone = (await join(json.match, 'Gone', { email: 'gone@example.com' })).json as Joined;
        await leave(gone, booked.key, { reason: 'The level does not fit.' });
        const bilal = { email: 'bilal@example.com', phone: '0301 2223334' };
        await take(booked, {
          amount: 1250,
          payer_id: (await join(json.match, 'Bilal', bilal)).json.payer.id,
        });
        if (places === 1) await join(json.match, 'Wali', { email: 'waiting@example.com', wait: true });
        all.push(await answersOf(json.match, { ...person, wait: places === 1 }));
      }
      for (const answers of all) expect(answers).toEqual(all[0] as unknown[]);
      const [first] = all[0] as [[number, { state: string }]];
      expect([first[0], first[1].state]).toEqual([201, places === 1 ? 'waiting' : 'joined']);
    });

    test('is told by email, never paid, and offered to the next', async () => {
      const { match, ...booked } = await openMatch(2);
      const bilal = (await join(match, 'Bilal')).json as Joined;
      await pay(bilal, 'cash');
      const second = (await join(match, 'Bilal')).json as Joined;
      const refused = await pay(second, 'cash');
      expect([refused.status, refused.json.error]).toEqual([
        403,
        `This email address can’t take a place in this match. If you’re already in it, your link is in our email. Questions? Call +92 300 0000000.`,
      ]);
      expect((await pay(second, 'bank_transfer')).status).toBe(403);
      expect((await sendReceipt(second)).status).toBe(403);
      const waits = (await join(match, 'Bilal', { wait: true })).json as Joined;
      const sana = (await join(match, 'Sana', { wait: true })).json as Joined;
      await club.notifications.createOutboxWorker().runOnce();
      const subjects = await savedSubjects();
      expect(subjects.filter(([to]) => to === 'bilal@example.com').map(([, subject]) => subject)).toEqual([
        'Your place: Saturday, November 21, 2026',
        'You’re already in this match: Saturday, November 21, 2026',
        'You’re already in this match: Saturday, November 21, 2026',
      ]);
      club.clock.now += 31 * MINUTE_MS;
      await run();
      expect((await club.get(`/api/payers/${sana.payer.id}`, payerHeader(sana))).json.payer.state).toBe(
        'joined',
      );
      expect((await club.get(`/api/payers/${waits.payer.id}`, payerHeader(waits))).json.payer.state).toBe(
        'waiting',
      );
      // The reception knows whom it sees.
      expect((await take(booked, { amount: 1250, payer_id: bilal.payer.id })).status).toBe(201);
    });
  });

  test('is for a member once, and never for one who was taken off', async () => {
    const { match, ...booked } = await openMatch(2);
    const member = await club.signIn({ email: 'bilal@example.com' });
    const first = (await join(match, 'Bilal', {}, member.headers)).json as Joined;
    expect((await join(match, 'Bilal', { wait: true }, member.headers)).status).toBe(403);
    await leave(first, booked.key, { reason: 'The level does not fit.' });
    expect((await join(match, 'Bilal', {}, member.headers)).status).toBe(403);
    // The same person without the account gets the place of a stranger, and pays for none.
    const again = (await join(match, 'Bilal')).json as Joined;
    expect((await pay(again, 'cash')).status).toBe(403);
  });

  test('is refused to anybody whose account already plays, whatever address the booking has got since', async () => {
    const member = await club.signIn({ email: 'bilal@example.com' });
    const { json } = await club.post(
      '/api/book',
      bookingBody({ email: 'bilal@example.com' }),
      member.headers,
    );
    const key = { ...keyHeader(json), ...member.headers };
    const path = `/api/booking/${json.booking.id}`;
    const match = (await club.post(`${path}/open`, { places: 2 }, key)).json.match as { id: number };
    const corrected = { email: 'bilal.at.work@example.com' };
    const admins = `/api/admin/bookings/${json.booking.id}/contact`;
    expect((await club.put(admins, corrected, admin.headers)).status).toBe(200);
    expect((await join(match, 'Bilal', {}, member.headers)).status).toBe(403);
    expect((await join(match, 'Sana', {}, member.headers)).status).toBe(201);
  });

  test('is held twice for somebody who does not pay, and not a third time; a stranger locks no member out', async () => {
    const { match } = await openMatch(1);
    for (let round = 1; round <= 2; round += 1) {
      expect((await join(match, 'Bilal')).status).toBe(201);
      club.clock.now += 30 * MINUTE_MS;
      await run();
    }
    expect((await join(match, 'Bilal')).status).toBe(403);
    const member = await club.signIn({ email: 'bilal@example.com' });
    expect((await join(match, 'Bilal', {}, member.headers)).status).toBe(201);
  });

  test('is not taken without money more often than a contact plays, nor than a network has homes', async () => {
    const { match, ...booked } = await openMatch(3);
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    const places = async (count: number, name: string, network: string, session: Headers = {}) => {
      const { id } = (await join(match, name, {}, { ...from(network), ...session })).json.payer;
      club.db.run(
        `WITH RECURSIVE copy (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM copy WHERE n < ${count})
         INSERT INTO payer (booking_id, position, state, price, charge, created_at)
           SELECT ${booked.id}, n + (SELECT max(position) FROM payer WHERE booking_id = ${booked.id}), 'joined', 10, 10, 0
           FROM copy`,
      );
      // With a receipt or a promise; a network holds less of one match without.
      club.db.run('UPDATE payer SET confirmed_at = 0 WHERE position > 1');
      club.db.run(
        `INSERT OR IGNORE INTO place_origin SELECT key, payer.id FROM place_origin, payer
         WHERE payer_id = ${id} AND payer.id > ${id}`,
      );
      club.db.run(`UPDATE match SET capacity = capacity + ${count}`);
    };
    const other = await book({ start_time: '20:00', email: 'other@example.com' });
    const second = (await other.open({ places: 3 })).json.match;
    await places(6, 'Bilal', '203.0.113.7');
    const refused = await join(second, 'Bilal', {}, from('203.0.113.8'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    await places(14, 'Sana', '203.0.113.7');
    expect((await join(second, 'Omar', {}, from('203.0.113.7'))).status).toBe(429);
    expect((await join(second, 'Omar', {}, from('203.0.113.9'))).status).toBe(201);
    await take(booked, { amount: 1250, payer_id: 3 });
    expect((await join(second, 'Zara', {}, from('203.0.113.7'))).status).toBe(201);
    // A member has an allowance of their own.
    const { headers } = await club.signIn({ email: 'noor@example.com' });
    await places(9, 'Noor', '203.0.113.7', headers);
    expect((await join(second, 'Noor', {}, headers)).status).toBe(201);
    const third = await book({ start_time: '22:00', email: 'third@example.com' });
    expect((await join((await third.open({ places: 1 })).json.match, 'Noor', {}, headers)).status).toBe(429);
  });

  test('is not kept from others by invented mailboxes of one network', async () => {
    const { match } = await openMatch(3);
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    for (const round of [1, 2]) {
      for (const name of ['a', 'b', 'c'])
        expect((await join(match, `${name}${round}`, {}, from('10.0.0.1'))).status).toBe(201);
      club.clock.now += 30 * MINUTE_MS;
      await run();
    }
    const refused = await join(match, 'a3', {}, from('10.0.0.1'));
    expect([refused.status, refused.json.reason]).toEqual([429, 'rate_limited']);
    expect((await join(match, 'a3', { wait: true }, from('10.0.0.1'))).status).toBe(429);
    for (const [index, name] of ['Bilal', 'Sana', 'Omar'].entries())
      expect((await join(match, name, {}, from(`10.0.0.${index + 2}`))).status).toBe(201);
  });

  test('that is given back too late for an offer is taken by whoever comes', async () => {
    const { match } = await openMatch(1);
    const bilal = (await join(match, 'Bilal')).json as Joined;
    await pay(bilal, 'cash');
    expect((await join(match, 'Sana', { wait: true })).json.payer.state).toBe('waiting');
    club.clock.now = START - 44 * MINUTE_MS;
    expect((await leave(bilal)).status).toBe(200);
    expect(messages('payer.offered')).toEqual([]);
    expect((await join(match, 'Omar')).json.payer?.state).toBe('joined');
    expect((await join(match, 'Zara')).status).toBe(409);
    expect((await club.get('/api/matches')).json).toHaveLength(1);
    club.clock.now = START;
    expect((await club.get('/api/matches')).json).toEqual([]);
  });

  test('costs the same for everyone who takes one of two that were given back, whatever is kept of them', async () => {
    const { match, ...booked } = await openMatch(3);
    await club.put(`${booked.path}/open`, { decision: 'keep' }, booked.key);
    const first: Joined[] = [];
    for (const name of ['Bilal', 'Sana', 'Omar']) {
      const { json } = await join(match, name);
      await take(booked, { amount: 1250, payer_id: json.payer.id });
      first.push(json);
    }
    await take(booked, { amount: 1250 });
    club.clock.now = START - 5 * HOUR_MS;
    for (const joined of first.slice(0, 2))
      expect((await leave(joined)).json.payer).toMatchObject({ charge: 1250 });
    const next: Joined[] = [];
    for (const name of ['Zara', 'Hina']) next.push((await join(match, name)).json);
    expect(next.map(({ payer }) => payer.charge)).toEqual([1250, 1250]);
    // The second pays first: the one who left second gets everything back.
    await take(booked, { amount: 1250, payer_id: next[1]?.payer.id });
    expect((await sharesOf(booked)).slice(1, 3)).toEqual([
      ['left', 1250, 1250],
      ['left', 0, 1250],
    ]);
    await take(booked, { amount: 1250, payer_id: next[0]?.payer.id });
    expect(await sharesOf(booked)).toEqual([
      ['joined', 1250, 1250],
      ['left', 0, 1250],
      ['left', 0, 1250],
      ['joined', 1250, 1250],
      ['joined', 1250, 1250],
      ['joined', 1250, 1250],
    ]);
    expect(find(booked)).toMatchObject({ status: 'paid', balance: -2500 });
  });

  test('that was held before another player left is not the one that was given back', async () => {
    const { match, ...booked } = await openMatch(3);
    await club.put(`${booked.path}/open`, { decision: 'keep' }, booked.key);
    await take(booked, { amount: 1250 });
    const { json: bilal } = await join(match, 'Bilal');
    await take(booked, { amount: 1250, payer_id: bilal.payer.id });
    club.clock.now = START - 5 * HOUR_MS;
    const { json: sana } = await join(match, 'Sana');
    await leave(bilal);
    await take(booked, { amount: 1250, payer_id: sana.payer.id });
    expect((await sharesOf(booked))[1]).toEqual(['left', 1250, 1250]);
    const { json: zara } = await join(match, 'Zara');
    await take(booked, { amount: 1250, payer_id: zara.payer.id });
    expect((await sharesOf(booked))[1]).toEqual(['left', 0, 1250]);
  });

  test('that is given back can be taken again, also by the same person, and the match is full anew', async () => {
    const { match } = await openMatch(1);
    for (let round = 1; round <= 2; round += 1) {
      const joined = (await join(match, 'Bilal')).json as Joined;
      expect((await pay(joined, 'cash')).status).toBe(200);
      expect(messages('match.full')).toHaveLength(2 * round);
      expect((await leave(joined)).status).toBe(200);
    }
  });

  test('the last one goes to only one of two at the same moment, and a retry gets it again', async () => {
    const { match } = await openMatch(1);
    const retry = { 'idempotency-key': 'join-once-1' };
    const answers = await Promise.all([join(match, 'Bilal', {}, retry), join(match, 'Sana')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await join(match, 'Bilal', {}, retry)).json).toEqual(answers[0]?.json);
    expect(club.rows("SELECT 1 FROM payer WHERE state = 'joined' AND position > 1")).toHaveLength(1);
  });

  test('that is given back goes to the player who has waited longest, and then to the next', async () => {
    const { match, ...booked } = await openMatch(1);
    const first = (await join(match, 'Bilal')).json as Joined;
    await take(booked, { amount: 1250, payer_id: first.payer.id });
    expect((await join(match, 'Sana')).status).toBe(409);
    const second = (await join(match, 'Sana', { wait: true })).json as Joined;
    const third = (await join(match, 'Omar', { wait: true })).json as Joined;
    expect(second.payer).toMatchObject({ state: 'waiting', charge: 0, hold_until: null });
    await club.put(`${booked.path}/open`, { decision: 'keep' }, booked.key);
    club.clock.now = START - 13 * HOUR_MS;
    await leave(first);
    expect(await sharesOf(booked)).toMatchObject([
      ['joined', 3125, 0],
      ['left', 625, 1250],
      ['joined', 1250, 0],
      ['waiting', 0, 0],
    ]);
    expect(messages('payer.offered')).toEqual(['sana@example.com']);
    // The host's own time to pay does not matter here.
    club.db.run('UPDATE booking SET pay_by = NULL');
    // It was given back at 5 AM, so it is held until the morning.
    club.clock.now = Date.parse('2026-11-21T09:00:00+05:00');
    await run();
    expect(messages('payer.offered')).toEqual(['sana@example.com', 'omar@example.com']);
    await take(booked, { amount: 1250, payer_id: third.payer.id });
    // The place is taken, so the player who gave it back gets everything.
    expect(messages('payer.changed')).toEqual(['bilal@example.com']);
    expect(await sharesOf(booked)).toEqual([
      ['joined', 3750, 0],
      ['left', 0, 1250],
      ['left', 0, 0],
      ['joined', 1250, 1250],
    ]);
    const late = await club.post(
      `/api/payers/${second.payer.id}/pay`,
      { method: 'cash', amount: 1250 },
      payerHeader(second),
    );
    expect(late.status).toBe(409);
  });
});

test.each([
  // Decided at 6 PM on the day before.
  ['until the morning', '18:00', '2026-11-20T01:00:00+05:00', '2026-11-20T09:00:00+05:00'],
  // Decided at 1 AM, so a place that is held longer would be lost.
  ['no longer than its match is decided', '01:00', '2026-11-20T23:30:00+05:00', '2026-11-20T23:45:00+05:00'],
])('a place offered at night is held %s', async (_, start_time, now, until) => {
  const booked = await book({ start_time });
  const { match } = (await booked.open({ places: 1 })).json;
  const first = (await join(match, 'Bilal')).json as Joined;
  await pay(first, 'cash');
  const second = (await join(match, 'Sana', { wait: true })).json as Joined;
  club.clock.now = Date.parse(now);
  expect((await leave(first)).status).toBe(200);
  const page = await club.get(`/api/payers/${second.payer.id}`, payerHeader(second));
  expect(page.json.payer).toMatchObject({ state: 'joined', hold_until: until });
  // A start would otherwise take it for the mistake of a clock that was ahead.
  expect(listFutureInstants(club.db, club.clock.now)).toEqual([]);
});

describe('a place that was taken', () => {
  const HELD_ANEW = '2026-11-19T16:40:00+05:00';
  const holds = () => club.rows<{ hold_until: number | null }>('SELECT hold_until FROM payer WHERE id = 2');
  const fullAt = () => club.rows<{ full_at: number | null }>('SELECT full_at FROM match')[0]?.full_at;

  test('by a receipt is held again when the reception rejects it, and then offered on', async () => {
    await setRules({ 'matches.cash': false });
    const { match, ...booked } = await openMatch(1);
    const bilal = (await join(match, 'Bilal')).json as Joined;
    expect((await sendReceipt(bilal)).status).toBe(200);
    expect([holds(), typeof fullAt()]).toEqual([[{ hold_until: null }], 'number']);
    await join(match, 'Sana', { wait: true });
    club.clock.now += 10 * MINUTE_MS;
    expect((await reject(booked, { payer_id: bilal.payer.id })).status).toBe(200);
    expect([holds(), fullAt()]).toEqual([[{ hold_until: Date.parse(HELD_ANEW) }], null]);
    // A second picture takes nothing: else each one would hold the place again.
    expect((await sendReceipt(bilal)).status).toBe(200);
    expect(holds()).toEqual([{ hold_until: Date.parse(HELD_ANEW) }]);
    club.clock.now = Date.parse(HELD_ANEW);
    await run();
    expect(messages('payer.offered')).toEqual(['sana@example.com']);
    expect((await sharesOf(booked)).map(([state]) => state)).toEqual(['joined', 'left', 'joined']);
  });

  test('is neither paid nor given back for another amount, with a receipt waiting or by another member', async () => {
    const { match } = await openMatch(2);
    const bilal = (await join(match, 'Bilal')).json as Joined;
    const wrong = { method: 'cash', amount: 1249 };
    const unseen = await club.post(`/api/payers/${bilal.payer.id}/pay`, wrong, payerHeader(bilal));
    expect([unseen.status, unseen.json.amount]).toEqual([409, 1250]);
    const member = await club.signIn({ email: 'sana@example.com' });
    const sana = (await join(match, 'Sana', {}, member.headers)).json as Joined;
    const admits = async (headers: Headers) => {
      const body = { method: 'credit', amount: 1250 };
      const { status, json } = await club.post(`/api/payers/${sana.payer.id}/pay`, body, {
        ...payerHeader(sana),
        ...headers,
      });
      return [status, json.error];
    };
    const other = await club.signIn({ email: 'other@example.com' });
    expect(await admits(other.headers)).toEqual([403, 'Credit can only pay for shares of its own account.']);
    expect((await admits({}))[0]).toBe(401);
    await sendReceipt(bilal);
    expect((await pay(bilal, 'cash')).json.error).toBe(
      'We are checking your receipt. Please wait for our answer, or call us.',
    );
    await reject({ id: 1 }, { payer_id: bilal.payer.id });
    expect((await pay(bilal, 'cash')).status).toBe(200);
    await take({ id: 1 }, { amount: 1250, payer_id: bilal.payer.id });
    const more = await leave(bilal, payerHeader(bilal), { amount_back: 1251 });
    expect([more.status, more.json.amount]).toEqual([409, 1250]);
    expect((await leave(bilal, payerHeader(bilal), { amount_back: 1250 })).status).toBe(200);
  });

  test('is held no longer than until play', async () => {
    const { match, ...booked } = await openMatch(1);
    const bilal = (await join(match, 'Bilal')).json as Joined;
    await sendReceipt(bilal);
    await take(booked, { amount: 3750 });
    await club.put(`${booked.path}/open`, { decision: 'keep' }, booked.key);
    club.clock.now = START - 10 * MINUTE_MS;
    await reject(booked, { payer_id: bilal.payer.id });
    expect(holds()).toEqual([{ hold_until: START }]);
  });

  test('by a payment that is undone is held again and asked for, by a promise not', async () => {
    const { match, ...booked } = await openMatch(2);
    const [bilal, sana] = await Promise.all([join(match, 'Bilal'), join(match, 'Sana')]);
    await pay(sana.json, 'cash');
    for (const { json } of [bilal, sana]) {
      const paid = await take(booked, { amount: 1250, payer_id: json.payer.id });
      const undo = `/api/admin/ledger/${paid.json.data.entry.id}/reverse`;
      expect((await club.post(undo, { reason: 'a slip' }, admin.headers)).status).toBe(201);
    }
    expect(club.rows('SELECT hold_until FROM payer WHERE position > 1 ORDER BY id')).toEqual([
      { hold_until: START - 50 * HOUR_MS + 30 * MINUTE_MS },
      { hold_until: null },
    ]);
    expect(messages('booking.payment_due')).toEqual(['bilal@example.com']);
  });

  test('by a payment that is undone once play has begun stays the player’s, who owes it', async () => {
    const { match, ...booked } = await openMatch(1);
    const bilal = (await join(match, 'Bilal')).json as Joined;
    const paid = await take(booked, { amount: 1250, payer_id: bilal.payer.id });
    await take(booked, { amount: 3750 });
    club.clock.now = START + 10 * MINUTE_MS;
    const undo = `/api/admin/ledger/${paid.json.data.entry.id}/reverse`;
    expect((await club.post(undo, { reason: 'a slip' }, admin.headers)).status).toBe(201);
    await run();
    expect([holds(), typeof fullAt(), messages('booking.payment_due')]).toEqual([
      [{ hold_until: null }],
      'number',
      [],
    ]);
    expect(await sharesOf(booked)).toEqual([
      ['joined', 3750, 3750],
      ['joined', 1250, 0],
    ]);
    expect(find(booked)).toMatchObject({ balance: 1250, pay_by: null });
  });

  test('of a cancelled match is no longer held, and its player gets no message that time ran out', async () => {
    const { match, ...booked } = await openMatch(1);
    await join(match, 'Bilal');
    expect(holds()).not.toEqual([{ hold_until: null }]);
    await club.post(`${booked.path}/cancel`, {}, booked.key);
    expect(holds()).toEqual([{ hold_until: null }]);
    club.clock.now += 30 * MINUTE_MS;
    await run();
    expect((await sharesOf(booked)).map(([state]) => state)).toEqual(['joined', 'joined']);
    expect(messages('payer.left')).toEqual([]);
  });

  test('stays the player’s when a part of the money is still here', async () => {
    const { match, ...booked } = await openMatch(1);
    const bilal = (await join(match, 'Bilal')).json as Joined;
    await sendReceipt(bilal);
    await take(booked, { amount: 100, payer_id: bilal.payer.id });
    await reject(booked, { payer_id: bilal.payer.id });
    expect(holds()).toEqual([{ hold_until: null }]);
  });

  test('is its own share after the deadline, too: a rejected receipt makes it no share of the host', async () => {
    const { match, ...booked } = await openMatch(2);
    const bilal = (await join(match, 'Bilal')).json as Joined;
    const sana = (await join(match, 'Sana')).json as Joined;
    await sendReceipt(bilal);
    await pay(sana, 'cash');
    await sendReceipt(sana);
    await take(booked, { amount: 1250 });
    club.clock.now = START - 24 * HOUR_MS;
    await run();
    await run();
    expect(find(booked)).toMatchObject({ status: 'pending', pay_by: null });
    for (const { payer } of [bilal, sana]) await reject(booked, { payer_id: payer.id });
    expect(await sharesOf(booked)).toEqual([
      ['joined', 2500, 1250],
      ['joined', 1250, 0],
      ['joined', 1250, 0],
    ]);
    expect((await pay(bilal, 'cash')).status).toBe(200);
  });

  test('by the host’s money is the player’s', async () => {
    const { match, ...booked } = await openMatch(1);
    await join(match, 'Bilal');
    await take(booked, { amount: 5000 });
    expect(holds()).toEqual([{ hold_until: null }]);
    expect(messages('match.full')).toEqual(['ayesha@example.com', 'bilal@example.com']);
    club.clock.now += 30 * MINUTE_MS;
    await run();
    expect(await sharesOf(booked)).toEqual([
      ['joined', 5000, 5000],
      ['joined', 0, 0],
    ]);
  });

  test('by Mark Paid is the player’s, and who left keeps what the club keeps', async () => {
    const { match, ...booked } = await openMatch(1);
    const first = (await join(match, 'Bilal')).json as Joined;
    await take(booked, { amount: 1250, payer_id: first.payer.id });
    await club.put(`${booked.path}/open`, { decision: 'keep' }, booked.key);
    club.clock.now = START - 13 * HOUR_MS;
    await leave(first);
    await join(match, 'Sana');
    const paid = { status: 'paid', method: 'cash' };
    expect((await club.put(`/api/admin/bookings/${booked.id}/status`, paid, admin.headers)).status).toBe(200);
    expect(await sharesOf(booked)).toEqual([
      ['joined', 4375, 4375],
      ['left', 625, 1250],
      ['joined', 0, 0],
    ]);
    expect(find(booked)?.status).toBe('paid');
  });

  test('that is held while the deadline closes the shares can still be paid', async () => {
    const { match, ...booked } = await openMatch(1);
    await take(booked, { amount: 1250 });
    await club.put(`${booked.path}/open`, { decision: 'keep' }, booked.key);
    club.clock.now = START - 24 * HOUR_MS - MINUTE_MS;
    const bilal = (await join(match, 'Bilal')).json as Joined;
    club.clock.now += MINUTE_MS;
    await run();
    expect(find(booked)?.pay_by).toBeNull();
    expect((await pay(bilal, 'cash')).status).toBe(200);
    expect((await sharesOf(booked))[1]).toEqual(['joined', 1250, 0]);
  });

  test('that costs nothing any more is taken when its time is over', async () => {
    const { match, ...booked } = await openMatch(1);
    await join(match, 'Bilal');
    club.db.run('UPDATE payer SET price = 0, charge = 0 WHERE position > 1');
    club.clock.now += 30 * MINUTE_MS;
    await run();
    expect(await sharesOf(booked)).toMatchObject([{}, ['joined', 0, 0]]);
    expect(holds()).toEqual([{ hold_until: null }]);
  });

  test('after the match was closed replaces whoever left, and a promise is kept at the deadline', async () => {
    const { match, ...booked } = await openMatch(3);
    await take(booked, { amount: 1250 });
    const promised = (await join(match, 'Omar')).json as Joined;
    await pay(promised, 'cash');
    const first = (await join(match, 'Bilal')).json as Joined;
    await take(booked, { amount: 1250, payer_id: first.payer.id });
    club.clock.now = START - 24 * HOUR_MS + MINUTE_MS;
    await leave(first);
    const held = (await join(match, 'Sana')).json as Joined;
    await club.put(`${booked.path}/open`, { decision: 'close' }, booked.key);
    await take(booked, { amount: 1250, payer_id: held.payer.id });
    expect(messages('payer.changed')).toEqual(['bilal@example.com']);
    club.clock.now = Date.parse(find(booked)?.pay_by ?? '');
    await run();
    expect(find(booked)).toMatchObject({ status: 'pending', pay_by: null });
    expect(await sharesOf(booked)).toEqual([
      ['joined', 2500, 1250],
      ['joined', 1250, 0],
      ['left', 0, 1250],
      ['joined', 1250, 1250],
    ]);
  });

  test('and is not paid is reminded of: a promise three hours before play only', async () => {
    const { match, ...booked } = await openMatch(2);
    await take(booked, { amount: 1250 });
    await pay((await join(match, 'Sana')).json, 'cash');
    const part = (await join(match, 'Bilal')).json as Joined;
    await take(booked, { amount: 1000, payer_id: part.payer.id });
    await club.put(`${booked.path}/open`, { decision: 'keep' }, booked.key);
    const half = (Date.parse(find(booked)?.pay_by ?? '') - club.clock.now) / 2;
    club.clock.now += half;
    await run();
    expect(messages('booking.payment_due')).toEqual(['ayesha@example.com', 'bilal@example.com']);
    club.clock.now = START - 3 * HOUR_MS - 1000;
    await run();
    expect(messages('booking.payment_due')).toHaveLength(2);
    club.clock.now += 1000;
    await run();
    expect(messages('booking.payment_due').slice(2)).toEqual(['sana@example.com']);
  });
});

describe('the second round of a match', () => {
  const HOST = 'ayesha@example.com';
  const toHost = (kind: string) => messages(kind).filter((to) => to === HOST);
  const decide = ({ path, key }: Booked, decision: string) => club.put(`${path}/open`, { decision }, key);

  test('is asked about, filled and announced again, and whoever waited in the first one may join', async () => {
    const { match, ...booked } = await openMatch(1);
    club.clock.now = START - 35 * HOUR_MS;
    await run();
    expect(messages('match.asked')).toHaveLength(1);
    const first = (await join(match, 'Bilal')).json as Joined;
    await pay(first, 'cash');
    const waiting = (await join(match, 'Sana', { wait: true })).json as Joined;
    expect(toHost('match.full')).toHaveLength(1);
    await decide(booked, 'close');
    expect((await sharesOf(booked)).map(([state]) => state)).toEqual(['joined', 'joined', 'left']);
    expect((await leave(waiting)).status).toBe(409);
    const again = (await booked.open({ places: 1 })).json.match;
    expect(again).toMatchObject({ id: match.id, state: 'open', places_left: 1 });
    await run();
    expect(messages('match.asked')).toHaveLength(2);
    const second = (await join(again, 'Sana')).json as Joined;
    expect(second.payer.state).toBe('joined');
    await pay(second, 'cash');
    expect(toHost('match.full')).toHaveLength(2);
    expect(messages('match.full').filter((to) => to !== HOST)).toEqual(
      ['bilal', 'bilal', 'sana'].map((name) => `${name}@example.com`),
    );
    club.clock.now = START - 24 * HOUR_MS;
    await run();
    expect(find(booked)?.status).toBe('pending');
  });

  test('is decided at its time when it does not fill again', async () => {
    const { match, ...booked } = await openMatch(1);
    const first = (await join(match, 'Bilal')).json as Joined;
    await pay(first, 'cash');
    await leave(first);
    expect(toHost('match.full')).toHaveLength(1);
    club.clock.now = START - 24 * HOUR_MS;
    await run();
    expect([find(booked)?.status, messages('booking.cancelled')]).toEqual([
      'cancelled',
      ['ayesha@example.com'],
    ]);
  });

  test('lets a player wait and leave several times without counting it as a place held in vain', async () => {
    const { match } = await openMatch(1);
    const first = (await join(match, 'Bilal')).json as Joined;
    await pay(first, 'cash');
    for (let round = 1; round <= 3; round += 1) {
      const waiting = await join(match, 'Sana', { wait: true });
      expect([round, waiting.status, waiting.json.payer?.state]).toEqual([round, 201, 'waiting']);
      expect((await leave(waiting.json)).status).toBe(200);
    }
    const last = (await join(match, 'Sana', { wait: true })).json as Joined;
    await leave(first);
    // Who left the queue is not offered a place, only who waits in it now.
    expect(messages('payer.offered')).toEqual(['sana@example.com']);
    expect((await pay({ ...last, payer: { ...last.payer, charge: 1250 } }, 'cash')).status).toBe(200);
    expect(toHost('match.full')).toHaveLength(2);
  });

  test('counts for its host neither once it is cancelled nor once its day is over', async () => {
    await setRules({ 'matches.at_once': 1, 'matches.days_ahead': 14 });
    const first = await book();
    expect((await first.open({ places: 1 })).status).toBe(201);
    const second = await book({ start_time: '20:00', court_id: 2 });
    expect((await second.open({ places: 1 })).status).toBe(409);
    await club.post(`${first.path}/cancel`, {}, first.key);
    expect((await second.open({ places: 1 })).status).toBe(201);
    await take(second, { amount: 5000 });
    await club.put(`${second.path}/open`, { decision: 'keep' }, second.key);
    const third = await book({ date: '2026-11-28' });
    expect((await third.open({ places: 1 })).status).toBe(409);
    await take(third, { amount: 5000 });
    club.clock.now = START + 24 * HOUR_MS;
    expect((await third.open({ places: 1 })).status).toBe(201);
  });

  test('has places again for a contact whose others are paid, cancelled or played', async () => {
    let count = 0;
    /** Bilal asks for a place in another match, from another network. */
    const ask = async (date = '2026-11-21') => {
      count += 1;
      const start_time = `${String(7 + count).padStart(2, '0')}:00`;
      const booked = await book({
        date,
        start_time,
        email: `host${count}@example.com`,
        phone: `03010000${count + 100}`,
      });
      const { json } = await booked.open({ places: 1 }, admin.headers);
      const joined = await join(json.match, 'Bilal', {}, { 'x-forwarded-for': `203.0.113.${count}` });
      if (joined.status === 201) expect((await pay(joined.json, 'cash')).status).toBe(200);
      return { booked, status: joined.status, joined: joined.json as Joined };
    };
    const asked = [];
    for (let times = 0; times < 6; times += 1) asked.push(await ask());
    const [paid, cancelled] = asked as [(typeof asked)[number], (typeof asked)[number]];
    expect([...asked, await ask()].map(({ status }) => status)).toEqual([...Array(6).fill(201), 429]);
    const money = await take(paid.booked, { amount: 1250, payer_id: paid.joined.payer.id });
    const seventh = await ask();
    expect([seventh.status, (await ask()).status]).toEqual([201, 429]);
    await leave(seventh.joined);
    const undo = `/api/admin/ledger/${money.json.data.entry.id}/reverse`;
    await club.post(undo, { reason: 'a slip' }, admin.headers);
    expect((await ask()).status).toBe(429);
    await club.post(`${cancelled.booked.path}/cancel`, {}, cancelled.booked.key);
    expect([(await ask('2026-11-28')).status, (await ask()).status]).toEqual([201, 429]);
    club.clock.now = START + 12 * HOUR_MS;
    expect((await ask('2026-11-28')).status).toBe(201);
  });
});

describe('the receipt of a share that is owed no more', () => {
  const inbox = async () => (await club.get('/api/admin/inbox', admin.headers)).json.data;
  const decide = ({ id }: Pick<Booked, 'id'>, { payer }: Joined, decision: string, over: object = {}) =>
    club.post(`/api/admin/late-receipts/${id}`, { decision, payer_id: payer.id, ...over }, admin.headers);
  const booksOf = () =>
    club
      .rows('SELECT payer_id, kind, method, amount FROM ledger_entry ORDER BY id')
      .map((row) => Object.values(row as object));

  /** Bilal, a guest, and Sana, a member, have sent receipts when the match is cancelled because it is not full. */
  async function unfilled() {
    const member = await club.signIn({ email: 'sana@example.com' });
    const { match, ...booked } = await openMatch(3);
    const bilal = (await join(match, 'Bilal')).json as Joined;
    const sana = (await join(match, 'Sana', {}, member.headers)).json as Joined;
    await sendReceipt(bilal);
    await upload(`/api/payers/${sana.payer.id}/receipt`, member.headers);
    club.clock.now = START - 24 * HOUR_MS;
    await run();
    expect(find(booked)?.status).toBe('cancelled');
    return { booked, bilal, sana, member };
  }

  test('waits for the reception when the booking ends, and its money goes back or becomes credit', async () => {
    const { booked, bilal, sana, member } = await unfilled();
    const waiting = await inbox();
    expect(waiting.receipts).toMatchObject([
      {
        booking: { id: booked.id },
        payer: { id: bilal.payer.id, receipt: { reused_in: [{}] } },
        amount: 1250,
        late: true,
        can_restore: false,
        can_credit: false,
      },
      { payer: { id: sana.payer.id, user_id: member.id }, amount: 1250, late: true, can_credit: true },
    ]);
    expect([waiting.count - waiting.alarms.length, waiting.receipts.length]).toEqual([2, 2]);
    expect((await decide(booked, bilal, 'restore')).status).toBe(409);
    expect((await decide(booked, bilal, 'credit')).status).toBe(422);
    expect((await decide(booked, bilal, 'refund')).status).toBe(200);
    expect((await decide(booked, bilal, 'refund')).status).toBe(409);
    expect((await decide(booked, sana, 'credit')).status).toBe(200);
    expect((await club.get('/api/auth/credit', member.headers)).json.credit).toBe(1250);
    expect(booksOf()).toEqual([
      [bilal.payer.id, 'payment', 'bank_transfer', 1250],
      [sana.payer.id, 'payment', 'bank_transfer', 1250],
      [sana.payer.id, 'refund', 'credit', -1250],
    ]);
    const decided = await inbox();
    expect(decided.receipts).toEqual([]);
    expect(decided.to_give_back).toMatchObject([{ payer: { id: bilal.payer.id }, amount: 1250 }]);
    expect([messages('receipt.refund_due'), messages('booking.refunded')]).toEqual([
      ['bilal@example.com'],
      ['sana@example.com'],
    ]);
  });

  test('can be rejected, which changes nothing else', async () => {
    const { booked, bilal } = await unfilled();
    expect((await reject(booked, { payer_id: bilal.payer.id })).status).toBe(200);
    expect((await inbox()).receipts).toHaveLength(1);
    expect(await sharesOf(booked)).toEqual([1, 2, 3].map(() => ['joined', 0, 0]));
    expect(messages('receipt.rejected')).toEqual(['bilal@example.com']);
  });

  test('is decided by the money that covers it, and is staff’s to refund up to the share', async () => {
    const { booked, bilal, sana } = await unfilled();
    const staff = await club.signIn({ email: 'staff@example.com', role: 'staff' });
    const url = `/api/admin/late-receipts/${booked.id}`;
    const more = { decision: 'refund', payer_id: sana.payer.id, amount: 1251 };
    expect((await club.post(url, more, staff.headers)).status).toBe(403);
    await take(booked, { amount: 1000, method: 'bank_transfer', payer_id: bilal.payer.id });
    expect((await inbox()).receipts).toMatchObject([{ amount: 250 }, {}]);
    await take(booked, { amount: 250, method: 'bank_transfer', payer_id: bilal.payer.id });
    expect((await inbox()).receipts).toHaveLength(1);
  });

  test('waits, too, when its player leaves, the host pays for all, or the deadline releases the booking', async () => {
    const { match, ...booked } = await openMatch(3);
    const [gone, paid] = [(await join(match, 'Bilal')).json, (await join(match, 'Sana')).json] as [
      Joined,
      Joined,
    ];
    await sendReceipt(gone);
    await sendReceipt(paid);
    await leave(gone);
    await take(booked, { amount: 5000 });
    expect((await inbox()).receipts).toMatchObject([
      { payer: { id: gone.payer.id }, amount: 1250 },
      { payer: { id: paid.payer.id }, amount: 0 },
    ]);
    expect((await decide(booked, paid, 'refund', { amount: 1250 })).status).toBe(200);
    const other = await book({ date: '2026-11-22' });
    await club.put(`${other.path}/payers`, { payers: [{ charge: 1000 }] }, other.key);
    const { payers } = (await club.get(`/api/admin/bookings/${other.id}`, admin.headers)).json.data;
    club.db.run(
      `UPDATE payer SET email = 'z@example.com', payment_receipt = 'receipts/x', receipt_waits = 1, receipts = 1 WHERE id = ${payers[1].id}`,
    );
    club.clock.now = Date.parse(find(other)?.pay_by ?? '');
    await run();
    expect(find(other)?.status).toBe('cancelled');
    expect((await inbox()).receipts).toMatchObject([{}, { payer: { id: payers[1].id }, amount: 1000 }]);
  });
});

describe('a match that is not full', () => {
  test('is asked about twelve hours before, and cancelled at the minute: everything goes back, the court is free', async () => {
    const member = await club.signIn({ email: 'sana@example.com' });
    await club.post(
      `/api/admin/users/${member.id}/credit`,
      { paid: 2000, credit: 2000, method: 'cash' },
      admin.headers,
    );
    const { match, ...booked } = await openMatch(3);
    const one = (await join(match, 'Bilal')).json as Joined;
    const { payment_url } = (await pay(one, 'card')).json;
    const two = (await join(match, 'Sana', {}, member.headers)).json as Joined;
    const paid = { method: 'credit', amount: 1250 };
    expect((await club.post(`/api/payers/${two.payer.id}/pay`, paid, member.headers)).status).toBe(200);
    await take(booked, { amount: 1250 });
    club.clock.now = START - 36 * HOUR_MS - 1;
    await run();
    expect(messages('match.asked')).toEqual([]);
    club.clock.now += 1;
    await run();
    await run();
    expect(messages('match.asked')).toEqual(['ayesha@example.com']);
    club.clock.now = START - 24 * HOUR_MS - 1;
    await run();
    expect(find(booked)?.status).toBe('pending');
    club.clock.now += 1;
    // The time to pay ends at the same minute.
    await run();
    expect(find(booked)).toMatchObject({ status: 'cancelled', charge: 0, pay_by: null });
    expect([messages('booking.released'), messages('booking.cancelled')]).toEqual([
      [],
      ['ayesha@example.com'],
    ]);
    const [told] = club.rows<{ details: string }>(
      "SELECT details FROM outbox WHERE kind = 'booking.cancelled'",
    );
    expect(JSON.parse(told?.details ?? '')).toMatchObject({ kept: 0, not_full: true });
    expect((await club.get(booked.path, booked.key)).json.self_service.not_full).toBe(true);
    expect((await club.get('/api/auth/credit', member.headers)).json.credit).toBe(2000);
    expect(club.rows('SELECT 1 FROM claim')).toEqual([]);
    expect(messages('payer.changed')).toEqual(['sana@example.com']);
    const [why] = club.rows<{ details: string }>("SELECT details FROM outbox WHERE kind = 'payer.changed'");
    expect(JSON.parse(why?.details ?? '')).toEqual({ cancelled: 'not_full' });
    expect((await club.get('/api/matches')).json).toEqual([]);
    expect((await join(match, 'Omar')).status).toBe(409);
    const keep = await club.put(`${booked.path}/open`, { decision: 'keep' }, booked.key);
    expect([keep.status, keep.json.error]).toEqual([
      409,
      'This booking is cancelled. Please book a new time.',
    ]);
    // Card money that comes after it is to be given back.
    const { body, signature } = createSignedCallback(trackerOf(payment_url), { amount: '1250' });
    await club.send('POST', '/api/payments/callback/safepay', body, { 'x-sfpy-signature': signature });
    expect(await sharesOf(booked)).toEqual([
      ['joined', 0, 1250],
      ['left', 0, 1250],
      ['joined', 0, 0],
    ]);
  });

  test('is cancelled late where the computer was off, and all goes back all the same', async () => {
    for (const hours of [13, 5]) {
      club.clock.now = START - 50 * HOUR_MS;
      const { match, ...booked } = await openMatch(1);
      const joined = (await join(match, 'Bilal')).json as Joined;
      await take(booked, { amount: 1250, payer_id: joined.payer.id });
      await take(booked, { amount: 3750 });
      const leaves = (await join(match, 'Sana', { wait: true })).json as Joined;
      await leave(leaves);
      await leave(joined);
      club.clock.now = START - hours * HOUR_MS;
      await run();
      expect(find(booked)).toMatchObject({ status: 'cancelled', charge: 0 });
      expect(await sharesOf(booked)).toEqual([
        ['joined', 0, 3750],
        ['left', 0, 1250],
        ['left', 0, 0],
      ]);
    }
  });

  test('is kept by its host, who owes the rest; one that is opened late is never cancelled by itself', async () => {
    const { match, ...booked } = await openMatch(1);
    expect((await club.put(`${booked.path}/open`, { decision: 'keep' }, booked.key)).status).toBe(200);
    const late = await book({ start_time: '20:00', payment_method: 'cash' });
    await take(late, { amount: 5000 });
    await take(booked, { amount: 1250 });
    club.clock.now = START - 24 * HOUR_MS;
    expect((await late.open({ places: 1 })).json.match.decide_at).toBe('2026-11-20T20:00:00+05:00');
    await run();
    expect(find(booked)?.status).toBe('pending');
    const over = await book({ start_time: '21:00', date: '2026-11-20', email: 'late@example.com' });
    expect((await over.open({ places: 1 })).json.match.decide_at).toBeNull();
    expect(await read(match)).toMatchObject({ decide_at: null, places_left: 1 });
  });

  test('that is full by promises alone keeps its court for as long as a new booking has to pay', async () => {
    const { match, ...booked } = await openMatch(1);
    await pay((await join(match, 'Bilal')).json, 'cash');
    club.clock.now = START - 24 * HOUR_MS;
    await run();
    await run();
    expect(find(booked)).toMatchObject({ status: 'pending', pay_by: '2026-11-21T09:00:00+05:00' });
    expect((await sharesOf(booked))[1]).toEqual(['joined', 1250, 0]);
    club.clock.now = Date.parse('2026-11-21T09:00:00+05:00');
    await run();
    expect(find(booked)?.status).toBe('cancelled');
  });

  test('that is full by promises stays without a deadline once its host has paid a quarter', async () => {
    const { match, ...booked } = await openMatch(1);
    await pay((await join(match, 'Bilal')).json, 'cash');
    await take(booked, { amount: 1250 });
    club.clock.now = START - 24 * HOUR_MS;
    await run();
    await run();
    expect(find(booked)).toMatchObject({ status: 'pending', pay_by: null });
    expect((await sharesOf(booked))[1]).toEqual(['joined', 1250, 0]);
  });

  test('keeps the deadline of its shares when the host sends a receipt, which counts like theirs', async () => {
    const { match, ...booked } = await openMatch(2);
    await pay((await join(match, 'Bilal')).json, 'cash');
    const { pay_by } = find(booked) as { pay_by: string };
    expect((await upload(`${booked.path}/receipt`, booked.key)).status).toBe(200);
    expect(find(booked)).toMatchObject({ pay_by, receipt_received: true });
    await club.put(`${booked.path}/open`, { decision: 'keep' }, booked.key);
    club.clock.now = Date.parse(pay_by);
    await run();
    expect(find(booked)).toMatchObject({ status: 'pending', pay_by: null });
    // Nothing has come after all, and another picture does not count a second time.
    await reject(booked);
    const next = find(booked)?.pay_by as string;
    expect(Date.parse(next)).toBeGreaterThan(club.clock.now);
    expect((await upload(`${booked.path}/receipt`, booked.key)).status).toBe(200);
    club.clock.now = Date.parse(next);
    await run();
    expect(find(booked)?.status).toBe('cancelled');
  });

  test('is not asked about once it is cancelled or full, and a full one stays', async () => {
    const gone = await openMatch(1);
    const full = await book({ court_id: 2, email: 'host@example.com' });
    const { match } = (await full.open({ places: 1 })).json;
    const bilal = (await join(match, 'Bilal')).json as Joined;
    await take(full, { amount: 1250, payer_id: bilal.payer.id });
    await take(full, { amount: 3750 });
    await club.post(`${gone.path}/cancel`, {}, gone.key);
    for (const hours of [36, 24]) {
      club.clock.now = START - hours * HOUR_MS;
      await run();
    }
    expect(messages('match.asked')).toEqual([]);
    expect([find(gone)?.status, find(full)?.status]).toEqual(['cancelled', 'paid']);
    expect(await read(match)).toMatchObject({ decide_at: null, state: 'full' });
    const due = 'SELECT 1 FROM match WHERE decide_at IS NOT NULL';
    expect(club.rows(due)).toEqual([]);
  });

  test('is decided before its new time after a move', async () => {
    const { match, ...booked } = await openMatch(1);
    const target = { court_id: 1, date: '2026-11-23', slots: ['18:00', '18:30'], amount: 5000 };
    expect((await club.post(`${booked.path}/reschedule`, target, booked.key)).status).toBe(200);
    expect(await read(match)).toMatchObject({ date: '2026-11-23', decide_at: '2026-11-22T18:00:00+05:00' });
    // So near to play it is not decided any more, and stays.
    const near = {
      court_id: 1,
      date: '2026-11-20',
      slots: ['12:00', '12:30'],
      version: find(booked)?.version,
    };
    expect((await club.put(`/api/admin/bookings/${booked.id}/slots`, near, admin.headers)).status).toBe(200);
    await run();
    expect(await read(match)).toMatchObject({ date: '2026-11-20', decide_at: null, state: 'open' });
    expect(find(booked)?.status).toBe('pending');
  });

  test.each([
    [1, '2026-11-19T16:30:00+05:00'],
    [0, null],
  ])('%d ms before its decision, opened or moved, is decided at %p', async (before, decide_at) => {
    const play = { date: '2026-11-20', start_time: '16:30' };
    const opened = await book({ ...play, payment_method: 'cash' });
    const moved = await openMatch(1);
    club.clock.now = START - 49.5 * HOUR_MS - before;
    expect((await opened.open({ places: 1 })).json.match.decide_at).toBe(decide_at);
    const { version } = find(moved) ?? {};
    const target = { court_id: 2, date: play.date, slots: ['16:30', '17:00'], version };
    expect((await club.put(`/api/admin/bookings/${moved.id}/slots`, target, admin.headers)).status).toBe(200);
    expect(await read(moved.match)).toMatchObject({ date: play.date, decide_at });
    await run();
    expect([find(opened)?.status, find(moved)?.status]).toEqual(['pending', 'pending']);
  });

  test('keeps its equal shares: its host cannot split it anew', async () => {
    const { path, key } = await openMatch(3);
    const { status, json } = await club.put(`${path}/payers`, { payers: [{ name: 'Ali' }] }, key);
    expect([status, json.error]).toEqual([
      409,
      'This is an open match: each place has the same share. Remove a player instead.',
    ]);
  });

  test('that is closed takes no new players, and keeps those who joined', async () => {
    const { match, ...booked } = await openMatch(2);
    const joined = (await join(match, 'Bilal')).json as Joined;
    await pay(joined, 'cash');
    const atDesk = async () => {
      const { matches } = (await club.get('/api/admin/bookings', admin.headers)).json.data;
      const detail = await club.get(`/api/admin/bookings/${booked.id}`, admin.headers);
      return [matches, detail.json.data.match?.places_left ?? null];
    };
    expect(await atDesk()).toEqual([[booked.id], 1]);
    await club.put(`${booked.path}/open`, { decision: 'close' }, admin.headers);
    expect(await atDesk()).toEqual([[], null]);
    expect((await join(match, 'Sana')).status).toBe(404);
    expect((await club.get('/api/matches')).json).toEqual([]);
    expect(await sharesOf(booked)).toEqual([
      ['joined', 3750, 0],
      ['joined', 1250, 0],
    ]);
  });

  test('whose play began while the machine was off was played, and what is missing is owed', async () => {
    const { match, ...booked } = await openMatch(3);
    const paid = (await join(match, 'Bilal')).json as Joined;
    await take(booked, { amount: 1250, payer_id: paid.payer.id });
    club.clock.now = START + HOUR_MS;
    // The match first, then the deadline of the same minute.
    await run();
    await run();
    expect(find(booked)).toMatchObject({ status: 'pending', pay_by: null, received: 1250, balance: 3750 });
    expect([messages('booking.cancelled'), messages('payer.booking_changed')]).toEqual([[], []]);
    expect(listBookFaults(club.db)).toEqual([]);
  });

  test('that is opened and closed at once gains no time to pay', async () => {
    const booked = await book({ date: '2026-11-28' });
    const { pay_by } = find(booked) as { pay_by: string };
    await booked.open({ places: 1 });
    expect(find(booked)?.pay_by).toBe('2026-11-27T18:00:00+05:00');
    const close = () => club.put(`${booked.path}/open`, { decision: 'close' }, booked.key);
    await close();
    expect(find(booked)?.pay_by).toBe(pay_by);
    // Its own deadline is over by now, so it has the time of a new booking.
    await booked.open({ places: 1 });
    club.clock.now = Date.parse(pay_by) + HOUR_MS;
    const told = messages('booking.reopened').length;
    await close();
    expect(find(booked)?.pay_by).toBe('2026-11-20T22:00:00+05:00');
    // The deadline comes nearer, so its host hears of it.
    expect(messages('booking.reopened')).toHaveLength(told + 1);
    const [details] = club.rows(
      "SELECT details FROM outbox WHERE kind = 'booking.reopened' ORDER BY id DESC",
    );
    expect(details).toEqual({ details: '{"cause":"match_closed"}' });
    const cash = await book({ date: '2026-11-21', court_id: 2, payment_method: 'cash' });
    await cash.open({ places: 1 });
    await club.put(`${cash.path}/open`, { decision: 'close' }, cash.key);
    expect(find(cash)?.pay_by).toBeNull();
  });

  test('counts for its host under every spelling of the mailbox, the phone and the account', async () => {
    await club.put('/api/admin/settings', { changes: { 'matches.at_once': 1 } }, admin.headers);
    const person = { email: 'usman@gmail.com', phone: '0300 7654321' };
    const { match } = (await (await book(person)).open({ places: 1 })).json;
    await join(match, 'Sana');
    const member = await club.signIn({ email: 'usman@gmail.com' });
    const opens = async (over: object, headers: Headers = {}) => {
      const body = bookingBody({ court_id: 2, email: 'other@example.com', phone: '0300 1111111', ...over });
      const { json } = await club.post('/api/book', body, headers);
      const path = `/api/booking/${json.booking.id}`;
      const { status } = await club.post(`${path}/open`, { places: 1 }, { ...keyHeader(json), ...headers });
      await club.post(`${path}/cancel`, {}, { ...keyHeader(json), ...headers });
      return status;
    };
    expect(await opens({ email: 'us.man+padel@googlemail.com' })).toBe(409);
    expect(await opens({ phone: person.phone })).toBe(409);
    expect(await opens({}, member.headers)).toBe(201);
    expect(await opens({})).toBe(201);
    // Whoever plays in a match may open one.
    expect(await opens({ email: 'sana@example.com' })).toBe(201);
  });

  test('is reported in one tap', async () => {
    const { match } = await openMatch(1, { text: 'Rude words' });
    expect((await club.post(`/api/matches/${match.id}/report`, {})).json).toEqual({ reported: true });
    const [message] = club.rows<{ message: string }>('SELECT message FROM contact_message');
    expect(message?.message).toContain('Rude words');
  });
});

describe('the page of a match', () => {
  const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ');

  test('says court, evening, level and places in its link preview, and its list is drawn', async () => {
    const booked = await openMatch(2, { level_from: 'improver', for: 'women', text: '<i>Bring water</i>' });
    await take(booked, { amount: 1000 });
    const { text, headers } = await club.get('/matches/1');
    const meta = (name: string) =>
      new RegExp(`property="og:${name}" content="([^"]*)"`).exec(text)?.[1]?.replaceAll('\u00a0', ' ');
    expect(meta('title')).toStartWith('Padel on Sat, Nov 21, 6 PM – 7 PM');
    expect(meta('description')).toBe('Court 1: 2 places free, improver and up, women only, PKR 1,250 each.');
    expect(meta('url')).toBe('http://localhost/matches/1');
    expect(text).toContain('&lt;i&gt;Bring water');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(textOf((await club.get('/matches')).text)).toMatch(/Saturday, November 21[\s\S]*2 places free/);
    expect((await club.get('/')).text).toContain('href="/matches/1"');
  });

  test('of a link needs its key, and shows no trace of the match without it', async () => {
    const { match, ...booked } = await openMatch(1, { public: false, text: 'Only friends' });
    await take(booked, { amount: 1000 });
    const key = new URL(match.share).search;
    expect((await club.get(`/matches/${match.id}${key}`)).text).toContain('Only friends');
    for (const path of [`/matches/${match.id}`, `/matches/${match.id}?key=x`, '/matches/999', '/matches/x']) {
      const { status, text } = await club.get(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toContain('Only friends');
    }
    expect((await club.get('/matches')).text).not.toContain('Only friends');
  });

  test('names for each day without a match a free hour at which the owner allows one', async () => {
    const starts = async () =>
      [...(await club.get('/matches')).text.matchAll(/date=([\d-]+)&amp;time=([\d:]+)/g)].map(
        ([, date, time]) => `${date} ${time}`,
      );
    expect((await starts()).slice(0, 2)).toEqual(['2026-11-19 21:00', '2026-11-20 21:00']);
    for (const court_id of [1, 2]) await book({ court_id, date: '2026-11-19', start_time: '21:00' });
    await openMatch(1);
    expect((await starts()).slice(0, 3)).toEqual([
      '2026-11-19 20:00',
      '2026-11-20 21:00',
      '2026-11-22 21:00',
    ]);
    await club.put('/api/admin/settings', { changes: { 'matches.peak': false } }, admin.headers);
    expect((await starts()).every((start) => !/ (18|19|2\d):/.test(start))).toBe(true);
    await club.put('/api/admin/settings', { changes: { 'matches.allowed': false } }, admin.headers);
    expect(await starts()).toEqual([]);
    expect((await club.get('/contact')).text).not.toContain('href="/matches"');
    expect((await club.get('/sitemap.xml')).text).not.toContain('/matches');
  });
});

describe('a payment that is undone', () => {
  /** Twelve hours from 4 PM end in the night, so the money may come until 9 AM. */
  const TIME_TO_PAY = 17 * HOUR_MS;
  const undoIt = async (booked: Booked) => {
    const { json } = await take(booked, { amount: 5000 });
    const body = { reason: 'Wrong booking' };
    const undone = await club.post(`/api/admin/ledger/${json.data.entry.id}/reverse`, body, admin.headers);
    expect(undone.status).toBe(201);
    return find(booked)?.pay_by;
  };

  test('leaves a card booking the time of a transfer, with a reminder', async () => {
    const booked = await book({ payment_method: 'card' });
    const payBy = await undoIt(booked);
    expect(Date.parse(payBy ?? '') - club.clock.now).toBe(TIME_TO_PAY);
    club.clock.now += TIME_TO_PAY / 2;
    await run();
    expect(messages('booking.payment_due')).toEqual(['ayesha@example.com']);
  });

  test('leaves an open match until it is decided, and a match that closes no longer than others', async () => {
    const booked = await book();
    await booked.open({ places: 3 });
    expect(Date.parse((await undoIt(booked)) ?? '')).toBe(START - 24 * HOUR_MS);
    await club.put(`${booked.path}/open`, { decision: 'close' }, booked.key);
    expect(Date.parse(find(booked)?.pay_by ?? '') - club.clock.now).toBe(TIME_TO_PAY);
  });
});
