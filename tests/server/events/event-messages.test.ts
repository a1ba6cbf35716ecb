/** Messages and pages of places speak to whoever answers for them, and a free place isn't paid for. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type MailedClub, openMailedClub } from '../../support/mailed-club.ts';

let there: MailedClub;
beforeEach(async () => {
  there = await openMailedClub();
});
afterEach(() => there.close());

const create = async (over: object = {}) => {
  const { club, admin } = there;
  const body = {
    kind: 'class',
    title: 'Morning class',
    least: 1,
    most: 4,
    price: 3000,
    publish: true,
    sessions: [{ date: '2026-12-25', start_time: '18:00', duration: 60, court_ids: [1] }],
    ...over,
  };
  return (await club.post('/api/admin/events', body, admin.headers)).json.data.event;
};
const join = async (id: number, over: object = {}) => {
  const body = { name: 'Amna Siddiqui', email: 'amna@example.com', phone: '0300 1234567', ...over };
  return (await there.club.post(`/api/events/${id}/places`, body)).json.places;
};
const keyOf = ({ join_url }: { join_url: string }) => ({
  'x-booking-key': join_url.split('.').at(-1) as string,
});
const emails = async () =>
  (await there.takeEmails()).filter(({ to }) => to.endsWith('@example.com') && to !== 'desk@example.com');

test('a guardian is greeted and told about the child’s place', async () => {
  const { id } = await create();
  const [place] = await join(id, { child: 'Ali Siddiqui' });
  const [held] = await emails();
  expect(held?.subject).toBe('Morning class: We’re holding a place for Ali');
  for (const text of [
    'Hello Amna Siddiqui,',
    'It’s Ali’s as soon as your payment arrives',
    'Ali Siddiqui',
    'Open Ali’s place',
  ])
    expect(held?.text).toContain(text);
  expect(held?.text).not.toContain('Hello Ali');
  const { item } = (await there.club.get(`/api/payers/${place.id}`, keyOf(place))).json;
  expect(item.contact_name).toBe('Amna Siddiqui');
  await there.club.post(
    `/api/admin/payers/${place.id}/payments`,
    { amount: 3000, method: 'cash' },
    there.admin.headers,
  );
  expect((await emails())[0]?.text).toContain('Ali’s place is confirmed');
  await there.club.post(`/api/payers/${place.id}/leave`, {}, keyOf(place));
  const [left] = await emails();
  expect(left?.text).toContain('Hello Amna Siddiqui,');
  expect(left?.text).toContain('You gave Ali’s place back');
});

test('the message about a friend’s place goes to whoever took it, or to the friend’s own address', async () => {
  const { id } = await create();
  await join(id, { friend: { name: 'Sana Malik' } });
  await join(id, {
    email: 'hina@example.com',
    name: 'Hina Shah',
    friend: { name: 'Zara Khan', email: 'zara@example.com' },
  });
  const told = await emails();
  const heading = (to: string, text: string) =>
    told.some((mail) => mail.to === to && mail.text.includes(text));
  expect(told.map(({ to }) => to).sort()).toEqual([
    'amna@example.com',
    'amna@example.com',
    'hina@example.com',
    'zara@example.com',
  ]);
  expect(heading('amna@example.com', 'We’re holding a place for Sana')).toBe(true);
  expect(told.filter(({ text }) => text.includes('Hello Amna Siddiqui,'))).toHaveLength(2);
  expect(heading('zara@example.com', 'Hello Zara Khan,')).toBe(true);
  expect(heading('zara@example.com', 'We’re holding a place for you')).toBe(true);
});

test('a name that looks like a link is left out of every sentence', async () => {
  const { id } = await create();
  await join(id, { child: 'www.win-money.example' });
  const [held] = await emails();
  expect(held?.subject).toBe('Morning class: We’re holding a place for the player');
  expect(held?.text).not.toContain('win-money');
});

test('the first message says how the place is paid, for a friend too', async () => {
  const { id } = await create();
  const [place] = await join(id, { method: 'cash', friend: { name: 'Sana Malik' } });
  expect(place.hold_until).toBeNull();
  for (const { text } of await emails()) {
    expect(text).toMatch(/You have a place|Sana has a place/);
    expect(text).toContain('Please pay PKR 3,000 at the reception.');
    expect(text).not.toContain('as soon as your payment arrives');
  }
  await there.club.post(
    `/api/admin/payers/${place.id}/payments`,
    { amount: 3000, method: 'cash' },
    there.admin.headers,
  );
  expect((await emails()).map(({ subject }) => subject)).toEqual(['Paid: Morning class']);
  const zara = { email: 'zara@example.com', name: 'Zara Khan', method: 'bank_transfer' };
  const [other] = await join(id, { ...zara, friend: { name: 'Hina', email: 'hina@example.com' } });
  expect(other.hold_until).not.toBeNull();
  const [own, friend] = await emails();
  expect([own?.to, friend?.to]).toEqual(['zara@example.com', 'hina@example.com']);
  expect(own?.text).toContain('Pay by bank transfer');
  expect(friend?.text).not.toContain('Pay by bank transfer');
});

test('a way to pay that the club does not offer is refused', async () => {
  const { id } = await create();
  const { club, admin } = there;
  const changes = { 'matches.cash': false };
  const prepaid = await club.put('/api/admin/settings', { changes }, admin.headers);
  expect(prepaid.status).toBe(200);
  const body = { name: 'Amna Siddiqui', email: 'amna@example.com', method: 'cash' };
  const refused = await club.post(`/api/events/${id}/places`, body);
  expect([refused.status, refused.json.fields]).toEqual([
    422,
    { method: 'This is paid in advance. Please choose another way to pay.' },
  ]);
  expect((await club.post(`/api/events/${id}/places`, { ...body, method: 'card' })).status).toBe(422);
  expect(club.rows('SELECT * FROM event_place')).toEqual([]);
});

test('a free place is free, in messages, on its page and at the desk', async () => {
  const { id } = await create({ price: 0, most: 2 });
  const [place] = await join(id);
  const [mail] = await emails();
  expect(mail?.text).toContain('Free');
  expect(mail?.text).not.toMatch(/PKR|Settled|Cash/);
  const page = (await there.club.get(`/api/payers/${place.id}`, keyOf(place))).json;
  expect([page.payer.charge, page.payer.payment_method]).toEqual([0, null]);
  await there.club.post(`/api/admin/events/${id}/places`, { name: 'Bilal Ahmed' }, there.admin.headers);
  const { places } = (await there.club.get(`/api/admin/events/${id}`, there.admin.headers)).json.data;
  expect(places.map(({ payment_method }: { payment_method: null }) => payment_method)).toEqual([null, null]);
  // Whoever waits for a free place has it at once.
  await join(id, { email: 'zara@example.com', name: 'Zara Khan', wait: true });
  await there.takeEmails();
  await there.club.post(`/api/payers/${place.id}/leave`, {}, keyOf(place));
  const offered = (await emails()).find(({ to }) => to === 'zara@example.com');
  expect(offered?.text).toContain('It’s yours.');
  expect(offered?.text).not.toMatch(/held|PKR/);
});

describe('a make-up date moves or is cancelled', () => {
  const OVER = Date.parse('2026-12-26T19:00:00+05:00');
  const EVENING = { start_time: '18:00', duration: 60, court_ids: [1] };
  /** Amna, or a child, missed the only date of an event that is over, and makes it up at the first of another’s two. */
  const open = async (child?: string) => {
    const { id, sessions } = await create({ make_ups: true, price: 0 });
    const [place] = await join(id, child ? { child } : {});
    await emails();
    const dates = ['2026-12-28', '2026-12-29'].map((date) => ({ ...EVENING, date }));
    const other = await create({ title: 'Improvers’ class', make_ups: true, sessions: dates });
    there.club.clock.now = OVER;
    const { headers } = await there.club.signIn({ email: 'later@example.com', is_admin: true });
    const missed = { payer_id: place.id, came: false };
    const attendance = `/api/admin/event-sessions/${sessions[0].id}/attendance`;
    expect((await there.club.put(attendance, missed, headers)).status).toBe(200);
    const choice = { missed_session_id: sessions[0].id, session_id: other.sessions[0].id };
    const chosen = await there.club.put(`/api/payers/${place.id}/make-ups`, choice, keyOf(place));
    expect(chosen.status).toBe(200);
    // Whoever chose alone is not told.
    expect(await emails()).toEqual([]);
    const version = async () =>
      (await there.club.get(`/api/admin/events/${other.id}`, headers)).json.data.event.version;
    return {
      move: async (date: string) => {
        const to = { ...EVENING, date, version: await version() };
        return there.club.put(`/api/admin/event-sessions/${other.sessions[0].id}`, to, headers);
      },
      cancel: async (session_id?: number) => {
        const body = { reason: 'Rain', version: await version(), ...(session_id ? { session_id } : {}) };
        return there.club.post(`/api/admin/events/${other.id}/cancel`, body, headers);
      },
      choose: async (session_id: number | null) => {
        const body = { payer_id: place.id, missed_session_id: sessions[0].id, session_id };
        return there.club.put(`/api/admin/events/${id}/make-ups`, body, headers);
      },
      first: other.sessions[0].id as number,
      second: other.sessions[1].id as number,
    };
  };

  test('the player hears where and when it is now, also when the own event is over', async () => {
    const { move, cancel, first } = await open();
    expect((await move('2026-12-30')).status).toBe(200);
    const [moved] = await emails();
    expect(moved?.subject).toBe('New make-up date: Improvers’ class');
    expect(moved?.text).toContain(
      'Improvers’ class has moved from Mon, Dec 28, 6 PM – 7 PM, Court 1 to Wed, Dec 30, 6 PM – 7 PM, Court 1.',
    );
    expect(moved?.text).toContain('Make-up: Wed, Dec 30, 6 PM – 7 PM, Court 1, Improvers’ class');
    there.club.clock.now += 60_000;
    expect((await cancel(first)).status).toBe(200);
    const [cancelled] = await emails();
    expect(cancelled?.subject).toBe('Make-up date cancelled: Improvers’ class');
    expect(cancelled?.text).toContain(
      'Improvers’ class, Wed, Dec 30, 6 PM – 7 PM, Court 1, won’t take place',
    );
    expect(cancelled?.text).not.toContain('Make-up:');
  });

  test('a guardian hears of the child’s when the whole event is cancelled', async () => {
    const { cancel } = await open('Ali Siddiqui');
    expect((await cancel()).status).toBe(200);
    const [mail] = await emails();
    expect(mail?.text).toContain('Hello Amna Siddiqui,');
    expect(mail?.text).toContain('Ali’s make-up date is cancelled');
  });

  test('the player hears what the reception chose, not what they chose alone', async () => {
    const { choose, first, second } = await open();
    for (const [session_id, subject, text] of [
      [second, 'Make-up date: Improvers’ class', 'We’ve entered Improvers’ class, Tue, Dec 29, 6 PM – 7 PM'],
      [
        null,
        'Make-up date taken back: Improvers’ class',
        'You’re no longer expected in Improvers’ class, Tue',
      ],
    ] as const) {
      there.club.clock.now += 60_000;
      expect((await choose(session_id)).status).toBe(200);
      const [mail, ...others] = await emails();
      expect([mail?.subject, others]).toEqual([subject, []]);
      expect(mail?.text).toContain(text);
    }
    expect((await choose(null)).status).toBe(200);
    expect(await emails()).toEqual([]);
    await choose(first);
    await emails();
    there.club.clock.now = Date.parse('2026-12-28T19:00:00+05:00');
    expect((await choose(null)).status).toBe(200);
    expect(await emails()).toEqual([]);
  });

  test('nobody hears of it once that date is over', async () => {
    const { move } = await open();
    await move('2026-12-30');
    expect(there.club.rows("SELECT kind FROM outbox WHERE state = 'queued'")).toEqual([
      { kind: 'item.make_up_changed' },
    ]);
    there.club.clock.now = Date.parse('2026-12-30T19:00:00+05:00');
    expect(await emails()).toEqual([]);
  });
});

describe('once the event is over', () => {
  const END = Date.parse('2026-12-25T19:00:00+05:00');
  const signIn = async () =>
    (await there.club.signIn({ email: 'later@example.com', is_admin: true })).headers;

  test('money confirms no place, and the page knows who was there', async () => {
    const { id, sessions } = await create();
    const [place] = await join(id, { method: 'cash' });
    await emails();
    there.club.clock.now = END;
    const headers = await signIn();
    const read = async () => (await there.club.get(`/api/payers/${place.id}`, keyOf(place))).json;
    expect(await read()).toMatchObject({
      item: { begins: '2026-12-25T18:00:00+05:00', ends: '2026-12-25T19:00:00+05:00', attended: false },
      leave_gives_back: null,
    });
    for (const came of [false, true]) {
      const body = { payer_id: place.id, came };
      await there.club.put(`/api/admin/event-sessions/${sessions[0].id}/attendance`, body, headers);
      expect((await read()).item.attended).toBe(came);
    }
    const paid = { amount: 3000, method: 'cash' };
    await there.club.post(`/api/admin/payers/${place.id}/payments`, paid, headers);
    const [mail] = await emails();
    expect(mail?.subject).toBe('Paid: Morning class');
    expect(mail?.text).toContain('Your payment has arrived');
    expect(mail?.text).not.toContain('is confirmed');
  });

  test('messages that did not go out in time about what was to come are not sent', async () => {
    const { id } = await create({ most: 1 });
    const [place] = await join(id, { method: 'cash' });
    const waiting = { email: 'zara@example.com', name: 'Zara Khan', wait: true };
    const [waits] = await join(id, waiting);
    there.club.clock.now = END - 30 * 60_000;
    // It has begun, so nobody waits any more; who has the place is still to come.
    expect((await there.club.get(`/api/payers/${waits.id}`, keyOf(waits))).json.leave_gives_back).toBeNull();
    expect((await emails()).map(({ to }) => to)).toEqual(['amna@example.com']);
    const headers = await signIn();
    const { event } = (await there.club.get(`/api/admin/events/${id}`, headers)).json.data;
    const { json } = await there.club.post(`/api/admin/events/${id}/places`, { name: 'Hina' }, headers);
    expect([event.stage, json.reason]).toEqual(['closed', 'wrong_state']);
    there.club.clock.now = END;
    expect((await there.club.get(`/api/payers/${place.id}`, keyOf(place))).json.payer.state).toBe('joined');
    expect(await emails()).toEqual([]);
  });

  test('nobody hears of new dates that are over, or of a place that was free', async () => {
    const { id, version, sessions } = await create({ price: 0, most: 1 });
    const [place] = await join(id);
    await join(id, { email: 'zara@example.com', name: 'Zara Khan', wait: true });
    await emails();
    const moved = { date: '2026-12-25', start_time: '17:00', duration: 60, court_ids: [1], version };
    await there.club.put(`/api/admin/event-sessions/${sessions[0].id}`, moved, there.admin.headers);
    await there.club.post(`/api/payers/${place.id}/leave`, {}, keyOf(place));
    const queued = there.club.rows("SELECT kind FROM outbox WHERE state = 'queued'");
    expect(queued).toContainEqual({ kind: 'item.changed' });
    expect(queued).toContainEqual({ kind: 'item.offered' });
    there.club.clock.now = END;
    expect((await emails()).map(({ subject }) => subject)).toEqual(['Given back: Morning class']);
  });
});
