import { expect, test } from 'bun:test';
import type { PageData } from '../../../src/domain/page-data.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';
import { visibleText } from '../../support/visible-text.ts';

const club = clubForEachTest();

async function pageData(path: string): Promise<PageData> {
  const { text } = await club.get(path);
  return JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
}

/** The names of the starts that a visitor can choose, before any code has arrived. */
async function drawnSlots(path: string): Promise<string[]> {
  const { text } = await club.get(path);
  return [...text.matchAll(/<button [^>]*class="slot" data-state="free"[^>]*aria-label="([^"]*)"/g)].map(
    ([, name]) => name ?? '',
  );
}

test('the first HTML of the wizard has the starts of today that fit, and follows each booking', async () => {
  const before = await drawnSlots('/booking');
  const hour = (start: string, end: string) =>
    `${start} PM 5,000 PKR, until ${end} PM, Court 1, Friday, November 20, 2026, free`;
  expect(before).toContain(hour('9', '10'));
  await club.post('/api/book', bookingBody({ date: '2026-11-20', start_time: '21:00' }));
  const after = await drawnSlots('/booking');
  expect(before.filter((name) => !after.includes(name))).toEqual([
    hour('8:30', '9:30'),
    hour('9', '10'),
    hour('9:30', '10:30'),
  ]);
  // The half-hour between two bookings is no start.
  await club.post(
    '/api/book',
    bookingBody({ date: '2026-11-20', start_time: '22:30', email: 'b@example.com' }),
  );
  expect(await drawnSlots('/booking')).not.toContain(hour('10', '11'));
});

test('a slot is past in the HTML as soon as it starts', async () => {
  club.clock.now = Date.parse('2026-11-20T20:59:59.999+05:00');
  expect((await drawnSlots('/booking')).filter((name) => name.startsWith('9 PM'))).toHaveLength(2);
  club.clock.now += 1;
  expect((await drawnSlots('/booking')).filter((name) => name.startsWith('9 PM'))).toHaveLength(0);
});

test('the court and date in the address are rendered; an address with neither shows today', async () => {
  expect((await pageData('/booking?court=2&date=2026-11-22')).day).toMatchObject({
    date: '2026-11-22',
    court_id: 2,
  });
  const [first] = await drawnSlots('/booking?court=2');
  expect(first).toContain('Court 2');
  for (const query of [
    '?court=9&date=2026-02-30',
    '?date=2020-01-01',
    '?court=__proto__',
    '?date=2199-01-01',
  ])
    expect((await pageData(`/booking${query}`)).day).toMatchObject({ date: '2026-11-20', court_id: null });
  expect((await pageData('/book?court=1')).day?.court_id).toBe(1);
});

test('a date after this week is left to the browser, so that few different pages exist', async () => {
  expect((await pageData('/booking?date=2026-11-26')).day?.date).toBe('2026-11-26');
  expect((await pageData('/booking?date=2026-11-27')).day).toBeUndefined();
});

test('after closing the wizard draws the next evening that opens', async () => {
  club.clock.now = Date.parse('2026-11-21T04:30:00+05:00');
  expect((await pageData('/booking')).day?.date).toBe('2026-11-21');
});

test('other pages contain no slots', async () => {
  for (const path of ['/contact', '/account', '/nowhere']) {
    const { day, tonight } = await pageData(path);
    expect([path, day, tonight]).toEqual([path, undefined, undefined]);
  }
});

test('a shared link shows its evening, its court and what is free, and no customer', async () => {
  await club.post('/api/book', bookingBody({ date: '2026-11-21', start_time: '21:00' }));
  const openGraph = async (path: string) => {
    const { text } = await club.get(path);
    expect(text).not.toContain(bookingBody().name);
    const tags = text.matchAll(/<meta property="og:(title|description|url)" content="([^"]*)"/g);
    return Object.fromEntries([...tags].map(([, name, content]) => [name, content]));
  };
  expect(await openGraph('/booking?court=1&date=2026-11-21')).toEqual({
    title: 'Court 1, Sat, Nov 21 · Padel Club Faisalabad',
    description: 'Court 1: 7 AM – 9 PM, 10 PM – 4 AM free.',
    url: 'http://localhost:3000/booking?court=1&amp;date=2026-11-21',
  });
  expect(await openGraph('/booking?date=2026-11-21')).toMatchObject({
    title: 'Play padel, Sat, Nov 21 · Padel Club Faisalabad',
    description: 'Court 1: 7 AM – 9 PM, 10 PM – 4 AM free. Court 2: 7 AM – 4 AM free.',
  });
  expect(await openGraph('/booking')).toMatchObject({
    title: 'Book a court · Padel Club Faisalabad',
    url: 'http://localhost:3000/booking',
  });
});

test('without JavaScript the wizard lists what is free, with links to the next days', async () => {
  await club.post('/api/book', bookingBody({ date: '2026-11-20', start_time: '21:00' }));
  const { text } = await club.get('/booking');
  const list = /<noscript[^>]*><h2>(.*?)<\/noscript>/s.exec(text)?.[1]?.replaceAll('<!-- -->', '') ?? '';
  expect(list).toStartWith('Free on Friday, November 20, 2026');
  expect(list.replaceAll(/<[^>]+>/g, '')).toContain('– 9 PM, 10 PM – 4 AM');
  expect(list).toContain('href="/booking?date=2026-11-21"');
  expect(list).toContain('href="/#hours"');
});

test('the landing page and its answer say whether the club is open and what is free tonight', async () => {
  expect((await pageData('/')).tonight).toEqual({
    opening: 'Open now, until 4 AM',
    free: 'Free tonight',
    starts: ['18:00', '19:00', '20:00', '21:00'].map((time) => ({ court_id: 1, date: '2026-11-20', time })),
  });
  for (const court_id of [1, 2]) {
    const start = { date: '2026-11-20', start_time: '18:00', duration: 180, court_id };
    await club.post('/api/book', bookingBody({ ...start, email: `court${court_id}@example.com` }));
  }
  expect((await club.get('/')).text).toContain(
    '/booking?court=1&amp;date=2026-11-20&amp;time=21:00&amp;step=2',
  );
  const { starts } = (await club.get('/api/tonight')).json;
  expect(starts.map(({ time }: { time: string }) => time)).toEqual(['21:00', '22:00', '23:00', '00:00']);
});

test('one call has the slots of all courts, each as the call for one court has them', async () => {
  const { json } = await club.get('/api/slots-by-court?date=2026-11-21');
  expect(json.map(({ court_id }: { court_id: number }) => court_id)).toEqual([1, 2]);
  for (const { court_id, slots } of json)
    expect(slots).toEqual((await club.get(`/api/slots?date=2026-11-21&courtId=${court_id}`)).json);
  expect((await club.get('/api/slots-by-court?date=2026-02-30')).status).toBe(422);
  expect((await club.get('/api/slots-by-court')).status).toBe(422);
});

test('visitors read that the courts are closed tonight, and why, but nothing that was written to customers', async () => {
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
  const close = async (over: Record<string, unknown>) => {
    const day = { first_day: '2026-11-20', last_day: '2026-11-20', from: '18:00', until: '04:00' };
    const body = { court_ids: [1], ...day, reason: 'Rain', note: 'Call Bilal.', ...over };
    expect((await club.post('/api/admin/close-courts', body, headers)).status).toBe(201);
  };
  const page = async (path: string) => visibleText((await club.get(path)).text);
  await close({});
  expect((await pageData('/')).tonight?.free).toBe('Free tonight');
  // At its court, and in the list for readers without JavaScript.
  expect((await page('/booking')).split('Closed 6 PM – 4 AM: Rain.')).toHaveLength(1 + 2);
  await close({ court_ids: [2], reason: 'Rain.' });
  expect((await page('/booking')).split('Closed 6 PM – 4 AM: Rain.')).toHaveLength(1 + 4);
  expect(await page('/booking')).not.toContain('The evening is full');
  expect(await page('/')).toContain('Courts closed tonight: Rain');
  expect((await club.get('/api/tonight')).json.free).toBe('Courts closed tonight: Rain');

  club.clock.now = Date.parse('2026-11-20T19:00:00+05:00');
  expect(await page('/booking')).toContain(
    'No slot is free on Friday, November 20, 2026. Closed 7 PM – 4 AM: Rain.',
  );
  const { json } = await club.get('/api/slots-by-court?date=2026-11-20');
  expect(json.map(({ closed }: { closed: string }) => closed)).toEqual(
    Array(2).fill('Closed 7 PM – 4 AM: Rain.'),
  );
  expect((await club.get('/booking')).text).toMatch(/<noscript.*Closed 7 PM – 4 AM: Rain\..*<\/noscript>/s);
  for (const path of ['/', '/booking', '/api/tonight', '/api/slots-by-court?date=2026-11-20'])
    expect((await club.get(path)).text).not.toContain('Bilal');

  const [first] = (await club.get('/api/admin/day?date=2026-11-20', headers)).json.data.courts[0].closures;
  await club.send('DELETE', `/api/admin/closures/${first.id}`, undefined, headers);
  expect((await pageData('/')).tonight?.free).toBe('Free tonight');
  expect((await club.get('/api/slots-by-court?date=2026-11-20')).json[0].closed).toBeUndefined();
});
