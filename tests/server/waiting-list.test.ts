import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { listOfferFaults } from '../../src/waitlist/check-offer-integrity.ts';
import { bookingBody, createTestClub, type TestClub } from '../support/test-club.ts';
import { entryKeyHeader, offerKeyHeader, offerLink } from '../support/waiting-list-links.ts';

const MINUTE = 60_000;
const JOB = 'release unpaid bookings';
const DATE = '2026-11-21';

let club: TestClub;
let admin: Record<string, string>;
/** The booking that fills each court from 6 PM to 8 PM. */
let fill: { court1: number; court2: number };

beforeEach(async () => {
  // Friday, 6:00 PM.
  club = await createTestClub({ now: Date.parse('2026-11-20T18:00:00+05:00') });
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
  ...{ date: DATE, from: '18:00', until: '20:00', duration: 60, court_id: 1, name: 'Sana Malik' },
  ...{ email: 'sana@example.com', phone: '0300 7654321', ...over },
});
const entry = (over: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  club.post('/api/waitlist', entryBody(over), headers);
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
      ...{ id, to: email.split('@')[0], court_id, from: 6 + from_position / 2, hours: slots / 2, state },
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

describe('a waitlist entry', () => {
  test('of a guest waits for the confirmation by its link', async () => {
    const { status, json } = await entry();
    expect([status, json.entry.state]).toEqual([201, 'unconfirmed']);
    expect(messages('waitlist.received')).toMatchObject([{ recipient: 'sana@example.com' }]);
    await cancel(fill.court1);
    expect(offers()).toEqual([]);
    // What is free by now is offered with the confirmation.
    expect((await confirm(1)).json.entry.state).toBe('open');
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
  });

  test('that a free time fits is refused with that time', async () => {
    const { status, json } = await entry({ from: '18:00', until: '21:00' });
    expect([status, json.reason]).toEqual([409, 'wrong_state']);
    expect(json.error).toBe('Court 1 is free 8:00 PM – 9:00 PM. You can book it now.');
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no contact', { email: '', phone: '' }, 'email'],
    ['a phone without text messages', { email: '' }, 'email'],
    ['a window shorter than the play', { until: '18:30' }, 'until'],
    ['closed hours', { from: '04:00', until: '06:00' }, 'from'],
    ['a day that is over', { date: '2026-11-19' }, 'date'],
    ['an impossible date', { date: '2026-02-30' }, 'date'],
    ['half an hour', { duration: 30 }, 'duration'],
    ['an unknown court', { court_id: 9 }, 'court_id'],
  ])('with %s is refused', async (_, over, field) => {
    const { status, json } = await entry(over);
    expect([status, Object.keys(json.fields ?? {})]).toEqual([422, [field]]);
  });

  test('may be one of at most five of a person', async () => {
    for (let index = 0; index < 5; index += 1) await waitFor(`sana+${index}@example.com`);
    const { status, headers } = await entry({ email: 'Sana@example.com' });
    expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
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
      },
    });
    expect(club.logLines.join('\n')).not.toContain(entryKeyHeader(club, 1)['x-waitlist-key']);
    expect(await leave(1)).toMatchObject({ status: 200, json: { entry: { state: 'left' } } });
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
      offered_until: '2026-11-20T18:15:00+05:00',
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
  });

  test('a person has one offer at a time, then the next', async () => {
    await waitFor('sana@example.com', { until: '19:00' });
    await waitFor('sana+2@example.com', { court_id: 2 });
    await cancel(fill.court1);
    await cancel(fill.court2);
    expect(offers()).toMatchObject([{ court_id: 1, state: 'open' }]);
    await runAt('2026-11-20T18:15:00');
    expect(offers()).toMatchObject([
      { court_id: 1, state: 'passed' },
      { court_id: 2, state: 'open' },
    ]);
  });

  test('a waitlist entry that let three offers pass ends', async () => {
    await book('20:00', 120, { court_id: 2 });
    const id = await waitFor('omar@example.com', { until: '22:00', court_id: 2 });
    await cancel(fill.court2);
    for (const minutes of [15, 30]) await runAt(`2026-11-20T18:${minutes}:00`);
    expect(offers().map(({ from, state }) => [from, state])).toEqual([
      [18, 'passed'],
      [19, 'passed'],
    ]);
    await cancel(3);
    expect(offers().map(({ from }) => from)).toEqual([18, 19, 20]);
    await runAt('2026-11-20T18:46:00');
    expect(offers().map(({ state }) => state)).toEqual(['passed', 'passed', 'passed']);
    expect(club.rows(`SELECT state FROM waitlist_entry WHERE id = ${id}`)).toEqual([{ state: 'passed' }]);
  });

  test('is not offered for play within 45 minutes', async () => {
    await waitFor('sana@example.com', { until: '19:00' });
    club.clock.now = Date.parse('2026-11-21T17:15:01+05:00');
    await cancel(fill.court1);
    expect(offers()).toEqual([]);
    await cancel(fill.court2);
    expect((await slotAt('18:00')).available).toBe(true);
  });

  test('at night waits until 9 AM for play after noon, if it is still free', async () => {
    await waitFor('sana@example.com', { until: '19:00' });
    await waitFor('omar@example.com', { court_id: 2, until: '19:00' });
    club.clock.now = Date.parse('2026-11-21T00:00:00+05:00');
    await cancel(fill.court1);
    await cancel(fill.court2);
    await runAt('2026-11-21T08:59:59');
    expect(offers()).toEqual([]);
    await book('18:00', 60, { court_id: 2 });
    await runAt('2026-11-21T09:00:00');
    expect(offers()).toMatchObject([{ to: 'sana', state: 'open' }]);
  });

  test('at night is offered for play before noon', async () => {
    const id = await book('10:00', 60);
    await waitFor('sana@example.com', { from: '10:00', until: '11:00' });
    club.clock.now = Date.parse('2026-11-21T03:00:00+05:00');
    await cancel(id);
    expect(offers()).toMatchObject([{ to: 'sana', from: 10 }]);
  });

  test('because the club opens longer is offered within a minute', async () => {
    await waitFor('sana@example.com', { until: '19:00' });
    club.db.run(`DELETE FROM claim WHERE booking_id = ${fill.court1}`);
    club.db.run(`UPDATE booking SET status = 'cancelled' WHERE id = ${fill.court1}`);
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
      ...{ state: 'open', expires_at: '2026-11-20T18:15:00+05:00' },
      ...{ name: 'Sana Malik', email: 'sana@example.com', phone: '+923007654321', sms_updates: false },
    });
  });

  test('is booked by its link only', async () => {
    expect((await club.post('/api/book', bookingBody({ date: DATE }))).status).toBe(409);
    const walkIn = { court_id: 1, date: DATE, slots: ['18:00', '18:30'], name: 'Omar' };
    expect((await club.post('/api/admin/bookings', walkIn, admin)).status).toBe(409);
    const closure = { court_id: 1, date: DATE, slots: ['18:00'], reason: 'Repair' };
    expect((await club.post('/api/admin/closures', closure, admin)).json.error).toBe(
      'This time is offered to a customer of the waiting list. End the offer first.',
    );
    const { status, json } = await club.post('/api/book', acceptBody(1));
    expect([status, json.booking.start_time]).toEqual([201, '18:00']);
    expect(offers()).toMatchObject([{ to: 'sana', state: 'accepted' }]);
    expect(club.rows('SELECT state FROM waitlist_entry ORDER BY id')).toEqual([
      { state: 'booked' },
      { state: 'open' },
    ]);
    expect(club.rows('SELECT booking_id FROM offer')).toEqual([{ booking_id: json.booking.id }]);
    expect((await club.post('/api/book', acceptBody(1))).json.error).toContain('booked already');
    await runAt('2026-11-20T18:20:00');
    expect(offers()).toHaveLength(1);
    expect((await club.post('/api/book', acceptBody(1))).json.error).toContain('booked already');
  });

  test('is refused with another time, a wrong key and after its end', async () => {
    expect((await club.post('/api/book', acceptBody(1, { start_time: '18:30' }))).status).toBe(422);
    expect((await club.post('/api/book', acceptBody(1, { duration: 90 }))).status).toBe(422);
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
      { to: 'sana', state: 'ended' },
      { to: 'second', state: 'open' },
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
  await club.schedule.runNow('waiting-list-cleanup');
  expect(club.rows('SELECT id FROM waitlist_entry')).toHaveLength(1);
  await runAt('2026-12-23T10:00:00');
  await club.schedule.runNow('waiting-list-cleanup');
  expect(club.rows('SELECT id FROM waitlist_entry')).toEqual([]);
});
