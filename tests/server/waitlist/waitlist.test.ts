import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { addDays, businessDayOf } from '../../../src/domain/business-day.ts';
import { listOfferFaults } from '../../../src/waitlist/check-offer-integrity.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { openMailedClub } from '../../support/mailed-club.ts';
import { bookingBody, createTestClub, fromNetworkOf, type TestClub } from '../../support/test-club.ts';
import { entryKeyHeader, offerKeyHeader, offerLink } from '../../support/waitlist-links.ts';

const MINUTE = 60_000;
const JOB = 'release what is due';
const DATE = '2026-11-21';

let club: TestClub;
let admin: Record<string, string>;
/** The booking that fills each court from 6 PM to 8 PM. */
let fill: { court1: number; court2: number };

beforeEach(async () => {
  // Friday, 6 PM.
  club = await createTestClub({ env: { TRUST_PROXY: '1' }, now: Date.parse('2026-11-20T18:00:00+05:00') });
  admin = (await club.signIn({ is_admin: true, email: 'admin@example.com' })).headers;
  fill = {
    court1: await book('18:00', 120, { court_id: 1 }),
    court2: await book('18:00', 120, { court_id: 2 }),
  };
});
afterEach(() => {
  expect(listOfferFaults(club.db)).toEqual([]);
  club.close();
});

async function book(
  start_time: string,
  duration: number,
  over: Record<string, unknown> = {},
): Promise<number> {
  const slots = Array.from({ length: duration / 30 }, (_, index) => {
    const minutes = Number(start_time.slice(0, 2)) * 60 + Number(start_time.slice(3)) + index * 30;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 ? '30' : '00'}`;
  });
  const body = { court_id: 1, date: DATE, slots, name: 'Omar Sheikh', ...over };
  const { json, status } = await club.post('/api/admin/bookings', body, admin);
  expect(status).toBe(201);
  return json.data.booking.id;
}
const cancel = (id: number) =>
  club.put(`/api/admin/bookings/${id}/status`, { status: 'cancelled', cancelled_by: 'club' }, admin);
const entryBody = (over: Record<string, unknown> = {}) => ({
  date: DATE,
  from: '18:00',
  until: '20:00',
  duration: 60,
  court_id: 1,
  name: 'Sana Malik',
  email: 'sana@example.com',
  phone: '0300 7654321',
  ...over,
});
const entry = (over: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  club.post('/api/waitlist', entryBody(over), { ...fromNetworkOf(`${over.email}`), ...headers });
const confirm = (id: number) => club.post(`/api/waitlist/${id}/confirm`, {}, entryKeyHeader(club, id));
const leave = (id: number) => club.delete(`/api/waitlist/${id}`, entryKeyHeader(club, id));
/** A confirmed entry of a guest; returns its number. */
async function waitFor(email: string, over: Record<string, unknown> = {}): Promise<number> {
  const { json, status } = await entry({ email, phone: '', ...over });
  expect([email, status, json.error]).toEqual([email, 201, undefined]);
  expect((await confirm(json.entry.id)).json.entry.state).toBe('open');
  return json.entry.id;
}
const offers = () =>
  club
    .rows<{
      id: number;
      email: string;
      court_id: number;
      date: string;
      from_position: number;
      slots: number;
      state: string;
    }>(
      `SELECT offer.id, waitlist_entry.email, offer.court_id, offer.date, offer.from_position, offer.slots, offer.state
       FROM offer JOIN waitlist_entry ON waitlist_entry.id = offer.waitlist_entry_id ORDER BY offer.id`,
    )
    .map(({ id, email, court_id, from_position, slots, state }) => ({
      id,
      to: email.split('@')[0],
      court_id,
      from: 6 + from_position / 2,
      hours: slots / 2,
      state,
    }));
const messages = (kind: string) =>
  club.rows<{ recipient: string; state: string; details: string }>(
    `SELECT recipient, state, details FROM outbox WHERE kind = '${kind}' ORDER BY id`,
  );
const runAt = async (at: string) => {
  club.clock.now = Date.parse(`${at}+05:00`);
  await club.schedule.runNow(JOB);
};
const slotAt = async (start: string, courtId = 1) =>
  (await club.get(`/api/slots?date=${DATE}&courtId=${courtId}`)).json.find(
    (slot: { start_time: string }) => slot.start_time === start,
  );
const acceptBody = (offerId: number, over: Record<string, unknown> = {}) =>
  bookingBody({ date: DATE, email: 'sana@example.com', offer: offerLink(club, offerId), ...over });

test('the page of an entry leads to what is held for it now, and only then', async () => {
  const id = await waitFor('sana@example.com');
  const other = await waitFor('bilal@example.com');
  const read = async (of = id) => (await club.get(`/api/waitlist/${of}`, entryKeyHeader(club, of))).json;
  expect(await read()).toMatchObject({ entry: { state: 'open' }, offer: null });
  await cancel(fill.court1);
  const [held] = [await read(), await read(other)].map(({ offer }) => offer).filter(Boolean);
  expect(held).toEqual({
    court_name: 'Court 1 - Premium Panoramic',
    slots: ['18:00', '18:30'],
    expires_at: '2026-11-20T18:15:00+05:00',
    url: `http://localhost:3000/booking#offer=${offerLink(club, 1)}`,
  });
  club.clock.now = Date.parse('2026-11-20T18:15:00+05:00');
  expect([(await read()).offer, (await read(other)).offer]).toEqual([null, null]);
});

describe('the reception', () => {
  const confirmFor = (id: number) => club.post(`/api/admin/waitlist/${id}/confirm`, {}, admin);
  const states = () => club.rows('SELECT state FROM waitlist_entry ORDER BY id');

  test('confirms an entry for a guest whom no email reaches, and what is free is offered', async () => {
    await entry();
    await cancel(fill.court1);
    expect(offers()).toEqual([]);
    const kinds: string[] = [];
    club.club.onEventCommitted(({ kind }) => kinds.push(kind));
    expect(await confirmFor(1)).toMatchObject({ status: 200, json: { data: { id: 1 } } });
    expect(kinds).toEqual(expect.arrayContaining(['waitlist_entry.changed', 'offer.made']));
    expect(offers()).toMatchObject([{ to: 'sana', from: 18, hours: 1, state: 'open' }]);
    // A second press changes nothing.
    expect((await confirmFor(1)).status).toBe(200);
    await leave(1);
    expect((await confirmFor(1)).json.error).toBe('This customer has left the waiting list.');
    expect(states()).toEqual([{ state: 'left' }]);
  });

  test('confirms no more entries than the guest could', async () => {
    const { json } = await entry();
    for (let number = 0; number < 5; number += 1) await waitFor('sana@example.com');
    expect((await confirmFor(json.entry.id)).json.error).toBe(
      'Sana Malik is already waiting for 5 times. Please leave one of them first.',
    );
  });

  test('leaves it to the link that an email takes', async () => {
    const mailed = await openMailedClub();
    const { club, admin } = mailed;
    const date = addDays(businessDayOf(club.clock.now), 1);
    const closure = { court_id: 1, date, slots: ['18:00', '18:30', '19:00', '19:30'], reason: 'Rain' };
    expect((await club.post('/api/admin/closures', closure, admin.headers)).status).toBe(201);
    const { id } = (await club.post('/api/waitlist', entryBody({ date }))).json.entry;
    const answer = await club.post(`/api/admin/waitlist/${id}/confirm`, {}, admin.headers);
    await mailed.close();
    expect([answer.status, answer.json.error]).toEqual([
      409,
      'We have sent a link to sana@example.com, which confirms it.',
    ]);
  });
});

describe('a waitlist entry', () => {
  test('of a guest waits for the confirmation by its link', async () => {
    const { status, json } = await entry();
    expect([status, json.entry.state]).toEqual([201, 'unconfirmed']);
    expect(messages('waitlist.received')).toMatchObject([{ recipient: 'sana@example.com' }]);
    await cancel(fill.court1);
    expect(offers()).toEqual([]);
    const kinds: string[] = [];
    club.club.onEventCommitted(({ kind }) => kinds.push(kind));
    // What is free by now is offered with the confirmation.
    expect((await confirm(1)).json.entry.state).toBe('open');
    // Open dashboards read the list again.
    expect(kinds).toEqual(expect.arrayContaining(['waitlist_entry.changed', 'offer.made']));
    expect(offers()).toMatchObject([{ to: 'sana', from: 18, hours: 1, state: 'open' }]);
    expect((await confirm(1)).status).toBe(200);
    expect(offers()).toHaveLength(1);
  });

  test("of a member's own verified address needs none", async () => {
    const member = await club.signIn({ email: 'member@example.com' });
    const own = await entry({ email: 'Member@example.com' }, member.headers);
    expect(own.json.entry.state).toBe('open');
    const other = await entry({ email: 'friend@example.com' }, member.headers);
    expect(other.json.entry.state).toBe('unconfirmed');
    club.db.run('UPDATE user SET email_verified = 0 WHERE id = ?', [member.id]);
    const unverified = await entry({ email: 'member@example.com' }, member.headers);
    expect(unverified.json.entry.state).toBe('unconfirmed');
    // An entry belongs to the account only when the account has proven its address.
    expect(club.rows('SELECT user_id FROM waitlist_entry ORDER BY id')).toEqual([
      ...[{ user_id: member.id }, { user_id: null }, { user_id: null }],
    ]);
  });

  test('that a free time fits is refused with that time', async () => {
    const { status, json } = await entry({ from: '18:00', until: '21:00' });
    expect([status, json.reason]).toEqual([409, 'wrong_state']);
    expect(json.error).toBe('Court 1 is free 8 PM – 9 PM. You can book it now.');
    // A slot that begins at this moment cannot be booked any more, and half an hour is left.
    const over = await entry({ date: '2026-11-20', until: '19:00' });
    expect(over.json.fields).toEqual({ until: 'This time is over. Please choose a later one.' });
  });

  test('that nobody can wait for is refused with its field', async () => {
    const cases: [string, Record<string, unknown>, string][] = [
      ['no contact', { email: '', phone: '' }, 'email'],
      ['a phone without text messages', { email: '' }, 'email'],
      ['a window shorter than the play', { until: '18:30' }, 'until'],
      ['closed hours', { from: '04:00', until: '06:00' }, 'from'],
      ['a day that is over', { date: '2026-11-19' }, 'date'],
      ['an impossible date', { date: '2026-02-30' }, 'date'],
      ['half an hour', { duration: 30 }, 'duration'],
      ['an unknown court', { court_id: 9 }, 'court_id'],
    ];
    for (const [name, over, field] of cases) {
      const { status, json } = await entry(over);
      expect([name, status, Object.keys(json.fields ?? {})]).toEqual([name, 422, [field]]);
    }
    expect(club.rows('SELECT id FROM waitlist_entry')).toEqual([]);
  });

  test('may be one of at most five of a person', async () => {
    for (let index = 0; index < 5; index += 1) await waitFor(`sana+${index}@example.com`);
    const { status, headers } = await entry({ email: 'Sana@example.com' });
    expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
    // The sixth of six entries that wait for their confirmation is refused with it.
    const ids: number[] = [];
    for (let index = 0; index < 6; index += 1)
      ids.push((await entry({ email: 'unconfirmed@example.com' })).json.entry.id);
    const statuses = [];
    for (const id of ids) statuses.push((await confirm(id)).status);
    expect(statuses).toEqual([...Array(5).fill(200), 409]);
    // The day of play counts.
    club.clock.now = Date.parse('2026-11-21T10:00:00+05:00');
    expect((await entry({ email: 'sana@example.com' })).status).toBe(429);
    await leave(1);
    expect((await entry({ email: 'sana@example.com' })).status).toBe(201);
    await waitFor('sana@example.com');
    expect((await entry({ email: 'sana@example.com' })).status).toBe(429);
    // What was waited for yesterday counts no more.
    club.clock.now = Date.parse('2026-11-22T10:00:00+05:00');
    for (const court_id of [1, 2]) await book('18:00', 120, { court_id, date: '2026-11-22' });
    expect((await entry({ email: 'sana@example.com', date: '2026-11-22' })).status).toBe(201);
  });

  test('that a stranger typed does not keep the person of the address from waiting', async () => {
    await club.close();
    club = await createTestClub({
      now: Date.parse('2026-11-20T18:00:00+05:00'),
      env: { TRUST_PROXY: '1' },
    });
    admin = (await club.signIn({ is_admin: true, email: 'admin@example.com' })).headers;
    await book('18:00', 120);
    const stranger = { 'x-forwarded-for': '203.0.113.7' };
    let last = await entry({}, stranger);
    for (let index = 0; index < 10; index += 1) last = await entry({}, stranger);
    expect(last.status).toBe(429);
    const own = await entry({}, { 'x-forwarded-for': '198.51.100.4' });
    expect(own.status).toBe(201);
    expect((await confirm(own.json.entry.id)).json.entry.state).toBe('open');
  });

  test('is read, confirmed and left with its key only', async () => {
    await entry();
    for (const headers of [{}, { 'x-waitlist-key': 'A'.repeat(32) }, offerKeyHeader(club, 1)]) {
      expect((await club.get('/api/waitlist/1', headers)).status).toBe(403);
      expect((await club.post('/api/waitlist/1/confirm', {}, headers)).status).toBe(403);
      expect((await club.delete('/api/waitlist/1', headers)).status).toBe(403);
    }
    expect((await club.get('/api/waitlist/1', entryKeyHeader(club, 1))).json.entry).toEqual({
      ...{
        id: 1,
        date: DATE,
        from: '18:00',
        until: '20:00',
        duration: 60,
        court_id: 1,
        state: 'unconfirmed',
        email: 'sana@example.com',
        sms_updates: false,
      },
    });
    expect(club.logLines.join('\n')).not.toContain(entryKeyHeader(club, 1)['x-waitlist-key']);
    expect(await leave(1)).toMatchObject({ status: 200, json: { entry: { state: 'left' } } });
    expect((await confirm(1)).json.entry.state).toBe('left');
    await cancel(fill.court1);
    expect(offers()).toEqual([]);
  });

  test('wrong keys are limited, and the right one still works', async () => {
    await entry();
    const statuses = [];
    for (let index = 0; index < 31; index += 1)
      statuses.push((await club.get('/api/waitlist/1', { 'x-waitlist-key': `${index}` })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
    expect((await club.get('/api/waitlist/1', entryKeyHeader(club, 1))).status).toBe(200);
  });
});

describe('what frees', () => {
  test('is held for the first entry that fits, with an email and one link', async () => {
    await waitFor('elsewhere@example.com', { court_id: 2 });
    await waitFor('longer@example.com', { duration: 150, until: '20:30', court_id: 2 });
    await waitFor('first@example.com');
    await waitFor('second@example.com');
    // The customer reads whole minutes and has fifteen of them.
    club.clock.now += 20_000;
    await cancel(fill.court1);
    expect(offers()).toMatchObject([
      { to: 'first', court_id: 1, from: 18, hours: 1, state: 'open' },
      { to: 'second', court_id: 1, from: 19, hours: 1, state: 'open' },
    ]);
    expect(messages('offer.made').map(({ recipient }) => recipient)).toEqual([
      'first@example.com',
      'second@example.com',
    ]);
    expect(await slotAt('18:00')).toMatchObject({
      available: false,
      offered_until: '2026-11-20T18:16:00+05:00',
    });
    expect(await slotAt('20:00')).not.toHaveProperty('offered_until');
    const { json } = await club.get(`/api/admin/day?date=${DATE}`, admin);
    expect(json.data.courts[0].offers).toMatchObject([
      { slots: ['18:00', '18:30'] },
      { slots: ['19:00', '19:30'] },
    ]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a cancellation', () => cancel(fill.court1)],
    [
      'a move',
      () => {
        const target = {
          court_id: 1,
          date: '2026-11-22',
          slots: ['18:00', '18:30', '19:00', '19:30'],
          version: 1,
        };
        return club.put(`/api/admin/bookings/${fill.court1}/slots`, target, admin);
      },
    ],
  ])('by %s is offered', async (_, free) => {
    await waitFor('first@example.com');
    expect(((await free()) as { status: number }).status).toBe(200);
    expect(offers()).toMatchObject([{ to: 'first', state: 'open' }]);
  });

  test('by an unpaid booking at its deadline and by a reopened court is offered', async () => {
    await club.post('/api/book', bookingBody({ date: DATE, start_time: '21:00' }));
    const slots = ['22:00', '22:30'];
    const { json } = await club.post(
      '/api/admin/closures',
      { court_id: 1, date: DATE, slots, reason: 'Repair' },
      admin,
    );
    await waitFor('unpaid@example.com', { from: '21:00', until: '22:00' });
    await waitFor('closed@example.com', { from: '22:00', until: '23:00' });
    await runAt('2026-11-21T09:30:00');
    expect(offers()).toMatchObject([{ to: 'unpaid', from: 21 }]);
    await club.delete(`/api/admin/closures/${json.data.closure.id}`, admin);
    expect(offers()).toMatchObject([
      { to: 'unpaid', from: 21 },
      { to: 'closed', from: 22 },
    ]);
  });

  test('passes to the next entry after fifteen minutes, and never to the same one again', async () => {
    await waitFor('first@example.com', { until: '19:00' });
    await waitFor('second@example.com', { until: '19:00' });
    await cancel(fill.court1);
    await runAt('2026-11-20T18:14:59');
    expect(offers()).toMatchObject([{ to: 'first', state: 'open' }]);
    await runAt('2026-11-20T18:15:00');
    expect(offers()).toMatchObject([
      { to: 'first', state: 'passed' },
      { to: 'second', state: 'open' },
    ]);
    await runAt('2026-11-20T18:30:00');
    expect(offers()).toMatchObject([
      { to: 'first', state: 'passed' },
      { to: 'second', state: 'passed' },
    ]);
    expect((await slotAt('18:00')).available).toBe(true);
    expect((await slotAt('18:00')).offered_until).toBeUndefined();
    // Only the club's own end is news.
    expect(messages('offer.withdrawn')).toEqual([]);
  });

  test.each([
    ['one mailbox', 'sana+2@example.com', '0300 1111111', 'passed'],
    ['one phone', 'office@example.com', '+92 300 7654321', 'accepted'],
  ])('a person with %s has one offer at a time, then the next', async (_, email, phone, end) => {
    await waitFor('sana@example.com', { until: '19:00', phone: '0300 7654321' });
    await waitFor(email, { court_id: 2, phone });
    await cancel(fill.court1);
    await cancel(fill.court2);
    await club.schedule.runNow(JOB);
    expect(offers()).toMatchObject([{ court_id: 1, state: 'open' }]);
    if (end === 'passed') await runAt('2026-11-20T18:15:00');
    else {
      expect((await club.post('/api/book', acceptBody(1))).status).toBe(201);
      // The job looks at once, in the same minute.
      await club.schedule.runNow(JOB);
    }
    expect(offers()).toMatchObject([
      { court_id: 1, state: end },
      { court_id: 2, state: 'open' },
    ]);
  });

  test('is for the first who may have it, however many before them may not', async () => {
    await waitFor('sana@example.com', { until: '19:00', phone: '0300 7654321' });
    for (let at = 0; at < 16; at += 1)
      await waitFor(`same-phone-${at}@example.com`, { until: '20:00', phone: '0300 7654321' });
    await waitFor('last@example.com', { until: '20:00' });
    await cancel(fill.court1);
    expect(offers().map(({ to, from }) => [to, from])).toEqual([
      ['sana', 18],
      ['last', 19],
    ]);
  });

  test('a waitlist entry that let three offers pass ends', async () => {
    await book('20:00', 120, { court_id: 2 });
    const id = await waitFor('omar@example.com', { until: '22:00', court_id: 2 });
    await waitFor('later@example.com', { from: '20:00', until: '22:00', court_id: 2 });
    await cancel(fill.court2);
    for (const minutes of [15, 30]) await runAt(`2026-11-20T18:${minutes}:00`);
    expect(offers().map(({ from, state }) => [from, state])).toEqual([
      [18, 'passed'],
      [19, 'passed'],
    ]);
    await cancel(3);
    // A customer who let offers pass comes after one who had none.
    expect(offers().map(({ to, from }) => [to, from])).toEqual([
      ...[
        ['omar', 18],
        ['omar', 19],
        ['later', 20],
        ['omar', 21],
      ],
    ]);
    await runAt('2026-11-20T18:46:00');
    expect(
      offers()
        .filter(({ to }) => to === 'omar')
        .map(({ state }) => state),
    ).toEqual(Array(3).fill('passed'));
    expect(club.rows(`SELECT state FROM waitlist_entry WHERE id = ${id}`)).toEqual([{ state: 'passed' }]);
  });

  test('on a retired court is offered to nobody', async () => {
    await waitFor('sana@example.com', { court_id: null });
    const retired = { active: false };
    expect((await club.put('/api/admin/courts/2', retired, admin)).status).toBe(200);
    await cancel(fill.court2);
    expect(offers()).toEqual([]);
  });

  test('is offered up to 45 minutes before play', async () => {
    await waitFor('in-time@example.com', { until: '19:00', court_id: 2 });
    await waitFor('late@example.com', { until: '19:00' });
    club.clock.now = Date.parse('2026-11-21T17:15:00+05:00');
    await cancel(fill.court2);
    club.clock.now += 1;
    await cancel(fill.court1);
    expect(offers()).toMatchObject([{ to: 'in-time', court_id: 2 }]);
    expect((await slotAt('18:00')).available).toBe(true);
  });

  test('at night is held at once and until the morning, then for the next one', async () => {
    const id = await waitFor('sana@example.com', { until: '19:00' });
    await waitFor('omar@example.com', { until: '19:00' });
    club.clock.now = Date.parse('2026-11-21T00:30:00+05:00');
    await cancel(fill.court1);
    expect(offers()).toMatchObject([{ to: 'sana', from: 18, state: 'open' }]);
    expect(messages('offer.made')).toMatchObject([{ recipient: 'sana@example.com', state: 'queued' }]);
    expect((await slotAt('18:00')).available).toBe(false);
    const { offer } = (await club.get(`/api/waitlist/${id}`, entryKeyHeader(club, id))).json;
    expect(offer.expires_at).toBe('2026-11-21T09:00:00+05:00');
    await runAt('2026-11-21T08:59:59');
    expect(offers()).toMatchObject([{ to: 'sana', state: 'open' }]);
    await runAt('2026-11-21T09:00:00');
    expect(offers()).toMatchObject([
      { to: 'sana', state: 'passed' },
      { to: 'omar', state: 'open' },
    ]);
    expect(club.rows('SELECT expires_at FROM offer ORDER BY id DESC LIMIT 1')).toEqual([
      { expires_at: Date.parse('2026-11-21T09:15:00+05:00') },
    ]);
  });

  test('at night is held as by day for play that the morning is too late for', async () => {
    const ids = [await book('09:30', 60), await book('10:30', 60)];
    await waitFor('early@example.com', { from: '09:30', until: '10:30' });
    await waitFor('late@example.com', { from: '10:30', until: '11:30' });
    club.clock.now = Date.parse('2026-11-21T03:00:00+05:00');
    for (const id of ids) await cancel(id);
    const ends = club.rows<{ email: string; ends: number }>(
      `SELECT email, expires_at AS ends FROM offer JOIN waitlist_entry ON waitlist_entry.id = waitlist_entry_id ORDER BY offer.id`,
    );
    expect(ends).toEqual([
      { email: 'early@example.com', ends: Date.parse('2026-11-21T03:15:00+05:00') },
      { email: 'late@example.com', ends: Date.parse('2026-11-21T09:00:00+05:00') },
    ]);
  });

  test('because the club opens longer is offered within a minute', async () => {
    await waitFor('sana@example.com', { until: '19:00' });
    club.db.run(`DELETE FROM claim WHERE booking_id = ${fill.court1}`);
    club.db.run(`UPDATE booking SET state = 'cancelled' WHERE id = ${fill.court1}`);
    await club.schedule.runNow(JOB);
    club.clock.now += MINUTE;
    await club.schedule.runNow(JOB);
    expect(offers()).toMatchObject([{ to: 'sana', state: 'open' }]);
  });

  test('an offer made while the clock was ahead ends with the corrected clock', async () => {
    await waitFor('sana@example.com', { until: '19:00' });
    club.clock.now += 6 * 60 * MINUTE - MINUTE;
    await cancel(fill.court1);
    expect(offers()).toMatchObject([{ state: 'open' }]);
    await runAt('2026-11-20T18:00:00');
    expect(offers()).toMatchObject([{ state: 'passed' }]);
  });
});

describe('what one source is offered', () => {
  const NETWORK = { 'x-forwarded-for': '100.64.0.1' };
  /** A confirmed entry from the shared network. */
  const waitFromNetwork = async (email: string, over: Record<string, unknown> = {}) => {
    const { status, json } = await entry({ email, phone: '', ...over }, NETWORK);
    expect([email, status]).toEqual([email, 201]);
    await confirm(json.entry.id);
  };
  const openOffers = () =>
    offers()
      .filter(({ state }) => state === 'open')
      .map(({ to, court_id, from }) => [to, court_id, from]);
  const passOffers = async () => {
    club.clock.now += 15 * MINUTE;
    await club.schedule.runNow(JOB);
  };
  /** A booking of a guest over the site. */
  const bookOnline = async (over: Record<string, unknown> = {}) => {
    const body = bookingBody({ date: DATE, email: 'sana@example.com', payment_method: 'cash', ...over });
    const { status, json } = await club.post('/api/book', body, fromNetworkOf(body.email));
    expect([status, json.error]).toEqual([201, undefined]);
    const path = `/api/booking/${json.booking.id}`;
    return { id: json.booking.id as number, path, key: keyHeader(json) };
  };

  test('is one offer of a court at a time for a network, then the next', async () => {
    await waitFromNetwork('first@example.com', { court_id: null });
    await waitFromNetwork('second@example.com', { court_id: null });
    await waitFromNetwork('third@example.com', { court_id: null });
    await cancel(fill.court1);
    await cancel(fill.court2);
    expect(openOffers()).toEqual([
      ['first', 1, 18],
      ['second', 2, 18],
    ]);
    await passOffers();
    expect(openOffers()).toContainEqual(['third', 1, 18]);
  });

  test('is the same time at most eight times for a network, and the next one still gets it', async () => {
    await waitFor('elsewhere@example.com', { until: '19:00' });
    for (let index = 0; index < 10; index += 1)
      await waitFromNetwork(`mallory${index}@example.com`, { until: '19:00' });
    // The network asked first.
    club.db.run("UPDATE waitlist_entry SET id = 1000 WHERE email = 'elsewhere@example.com'");
    await cancel(fill.court1);
    for (let turn = 0; turn < 12; turn += 1) {
      club.clock.now = Date.parse('2026-11-20T18:00:00+05:00') + (turn + 1) * 15 * MINUTE;
      await club.schedule.runNow(JOB);
    }
    expect(offers().map(({ to, state }) => [to, state])).toEqual([
      ...Array.from({ length: 8 }, (_, index) => [`mallory${index}`, 'passed']),
      ['elsewhere', 'passed'],
    ]);
    expect((await slotAt('18:00')).available).toBe(true);
  });

  test('is nothing while the contact holds its share unpaid', async () => {
    const wholeDay = { start_time: '07:00', duration: 42 * 30 };
    const held = [
      await bookOnline({ ...wholeDay, date: '2026-11-23' }),
      await bookOnline({ ...wholeDay, date: '2026-11-23', court_id: 2 }),
    ];
    await waitFor('sana@example.com', { until: '19:00' });
    await cancel(fill.court1);
    expect(openOffers()).toEqual([]);
    await club.put(`/api/admin/bookings/${held[0]?.id}/status`, { status: 'paid' }, admin);
    await passOffers();
    expect(openOffers()).toEqual([['sana', 1, 18]]);
  });

  test('is a share of their own for a member whose contact a stranger typed', async () => {
    const member = await club.signIn({ email: 'sana@example.com' });
    const wholeDay = { start_time: '07:00', duration: 42 * 30, date: '2026-11-23' };
    for (const court_id of [1, 2]) await bookOnline({ ...wholeDay, court_id });
    await entry({ email: 'sana@example.com', phone: '', until: '19:00' }, member.headers);
    await cancel(fill.court1);
    expect(openOffers()).toEqual([['sana', 1, 18]]);
  });

  test('counts like an unpaid booking, also while it is booked', async () => {
    const wholeDay = { start_time: '07:00', duration: 42 * 30, date: '2026-11-23' };
    await bookOnline(wholeDay);
    await bookOnline({ ...wholeDay, court_id: 2, duration: 40 * 30 });
    await waitFor('sana@example.com', { until: '19:00' });
    await cancel(fill.court1);
    const more = bookingBody({ date: '2026-11-24', email: 'sana@example.com' });
    expect((await club.post('/api/book', more, fromNetworkOf('sana@example.com'))).status).toBe(429);
    const accepted = await club.post('/api/book', acceptBody(1), fromNetworkOf('sana@example.com'));
    expect([accepted.status, accepted.json.error]).toEqual([201, undefined]);
  });

  test.each<[string, (booked: Awaited<ReturnType<typeof bookOnline>>) => Promise<unknown>]>([
    ['cancelled', ({ path, key }) => club.post(`${path}/cancel`, {}, key)],
    [
      'moved',
      ({ path, key }) => {
        const target = { court_id: 1, date: '2026-11-25', slots: ['21:00', '21:30'], amount: 5000 };
        return club.post(`${path}/reschedule`, target, key);
      },
    ],
    ['did not pay', () => runAt('2026-11-21T09:00:00')],
  ])('is nothing that its contact %s itself', async (_, giveUp) => {
    const window = { from: '21:00', until: '22:00' };
    const booked = await bookOnline({ start_time: '21:00', payment_method: 'bank_transfer' });
    await waitFor('sana+waits@example.com', window);
    await waitFor('friend@example.com', {
      ...window,
      phone: bookingBody({ email: 'sana@example.com' }).phone,
    });
    await waitFor('second@example.com', window);
    await giveUp(booked);
    expect(openOffers()).toEqual([['second', 1, 21]]);
    await passOffers();
    expect(openOffers()).toEqual([]);
  });

  test('is what the club took from the contact', async () => {
    const booked = await bookOnline({ start_time: '21:00' });
    await waitFor('sana@example.com', { from: '21:00', until: '22:00' });
    await cancel(booked.id);
    expect(openOffers()).toEqual([['sana', 1, 21]]);
  });

  test('is what the club took from the contact, who had it by another entry', async () => {
    await waitFor('sana@example.com', { until: '19:00' });
    await waitFor('sana+any@example.com', { until: '19:00', court_id: null });
    await cancel(fill.court1);
    const accepted = await club.post('/api/book', acceptBody(1), fromNetworkOf('sana@example.com'));
    await cancel(accepted.json.booking.id);
    expect(openOffers()).toEqual([['sana+any', 1, 18]]);
  });

  test('counts for no network when the reception wrote the entries down', async () => {
    for (const email of ['first@example.com', 'second@example.com']) {
      const { json } = await entry({ email, phone: '' }, { ...NETWORK, ...admin });
      await confirm(json.entry.id);
    }
    expect(club.rows("SELECT 1 FROM waitlist_entry WHERE origins <> '[]'")).toEqual([]);
    // Nothing else of the day is free, so that the second offer has the last hour.
    for (const [start, hours] of [
      ['07:00', 11],
      ['20:00', 4],
      ['00:00', 4],
    ] as const)
      await book(start, hours * 60);
    await cancel(fill.court1);
    expect(openOffers()).toEqual([
      ['first', 1, 18],
      ['second', 1, 19],
    ]);
  });

  test('is not what another entry of the contact let pass', async () => {
    await waitFor('sana@example.com', { until: '19:00' });
    await waitFor('sana+any@example.com', { until: '19:00', court_id: null });
    await cancel(fill.court1);
    await passOffers();
    expect(offers()).toHaveLength(1);
  });

  test('is nothing that the contact left while it was held, whatever entry waits for it next', async () => {
    await waitFor('sana@example.com', { until: '19:00' });
    await waitFor('sana+again@example.com', { until: '19:00' });
    await cancel(fill.court1);
    expect(openOffers()).toEqual([['sana', 1, 18]]);
    await waitFor('sana+third@example.com', { until: '19:00', court_id: null });
    await leave(1);
    for (let run = 0; run < 2; run += 1) await passOffers();
    expect(offers()).toHaveLength(1);
    expect((await slotAt('18:00')).available).toBe(true);
  });

  test('is what the contact waits for again after it left without an offer, behind those who stayed', async () => {
    await waitFor('sana@example.com', { until: '19:00' });
    await waitFor('second@example.com', { until: '19:00' });
    await leave(1);
    await waitFor('sana@example.com', { until: '19:00' });
    await cancel(fill.court1);
    expect(openOffers()).toEqual([['second', 1, 18]]);
    await passOffers();
    expect(openOffers()).toEqual([['sana', 1, 18]]);
    expect((await leave(1)).json.entry.state).toBe('left');
    expect(openOffers()).toEqual([['sana', 1, 18]]);
  });

  test('is forgotten with the day', async () => {
    const booked = await bookOnline({ start_time: '21:00' });
    await waitFor('second@example.com', { from: '21:00', until: '22:00' });
    await club.post(`${booked.path}/cancel`, {}, booked.key);
    await passOffers();
    const kept = () =>
      ['offer_origin', 'freed_slot'].map((table) => club.rows(`SELECT 1 FROM ${table}`).length);
    club.clock.now = Date.parse('2026-11-21T06:00:00+05:00');
    for (const job of ['booking-origin-cleanup', 'waitlist-cleanup']) await club.schedule.runNow(job);
    // A network and an email of the offer; an email and a phone times two slots.
    expect(kept()).toEqual([2, 4]);
    club.clock.now = Date.parse('2026-11-22T06:00:00+05:00');
    for (const job of ['booking-origin-cleanup', 'waitlist-cleanup']) await club.schedule.runNow(job);
    expect(kept()).toEqual([0, 0]);
  });

  test('keeps no network once the customer is no longer waiting', async () => {
    await waitFor('sana@example.com');
    const origins = () => club.rows<{ origins: string }>('SELECT origins FROM waitlist_entry');
    expect(JSON.parse(origins()[0]?.origins ?? '')).toMatchObject([{ kind: 'network', factor: 1 }]);
    await leave(1);
    expect(origins()).toEqual([{ origins: '[]' }]);
  });
});

describe('an offer', () => {
  beforeEach(async () => {
    await waitFor('sana@example.com', { name: 'Sana Malik', phone: '0300 7654321', until: '19:00' });
    await waitFor('second@example.com', { until: '19:00' });
    await cancel(fill.court1);
  });

  test('opens with its key and fills in the wizard', async () => {
    expect((await club.get('/api/offers/1', entryKeyHeader(club, 1))).status).toBe(403);
    const { json } = await club.get('/api/offers/1', offerKeyHeader(club, 1));
    expect(json.offer).toEqual({
      ...{
        id: 1,
        court_id: 1,
        court_name: 'Court 1 - Premium Panoramic',
        date: DATE,
        slots: ['18:00', '18:30'],
      },
      state: 'open',
      expires_at: '2026-11-20T18:15:00+05:00',
      name: 'Sana Malik',
      email: 'sana@example.com',
      phone: '+923007654321',
      sms_updates: false,
    });
  });

  test('ends when its court closes, and nobody else is offered the time', async () => {
    const span = { court_ids: [1], first_day: DATE, last_day: DATE, from: '18:00', until: '18:30' };
    const seen = await club.post('/api/admin/close-courts/preview', span, admin);
    expect(seen.json.data).toEqual({ in_the_way: [], offers: 1 });
    const closed = await club.post('/api/admin/close-courts', { ...span, reason: 'Rain' }, admin);
    expect(closed.json.data.closures).toMatchObject([{ court_id: 1, slots: ['18:00'] }]);
    expect(offers()).toMatchObject([{ to: 'sana', state: 'ended' }]);
    expect(messages('offer.withdrawn')).toMatchObject([{ recipient: 'sana@example.com' }]);
  });

  test('is booked by its link only', async () => {
    expect((await club.post('/api/book', bookingBody({ date: DATE }))).status).toBe(409);
    const walkIn = { court_id: 1, date: DATE, slots: ['18:00', '18:30'], name: 'Omar' };
    expect((await club.post('/api/admin/bookings', walkIn, admin)).status).toBe(409);
    const closure = { court_id: 1, date: DATE, slots: ['18:00'], reason: 'Repair' };
    expect((await club.post('/api/admin/closures', closure, admin)).json.error).toBe(
      'This time is offered to a customer on the waiting list. End the offer first.',
    );
    const { status, json } = await club.post('/api/book', acceptBody(1));
    expect([status, json.booking.start_time]).toEqual([201, '18:00']);
    expect(offers()).toMatchObject([{ to: 'sana', state: 'accepted' }]);
    expect(club.rows('SELECT state FROM waitlist_entry ORDER BY id')).toEqual([
      { state: 'booked' },
      { state: 'open' },
    ]);
    expect(club.rows('SELECT booking_id FROM offer')).toEqual([{ booking_id: json.booking.id }]);
    expect((await club.post('/api/book', acceptBody(1))).json.error).toContain('already been booked');
    await runAt('2026-11-20T18:20:00');
    expect(offers()).toHaveLength(1);
    expect((await club.post('/api/book', acceptBody(1))).json.error).toContain('already been booked');
  });

  test('is refused with another time, a wrong key and after its end', async () => {
    expect((await club.post('/api/book', acceptBody(1, { start_time: '18:30' }))).status).toBe(422);
    expect((await club.post('/api/book', acceptBody(1, { duration: 90 }))).status).toBe(422);
    expect((await club.post('/api/book', acceptBody(1, { date: '2026-11-22' }))).status).toBe(422);
    expect((await club.post('/api/book', acceptBody(1, { offer: `1.${'A'.repeat(32)}` }))).status).toBe(403);
    expect((await club.post('/api/book', acceptBody(1, { offer: 'nonsense' }))).status).toBe(403);
    expect(offers()).toMatchObject([{ state: 'open' }]);
    // The job has not run yet.
    club.clock.now = Date.parse('2026-11-20T18:15:00+05:00');
    const { status, json } = await club.post('/api/book', acceptBody(1));
    expect([status, json.error]).toEqual([
      409,
      'This offer ended at 6:15 PM. If the time is still free, you can book it like any other.',
    ]);
    expect((await club.get('/api/offers/1', offerKeyHeader(club, 1))).json.offer.state).toBe('passed');
    await club.schedule.runNow(JOB);
    expect(offers()).toMatchObject([
      { to: 'sana', state: 'passed' },
      { to: 'second', state: 'open' },
    ]);
  });

  test('an acceptance that fails leaves the offer as it was', async () => {
    const { status } = await club.post('/api/book', acceptBody(1, { amount: 1 }));
    expect(status).toBe(409);
    expect(offers()).toMatchObject([{ to: 'sana', state: 'open' }]);
    expect(listOfferFaults(club.db)).toEqual([]);
  });

  test('a retry with the same key gets the same booking', async () => {
    const headers = { 'idempotency-key': 'a-retry-of-an-offer' };
    const first = await club.post('/api/book', acceptBody(1), headers);
    const again = await club.post('/api/book', acceptBody(1), headers);
    expect([again.status, again.json.booking.id]).toEqual([201, first.json.booking.id]);
  });

  test('ends at the desk, and the next customer gets it', async () => {
    const list = await club.get(`/api/admin/waitlist?date=${DATE}`, admin);
    expect(list.json.data.entries).toMatchObject(
      [
        { name: 'Sana Malik', email: 'sana@example.com', state: 'open', offers: 1, offer: { id: 1 } },
        { email: 'second@example.com', offers: 0, offer: null },
      ].toSorted((a, b) => a.offers - b.offers),
    );
    expect((await club.delete('/api/admin/offers/1', admin)).status).toBe(200);
    expect((await club.delete('/api/admin/offers/1', admin)).status).toBe(409);
    expect(offers()).toMatchObject([
      { to: 'sana', state: 'ended' },
      { to: 'second', state: 'open' },
    ]);
    expect((await club.post('/api/book', acceptBody(1))).json.error).toBe(
      'The club has ended this offer. Please choose another time.',
    );
  });

  test('ends when its customer leaves, and the next customer gets it', async () => {
    await leave(1);
    expect(offers()).toMatchObject([
      { to: 'sana', state: 'passed' },
      { to: 'second', state: 'open' },
    ]);
    const { status, json } = await club.post('/api/book', acceptBody(1));
    expect([status, json.error]).toEqual([
      409,
      'This offer has ended. If the time is still free, you can book it like any other.',
    ]);
  });

  test('that holds too little or too long, or is one of two, is reported', async () => {
    await waitFor('third@example.com', { court_id: 2 });
    await cancel(fill.court2);
    const faultsAfter = (change: string, undo: string) => {
      club.db.run(change);
      const faults = listOfferFaults(club.db);
      club.db.run(undo);
      return faults;
    };
    const offer = (set: string) => `UPDATE offer SET ${set} WHERE id = 1`;
    const entries = (contact: string) => `UPDATE waitlist_entry SET contact = ${contact}`;
    expect(faultsAfter(offer('slots = 3'), offer('slots = 2'))).toEqual([
      '1 open waiting list offers do not hold their slots.',
    ]);
    expect(faultsAfter(offer("state = 'ended'"), offer("state = 'open'"))).toEqual([
      '2 slots are held by waiting list offers that have ended.',
    ]);
    expect(faultsAfter(entries("'sana@example.com'"), entries('email'))).toEqual([
      '1 people have more than one waiting list offer.',
    ]);
  });

  test('its email is withdrawn when it has ended before', async () => {
    await runAt('2026-11-20T18:15:00');
    const worker = club.notifications.createOutboxWorker();
    await worker.runOnce();
    expect(messages('offer.made').map(({ recipient, state }) => [recipient, state])).toEqual([
      ['sana@example.com', 'withdrawn'],
      ['second@example.com', 'sent'],
    ]);
  });

  test('is deleted with its person, and the slot goes to the next', async () => {
    const member = await club.signIn({ email: 'sana@example.com' });
    const { status } = await club.send('DELETE', '/api/auth/account', { confirm: 'delete' }, member.headers);
    expect(status).toBe(200);
    expect(offers()).toMatchObject([{ to: 'second', state: 'open' }]);
    expect(club.rows("SELECT id FROM waitlist_entry WHERE email = 'sana@example.com'")).toEqual([]);
  });
});

test('old entries are deleted', async () => {
  await waitFor('sana@example.com');
  await runAt('2026-12-21T10:00:00');
  await club.schedule.runNow('waitlist-cleanup');
  expect(club.rows('SELECT id FROM waitlist_entry')).toHaveLength(1);
  await runAt('2026-12-23T10:00:00');
  await club.schedule.runNow('waitlist-cleanup');
  expect(club.rows('SELECT id FROM waitlist_entry')).toEqual([]);
});
