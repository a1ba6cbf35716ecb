import { beforeEach, expect, test } from 'bun:test';
import { strFromU8, unzipSync } from 'fflate';
import { clubForEachTest } from '../../support/test-club.ts';

const NOW = Date.parse('2026-11-18T12:00:00+05:00');
const club = clubForEachTest({ now: NOW, env: { PUBLIC_URL: 'http://localhost', TRUST_PROXY: 'true' } });
let admin: Record<string, string>;
beforeEach(async () => {
  admin = (await club.signIn({ email: 'desk@example.com', is_admin: true })).headers;
});

const SESSION = { date: '2026-11-25', start_time: '18:00', duration: 60, court_ids: [1] };
const create = async (over: object = {}) => {
  const body = {
    kind: 'class',
    title: 'Beginners <class>',
    text: 'Rackets are there.',
    least: 1,
    most: 4,
    price: 3000,
    sessions: [SESSION],
    publish: true,
    ...over,
  };
  return (await club.post('/api/admin/events', body, admin)).json.data.event;
};
const html = async (path: string) => (await club.get(path)).text;
const jsonLd = (text: string) =>
  [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  );

test('without a published event every page is as before, byte for byte', async () => {
  const paths = ['/', '/booking', '/matches', '/contact', '/sitemap.xml'];
  const read = async () => Promise.all(paths.map(html));
  const before = await read();
  expect(before[0]).toContain('Coming Soon');
  await create({ publish: false });
  await create({ public: false, sessions: [{ ...SESSION, court_ids: [2] }] });
  expect(await read()).toEqual(before);
  expect(before.join('')).not.toContain('/events');
});

test('the next three are on the landing page, and all of them at /events', async () => {
  for (const day of [29, 26, 28, 27])
    await create({ title: `Class of the ${day}th`, sessions: [{ ...SESSION, date: `2026-11-${day}` }] });
  const section = (await html('/')).split('id="events"')[1]?.split('</section>')[0] ?? '';
  const order = (text: string) => [...text.matchAll(/Class of the (\d+)th<\/strong>/g)].map(([, day]) => day);
  expect(order(section)).toEqual(['26', '27', '28']);
  expect(section).toContain('href="/events"');
  expect(section).not.toContain('Coming Soon');
  expect(await html('/events')).not.toContain('Joining has closed');
  // Those that nobody can join any more don't stand above those that wait for players.
  await create({ title: 'Class of the 20th', sessions: [{ ...SESSION, date: '2026-11-20' }] });
  club.clock.now = Date.parse('2026-11-20T12:00:00+05:00');
  const list = await html('/events');
  expect(order(list)).toEqual(['26', '27', '28', '29', '20']);
  expect(order(list.split('Joining has closed</h2>')[1] ?? '')).toEqual(['20']);
  expect(await html('/sitemap.xml')).toContain('<loc>http://localhost/events</loc>');
});

test('the page of an event can be read without code, and says for links and search engines what it is', async () => {
  const { id } = await create({ level_from: 'improver' });
  const body = { name: 'Ayesha Khan', email: 'ayesha@example.com' };
  await club.post(`/api/events/${id}/places`, body);
  const page = await html(`/events/${id}`);
  const visible = page.split('<div id="root">')[1]?.split('<script')[0] ?? '';
  for (const text of [
    'Beginners &lt;class&gt;',
    'Rackets are there.',
    'Wed, Nov 25',
    '6 PM – 7 PM',
    'Court 1',
  ])
    expect(visible).toContain(text);
  for (const text of ['Improver and up', 'Ayesha K.', '3 places free', 'PKR 3,000'])
    expect(visible).toContain(text);
  expect(page).not.toContain('ayesha@example.com');
  expect(page).toContain('<meta property="og:title" content="Beginners &lt;class>');
  expect(page).toContain(`<link rel="canonical" href="http://localhost/events/${id}">`);
  expect(jsonLd(page)).toEqual([
    expect.objectContaining({
      '@type': 'SportsEvent',
      name: 'Beginners <class>',
      startDate: '2026-11-25T18:00:00+05:00',
      endDate: '2026-11-25T19:00:00+05:00',
      remainingAttendeeCapacity: 3,
      offers: expect.objectContaining({ price: 3000, availability: 'https://schema.org/InStock' }),
    }),
  ]);
});

test('an event by link is shown to whoever has the link, and not to search engines', async () => {
  const { id, share } = await create({ public: false });
  expect((await club.get(`/events/${id}`)).status).toBe(404);
  const page = await html(new URL(share).pathname + new URL(share).search);
  expect(page).toContain('Beginners &lt;class&gt;');
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(jsonLd(page)).toEqual([]);
});

test('the Desk and the calendars have its dates', async () => {
  const coach = (await club.post('/api/admin/coaches', { name: 'Sana Malik' }, admin)).json.data.coach;
  const { id } = await create({ coach_id: coach.id });
  await create({ title: 'A draft', publish: false, sessions: [{ ...SESSION, court_ids: [2] }] });
  await club.post(`/api/admin/events/${id}/places`, { name: 'Ayesha Khan' }, admin);
  const busy = { date: '2026-11-26', start_time: '10:00', duration: 90, note: 'Private lesson' };
  await club.post(`/api/admin/coaches/${coach.id}/busy`, busy, admin);
  const { courts } = (await club.get('/api/admin/day?date=2026-11-25', admin)).json.data;
  const sessions = courts.flatMap((court: { sessions: object[] }) => court.sessions);
  expect(sessions).toEqual([
    expect.objectContaining({
      event_id: id,
      slots: ['18:00', '18:30'],
      joined: 1,
      most: 4,
      balance: 3000,
      draft: false,
    }),
    expect.objectContaining({ title: 'A draft', draft: true }),
  ]);
  const feed = { label: 'Phone', audience: 'coach', content: 'bookings' };
  const { url } = (await club.post('/api/admin/feeds', feed, admin)).json.data;
  const ofClub = await html(new URL(url).pathname);
  expect(ofClub).toContain('SUMMARY:Court 1: Beginners <class>');
  expect(ofClub).not.toContain('A draft');
  const { feed_url } = (await club.post(`/api/admin/coaches/${coach.id}/link`, {}, admin)).json.data;
  const ofCoach = await html(new URL(feed_url).pathname);
  for (const text of ['SUMMARY:Beginners <class>', 'Ayesha Khan', 'SUMMARY:Private lesson'])
    expect(ofCoach).toContain(text);
  expect(ofCoach).not.toMatch(/3,000|PKR|charge/);
  expect((await club.get(new URL(feed_url).pathname.replace(/.{6}\.ics/, 'xxxxxx.ics'))).status).toBe(404);
});

test('its courts are taken for series and count as used', async () => {
  await create();
  const insights = async () =>
    (await club.get('/api/admin/insights?startDate=2026-11-25&endDate=2026-11-25', admin)).json.data;
  expect((await insights()).totals.booked).toBe(2);
  const series = {
    ...{
      court_id: 1,
      start_time: '18:00',
      half_hours: 2,
      weekday: 'wednesday',
      from: '2026-11-25',
      count: 2,
    },
    guest: { name: 'Bilal Ahmed' },
  };
  const { dates } = (await club.post('/api/admin/series/preview', series, admin)).json.data;
  expect(dates[0].conflicts[0]).toMatchObject({ kind: 'event', text: 'Event: Beginners <class>' });
});

test('a guardian’s download names the child, and nothing of them is left after the deletion', async () => {
  const today = { ...SESSION, date: '2026-11-18', start_time: '13:00' };
  const { id } = await create({ sessions: [today], join_hours: 0, leave_hours: 0 });
  const member = await club.signIn({ email: 'zubaida@example.com', name: 'Zubaida Quraishi' });
  const body = {
    name: 'Zubaida Quraishi',
    email: 'zubaida@example.com',
    phone: '0321 9876543',
    child: 'Hamza Q',
  };
  const { places } = (await club.post(`/api/events/${id}/places`, body, member.headers)).json;
  const [date] = (await club.get(`/api/events/${id}`)).json.sessions;
  const came = { payer_id: places[0].id, came: true };
  await club.put(`/api/admin/event-sessions/${date.id}/attendance`, came, admin);
  const request = new Request('http://localhost/api/auth/data.zip', { headers: member.headers });
  const files = unzipSync(new Uint8Array(await (await club.app.handle(request)).arrayBuffer()));
  expect(JSON.parse(strFromU8(files['data.json'] as Uint8Array))).toMatchObject({
    event_places: [{ title: 'Beginners <class>', guardian: 'Zubaida Quraishi', name: 'Hamza Q' }],
    event_dates: [{ date: today.date, start_time: today.start_time, came: 1 }],
  });
  const erase = () => club.send('DELETE', '/api/auth/account', {}, member.headers);
  // Who still has a place gives it back first.
  expect((await erase()).status).toBe(409);
  await club.post(`/api/payers/${places[0].id}/leave`, {}, member.headers);
  expect((await erase()).status).toBeLessThan(300);
  const left =
    JSON.stringify(club.rows('SELECT * FROM payer')) + JSON.stringify(club.rows('SELECT * FROM event_place'));
  expect(left).not.toMatch(/Zubaida|Hamza|zubaida|3219876543/);
});
