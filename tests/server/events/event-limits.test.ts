/** Each limit and deadline of events, at its last moment and right after it. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { clubForEachTest } from '../../support/test-club.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Wednesday noon. */
const NOW = Date.parse('2026-11-18T12:00:00+05:00');
const START = Date.parse('2026-11-25T18:00:00+05:00');
const END = START + HOUR_MS;
const SESSION = { date: '2026-11-25', start_time: '18:00', duration: 60, court_ids: [1] };
const TEXTS = { title: 'Morning class', least: 1, most: 4, price: 3000, join_hours: 0 };

const club = clubForEachTest({ now: NOW, env: { PUBLIC_URL: 'http://localhost', TRUST_PROXY: 'true' } });
let owner: Record<string, string>;
beforeEach(async () => {
  owner = (await club.signIn({ email: 'owner@example.com', is_admin: true })).headers;
});

type Headers = Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: answers of the API
type Json = any;
const create = async (over: object = {}): Promise<Json> => {
  const body = { kind: 'class', ...TEXTS, sessions: [SESSION], publish: true, ...over };
  const { status, json } = await club.post('/api/admin/events', body, owner);
  expect([status, json.error]).toEqual([201, undefined]);
  expect(json.data.event.join_hours).toBe(body.join_hours);
  return json.data.event;
};
const details = async (id: number): Promise<Json> =>
  (await club.get(`/api/admin/events/${id}`, owner)).json.data;
const join = (id: number, person: string, over: object = {}, headers: Headers = {}) =>
  club.post(`/api/events/${id}/places`, { name: person, email: `${person}@example.com`, ...over }, headers);
const add = (id: number, name: string, over: object = {}) =>
  club.post(`/api/admin/events/${id}/places`, { name, ...over }, owner);
/** The sessions of the reception end long before these dates. */
const goTo = async (now: number) => {
  club.clock.now = now;
  const email = `later${now}@example.com`;
  owner = (await club.signIn({ email, is_admin: true })).headers;
};
const run = () => club.schedule.runNow('release what is due');
const move = async (event: Json, to: object, session = event.sessions[0]) => {
  const { version } = (await details(event.id)).event;
  return club.put(`/api/admin/event-sessions/${session.id}`, { ...SESSION, ...to, version }, owner);
};
const attend = (session: Json, payer_id: number, came: boolean) =>
  club.put(`/api/admin/event-sessions/${session.id}/attendance`, { payer_id, came }, owner);

describe('planning', () => {
  test('a date may be 366 days ahead, and begins in the future', async () => {
    const errorAt = async (date: string, start_time = '18:00') => {
      const sessions = [{ ...SESSION, date, start_time }];
      return (await club.post('/api/admin/events/preview', { sessions }, owner)).json.data.dates[0].error;
    };
    expect(await errorAt('2027-11-19')).toBeNull();
    expect(await errorAt('2027-11-20')).toBe('This date is too far ahead.');
    expect(await errorAt('2026-11-18', '12:30')).toBeNull();
    expect(await errorAt('2026-11-18', '11:30')).toBe('This time is over. Please choose a later one.');
  });

  test('the rules of the kind hold for an edit and a move, too', async () => {
    const event = await create();
    const edit = async (over: object) =>
      (await club.put(`/api/admin/events/${event.id}`, { ...TEXTS, version: event.version, ...over }, owner))
        .json.fields;
    expect(await edit({ most: 41 })).toEqual({ most: 'A class has at most 40 players.' });
    club.db.run(
      "INSERT INTO court (name, hourly_rate, position) SELECT 'Court ' || value, 4000, value FROM json_each('[3,4,5]')",
    );
    expect((await move(event, { court_ids: [1, 2, 3, 4, 5] })).json.fields).toEqual({
      sessions: 'A class has at most 4 courts.',
    });
    const social = await create({ kind: 'social', sessions: [{ ...SESSION, court_ids: [2] }] });
    const coached = { ...TEXTS, coach_id: 1, version: social.version };
    expect((await club.put(`/api/admin/events/${social.id}`, coached, owner)).json.fields).toEqual({
      coach_id: 'A social has no coach.',
    });
  });

  test('is published and edited while somebody can still join', async () => {
    const event = await create({ publish: false, join_hours: 1 });
    const publish = () =>
      club.post(`/api/admin/events/${event.id}/publish`, { version: event.version }, owner);
    await goTo(START - HOUR_MS);
    expect((await publish()).json.fields).toHaveProperty('join_hours');
    // A draft may be edited to a later time.
    const edit = (over: object, version: number) =>
      club.put(`/api/admin/events/${event.id}`, { ...TEXTS, join_hours: 1, ...over, version }, owner);
    expect((await edit({}, event.version)).status).toBe(200);
    club.clock.now -= 1;
    expect((await publish()).json.reason).toBe('changed_meanwhile');
    const { version } = (await details(event.id)).event;
    const published = await club.post(`/api/admin/events/${event.id}/publish`, { version }, owner);
    expect(published.status).toBe(200);
    expect(
      (await club.post(`/api/admin/events/${event.id}/publish`, { version: version + 1 }, owner)).json.reason,
    ).toBe('wrong_state');
    expect((await edit({ join_hours: 2 }, version + 1)).json.fields).toHaveProperty('join_hours');
    expect((await edit({}, version + 1)).status).toBe(200);
    club.clock.now += 1;
    expect((await edit({ text: 'Rackets are there.' }, version + 2)).status).toBe(200);
  });

  test('a form of before the last change is refused everywhere', async () => {
    const event = await create();
    const version = event.version + 1;
    const stale = [
      await club.put(`/api/admin/events/${event.id}`, { ...TEXTS, version }, owner),
      await club.post(`/api/admin/events/${event.id}/cancel`, { reason: 'Rain', version }, owner),
      await club.put(`/api/admin/event-sessions/${event.sessions[0].id}`, { ...SESSION, version }, owner),
    ];
    expect(stale.map(({ json }) => json.reason)).toEqual(Array(3).fill('changed_meanwhile'));
  });

  test('a cancelled event stays as it is, and shows that it was cancelled', async () => {
    const event = await create({ sessions: [SESSION, { ...SESSION, date: '2026-11-27' }] });
    await goTo(END);
    const reason = { reason: 'Rain', version: event.version };
    const cancelled = await club.post(`/api/admin/events/${event.id}/cancel`, reason, owner);
    expect(cancelled.json.data.event).toMatchObject({ state: 'cancelled', stage: 'cancelled' });
    const { version } = cancelled.json.data.event;
    const refused = [
      await club.put(`/api/admin/events/${event.id}`, { ...TEXTS, version }, owner),
      await club.post(`/api/admin/events/${event.id}/cancel`, { reason: 'Rain', version }, owner),
      await move(event, { date: '2026-11-28' }, event.sessions[1]),
      await move(event, { date: '2026-11-28' }),
      await add(event.id, 'Ayesha'),
    ];
    expect(refused.map(({ json }) => json.reason)).toEqual(Array(5).fill('wrong_state'));
  });

  test('who has left, and who waits, hears nothing of a date that is cancelled', async () => {
    const event = await create({ most: 1, sessions: [SESSION, { ...SESSION, date: '2026-11-27' }] });
    for (const name of ['Ayesha', 'Bilal']) {
      const { places } = (await add(event.id, name, { email: `${name}@example.com` })).json.data;
      if (name === 'Ayesha') await club.post(`/api/payers/${places[0].payer_id}/leave`, {}, owner);
    }
    await join(event.id, 'Chand', { wait: true });
    const cancel = {
      session_id: event.sessions[1].id,
      reason: 'Rain',
      version: (await details(event.id)).event.version,
    };
    await club.post(`/api/admin/events/${event.id}/cancel`, cancel, owner);
    const places = (await details(event.id)).places;
    expect(places.map(({ state, charge }: Json) => [state, charge])).toEqual([
      ['left', 0],
      ['joined', 1500],
      ['waiting', 0],
    ]);
    expect(club.rows("SELECT payer_id FROM outbox WHERE kind = 'item.changed'")).toEqual([
      { payer_id: places[1].payer_id },
    ]);
  });

  test('a move keeps the lead of joining, also between two dates', async () => {
    const later = { ...SESSION, date: '2026-12-02' };
    const event = await create({ join_hours: 24, sessions: [SESSION, later] });
    const until = async (to: object, session: Json) =>
      (await move(event, to, session)).json.data.event.join_until;
    const [first, second] = event.sessions;
    expect(await until({ date: '2026-11-27' }, first)).toBe('2026-11-26T18:00:00+05:00');
    expect(await until({ date: '2026-12-03' }, second)).toBe('2026-11-26T18:00:00+05:00');
    expect(await until({ date: '2026-11-24' }, second)).toBe('2026-11-23T18:00:00+05:00');
    // A day before would be now, so it stays as it was or ends with the start.
    expect(await until({ date: '2026-11-19', start_time: '12:00' }, second)).toBe(
      '2026-11-19T12:00:00+05:00',
    );
  });
});

describe('joining', () => {
  test('ends at its time, and the reception adds players until the end', async () => {
    const event = await create({ join_hours: 1 });
    await goTo(START - HOUR_MS - 1);
    expect((await join(event.id, 'Ayesha')).status).toBe(201);
    club.clock.now += 1;
    expect((await join(event.id, 'Bilal')).json.error).toContain('Nobody can join this event any more.');
    await goTo(END - 1);
    expect((await add(event.id, 'Chand')).status).toBe(201);
    club.clock.now += 1;
    expect((await add(event.id, 'Daud')).json.error).toBe('Nobody can join this event now.');
  });

  test('is for as many as can play, and nobody joins a draft', async () => {
    const event = await create({ most: 2, publish: false });
    expect((await add(event.id, 'Ali')).json.reason).toBe('wrong_state');
    await club.post(`/api/admin/events/${event.id}/publish`, { version: event.version }, owner);
    for (const name of ['Ali', 'Bilal']) expect((await add(event.id, name)).status).toBe(201);
    expect((await add(event.id, 'Chand')).json.error).toBe(
      'This event is full. Change how many can play first.',
    );
    const { version } = (await details(event.id)).event;
    const edit = (most: number) =>
      club.put(`/api/admin/events/${event.id}`, { ...TEXTS, most, version }, owner);
    expect((await edit(1)).json.fields).toHaveProperty('most');
    expect((await edit(2)).status).toBe(200);
  });

  test('a place of before the start is held until then at most', async () => {
    const event = await create();
    await goTo(START - 10 * MINUTE_MS);
    const { places } = (await join(event.id, 'Ayesha')).json;
    expect(places[0].hold_until).toBe('2026-11-25T18:00:00+05:00');
    const page = { 'x-booking-key': places[0].join_url.split('.').at(-1) };
    club.clock.now = START;
    await run();
    expect((await club.get(`/api/payers/${places[0].id}`, page)).json.payer.state).toBe('left');
  });

  test('six places to a mailbox, also with a friend', async () => {
    const event = await create({ kind: 'social', most: 40, price: 0 });
    const two = () => join(event.id, 'Sana', { friend: { name: 'Zoya' } });
    expect([(await two()).status, (await two()).status]).toEqual([201, 201]);
    expect((await join(event.id, 'Sana')).status).toBe(201);
    expect((await two()).status).toBe(403);
    expect((await join(event.id, 'Sana')).status).toBe(201);
    expect((await join(event.id, 'Sana')).status).toBe(403);
  });

  test('a place is offered until 45 minutes before the start', async () => {
    const open = async (court: number) => {
      const event = await create({ most: 1, sessions: [{ ...SESSION, court_ids: [court] }] });
      const [first] = (await add(event.id, 'Ayesha')).json.data.places;
      await join(event.id, 'Bilal', { wait: true });
      return async () => {
        expect((await club.post(`/api/payers/${first.payer_id}/leave`, {}, owner)).status).toBe(200);
        return (await details(event.id)).places[1].state;
      };
    };
    const [leaveInTime, leaveLate] = [await open(1), await open(2)];
    await goTo(START - 45 * MINUTE_MS);
    expect(await leaveInTime()).toBe('joined');
    club.clock.now += 1;
    expect(await leaveLate()).toBe('waiting');
  });
});

test('an event is past once the business day of its last date is over, the latest first', async () => {
  const two = [SESSION, { ...SESSION, date: '2026-11-27' }];
  const long = await create({ sessions: two });
  const short = await create({ sessions: [{ ...SESSION, court_ids: [2] }] });
  const draft = await create({ publish: false, sessions: [{ ...SESSION, date: '2026-11-26' }] });
  const listed = async (query: string) =>
    (await club.get(`/api/admin/events${query}`, owner)).json.data.events.map(({ id }: Json) => id);
  await goTo(Date.parse('2026-11-28T05:59:00+05:00'));
  expect(await listed('')).toEqual([long.id]);
  expect(await listed('?past=1')).toEqual([draft.id, short.id]);
  club.clock.now = Date.parse('2026-11-28T06:00:00+05:00');
  expect(await listed('')).toEqual([]);
  expect(await listed('?past=1')).toEqual([long.id, draft.id, short.id]);
});

describe('who may lower a price', () => {
  test('staff until half an hour before, an owner always', async () => {
    const event = await create();
    await goTo(START - 30 * MINUTE_MS - 1);
    const { headers: staff } = await club.signIn({ email: 's@example.com', is_admin: true, role: 'staff' });
    const edit = async (price: number, headers: Headers, id = event.id) => {
      const { version } = (await details(id)).event;
      return (await club.put(`/api/admin/events/${id}`, { ...TEXTS, price, version }, headers)).status;
    };
    expect(await edit(2900, staff)).toBe(200);
    club.clock.now += 1;
    expect(await edit(2800, staff)).toBe(403);
    expect([await edit(2900, staff), await edit(3000, staff), await edit(2000, owner)]).toEqual([
      200, 200, 200,
    ]);
    const draft = await create({ publish: false, sessions: [{ ...SESSION, court_ids: [2] }] });
    expect(await edit(1000, staff, draft.id)).toBe(200);
  });
});

describe('a coach', () => {
  const link = async (id: number) =>
    (await club.post(`/api/admin/coaches/${id}/link`, {}, owner)).json.data.url.split('.').at(-1) as string;
  const addCoach = async (name: string): Promise<number> =>
    (await club.post('/api/admin/coaches', { name }, owner)).json.data.coach.id;

  test('sees a week back, and no drafts', async () => {
    const coach_id = await addCoach('Sana Malik');
    await create({ coach_id });
    await create({ coach_id, publish: false, sessions: [{ ...SESSION, start_time: '20:00' }] });
    const key = await link(coach_id);
    const seen = async () =>
      (await club.get(`/api/coach?id=${coach_id}`, { 'x-coach-key': key })).json.sessions.length;
    expect(await seen()).toBe(1);
    club.clock.now = Date.parse('2026-12-03T05:59:00+05:00');
    expect(await seen()).toBe(1);
    club.clock.now = Date.parse('2026-12-03T06:00:00+05:00');
    expect(await seen()).toBe(0);
  });

  test('who takes over gets the dates to come, and hours count for who gave them', async () => {
    const [sana, omar] = [await addCoach('Sana Malik'), await addCoach('Omar Aziz')];
    const sessions = ['2026-11-25', '2026-11-26', '2026-11-27'].map((date) => ({ ...SESSION, date }));
    const event = await create({ coach_id: sana, sessions });
    for (const name of ['Ayesha', 'Bilal']) await add(event.id, name);
    const [ayesha, bilal] = (await details(event.id)).places;
    await goTo(END);
    await attend(event.sessions[0], ayesha.payer_id, true);
    await attend(event.sessions[0], bilal.payer_id, false);
    const edit = async (coach_id: number) => {
      const { version } = (await details(event.id)).event;
      return club.put(`/api/admin/events/${event.id}`, { ...TEXTS, coach_id, version }, owner);
    };
    expect((await edit(omar)).status).toBe(200);
    const busy = { date: '2026-11-26', start_time: '18:30', duration: 60, note: 'Private lesson' };
    expect((await club.post(`/api/admin/coaches/${sana}/busy`, busy, owner)).status).toBe(201);
    expect((await edit(sana)).json.error).toBe('The coach has “Private lesson” at this time.');
    await goTo(Date.parse('2026-11-27T19:00:00+05:00') - 1);
    // Of this month, unless another one is asked for.
    const hours = async () => {
      const { text } = await club.get('/api/admin/coaches/hours.csv', owner);
      return text.split('\r\n').slice(1, -1);
    };
    const held = (coach: string, date: string, players: number) =>
      `${coach},Morning class,${date},18:00,1,${players}`;
    expect(await hours()).toEqual([
      held('Omar Aziz', '2026-11-26', 0),
      held('Sana Malik', '2026-11-25', 1),
      'Omar Aziz,Total,,,1,',
      'Sana Malik,Total,,,1,',
    ]);
    club.clock.now += 1;
    expect(await hours()).toContain(held('Omar Aziz', '2026-11-27', 0));
    expect(await hours()).toContain('Omar Aziz,Total,,,2,');
    expect((await club.get('/api/admin/coaches/hours.csv?month=2026-12', owner)).text).not.toContain('Aziz');
  });
});

test('a make-up takes a place of its own date alone, and none once that is over', async () => {
  const own = await create({ make_ups: true });
  const dates = ['2026-11-26', '2026-11-27', '2026-11-28'].map((date) => ({
    ...SESSION,
    date,
    court_ids: [2],
  }));
  const other = await create({ make_ups: true, most: 3, sessions: dates });
  for (const name of ['Ayesha', 'Bilal', 'Chand']) await add(own.id, name);
  const places = (await details(own.id)).places.map(({ payer_id }: Json) => payer_id as number);
  await goTo(END);
  for (const payer_id of places) await attend(own.sessions[0], payer_id, false);
  const [first, second, third] = other.sessions;
  const makeUp = (payer_id: number, session: Json) => {
    const body = { payer_id, missed_session_id: own.sessions[0].id, session_id: session.id };
    return club.put(`/api/admin/events/${own.id}/make-ups`, body, owner);
  };
  const left = async () => (await details(other.id)).event.places_left;
  const room = async () =>
    (await club.get(`/api/admin/events/${own.id}/make-ups`, owner)).json.data.dates.map(
      ({ session_id }: Json) => session_id,
    );
  const [one, two, three] = places as [number, number, number];
  await makeUp(one, first);
  await makeUp(two, first);
  await makeUp(three, second);
  // The fullest of its dates counts.
  expect([await left(), await room()]).toEqual([1, [first.id, second.id, third.id]]);
  await add(other.id, 'Daud');
  expect([await left(), await room()]).toEqual([0, [second.id, third.id]]);
  club.clock.now = Date.parse('2026-11-27T05:59:00+05:00');
  expect(await left()).toBe(0);
  club.clock.now = Date.parse('2026-11-27T06:00:00+05:00');
  expect(await left()).toBe(1);
  await goTo(Date.parse('2026-11-27T18:00:00+05:00'));
  expect(await room()).toEqual([third.id]);
  expect((await makeUp(one, second)).json.error).toBe(
    'This date is full or over. Please choose another one.',
  );
});

test('a list has at most a hundred events, and sixty dates for a make-up', async () => {
  const event = await create({ make_ups: true });
  club.db.run(
    `INSERT INTO event (kind, title, least, most, price, join_until, leave_hours, make_ups, state, created_at)
     SELECT kind, title, least, most, price, join_until, leave_hours, make_ups, state, created_at
     FROM event, json_each('${JSON.stringify(Array(100).fill(0))}')`,
  );
  club.db.run(
    `INSERT INTO event_session (event_id, date, start_time, duration)
     SELECT id, '2026-11-26', '18:00', 60 FROM event WHERE id > ${event.id}`,
  );
  const shown = (await club.get('/api/events')).json;
  expect([shown.length, shown[0].id]).toEqual([100, event.id]);
  const { dates } = (await club.get(`/api/admin/events/${event.id}/make-ups`, owner)).json.data;
  expect(dates).toHaveLength(60);
});

describe('one network sends only so many', () => {
  const from = { 'x-forwarded-for': '203.0.113.7' };
  const person = (at: number) => ({ name: 'Ayesha Khan', email: `p${at}@example.com` });
  const join999 = (at: number) => club.post('/api/events/999/places', person(at), from);
  test.each([
    ['joins an hour', 60, HOUR_MS, 404, join999],
    ['joins of one mailbox an hour', 10, HOUR_MS, 404, () => join999(1)],
    [
      'make-ups an hour',
      60,
      HOUR_MS,
      403,
      () => club.put('/api/payers/999/make-ups', { missed_session_id: 1, session_id: null }, from),
    ],
    [
      'requests for a coach’s page in ten minutes',
      120,
      10 * MINUTE_MS,
      403,
      () => club.get('/api/coach?id=1', from),
    ],
  ] as const)('%s', async (_, limit, window, status, send) => {
    const statuses: number[] = [];
    for (let at = 0; at < limit; at += 1) statuses.push((await send(at)).status);
    expect(new Set(statuses)).toEqual(new Set([status]));
    club.clock.now += window - 1;
    expect((await send(limit)).status).toBe(429);
    club.clock.now += 1;
    expect((await send(limit)).status).toBe(status);
  });

  test('and nobody locks a player out from their own network', async () => {
    for (let at = 0; at < 10; at += 1) await join999(1);
    expect((await join999(1)).status).toBe(429);
    const own = { 'x-forwarded-for': '198.51.100.9' };
    expect((await club.post('/api/events/999/places', person(1), own)).status).toBe(404);
  });
});
