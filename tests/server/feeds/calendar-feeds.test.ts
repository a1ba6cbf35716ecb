import { beforeEach, describe, expect, test } from 'bun:test';
import ICAL from 'ical.js';
import { addDays } from '../../../src/domain/business-day.ts';
import { bookingInserter } from '../../support/insert-booking.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest({ env: { TRUST_PROXY: '1' } });
let owner: { id: number; headers: Record<string, string> };
beforeEach(async () => {
  owner = await club.signIn({ email: 'owner@example.com', name: 'Usman Sheikh', role: 'owner' });
});

const addFeed = async (over: object = {}) => {
  const body = { label: 'My phone', audience: 'owner', content: 'bookings', ...over };
  const { status, json } = await club.post('/api/admin/feeds', body, owner.headers);
  expect(status).toBe(201);
  return { id: json.data.feed.id as number, path: new URL(json.data.url).pathname, answer: json.data };
};
/** Parses the feed as a calendar app would. */
const readEvents = async (path: string) => {
  const { status, text, headers } = await club.get(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
    .map(({ summary, description, startDate, endDate }) => ({
      summary,
      description,
      time: [startDate, endDate].map((time) => time.toJSDate().toISOString()),
    }));
  return { text, calendar, events };
};
const close = (court_id: number, reason: string) =>
  club.post(
    '/api/admin/closures',
    { court_id, date: '2026-11-22', slots: ['10:00', '10:30'], reason },
    owner.headers,
  );

describe('a calendar feed', () => {
  test('keeps every letter of a name, wherever its lines are folded', async () => {
    const addBooking = bookingInserter(club.db);
    const letters = '👨‍👩‍👧‍👦👍🏽محمد علی 🇵🇰é';
    const names = Array.from(
      { length: 80 },
      (_, at) => `${'x'.repeat(at % 70)}${letters}${'y'.repeat(at % 7)}`,
    );
    for (const [index, name] of names.entries())
      addBooking({
        court_id: 1,
        date: addDays('2026-11-21', index % 60),
        slots: [`${10 + Math.floor(index / 60)}:00`],
        name,
      });
    await close(2, `${'z'.repeat(60)}${letters}`);
    const { text, events } = await readEvents((await addFeed()).path);
    expect(text).not.toContain('\uFFFD');
    const longest = Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)));
    expect(longest).toBe(75);
    // Some go on inside a family, between its members.
    expect(text).toMatch(/\r\n \u200D?\p{Extended_Pictographic}/u);
    expect(events.flatMap(({ summary }) => summary.match(/^Court 1: (.*)$/)?.[1] ?? []).toSorted()).toEqual(
      names.toSorted(),
    );
    expect(events.some(({ description }) => description.endsWith(letters))).toBe(true);
  });

  test("of the owner has the bookings and closures of all courts, with the customers' names", async () => {
    await club.post('/api/book', bookingBody({ start_time: '23:30', duration: 90 }));
    await club.post('/api/book', bookingBody({ court_id: 2, email: 'b@example.com' }));
    const { id } = (await club.post('/api/book', bookingBody({ date: '2026-11-24' }))).json.booking;
    await club.put(`/api/admin/bookings/${id}/status`, { status: 'cancelled' }, owner.headers);
    await close(1, 'New nets');
    const { calendar, events } = await readEvents((await addFeed()).path);
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toMatch(/: My phone$/);
    expect(events.map(({ summary, time }) => [summary, ...time])).toEqual([
      ['Court 1: Ayesha Khan', '2026-11-21T18:30:00.000Z', '2026-11-21T20:00:00.000Z'],
      ['Court 2: Ayesha Khan', '2026-11-21T13:00:00.000Z', '2026-11-21T14:00:00.000Z'],
      ['Court 1: closed', '2026-11-22T05:00:00.000Z', '2026-11-22T06:00:00.000Z'],
    ]);
    expect(events[0]?.description).toMatch(
      /^\+923001234567\. PKR 7,500 to collect\. http.*\/admin\?booking=1$/,
    );
    expect(events[2]?.description).toBe('New nets');
  });

  test('of a coach has one court and no personal data', async () => {
    await club.post('/api/book', bookingBody());
    await club.post('/api/book', bookingBody({ court_id: 2 }));
    await close(1, 'Birthday of Ayesha');
    const { path } = await addFeed({ label: 'Coach Bilal', audience: 'coach', court_id: 1 });
    const { text, events } = await readEvents(path);
    expect(events.map(({ summary }) => summary)).toEqual(['Court 1: booked', 'Court 1: closed']);
    expect(text).not.toMatch(/ayesha|khan|3001234567|PKR/i);
  });

  test('of closures has no bookings, and is a valid calendar while nothing is closed', async () => {
    await club.post('/api/book', bookingBody());
    const { path } = await addFeed({ audience: 'coach', content: 'closures' });
    expect((await readEvents(path)).events).toEqual([]);
    await close(2, 'Tournament');
    expect((await readEvents(path)).events.map(({ summary }) => summary)).toEqual(['Court 2: closed']);
  });

  test('goes back fourteen days', async () => {
    await club.post('/api/book', bookingBody({ date: '2026-11-22' }));
    await close(2, 'Tournament');
    const { path } = await addFeed();
    const countOn = async (day: string) => {
      club.clock.now = Date.parse(`${day}T12:00:00+05:00`);
      return (await readEvents(path)).events.length;
    };
    expect([await countOn('2026-12-06'), await countOn('2026-12-07')]).toEqual([2, 0]);
  });

  test('with many bookings has each of them once', async () => {
    await club.post('/api/book', bookingBody());
    const insert = bookingInserter(club.db);
    for (let day = 2; day <= 130; day += 1) insert({ date: addDays('2026-11-21', day) });
    const { events } = await readEvents((await addFeed()).path);
    expect([events.length, new Set(events.map(({ time }) => time[0])).size]).toEqual([130, 130]);
  });

  test('answers 304 to a calendar that has the newest version', async () => {
    await club.post('/api/book', bookingBody());
    const { path } = await addFeed();
    const etag = (await club.get(path)).headers.get('etag') ?? '';
    expect((await club.get(path, { 'if-none-match': etag })).status).toBe(304);
    await club.post('/api/book', bookingBody({ court_id: 2 }));
    expect((await club.get(path, { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('the key of a feed', () => {
  test('is shown once and stored as a digest, and no list, log or audit entry has it', async () => {
    const { path } = await addFeed();
    const key = path.slice('/calendar/'.length, -'.ics'.length);
    expect(key).toMatch(/^[\w-]{43}$/);
    await readEvents(path);
    const list = await club.get('/api/admin/feeds', owner.headers);
    expect(list.json.data.feeds).toMatchObject([{ id: 1, label: 'My phone', user_name: 'Usman Sheikh' }]);
    const stored = JSON.stringify([
      club.rows('SELECT * FROM calendar_feed'),
      club.rows('SELECT * FROM audit_log'),
    ]);
    for (const text of [list.text, stored, club.logLines.join('\n')]) expect(text).not.toContain(key);
  });

  test('stops working when it is revoked, and when its owner is no longer an owner', async () => {
    const { id, path } = await addFeed();
    const { path: second } = await addFeed();
    expect((await club.send('DELETE', `/api/admin/feeds/${id}`, undefined, owner.headers)).status).toBe(200);
    expect((await club.send('DELETE', `/api/admin/feeds/${id}`, undefined, owner.headers)).status).toBe(404);
    expect((await club.get(path)).status).toBe(404);
    expect((await club.get(second)).status).toBe(200);
    club.db.run("UPDATE user SET role = 'staff' WHERE id = ?", [owner.id]);
    expect((await club.get(second)).status).toBe(404);
  });

  test('is not found by trying: 60 requests from one address in ten minutes, then 429', async () => {
    const { path } = await addFeed();
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    const guess = `/calendar/${'A'.repeat(43)}.ics`;
    for (const wrong of [guess, '/calendar/x.ics', '/calendar/.ics', `${path}x`, `${path.slice(0, -4)}.txt`])
      expect([wrong, (await club.get(wrong)).status]).toEqual([wrong, 404]);
    for (let count = 0; count < 60; count += 1)
      expect((await club.get(guess, from('10.0.0.1'))).status).toBe(404);
    const limited = await club.get(path, from('10.0.0.1'));
    expect([limited.status, limited.json.reason]).toEqual([429, 'rate_limited']);
    expect((await club.get(path, from('10.0.0.2'))).status).toBe(200);
    club.clock.now += 10 * 60_000;
    expect((await club.get(path, from('10.0.0.1'))).status).toBe(200);
  });

  test.each([
    ['no label', { label: '' }, 'label'],
    ['an unknown reader', { audience: 'visitor' }, 'audience'],
    ['an unknown content', { content: 'money' }, 'content'],
    ['a court that does not exist', { court_id: 9 }, 'court_id'],
  ])('with %s is not made', async (_, over, field) => {
    const body = { label: 'x', audience: 'coach', content: 'bookings', ...over };
    const { status, json } = await club.post('/api/admin/feeds', body, owner.headers);
    expect([status, typeof json.fields[field]]).toEqual([422, 'string']);
    expect(club.rows('SELECT 1 FROM calendar_feed')).toEqual([]);
  });
});
