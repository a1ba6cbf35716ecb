import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { createSignedCallback, startSafepayServer, trackerOf } from '../../support/safepay-server.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const HOUR_MS = 60 * 60_000;
/** Wednesday noon. */
const NOW = Date.parse('2026-11-18T12:00:00+05:00');

let club: TestClub;
let safepay: ReturnType<typeof startSafepayServer>;
let admin: { headers: Record<string, string> };
beforeEach(async () => {
  safepay = startSafepayServer();
  const env = { ...safepay.env, PUBLIC_URL: 'http://localhost', TRUST_PROXY: 'true' };
  club = await createTestClub({ now: NOW, env });
  admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
});
afterEach(async () => {
  const faults = listBookFaults(club.db);
  club.close();
  await safepay.stop();
  expect(faults).toEqual([]);
});

type Headers = Record<string, string>;
const SESSION = { date: '2026-11-25', start_time: '18:00', duration: 60, court_ids: [1] };
const CLASS = {
  kind: 'class',
  title: 'Beginners’ class',
  text: 'Rackets are there.',
  least: 2,
  most: 4,
  price: 3000,
  sessions: [SESSION],
  publish: true,
};
const course = (count: number, over: object = {}) => ({
  ...CLASS,
  sessions: Array.from({ length: count }, (_, week) => ({
    ...SESSION,
    date: `2026-${week === 0 ? '11-25' : `12-${String(2 + 7 * (week - 1)).padStart(2, '0')}`}`,
  })),
  ...over,
});
// biome-ignore lint/suspicious/noExplicitAny: answers of the API
type Json = any;
const create = async (over: object = {}): Promise<Json> => {
  const { status, json } = await club.post('/api/admin/events', { ...CLASS, ...over }, admin.headers);
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data;
};
const details = async (id: number): Promise<Json> =>
  (await club.get(`/api/admin/events/${id}`, admin.headers)).json.data;
let network = 0;
const join = (id: number, name: string, over: object = {}, headers: Headers = {}) => {
  network += 1;
  const body = { name: `${name} Khan`, email: `${name.toLowerCase()}@example.com`, ...over };
  const from = { 'x-forwarded-for': `203.0.${Math.floor(network / 200)}.${(network % 200) + 1}` };
  return club.post(`/api/events/${id}/places`, body, { ...from, ...headers });
};
const keyOf = ({ join_url }: { join_url: string }): Headers => ({
  'x-booking-key': join_url.split('.').at(-1) as string,
});
const pay = (place: Json, method = 'cash') =>
  club.post(`/api/payers/${place.id}/pay`, { method, amount: place.charge }, keyOf(place));
const leave = (place: Json, body: object = {}) =>
  club.post(`/api/payers/${place.id}/leave`, body, keyOf(place));
const collect = (place: { id: number }, amount: number, method = 'cash') =>
  club.post(`/api/admin/payers/${place.id}/payments`, { amount, method }, admin.headers);
const run = () => club.schedule.runNow('release what is due');
const player = async (id: number, name: string, over: object = {}) => {
  const { json, status } = await join(id, name, over);
  expect([status, json.error]).toEqual([201, undefined]);
  const [place] = json.places;
  if (place.state === 'joined') expect((await pay(place)).status).toBe(200);
  return place;
};

describe('planning', () => {
  test('an event holds its court, and is listed once it is published', async () => {
    const { event } = await create({ publish: false });
    expect((await club.get('/api/events')).json).toEqual([]);
    expect((await club.get(`/api/events/${event.id}`)).status).toBe(404);
    const taken = await club.post('/api/book', bookingBody({ date: SESSION.date, start_time: '18:00' }));
    expect(taken.json.reason).toBe('slot_taken');
    await club.post(`/api/admin/events/${event.id}/publish`, { version: event.version }, admin.headers);
    const [seen] = (await club.get('/api/events')).json;
    expect([seen.title, seen.stage, seen.places_left, seen.sessions[0].slots]).toEqual([
      CLASS.title,
      'open',
      4,
      ['18:00', '18:30'],
    ]);
  });
});

describe('what is in the way', () => {
  test('a course lists its conflicts date by date, and each date is decided', async () => {
    const moved = (
      await club.post(
        '/api/book',
        bookingBody({ date: '2026-11-25', start_time: '18:30', name: 'Ayesha Khan' }),
      )
    ).json.booking;
    const paid = bookingBody({
      date: '2026-12-09',
      start_time: '18:00',
      email: 'b@example.com',
      phone: '03007654321',
    });
    const cancelled = (await club.post('/api/book', paid)).json.booking;
    const taken = await club.post(
      `/api/admin/bookings/${cancelled.id}/payments`,
      { amount: cancelled.balance, method: 'cash' },
      admin.headers,
    );
    expect(taken.status).toBe(201);
    await club.post(
      '/api/admin/closures',
      { court_id: 1, date: '2026-12-02', slots: ['18:00'], reason: 'New turf' },
      admin.headers,
    );
    const plan = { sessions: course(4).sessions };
    const { json } = await club.post('/api/admin/events/preview', plan, admin.headers);
    const dates = json.data.dates as Json[];
    expect(dates.map(({ date, error, in_the_way }) => [date, error, in_the_way.length])).toEqual([
      ['2026-11-25', null, 1],
      ['2026-12-02', 'Court 1 is closed: New turf', 0],
      ['2026-12-09', null, 1],
      ['2026-12-16', null, 0],
    ]);
    expect(club.rows('SELECT * FROM event')).toEqual([]);

    const refused = await club.post('/api/admin/events', course(4), admin.headers);
    expect([refused.status, refused.json.dates]).toEqual([409, ['2026-12-02']]);
    // The closed date is skipped.
    const sessions = plan.sessions.filter(({ date }) => date !== '2026-12-02');
    const undecided = await club.post('/api/admin/events', { ...CLASS, sessions }, admin.headers);
    expect([undecided.status, undecided.json.bookings]).toEqual([409, [moved.id]]);
    const [choice] = dates[0].in_the_way[0].choices;
    const { court_name: _, ...move } = choice;
    const versionOf = (id: number) => club.findBooking(id)?.version as number;
    const decisions = [
      { booking_id: moved.id, version: versionOf(moved.id), move },
      { booking_id: cancelled.id, version: versionOf(cancelled.id) },
    ];
    await create({ sessions, decisions });
    expect(club.findBooking(moved.id)).toMatchObject({ status: 'pending', slots: move.slots });
    expect(club.findBooking(cancelled.id)).toMatchObject({
      status: 'cancelled',
      balance: -cancelled.balance,
    });
    expect(club.rows('SELECT count(*) AS slots FROM claim WHERE session_id IS NOT NULL')).toEqual([
      { slots: 6 },
    ]);
  });

  test('a date of last week, a closed hour, another event and a booking made meanwhile are refused', async () => {
    const refuse = async (over: object) => {
      const sessions = [{ ...SESSION, ...over }];
      const { status, json } = await club.post('/api/admin/events', { ...CLASS, sessions }, admin.headers);
      return [status, json.error];
    };
    expect(await refuse({ date: '2026-11-11' })).toEqual([
      409,
      'Wed, Nov 11: This time is over. Please choose a later one.',
    ]);
    expect((await refuse({ start_time: '05:30' }))[0]).toBe(409);
    // The club closes at 4 AM.
    expect((await refuse({ start_time: '03:30' }))[1]).toStartWith('Wed, Nov 25: ');
    expect((await refuse({ start_time: '05:30', duration: 120 }))[1]).toContain('past the end of the day');
    expect((await refuse({ date: '2028-01-01' }))[1]).toContain('too far ahead');
    expect((await refuse({ court_ids: [99] }))[0]).toBe(422);
    expect((await refuse({ duration: 45 }))[0]).toBe(422);
    await create();
    expect((await refuse({ start_time: '18:30' }))[1]).toBe(
      'Wed, Nov 25: Court 1 has “Beginners’ class” then.',
    );
    const twice = await club.post(
      '/api/admin/events',
      { ...CLASS, sessions: [SESSION, SESSION].map((one) => ({ ...one, court_ids: [2] })) },
      admin.headers,
    );
    expect([twice.status, twice.json.error]).toEqual([
      409,
      'Wed, Nov 25: Another date of this event is at the same time.',
    ]);
    const closing = {
      court_ids: [1],
      first_day: '2026-11-25',
      last_day: '2026-11-25',
      from: '06:00',
      until: '06:00',
    };
    const closed = await club.post('/api/admin/close-courts', { ...closing, reason: 'Rain' }, admin.headers);
    expect(closed.json.error).toBe('An event takes place at this time. Move or cancel its date first.');
  });

  test('a court or a coach who is no longer there, and a coach twice at once', async () => {
    const coach_id = (await club.post('/api/admin/coaches', { name: 'Sana Malik' }, admin.headers)).json.data
      .coach.id;
    const refuse = async (over: object) =>
      (await club.post('/api/admin/events', { ...CLASS, ...over }, admin.headers)).json.error;
    const both = [SESSION, { ...SESSION, court_ids: [2] }];
    expect(await refuse({ coach_id, sessions: both })).toBe(
      'Wed, Nov 25: The coach has another date of this event at the same time.',
    );
    const { event } = await create({ coach_id });
    const gone = { name: 'Sana Malik', active: false };
    await club.put(`/api/admin/coaches/${coach_id}`, gone, admin.headers);
    const later = { ...SESSION, date: '2026-11-27' };
    expect(await refuse({ coach_id, sessions: [later] })).toBe(
      'Fri, Nov 27: This coach no longer gives classes.',
    );
    const other = await create({ sessions: [later] });
    const edit = { ...editOf(other.event), coach_id };
    const put = await club.put(`/api/admin/events/${other.event.id}`, edit, admin.headers);
    expect(put.json.fields).toEqual({ coach_id: 'This coach no longer gives classes.' });
    // The classes planned before stay the coach's.
    expect((await details(event.id)).event.coach_id).toBe(coach_id);
    club.db.run('UPDATE court SET active = 0 WHERE id = 2');
    expect(await refuse({ sessions: [{ ...SESSION, court_ids: [2] }] })).toBe(
      'Wed, Nov 25: Court 2 is not in use.',
    );
  });

  test('a date that is over or cancelled is neither moved nor cancelled, nor an event that is over', async () => {
    const { event } = await create({ ...course(2), least: 1 });
    await player(event.id, 'Ayesha');
    const [first, second] = event.sessions;
    const version = async () => (await details(event.id)).event.version;
    const move = async (id: number) =>
      club.put(
        `/api/admin/event-sessions/${id}`,
        { ...SESSION, date: '2026-12-20', version: await version() },
        admin.headers,
      );
    const cancel = async (over: object) =>
      club.post(
        `/api/admin/events/${event.id}/cancel`,
        { reason: 'Rain', version: await version(), ...over },
        admin.headers,
      );
    club.clock.now = Date.parse('2026-11-25T19:00:00+05:00');
    await run();
    expect((await move(first.id)).json.error).toBe('This date is over.');
    expect((await cancel({ session_id: first.id })).json.error).toBe('This date is over.');
    await club.post(`/api/admin/events/${event.id}/cancel`, { reason: 'Rain', version: 0 }, admin.headers);
    expect((await cancel({ session_id: second.id })).status).toBe(200);
    expect((await move(second.id)).json.error).toBe('This date has already been cancelled.');
    expect((await cancel({})).json.error).toContain('This event is over');
  });

  test('a moved date holds its new courts and its coach, in the order of the club, and frees what it had', async () => {
    const { coach } = (await club.post('/api/admin/coaches', { name: 'Sana Malik' }, admin.headers)).json
      .data;
    const { event } = await create({ coach_id: coach.id });
    const [session] = event.sessions;
    club.db.run('UPDATE court SET position = 10 - id');
    const to = { date: '2026-11-26', start_time: '19:00', duration: 90, court_ids: [1, 2] };
    const moved = { ...to, version: event.version };
    const { json } = await club.put(`/api/admin/event-sessions/${session.id}`, moved, admin.headers);
    const [seen] = json.data.event.sessions;
    expect([seen.date, seen.slots, seen.courts.map(({ name }: Json) => name)]).toEqual([
      '2026-11-26',
      ['19:00', '19:30', '20:00'],
      ['Court 2', 'Court 1'],
    ]);
    const held = (table: string) =>
      club.rows(`SELECT DISTINCT date, min(slot) AS slot, count(*) AS slots FROM ${table}`);
    expect(held('claim')).toEqual([{ date: '2026-11-26', slot: 38, slots: 6 }]);
    expect(held('coach_claim')).toEqual([{ date: '2026-11-26', slot: 38, slots: 3 }]);
    const [{ details: noted }] = club.rows<{ details: string }>(
      "SELECT details FROM audit_log WHERE action = 'event_moved'",
    ) as [{ details: string }];
    expect(JSON.parse(noted)).toEqual({
      from: { date: SESSION.date, start_time: SESSION.start_time },
      to: { date: to.date, start_time: to.start_time },
    });
  });

  test('a move to a sooner date leaves time to join, and one that has begun is joined no more', async () => {
    const { event } = await create({ sessions: [{ ...SESSION, date: '2026-12-25' }] });
    const to = { ...SESSION, date: '2026-11-18', start_time: '20:00', version: event.version };
    const { json } = await club.put(`/api/admin/event-sessions/${event.sessions[0].id}`, to, admin.headers);
    // Twelve hours before it is already over.
    expect(json.data.event.join_until).toBe('2026-11-18T20:00:00+05:00');
    expect((await join(event.id, 'Ayesha')).status).toBe(201);
    club.clock.now = Date.parse('2026-11-18T20:00:00+05:00');
    expect((await join(event.id, 'Bilal')).json.error).toContain('Nobody can join this event any more.');
  });

  test('the rules of its kind hold', async () => {
    const refuse = async (over: object) => {
      const { status, json } = await club.post('/api/admin/events', { ...CLASS, ...over }, admin.headers);
      return [status, json.fields];
    };
    const tournament = { kind: 'tournament', least: 8, most: 33 };
    expect(await refuse(tournament)).toEqual([422, { most: 'A tournament has at most 32 players.' }]);
    expect(await refuse({ ...tournament, most: 16, sessions: course(2).sessions })).toEqual([
      422,
      { sessions: 'A tournament has one date.' },
    ]);
    expect(await refuse({ ...tournament, most: 16, coach_id: 1 })).toEqual([
      422,
      { coach_id: 'A tournament has no coach.' },
    ]);
    expect(await refuse({ kind: 'social', make_ups: true })).toEqual([
      422,
      { make_ups: 'A social has no make-up dates.' },
    ]);
    expect((await refuse({ least: 5 }))[1]).toHaveProperty('most');
    expect(await refuse({ ...tournament, most: 16, least: 3 })).toEqual([
      422,
      { least: 'A tournament needs at least 4 players.' },
    ]);
    const onFive = { ...SESSION, court_ids: [1, 2, 3, 4, 5] };
    expect(await refuse({ sessions: [onFive] })).toEqual([
      422,
      { sessions: 'A class has at most 4 courts.' },
    ]);
    expect((await refuse({ level_from: 'advanced', level_to: 'beginner' }))[1]).toHaveProperty('level_from');
    // Nobody could join an event of tonight until yesterday.
    const soon = await refuse({ sessions: [{ ...SESSION, date: '2026-11-18' }] });
    expect(soon[1]).toHaveProperty('join_hours');
    await create({ sessions: [{ ...SESSION, date: '2026-11-18' }], join_hours: 1 });
  });

  test('a course that is running can be edited, but joining is not cut off before it begins', async () => {
    const { event } = await create({ ...course(2), least: 1 });
    await player(event.id, 'Ayesha');
    const edit = (over: object, version: number) =>
      club.put(`/api/admin/events/${event.id}`, { ...editOf(event), version, ...over }, admin.headers);
    const tooEarly = await edit({ join_hours: 24 * 14 }, event.version);
    expect(tooEarly.json.fields).toHaveProperty('join_hours');
    club.clock.now = Date.parse('2026-11-25T20:00:00+05:00');
    await run();
    const { version } = (await details(event.id)).event;
    const { status, json } = await edit({ make_ups: true }, version);
    expect([status, json.data.event.make_ups]).toEqual([200, true]);
  });

  test('an offer of the waiting list ends, and its customer waits on', async () => {
    const blocked = await create();
    const wait = {
      date: SESSION.date,
      from: '18:00',
      until: '19:00',
      duration: 60,
      court_id: 1,
      name: 'Ayesha Khan',
      email: 'waiting@example.com',
      phone: '0300 1234567',
    };
    const member = await club.signIn({ email: 'waiting@example.com' });
    expect((await club.post('/api/waitlist', wait, member.headers)).status).toBe(201);
    const reason = { reason: 'Coach is ill', version: blocked.event.version };
    await club.post(`/api/admin/events/${blocked.event.id}/cancel`, reason, admin.headers);
    expect(club.rows('SELECT state FROM offer')).toEqual([{ state: 'open' }]);
    const { sessions } = course(2);
    const preview = await club.post('/api/admin/events/preview', { sessions }, admin.headers);
    expect(preview.json.data.dates.map(({ offers }: Json) => offers)).toEqual([1, 0]);
    await create();
    expect(club.rows("SELECT count(*) AS open FROM offer WHERE state = 'open'")).toEqual([{ open: 0 }]);
  });
});

describe('a coach', () => {
  const addCoach = async (name = 'Sana Malik') =>
    (await club.post('/api/admin/coaches', { name, email: '', phone: '' }, admin.headers)).json.data.coach
      .id as number;

  test('is in one place at a time, whatever asks', async () => {
    const coach_id = await addCoach();
    await create({ coach_id });
    const elsewhere = { coach_id, sessions: [{ ...SESSION, court_ids: [2], start_time: '18:30' }] };
    const { status, json } = await club.post('/api/admin/events', { ...CLASS, ...elsewhere }, admin.headers);
    expect([status, json.error]).toEqual([
      409,
      'Wed, Nov 25: The coach has “Beginners’ class” at this time.',
    ]);
    const busy = { date: SESSION.date, start_time: '17:30', duration: 60, note: 'Private lesson' };
    const hours = (over = {}) =>
      club.post(`/api/admin/coaches/${coach_id}/busy`, { ...busy, ...over }, admin.headers);
    expect((await hours()).status).toBe(409);
    const noted = await hours({ start_time: '19:00' });
    expect(noted.status).toBe(201);
    const later = { coach_id, sessions: [{ ...SESSION, court_ids: [2], start_time: '19:00' }] };
    expect(
      (await club.post('/api/admin/events', { ...CLASS, ...later }, admin.headers)).json.error,
    ).toContain('Private lesson');
    await club.delete(`/api/admin/coach-busy/${noted.json.data.id}`, admin.headers);
    const { event } = await create(later);
    // Another coach takes over; the first one is free again.
    const other = await addCoach('Omar Aziz');
    const edit = { ...editOf(event), coach_id: other };
    expect((await club.put(`/api/admin/events/${event.id}`, edit, admin.headers)).status).toBe(200);
    expect((await hours({ start_time: '19:00' })).status).toBe(201);
    const back = { ...edit, coach_id, version: edit.version + 1 };
    expect((await club.put(`/api/admin/events/${event.id}`, back, admin.headers)).status).toBe(409);
  });

  test('sees the players of their own classes and no money, and loses the page with the link', async () => {
    const coach_id = await addCoach();
    const { event } = await create({ coach_id, for: 'children' });
    await create({ title: 'Another coach’s class', sessions: [{ ...SESSION, court_ids: [2] }] });
    // Planned last, and first of the day; the night after midnight is its end.
    const early = { ...SESSION, start_time: '10:00' };
    const night = { ...SESSION, start_time: '01:00' };
    await create({ coach_id, title: 'Night class', sessions: [night] });
    await create({ coach_id, title: 'Early class', sessions: [early] });
    await player(event.id, 'Sana', { child: 'Ali', phone: '0300 1234567' });
    const link = async () =>
      (await club.post(`/api/admin/coaches/${coach_id}/link`, {}, admin.headers)).json.data.url as string;
    const read = (url: string) =>
      club.get(`/api/coach?id=${coach_id}`, { 'x-coach-key': url.split('.').at(-1) as string });
    const first = await link();
    const { json, text } = await read(first);
    expect(json.sessions.map(({ title, players }: Json) => [title, players])).toEqual([
      ['Early class', []],
      [CLASS.title, [{ name: 'Ali', guardian: 'Sana Khan', phone: '+923001234567' }]],
      ['Night class', []],
    ]);
    const titles = (await club.get('/api/admin/events', admin.headers)).json.data.events.map(
      ({ title }: Json) => title,
    );
    expect([titles[0], titles.at(-1)]).toEqual(['Early class', 'Night class']);
    expect(text).not.toMatch(/price|charge|3000|example\.com/);
    const second = await link();
    expect((await read(first)).status).toBe(403);
    expect((await read(second)).status).toBe(200);
    expect((await club.get(`/api/coach?id=${coach_id}`)).status).toBe(403);
    const edit = { name: 'Sana M. Malik', email: 'sana@example.com', phone: '+923001112223', active: false };
    const edited = await club.put(`/api/admin/coaches/${coach_id}`, edit, admin.headers);
    expect(edited.json.data.coach).toEqual({ id: coach_id, ...edit });
    expect((await read(second)).status).toBe(403);
  });

  test('gives a calendar an address that opens nothing else, and that no stranger can shut', async () => {
    const coach_id = await addCoach();
    const { event } = await create({ coach_id });
    await player(event.id, 'Sana');
    const renew = async () =>
      (await club.post(`/api/admin/coaches/${coach_id}/link`, {}, admin.headers)).json.data;
    const { url, feed_url } = await renew();
    const { pathname } = new URL(feed_url);
    const feedKey = pathname.match(/-([\w-]{32})\.ics$/)?.[1] ?? '';
    const page = await club.get(`/api/coach?id=${coach_id}`, { 'x-coach-key': feedKey });
    expect([page.status, page.text]).toEqual([403, expect.not.stringContaining('Sana')]);
    const pageKey = url.split('.').at(-1);
    expect((await club.get(`/calendar/coach-${coach_id}-${pageKey}.ics`)).status).toBe(404);
    const guess = `/calendar/coach-${coach_id}-${'x'.repeat(32)}.ics`;
    for (let n = 0; n < 70; n += 1) await club.get(guess, { 'x-forwarded-for': `10.0.${n % 2}.1` });
    const phone = { 'x-forwarded-for': '10.0.9.1' };
    const own = await club.get(pathname, phone);
    expect([own.status, own.text]).toEqual([200, expect.stringContaining('Sana Khan')]);
    await renew();
    expect((await club.get(pathname, phone)).status).toBe(404);
  });

  test('is paid for what was held', async () => {
    const coach_id = await addCoach();
    const { event } = await create({ ...course(3), coach_id, least: 1 });
    await create({ coach_id, publish: false, sessions: [{ ...SESSION, date: '2026-11-26' }] });
    const place = await player(event.id, 'Ayesha');
    const [first, second] = event.sessions;
    const cancel = {
      session_id: second.id,
      reason: 'Rain',
      version: (await details(event.id)).event.version,
    };
    await club.post(`/api/admin/events/${event.id}/cancel`, cancel, admin.headers);
    club.clock.now = Date.parse('2026-12-05T12:00:00+05:00');
    await run();
    const came = { payer_id: place.id, came: true };
    const seen = await club.put(`/api/admin/event-sessions/${first.id}/attendance`, came, admin.headers);
    expect(seen.status).toBe(200);
    const csv = async (month: string) =>
      (await club.get(`/api/admin/coaches/hours.csv?month=${month}`, admin.headers)).text
        .split('\r\n')
        .slice(1, -1);
    expect(await csv('2026-11')).toEqual([
      'Sana Malik,Beginners’ class,2026-11-25,18:00,1,1',
      'Sana Malik,Total,,,1,',
    ]);
    // One December date was cancelled; the other is still to come.
    expect(await csv('2026-12')).toEqual([]);
    expect((await club.get('/api/admin/coaches/hours.csv?month=13', admin.headers)).status).toBe(422);
  });
});

/** An event as its form sends it back. */
function editOf(event: Json): Json {
  const { title, text, level_from, level_to, least, most, price, join_hours, leave_hours, make_ups } = event;
  const { coach_id, version } = event;
  return {
    title,
    text,
    level_from,
    level_to,
    for: event.for,
    least,
    most,
    price,
    join_hours,
    leave_hours,
    make_ups,
    public: event.public,
    coach_id,
    version,
  };
}

describe('places', () => {
  test('are held until money, a receipt or a promise comes, and end unpaid', async () => {
    const { event } = await create();
    const { json } = await join(event.id, 'Ayesha');
    const [place] = json.places;
    expect([place.state, place.charge]).toEqual(['joined', 3000]);
    expect(Date.parse(place.hold_until) - NOW).toBe(30 * 60_000);
    const seen = (await club.get(`/api/events/${event.id}`)).json;
    expect([seen.places_left, seen.players]).toEqual([3, ['Ayesha K.']]);
    const page = (await club.get(`/api/payers/${place.id}`, keyOf(place))).json;
    expect([page.item.title, page.item.details.length, page.leave_gives_back]).toEqual([CLASS.title, 1, 0]);
    club.clock.now += 31 * 60_000;
    await run();
    expect((await details(event.id)).places[0].state).toBe('left');
    // A promise to pay at the club takes the place.
    const second = await player(event.id, 'Bilal');
    club.clock.now += 31 * 60_000;
    await run();
    expect((await details(event.id)).places[1]).toMatchObject({
      state: 'joined',
      hold_until: null,
      balance: 3000,
    });
    expect((await collect(second, 3000)).status).toBe(201);
    expect((await details(event.id)).event).toMatchObject({ joined: 1, confirmed: 1 });
  });

  test('a receipt holds a place and counts for the decision, and a rejected one gives time for another', async () => {
    const { event } = await create({ least: 1 });
    const place = (await join(event.id, 'Ayesha')).json.places[0];
    await pay(place, 'bank_transfer');
    const upload = () =>
      club.app.handle(
        new Request(`http://localhost/api/payers/${place.id}/receipt`, {
          method: 'POST',
          body: createReceiptForm(createPng(140, 140)),
          headers: keyOf(place),
        }),
      );
    expect((await upload()).status).toBe(200);
    club.clock.now += 2 * HOUR_MS;
    await run();
    expect((await details(event.id)).event).toMatchObject({ joined: 1, confirmed: 1 });
    const reject = { reason: 'It is another sum' };
    const path = `/api/admin/payers/${place.id}/receipt/reject`;
    expect((await club.post(path, reject, admin.headers)).status).toBe(200);
    const [rejected] = (await details(event.id)).places;
    expect([rejected.state, Date.parse(rejected.hold_until) - club.clock.now]).toEqual([
      'joined',
      HOUR_MS / 2,
    ]);
    await upload();
    club.clock.now = Date.parse(event.join_until);
    await run();
    expect((await details(event.id)).event.state).toBe('published');
  });

  test('two last places asked for at once are sold once each', async () => {
    const { event } = await create({ most: 2 });
    const answers = await Promise.all(['Ali', 'Bilal', 'Chand', 'Daud'].map((name) => join(event.id, name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect((await club.get(`/api/events/${event.id}`)).json).toMatchObject({ places_left: 0, stage: 'full' });
  });

  test('a retry joins once', async () => {
    const { event } = await create();
    const once = { 'idempotency-key': 'a1b2c3d4e5f6', 'x-forwarded-for': '203.0.113.9' };
    const one = await join(event.id, 'Ayesha', {}, once);
    const other = await join(event.id, 'Ayesha', {}, once);
    expect(other.json).toEqual(one.json);
    expect((await details(event.id)).places).toHaveLength(1);
  });

  test('a friend has a place of their own, and only one link shows', async () => {
    const { event } = await create({ most: 3 });
    const friend = { name: 'Sana Malik', email: 'sana@example.com' };
    const { json } = await join(event.id, 'Ayesha', { friend });
    expect(json.places.map(({ join_url }: Json) => typeof join_url)).toEqual(['string', 'undefined']);
    const { places } = await details(event.id);
    expect(places[1]).toMatchObject({
      name: 'Sana Malik',
      friend_of: places[0].payer_id,
      email: friend.email,
    });
    const tooMany = await join(event.id, 'Bilal', { friend: { name: 'Daud Shah' } });
    expect([tooMany.status, tooMany.json.error]).toEqual([
      409,
      'Only one place is left. You can take it, and your friend waits for the next one.',
    ]);
    const split = await join(event.id, 'Bilal', { friend: { name: 'Daud Shah' }, wait: true });
    expect(split.json.places.map(({ state }: Json) => state)).toEqual(['joined', 'waiting']);
    // Without an address of the friend the first one gets both links.
    const other = await create({ sessions: [{ ...SESSION, court_ids: [2] }] });
    const both = (await join(other.event.id, 'Bilal', { friend: { name: 'Daud Shah' } })).json.places;
    expect(both.map(({ join_url }: Json) => typeof join_url)).toEqual(['string', 'string']);
  });

  test('a child has a guardian with a phone', async () => {
    const { event } = await create({ for: 'children' });
    expect((await join(event.id, 'Sana')).json.fields).toHaveProperty('child');
    expect((await join(event.id, 'Sana', { child: 'Ali' })).json.fields).toEqual({
      phone: 'Please enter your phone number, so that we can call you about the child.',
    });
    const nameless = { child: 'A', phone: '0300 1234567' };
    expect((await join(event.id, 'Sana', nameless)).json.fields).toEqual({ child: 'Enter the child’s name' });
    const long = { child: 'A'.repeat(500), phone: '0300 1234567' };
    expect((await join(event.id, 'Sana', long)).status).toBe(422);
    await player(event.id, 'Sana', { child: 'Ali Khan', phone: '0300 1234567' });
    expect((await details(event.id)).places[0]).toMatchObject({ name: 'Ali Khan', guardian: 'Sana Khan' });
    await player(event.id, 'Omar', { child: 'Zoya', phone: '0300 1234567' });
    // Anyone reads this page, so a child is named by the first name alone, like on the club's television.
    expect((await club.get(`/api/events/${event.id}`)).json.players).toEqual(['Ali', 'Zoya']);
    expect((await club.get(`/events/${event.id}`)).text).not.toContain('Ali K');
  });

  test('who has paid keeps the price, and another price is named', async () => {
    const { event } = await create();
    const place = await player(event.id, 'Ayesha');
    const edit = { ...editOf(event), price: 5000 };
    expect((await club.put(`/api/admin/events/${event.id}`, edit, admin.headers)).status).toBe(200);
    expect((await details(event.id)).places[0].charge).toBe(3000);
    const stale = await join(event.id, 'Bilal', { price: 3000 });
    expect([stale.status, stale.json.reason, stale.json.amount]).toEqual([409, 'price_changed', 5000]);
    expect((await collect(place, 3000)).json.data.payer.balance).toBe(0);
    // The form of before the change is refused.
    const again = await club.put(`/api/admin/events/${event.id}`, edit, admin.headers);
    expect(again.json.reason).toBe('changed_meanwhile');
    await player(event.id, 'Bilal');
    const fewer = { ...editOf((await details(event.id)).event), most: 1, least: 1 };
    expect((await club.put(`/api/admin/events/${event.id}`, fewer, admin.headers)).json.fields).toEqual({
      most: '2 players have a place already, so at least 2 can play.',
    });
  });

  test('cost nothing when given back in time, and their price when given back late', async () => {
    const { event } = await create({ leave_hours: 24, least: 1 });
    const early = await player(event.id, 'Ayesha');
    const late = await player(event.id, 'Bilal');
    for (const place of [early, late]) await collect(place, 3000);
    // The last moment counts.
    club.clock.now = Date.parse('2026-11-24T18:00:00+05:00');
    expect((await leave(early, { amount_back: 3000 })).json.payer).toMatchObject({
      state: 'left',
      balance: -3000,
    });
    club.clock.now = Date.parse('2026-11-25T08:00:00+05:00');
    await run();
    const refused = await leave(late, { amount_back: 3000 });
    expect([refused.status, refused.json.amount]).toEqual([409, 0]);
    expect((await leave(late, { amount_back: 0 })).json.payer).toMatchObject({ state: 'left', balance: 0 });
    const told = club
      .rows<{ details: string }>("SELECT details FROM outbox WHERE kind = 'item.left' ORDER BY id")
      .map(({ details }) => JSON.parse(details));
    expect(told).toMatchObject([
      { keep: 0, give_back: 3000 },
      { keep: 3000, give_back: 0 },
    ]);
    // It has begun, so nobody leaves any more.
    const third = (
      await club.post(`/api/admin/events/${event.id}/places`, { name: 'Daud Shah' }, admin.headers)
    ).json.data.places[2];
    club.clock.now = Date.parse('2026-11-25T18:05:00+05:00');
    const { json } = await club.get(`/api/admin/payers/${third.payer_id}`, admin.headers);
    expect(json.data).toMatchObject({ state: 'joined', balance: 3000 });
  });

  test('are offered in order to those who are waiting, as they become free', async () => {
    const { event } = await create({ most: 1, least: 1 });
    const first = await player(event.id, 'Ayesha');
    expect((await join(event.id, 'Bilal')).json.reason).toBe('wrong_state');
    const waiting = (await join(event.id, 'Bilal', { wait: true })).json.places[0];
    await join(event.id, 'Daud', { wait: true });
    expect([waiting.state, waiting.charge, waiting.hold_until]).toEqual(['waiting', 0, null]);
    // The page says by what the place is announced; in this club no message is.
    const page = await club.get(`/api/payers/${waiting.id}`, keyOf(waiting));
    expect(page.json.payer).toMatchObject({ user_id: null, sms_updates: false });
    const early = { method: 'cash', amount: 0 };
    expect((await club.post(`/api/payers/${waiting.id}/pay`, early, keyOf(waiting))).json.error).toBe(
      'You’re on the waiting list, so there is nothing to pay yet.',
    );
    await leave(first);
    const states = async () => (await details(event.id)).places.map(({ state }: Json) => state);
    expect(await states()).toEqual(['left', 'joined', 'waiting']);
    // Nobody joining now gets ahead of those already waiting.
    expect((await join(event.id, 'Ehsan')).status).toBe(409);
    club.clock.now += 16 * 60_000;
    await run();
    expect(await states()).toEqual(['left', 'left', 'joined']);
    const [, , offered] = (await details(event.id)).places;
    expect(offered).toMatchObject({ charge: 3000, name: 'Daud Khan' });
    // More places: all who wait get one.
    await join(event.id, 'Farah', { wait: true });
    const edit = { ...editOf((await details(event.id)).event), most: 4 };
    await club.put(`/api/admin/events/${event.id}`, edit, admin.headers);
    expect(await states()).toEqual(['left', 'left', 'joined', 'joined']);
  });

  test.each([
    ['until the morning', '10:00', '2026-11-25T09:00:00+05:00'],
    ['fifteen minutes when the morning is too late', '09:30', '2026-11-24T23:31:00+05:00'],
  ])('a place that becomes free at night is held %s', async (_, start_time, until) => {
    const { event } = await create({ most: 1, least: 1, sessions: [{ ...SESSION, start_time }] });
    const first = await player(event.id, 'Ayesha');
    await join(event.id, 'Bilal', { wait: true });
    club.clock.now = Date.parse('2026-11-24T23:15:30+05:00');
    await leave(first);
    const [, offered] = (await details(event.id)).places;
    expect(offered).toMatchObject({ state: 'joined', hold_until: until });
  });

  test('a place that becomes free shortly before the start is offered to nobody', async () => {
    const { event } = await create({ most: 1, least: 1, join_hours: 0 });
    const place = await player(event.id, 'Ayesha');
    await join(event.id, 'Bilal', { wait: true });
    club.clock.now = Date.parse('2026-11-25T17:30:00+05:00');
    await run();
    expect((await leave(place)).status).toBe(200);
    expect((await details(event.id)).places.map(({ state }: Json) => state)).toEqual(['left', 'waiting']);
  });

  test('nobody gives a place back once the event has begun', async () => {
    const { event } = await create({ least: 1, leave_hours: 0 });
    const place = await player(event.id, 'Ayesha');
    const page = async () => (await club.get(`/api/payers/${place.id}`, keyOf(place))).json;
    club.clock.now = Date.parse('2026-11-25T17:59:00+05:00');
    await run();
    expect((await page()).leave_gives_back).toBe(0);
    club.clock.now = Date.parse('2026-11-25T18:00:00+05:00');
    expect((await page()).leave_gives_back).toBeNull();
    expect((await leave(place)).json.error).toBe('It is too late to give this back. Please call us.');
    // The reception still can.
    const taken = await club.post(`/api/payers/${place.id}/leave`, {}, admin.headers);
    expect(taken.status).toBe(200);
  });

  test('belong to those who join: the level, the phone and the account are not the friend’s', async () => {
    const { event } = await create({ price: 0 });
    const member = await club.signIn({ email: 'ayesha@example.com' });
    const friend = { name: 'Sana Malik' };
    const own = { level: 'improver', phone: '0300 1234567', method: 'cash', friend };
    expect((await join(event.id, 'Ayesha', own, member.headers)).status).toBe(201);
    const { places } = await details(event.id);
    // What is free needs no way to pay.
    expect(places.map(({ level, phone, payment_method }: Json) => [level, phone, payment_method])).toEqual([
      ['improver', '+923001234567', null],
      [null, '', null],
    ]);
    expect(club.rows('SELECT user_id FROM payer WHERE event_id IS NOT NULL ORDER BY id')).toEqual([
      { user_id: member.id },
      { user_id: null },
    ]);
  });

  test('that the reception added are logged as a walk-in, unless they are a member’s', async () => {
    const { event } = await create();
    const member = await club.signIn({ email: 'ayesha@example.com' });
    for (const place of [
      { name: 'Ayesha Khan', email: 'ayesha@example.com', phone: '0300 1234567' },
      { name: 'Sana Khan', child: 'Ali Khan' },
    ])
      await club.post(`/api/admin/events/${event.id}/places`, place, admin.headers);
    const payers = club.rows('SELECT id, name, phone, user_id, payment_method FROM payer ORDER BY id');
    const [ayesha, ali] = payers as [{ id: number }, { id: number }];
    expect(payers).toEqual([
      { ...ayesha, name: 'Ayesha Khan', phone: '+923001234567', user_id: member.id, payment_method: 'cash' },
      { ...ali, name: 'Ali Khan', phone: '', user_id: null, payment_method: 'cash' },
    ]);
    expect((await details(event.id)).places.map(({ guardian }: Json) => guardian)).toEqual(['', 'Sana Khan']);
    expect(club.rows("SELECT subject_id FROM audit_log WHERE action = 'walk_in'")).toEqual([
      { subject_id: ali.id },
    ]);
  });

  test('a place that costs nothing is taken at once', async () => {
    const { event } = await create({ price: 0 });
    const { json } = await join(event.id, 'Ayesha');
    expect(json.places[0]).toMatchObject({ state: 'joined', charge: 0, hold_until: null });
  });

  test('an event by link is not listed and needs its key', async () => {
    const { event } = await create({ public: false });
    expect((await club.get('/api/events')).json).toEqual([]);
    expect((await club.get(`/api/events/${event.id}`)).status).toBe(404);
    expect((await join(event.id, 'Ayesha')).status).toBe(404);
    const key = new URL(event.share).search;
    expect((await club.get(`/api/events/${event.id}${key}`)).json.title).toBe(CLASS.title);
  });
});

describe('limits against strangers', () => {
  test('one network holds at most six unpaid places, and one mailbox those of a family', async () => {
    const { event } = await create({ kind: 'social', most: 40 });
    const from = { 'x-forwarded-for': '198.51.100.7' };
    const names = ['Ali', 'Bilal', 'Chand', 'Daud', 'Ehsan', 'Farah', 'Gul'];
    const statuses: number[] = [];
    for (const name of names) statuses.push((await join(event.id, name, {}, from)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429]);
    expect((await join(event.id, 'Hina')).status).toBe(201);
    // The place of the day's cleaning goes with the event, not before.
    await club.schedule.runNow('booking-origin-cleanup');
    expect((await join(event.id, 'Ibrar', {}, from)).status).toBe(429);
    const other = await create({ kind: 'social', most: 40, sessions: [{ ...SESSION, court_ids: [2] }] });
    const family: number[] = [];
    for (let child = 0; child < 7; child += 1) {
      const { json, status } = await join(other.event.id, 'Sana', {
        child: `Ali ${child}`,
        phone: '0300 1234567',
      });
      family.push(status);
      if (status === 201) await collect(json.places[0], 3000);
    }
    expect(family).toEqual([201, 201, 201, 201, 201, 201, 403]);
  });

  test('a member whose address others type keeps their own place', async () => {
    const { event } = await create({ kind: 'social', most: 40 });
    for (let typed = 0; typed < 6; typed += 1) {
      const { json } = await join(event.id, 'Zubaida');
      await collect(json.places[0], 3000);
    }
    expect((await join(event.id, 'Zubaida')).status).toBe(403);
    const member = await club.signIn({ email: 'zubaida@example.com' });
    expect((await join(event.id, 'Zubaida', {}, member.headers)).status).toBe(201);
  });

  test('one network can add only so many people a day, paid or not, while members go on joining', async () => {
    const { event } = await create({ kind: 'social', most: 90, price: 0 });
    const from = { 'x-forwarded-for': '198.51.100.9' };
    for (let at = 0; at < 60; at += 1)
      expect((await join(event.id, `Player${at}`, {}, from)).status).toBe(201);
    // The hour's limit is over, the day's is not.
    club.clock.now += 2 * HOUR_MS;
    expect((await join(event.id, 'Bilal', {}, from)).json.error).toContain('Too many players were added');
    const member = await club.signIn({ email: 'zubaida@example.com' });
    expect((await join(event.id, 'Zubaida', {}, { ...member.headers, ...from })).status).toBe(201);
  });

  test('whoever lets two places lapse unpaid gets no third', async () => {
    const { event } = await create();
    for (let hold = 0; hold < 2; hold += 1) {
      expect((await join(event.id, 'Ayesha')).status).toBe(201);
      club.clock.now += 31 * 60_000;
      await run();
    }
    expect((await join(event.id, 'Ayesha')).status).toBe(403);
  });

  test('whom the reception has taken off does not join again alone', async () => {
    const { event } = await create({ most: 3 });
    const takeOff = ({ id }: Json) => club.post(`/api/payers/${id}/leave`, {}, admin.headers);
    // Who gives a place back, and who had not paid yet, may come back.
    await leave(await player(event.id, 'Ayesha'));
    await takeOff((await join(event.id, 'Bilal')).json.places[0]);
    for (const name of ['Ayesha', 'Bilal']) expect((await join(event.id, name)).status).toBe(201);
    await takeOff(await player(event.id, 'Chand'));
    const refused = await join(event.id, 'Chand');
    expect([refused.status, refused.json.error]).toEqual([
      403,
      expect.stringContaining('can’t take another place in this event'),
    ]);
    // Nobody was kept from a place by those who only waited.
    await player(event.id, 'Daud');
    const wait = () => join(event.id, 'Ehsan', { wait: true });
    for (let time = 0; time < 2; time += 1) await takeOff((await wait()).json.places[0]);
    expect((await wait()).status).toBe(201);
  });
});

describe('the decision', () => {
  test('too few players: it is cancelled, everybody hears of it and is paid back, and the court is free', async () => {
    const { event } = await create({ least: 3 });
    const paid = await player(event.id, 'Ayesha');
    await collect(paid, 3000);
    await player(event.id, 'Bilal');
    const waiting = await join(event.id, 'Daud');
    expect(waiting.status).toBe(201);
    // A place that is held when joining ends may still be paid.
    club.clock.now = Date.parse(event.join_until) - 10 * 60_000;
    await run();
    const held = (await join(event.id, 'Ehsan')).json.places[0];
    club.clock.now = Date.parse(event.join_until);
    await run();
    expect((await details(event.id)).event.state).toBe('published');
    expect((await join(event.id, 'Farah')).json.reason).toBe('wrong_state');
    club.clock.now = Date.parse(held.hold_until);
    await run();
    const { event: after, places } = await details(event.id);
    expect(after.state).toBe('cancelled');
    expect(places.map(({ state, balance }: Json) => [state, balance])).toEqual([
      ['left', -3000],
      ['left', 0],
      ['left', 0],
      ['left', 0],
    ]);
    expect((await club.get(`/api/events/${event.id}`)).json.stage).toBe('cancelled');
    const told = club.rows<{ recipient: string }>(
      "SELECT DISTINCT recipient FROM outbox WHERE kind = 'item.left' AND details LIKE '%Only 2 players%'",
    );
    expect(told.map(({ recipient }) => recipient).sort()).toEqual([
      'ayesha@example.com',
      'bilal@example.com',
    ]);
    const again = await club.post('/api/book', bookingBody({ date: SESSION.date, start_time: '18:00' }));
    expect(again.json.booking?.status).toBe('pending');
    // What is paid after that is given back.
    expect((await pay(held, 'bank_transfer')).json.reason).toBe('wrong_state');
    // Another run changes nothing.
    await run();
    expect((await details(event.id)).event.version).toBe(after.version);
  });

  test('enough players: it takes place, and nobody joins any more', async () => {
    const { event } = await create({ least: 1 });
    await player(event.id, 'Ayesha');
    club.clock.now = Date.parse(event.join_until);
    await run();
    expect((await details(event.id)).event).toMatchObject({ state: 'published', stage: 'closed' });
    expect((await join(event.id, 'Bilal')).status).toBe(409);
  });

  test('an event that had just enough players is decided, and takes place though one leaves later', async () => {
    const { event } = await create({ least: 2 });
    await player(event.id, 'Ayesha');
    const late = await player(event.id, 'Bilal');
    club.clock.now = Date.parse(event.join_until);
    await run();
    expect((await leave(late)).status).toBe(200);
    await run();
    expect((await details(event.id)).event).toMatchObject({ state: 'published', joined: 1 });
  });

  test('an event that has ended is over at once, and no longer listed', async () => {
    const { event } = await create({ least: 1 });
    await player(event.id, 'Ayesha');
    club.clock.now = Date.parse('2026-11-25T18:59:00+05:00');
    await run();
    expect((await club.get('/api/events')).json.map(({ stage }: Json) => stage)).toEqual(['closed']);
    club.clock.now = Date.parse('2026-11-25T19:00:00+05:00');
    expect((await club.get('/api/events')).json).toEqual([]);
    expect((await club.get(`/api/events/${event.id}`)).json.stage).toBe('over');
  });

  test('a draft is not decided', async () => {
    const { event } = await create({ publish: false });
    club.clock.now = Date.parse(event.join_until);
    await run();
    expect((await details(event.id)).event).toMatchObject({ state: 'draft', version: event.version });
  });

  test('a clock that jumped decides nothing before it is confirmed', async () => {
    const { event } = await create({ least: 2 });
    club.clock.jumped += 8 * 24 * HOUR_MS;
    club.clock.now += 8 * 24 * HOUR_MS;
    await run();
    expect((await details(event.id)).event.state).toBe('published');
  });
});

describe('cancelling and moving', () => {
  test('one date of a course: each place costs less, and credit goes back at once', async () => {
    const { event } = await create({ ...course(3), price: 5000 });
    const member = await club.signIn({ email: 'ayesha@example.com' });
    await club.post(
      `/api/admin/users/${member.id}/credit`,
      { paid: 5000, credit: 5000, method: 'cash' },
      admin.headers,
    );
    const { json } = await join(event.id, 'Ayesha', {}, member.headers);
    const byCredit = json.places[0];
    const credit = { method: 'credit', amount: 5000 };
    expect((await club.post(`/api/payers/${byCredit.id}/pay`, credit, member.headers)).status).toBe(200);
    const byCash = await player(event.id, 'Bilal');
    await collect(byCash, 5000);
    const version = (await details(event.id)).event.version;
    const cancel = { session_id: event.sessions[1].id, reason: 'Rain', version };
    const { status } = await club.post(`/api/admin/events/${event.id}/cancel`, cancel, admin.headers);
    expect(status).toBe(200);
    const { event: after, places } = await details(event.id);
    expect(places.map(({ charge, balance }: Json) => [charge, balance])).toEqual([
      [3333, 0],
      [3333, -1667],
    ]);
    expect([after.price, after.sessions.map(({ cancelled }: Json) => cancelled)]).toEqual([
      3333,
      [false, true, false],
    ]);
    const { credit: left } = (await club.get('/api/auth/credit', member.headers)).json;
    expect(left).toBe(1667);
    const twice = await club.post(
      `/api/admin/events/${event.id}/cancel`,
      { ...cancel, version: after.version },
      admin.headers,
    );
    expect(twice.status).toBe(404);
    // After the first date the club keeps a half of what is left.
    club.clock.now = Date.parse('2026-11-26T12:00:00+05:00');
    const all = { reason: 'The coach moved away', version: after.version };
    await club.post(`/api/admin/events/${event.id}/cancel`, all, admin.headers);
    expect(
      (await details(event.id)).places.map(({ charge, received, state }: Json) => [charge, received, state]),
    ).toEqual([
      [1666, 1666, 'left'],
      [1666, 5000, 'left'],
    ]);
  });

  test('who kept an older price gets back their own part of it', async () => {
    const { event } = await create({ ...course(2), price: 5000 });
    await player(event.id, 'Ayesha');
    const dearer = { ...editOf(event), price: 8000 };
    await club.put(`/api/admin/events/${event.id}`, dearer, admin.headers);
    const { version } = (await details(event.id)).event;
    const cancel = { session_id: event.sessions[1].id, reason: 'Rain', version };
    await club.post(`/api/admin/events/${event.id}/cancel`, cancel, admin.headers);
    const { event: after, places } = await details(event.id);
    expect([after.price, places[0].charge]).toEqual([4000, 2500]);
  });

  test('a date moves with its players, and keeps what both times share', async () => {
    const { event } = await create();
    await player(event.id, 'Ayesha');
    const [session] = event.sessions;
    const to = { ...SESSION, start_time: '18:30' };
    const version = (await details(event.id)).event.version;
    const preview = await club.post(
      '/api/admin/events/preview',
      { sessions: [to], own_session_id: session.id },
      admin.headers,
    );
    expect(preview.json.data.dates[0]).toMatchObject({ error: null, in_the_way: [] });
    const moved = await club.put(
      `/api/admin/event-sessions/${session.id}`,
      { ...to, version },
      admin.headers,
    );
    expect([moved.status, moved.json.data?.event.sessions[0].slots]).toEqual([200, ['18:30', '19:00']]);
    expect(moved.json.data.event.join_hours).toBe(12);
    expect(club.rows('SELECT slot FROM claim ORDER BY slot')).toEqual([{ slot: 37 }, { slot: 38 }]);
  });

  test('a date moves by half an hour with its coach, and only those who still have a place hear of it', async () => {
    const { coach } = (await club.post('/api/admin/coaches', { name: 'Sana Malik' }, admin.headers)).json
      .data;
    const { event } = await create({ coach_id: coach.id });
    const [stays, leaves] = [await player(event.id, 'Ayesha'), await player(event.id, 'Bilal')];
    await leave(leaves);
    const { version } = (await details(event.id)).event;
    const to = { ...SESSION, start_time: '18:30', version };
    const plan = { coach_id: coach.id, sessions: [{ ...SESSION, start_time: '18:30' }] };
    const preview = async (own: object) =>
      (await club.post('/api/admin/events/preview', { ...plan, ...own }, admin.headers)).json.data.dates[0]
        .error;
    expect(await preview({ own_session_id: event.sessions[0].id })).toBeNull();
    expect(await preview({})).toBe('Court 1 has “Beginners’ class” then.');
    const moved = await club.put(`/api/admin/event-sessions/${event.sessions[0].id}`, to, admin.headers);
    expect(moved.status).toBe(200);
    expect(club.rows("SELECT payer_id FROM outbox WHERE kind = 'item.changed'")).toEqual([
      { payer_id: stays.id },
    ]);
  });

  test('the court that a date leaves is offered to whoever is waiting for it', async () => {
    const { event } = await create({ sessions: [{ ...SESSION, court_ids: [1, 2] }] });
    const member = await club.signIn({ email: 'waiting@example.com' });
    const wait = {
      date: SESSION.date,
      from: '18:00',
      until: '19:00',
      duration: 60,
      court_id: 2,
      name: 'Ayesha Khan',
      email: 'waiting@example.com',
      phone: '0300 1234567',
    };
    await club.post('/api/waitlist', wait, member.headers);
    const to = { ...SESSION, court_ids: [1], version: event.version };
    await club.put(`/api/admin/event-sessions/${event.sessions[0].id}`, to, admin.headers);
    expect(club.rows('SELECT state FROM offer')).toEqual([{ state: 'open' }]);
  });

  test('a card pays for a place, and one that comes after the cancellation is given back', async () => {
    const { event } = await create();
    const callback = async (url: string) => {
      const { body, signature } = createSignedCallback(trackerOf(url), { amount: '3000' });
      await club.send('POST', '/api/payments/callback/safepay', body, { 'x-sfpy-signature': signature });
    };
    const byCard = async (name: string) => {
      const place = (await join(event.id, name)).json.places[0];
      return { place, url: (await pay(place, 'card')).json.payment_url as string };
    };
    const [early, late] = [await byCard('Ayesha'), await byCard('Bilal')];
    await callback(early.url);
    expect((await details(event.id)).places[0]).toMatchObject({ balance: 0, hold_until: null });
    const cancel = { reason: 'Rain', version: (await details(event.id)).event.version };
    await club.post(`/api/admin/events/${event.id}/cancel`, cancel, admin.headers);
    await callback(late.url);
    await callback(late.url);
    expect((await details(event.id)).places.map(({ state, balance }: Json) => [state, balance])).toEqual([
      ['left', -3000],
      ['left', -3000],
    ]);
    // Who paid too late, and the club, are told once that it goes back.
    expect(
      club.rows("SELECT kind, payer_id, details FROM outbox WHERE kind LIKE '%unmatched' ORDER BY kind"),
    ).toEqual(
      ['club.item_unmatched', 'item.unmatched'].map((kind) => ({
        kind,
        payer_id: late.place.id,
        details: '{"amount":3000}',
      })),
    );
  });

  test('a second card payment for a place is given back, and so is what is beyond its price', async () => {
    const { event } = await create();
    const place = (await join(event.id, 'Ayesha')).json.places[0];
    const { payment_url } = (await pay(place, 'card')).json;
    await collect(place, 1000);
    const { body, signature } = createSignedCallback(trackerOf(payment_url), { amount: '3000' });
    await club.send('POST', '/api/payments/callback/safepay', body, { 'x-sfpy-signature': signature });
    expect((await details(event.id)).places[0]).toMatchObject({ state: 'joined', balance: -1000 });
    const told = club.rows("SELECT kind, details FROM outbox WHERE kind LIKE '%unmatched' ORDER BY kind");
    expect(told).toEqual([
      { kind: 'club.item_unmatched', details: '{"amount":1000}' },
      { kind: 'item.unmatched', details: '{"amount":1000}' },
    ]);
  });

  test('money that comes for a place of a cancelled event is given back', async () => {
    const { event } = await create();
    const place = (await join(event.id, 'Ayesha')).json.places[0];
    const cancel = { reason: 'Rain', version: (await details(event.id)).event.version };
    await club.post(`/api/admin/events/${event.id}/cancel`, cancel, admin.headers);
    expect((await pay(place, 'bank_transfer')).status).toBe(409);
    // The reception records what came all the same, and owes it.
    const { status } = await collect(place, 3000);
    expect(status).toBe(201);
    expect((await details(event.id)).places[0]).toMatchObject({ state: 'left', balance: -3000 });
    const open = (await club.get('/api/admin/payers/open', admin.headers)).json.data;
    expect(open.map(({ id, balance }: Json) => [id, balance])).toEqual([[place.id, -3000]]);
  });
});

describe('attendance', () => {
  test('one tap a player; a missed date is made up in another event', async () => {
    const { event } = await create({ ...course(2), make_ups: true, least: 1 });
    const other = await create({
      title: 'Improvers’ class',
      make_ups: true,
      most: 2,
      least: 1,
      sessions: ['2026-11-28', '2026-12-01'].map((date) => ({ ...SESSION, date, court_ids: [2] })),
    });
    const place = await player(event.id, 'Ayesha');
    await player(other.event.id, 'Bilal');
    const [first] = event.sessions;
    const tap = (came: boolean | null, payer_id = place.id) =>
      club.put(`/api/admin/event-sessions/${first.id}/attendance`, { payer_id, came }, admin.headers);
    expect((await tap(true)).json.error).toBe('This date has not begun yet.');
    const makeUp = (session_id: number | null) =>
      club.put(
        `/api/admin/events/${event.id}/make-ups`,
        { payer_id: place.id, missed_session_id: first.id, session_id },
        admin.headers,
      );
    // Players arrive up to an hour early.
    club.clock.now = Date.parse('2026-11-25T16:59:00+05:00');
    await run();
    expect((await tap(true)).status).toBe(409);
    club.clock.now = Date.parse('2026-11-25T17:00:00+05:00');
    expect((await tap(true)).status).toBe(200);
    expect((await tap(null)).json.data.attendance[0].players[0].came).toBeNull();
    club.clock.now = Date.parse('2026-11-25T18:10:00+05:00');
    await run();
    expect((await tap(true)).json.data.attendance[0].players[0].came).toBe(true);
    const there = other.event.sessions[0].id;
    expect((await makeUp(there)).json.error).toBe('Only a date that the player missed can be made up.');
    await tap(false);
    expect((await tap(true, 999)).status).toBe(404);
    const dates = await club.get(`/api/admin/events/${event.id}/make-ups`, admin.headers);
    const [, later] = other.event.sessions;
    expect(dates.json.data.dates.map(({ session_id }: Json) => session_id)).toEqual([there, later.id]);
    expect((await makeUp(there)).status).toBe(200);
    expect((await details(other.event.id)).attendance[0].players).toEqual([
      expect.objectContaining({ name: 'Bilal Khan', makes_up: false }),
      expect.objectContaining({ name: 'Ayesha Khan', makes_up: true }),
    ]);
    // The date is full now, for others who missed one and for a second time.
    const left = await club.get(`/api/admin/events/${event.id}/make-ups`, admin.headers);
    expect(left.json.data.dates.map(({ session_id }: Json) => session_id)).toEqual([later.id]);
    expect((await details(event.id)).places[0].made_up).toHaveLength(1);
    expect((await makeUp(null)).json.data.places[0].made_up).toEqual([]);
    // A date that is cancelled makes up nothing.
    await makeUp(there);
    const { version } = (await details(other.event.id)).event;
    const cancel = { reason: 'Rain', version, session_id: there };
    await club.post(`/api/admin/events/${other.event.id}/cancel`, cancel, admin.headers);
    expect((await details(event.id)).places[0].made_up).toEqual([]);
  });

  test('only where the owner allows it', async () => {
    const { event } = await create({ least: 1 });
    const { event: another } = await create({
      title: 'Another',
      least: 1,
      sessions: [{ ...SESSION, date: '2026-11-28' }],
    });
    const place = await player(event.id, 'Ayesha');
    club.clock.now = Date.parse('2026-11-25T19:10:00+05:00');
    await run();
    const [first] = event.sessions;
    const miss = { payer_id: place.id, came: false };
    await club.put(`/api/admin/event-sessions/${first.id}/attendance`, miss, admin.headers);
    expect((await club.get(`/api/admin/events/${event.id}/make-ups`, admin.headers)).json.data.dates).toEqual(
      [],
    );
    const makeUp = { payer_id: place.id, missed_session_id: first.id, session_id: another.sessions[0].id };
    const refused = await club.put(`/api/admin/events/${event.id}/make-ups`, makeUp, admin.headers);
    expect(refused.json.error).toBe('Missed dates of this event can’t be made up.');
  });
});

describe('a player makes up a missed date alone', () => {
  const course2 = { ...course(2), make_ups: true, least: 1 };
  const open = async (over: object = {}) => {
    const { event } = await create(course2);
    const other = await create({
      title: 'Improvers’ class',
      make_ups: true,
      most: 2,
      least: 1,
      sessions: ['2026-11-28', '2026-12-01'].map((date) => ({ ...SESSION, date, court_ids: [2] })),
      ...over,
    });
    const place = await player(event.id, 'Ayesha');
    const [first, second] = event.sessions;
    const miss = (payer: { id: number }, came: boolean | null = false) =>
      club.put(
        `/api/admin/event-sessions/${first.id}/attendance`,
        { payer_id: payer.id, came },
        admin.headers,
      );
    club.clock.now = Date.parse('2026-11-25T19:10:00+05:00');
    await run();
    return { event, other: other.event, place, first, second, miss };
  };
  const read = async (place: Json, headers = keyOf(place)) =>
    club.get(`/api/payers/${place.id}/make-ups`, headers);
  const choose = (place: Json, missed: Json, session_id: number | null, headers = keyOf(place)) =>
    club.put(`/api/payers/${place.id}/make-ups`, { missed_session_id: missed.id, session_id }, headers);

  test('at a date with room, until it begins', async () => {
    const { event, other, place, first, second, miss } = await open();
    const [there, later] = other.sessions;
    expect((await read(place)).json).toEqual({ missed: [], dates: [] });
    expect((await choose(place, first, there.id)).json.error).toBe(
      'Only a date that the player missed can be made up.',
    );
    await miss(place);
    const { missed, dates } = (await read(place)).json;
    expect(missed).toEqual([
      { session_id: first.id, date: '2026-11-25', slots: ['18:00', '18:30'], made_up: null },
    ]);
    expect(dates.map(({ session_id }: Json) => session_id)).toEqual([there.id, later.id]);
    // Neither strangers nor others with a place choose for the player.
    expect((await read(place, {})).status).toBe(403);
    const stranger = await player(other.id, 'Bilal');
    expect((await choose(place, first, there.id, keyOf(stranger))).status).toBe(403);
    expect((await choose(stranger, first, null)).status).toBe(404);
    expect((await choose(place, second, there.id)).status).toBe(409);
    expect((await choose(place, first, second.id)).status).toBe(409);
    const { json } = await choose(place, first, there.id);
    expect(json.missed[0].made_up).toMatchObject({
      session_id: there.id,
      title: 'Improvers’ class',
      begun: false,
    });
    const page = (await club.get(`/api/payers/${place.id}`, keyOf(place))).json;
    expect(page.item.details.at(-1)).toBe('Make-up: Sat, Nov 28, 6 PM – 7 PM, Court 2, Improvers’ class');
    expect((await details(other.id)).attendance[0].players.map(({ name }: Json) => name)).toEqual([
      'Bilal Khan',
      'Ayesha Khan',
    ]);
    expect((await choose(place, first, later.id)).json.missed[0].made_up.session_id).toBe(later.id);
    expect((await choose(place, first, null)).json.missed[0].made_up).toBeNull();
    await choose(place, first, there.id);
    club.clock.now = Date.parse('2026-11-28T18:00:00+05:00');
    await run();
    expect((await read(place)).json.missed[0].made_up.begun).toBe(true);
    expect((await choose(place, first, later.id)).json.error).toBe('This make-up has begun. Please call us.');
    expect((await choose(place, first, null)).status).toBe(409);
    expect((await details(event.id)).places[0].made_up).toHaveLength(1);
  });

  test('only among events that anybody may join, that have make-ups and are for the same people', async () => {
    const { place, first, other, miss } = await open();
    await miss(place);
    const { id, version: _, ...edit } = (await details(other.id)).event;
    for (const over of [{ public: false }, { make_ups: false }, { for: 'women' }]) {
      const { version } = (await details(id)).event;
      const put = await club.put(
        `/api/admin/events/${id}`,
        { ...editOf({ ...edit, ...over, version }), for: 'everyone', ...over },
        admin.headers,
      );
      expect(put.status).toBe(200);
      expect((await read(place)).json).toMatchObject({ missed: [{ session_id: first.id }], dates: [] });
      expect((await choose(place, first, other.sessions[0].id)).status).toBe(409);
    }
  });

  test('it takes a place of that date, which goes to whoever is waiting when it is undone', async () => {
    const { other, place, first, miss } = await open();
    await miss(place);
    await player(other.id, 'Bilal');
    expect((await choose(place, first, other.sessions[1].id)).status).toBe(200);
    expect((await club.get(`/api/events/${other.id}`)).json).toMatchObject({ places_left: 0, stage: 'full' });
    expect((await join(other.id, 'Daud')).status).toBe(409);
    await join(other.id, 'Daud', { wait: true });
    const fewer = { ...editOf((await details(other.id)).event), most: 1 };
    expect(
      (await club.put(`/api/admin/events/${other.id}`, fewer, admin.headers)).json.fields,
    ).toHaveProperty('most');
    expect((await choose(place, first, null)).status).toBe(200);
    expect((await details(other.id)).places.map(({ state }: Json) => state)).toEqual(['joined', 'joined']);
  });

  test('each date once, soonest first, and whoever gives the own place back leaves it to those waiting', async () => {
    const { event, other, place, first, miss } = await open();
    const third = await create({
      title: 'Evening class',
      make_ups: true,
      least: 1,
      sessions: [{ ...SESSION, date: '2026-11-29', court_ids: [2] }],
    });
    await miss(place);
    expect((await read(place)).json.dates.map(({ date }: Json) => date)).toEqual([
      '2026-11-28',
      '2026-11-29',
      '2026-12-01',
    ]);
    const there = other.sessions[1];
    expect((await choose(place, first, there.id)).status).toBe(200);
    await player(other.id, 'Bilal');
    await join(other.id, 'Daud', { wait: true });
    const states = async () => (await details(other.id)).places.map(({ state }: Json) => state);
    expect(await states()).toEqual(['joined', 'waiting']);
    expect((await club.post(`/api/payers/${place.id}/leave`, {}, admin.headers)).status).toBe(200);
    expect(await states()).toEqual(['joined', 'joined']);
    expect(club.rows('SELECT * FROM make_up')).toEqual([]);
    expect((await read(place)).json).toEqual({ missed: [], dates: [] });
    expect((await details(third.event.id)).event.places_left).toBe(4);
    expect((await details(event.id)).places[0]).toMatchObject({ state: 'left', made_up: [] });
  });

  test('two missed dates not at the same one, and a booking’s payer none', async () => {
    const { event, other, place, first, second, miss } = await open();
    await miss(place);
    const there = { ...SESSION, date: '2026-12-03', court_ids: [2] };
    const later = await create({ title: 'Later class', make_ups: true, least: 1, sessions: [there] });
    const late = later.event.sessions[0].id;
    expect((await choose(place, first, late)).status).toBe(200);
    club.clock.now = Date.parse('2026-12-02T18:00:00+05:00');
    const missed = { payer_id: place.id, came: false };
    await club.put(`/api/admin/event-sessions/${second.id}/attendance`, missed, admin.headers);
    const again = await choose(place, second, late);
    expect([again.status, again.json.error]).toEqual([
      409,
      'This player already makes up another date then.',
    ]);
    const wrong = { payer_id: place.id, missed_session_id: first.id, session_id: late };
    for (const body of [
      wrong,
      { ...wrong, missed_session_id: other.sessions[0].id },
      { ...wrong, payer_id: 999 },
    ])
      expect(
        (
          await club.put(
            `/api/admin/events/${body === wrong ? other.id : event.id}/make-ups`,
            body,
            admin.headers,
          )
        ).status,
      ).toBe(404);
    const member = await club.signIn({ email: 'booker@example.com' });
    const booking = bookingBody({ date: '2026-12-05', email: 'booker@example.com' });
    const { id } = (await club.post('/api/book', booking, member.headers)).json.booking;
    const split = await club.put(`/api/booking/${id}/payers`, { payers: [{ charge: 1000 }] }, member.headers);
    const friend = split.json.payers[1];
    expect((await read(friend)).json).toEqual({ missed: [], dates: [] });
    expect((await choose(friend, first, null)).status).toBe(404);
  });

  test('who is told when that date moves or is cancelled', async () => {
    const { other, place, first, miss } = await open();
    await miss(place);
    const [there] = other.sessions;
    await choose(place, first, there.id);
    const told = () =>
      club.rows<{ count: number }>(
        `SELECT count(*) AS count FROM outbox WHERE kind = 'item.make_up_changed' AND payer_id = ${place.id}`,
      )[0]?.count;
    const version = async () => (await details(other.id)).event.version;
    const to = { ...SESSION, date: '2026-11-29', court_ids: [2], version: await version() };
    await club.put(`/api/admin/event-sessions/${there.id}`, to, admin.headers);
    expect(told()).toBe(1);
    club.clock.now += 60_000;
    const cancel = { session_id: there.id, reason: 'Rain', version: await version() };
    await club.post(`/api/admin/events/${other.id}/cancel`, cancel, admin.headers);
    expect(told()).toBe(2);
    expect((await read(place)).json.missed[0].made_up).toBeNull();
  });
});

describe('one payment for a place and the friend’s', () => {
  const friend = { name: 'Sana Malik' };
  const joinTwo = async (over: object = {}, friendOver: object = {}) => {
    const { event } = await create(over);
    const { places } = (await join(event.id, 'Ayesha', { friend: { ...friend, ...friendOver } })).json;
    return { event, places };
  };
  const payBoth = (place: Json, method: string, amount: number, headers: Headers = {}) =>
    club.post(`/api/payers/${place.id}/pay`, { method, amount }, { ...keyOf(place), ...headers });
  const paid = async (event: Json) =>
    (await details(event.id)).places.map(({ received, balance, hold_until }: Json) => [
      received,
      balance,
      hold_until,
    ]);

  test('by card, in one checkout', async () => {
    const { event, places } = await joinTwo();
    const [own, other] = places;
    const page = (await club.get(`/api/payers/${own.id}`, keyOf(own))).json;
    expect(page.together).toEqual([
      {
        id: other.id,
        name: 'Sana Malik',
        balance: 3000,
        pay_by: other.hold_until,
        join_url: other.join_url,
      },
    ]);
    expect((await club.get(`/api/payers/${other.id}`, keyOf(other))).json.together).toEqual([]);
    expect((await payBoth(own, 'card', 5000)).json).toMatchObject({
      reason: 'changed_meanwhile',
      amount: 6000,
    });
    const { payment_url } = (await payBoth(own, 'card', 6000)).json;
    const { body, signature } = createSignedCallback(trackerOf(payment_url), { amount: '6000' });
    const callback = () =>
      club.send('POST', '/api/payments/callback/safepay', body, { 'x-sfpy-signature': signature });
    await callback();
    await callback();
    expect(await paid(event)).toEqual([
      [3000, 0, null],
      [3000, 0, null],
    ]);
    const entries = club.rows(
      "SELECT payer_id, amount FROM ledger_entry WHERE method = 'card' ORDER BY payer_id",
    );
    expect(entries).toEqual([
      { payer_id: own.id, amount: 3000 },
      { payer_id: other.id, amount: 3000 },
    ]);
    // Each place is given back by itself.
    await leave(other);
    expect((await paid(event)).map(([received, balance]: number[]) => [received, balance])).toEqual([
      [3000, 0],
      [3000, -3000],
    ]);
  });

  test('what comes after one of the two is gone pays for the other, and the rest goes back', async () => {
    const { event, places } = await joinTwo();
    const [own, other] = places;
    const { payment_url } = (await payBoth(own, 'card', 6000)).json;
    await leave(other);
    const { body, signature } = createSignedCallback(trackerOf(payment_url), { amount: '6000' });
    await club.send('POST', '/api/payments/callback/safepay', body, { 'x-sfpy-signature': signature });
    expect((await paid(event)).map(([received, balance]: number[]) => [received, balance])).toEqual([
      [6000, -3000],
      [0, 0],
    ]);
  });

  test('by a promise or with credit', async () => {
    const { event, places } = await joinTwo();
    expect((await payBoth(places[0], 'cash', 6000)).status).toBe(200);
    expect(await paid(event)).toEqual([
      [0, 3000, null],
      [0, 3000, null],
    ]);
    const member = await club.signIn({ email: 'zubaida@example.com' });
    const bought = { paid: 5000, credit: 5000, method: 'cash' };
    await club.post(`/api/admin/users/${member.id}/credit`, bought, admin.headers);
    const { event: second } = await create({ sessions: [{ ...SESSION, court_ids: [2] }] });
    const both = (await join(second.id, 'Zubaida', { friend }, member.headers)).json.places;
    expect((await payBoth(both[0], 'credit', 6000, member.headers)).status).toBe(422);
    expect((await paid(second)).map(([received]: number[]) => received)).toEqual([0, 0]);
    await club.post(`/api/admin/users/${member.id}/credit`, bought, admin.headers);
    expect((await payBoth(both[0], 'credit', 6000, member.headers)).status).toBe(200);
    expect(await paid(second)).toEqual([
      [3000, 0, null],
      [3000, 0, null],
    ]);
    expect((await club.get('/api/auth/credit', member.headers)).json.credit).toBe(4000);
  });

  test('a friend with an address of their own pays alone', async () => {
    const { event, places } = await joinTwo({}, { email: 'sana@example.com' });
    expect((await club.get(`/api/payers/${places[0].id}`, keyOf(places[0]))).json.together).toEqual([]);
    expect((await payBoth(places[0], 'cash', 6000)).status).toBe(409);
    expect((await payBoth(places[0], 'cash', 3000)).status).toBe(200);
    expect((await paid(event)).map(([, , hold]: Json[]) => hold === null)).toEqual([true, false]);
  });
});
