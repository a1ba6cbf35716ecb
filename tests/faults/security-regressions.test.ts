/** Repeats attacks that were found or tried by hand. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API, type RouteContract } from '../../src/domain/api.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { registrationBody } from '../support/accounts.ts';
import { distinctBooking, postBooking, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { clubToday } from '../support/default-day-plan.ts';
import fullSettings from '../support/full-club.toml' with { type: 'text' };
import { insertUserSession } from '../support/insert-user-session.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { bookingBody, createTestClub, type TestClub } from '../support/test-club.ts';

const XSS_PAYLOAD = '</script><img src=x onerror=alert(1)>"\'--><svg/onload=alert(2)>';

const slotSelection = {
  court_id: 1,
  date: addDays(clubToday(), 40),
  slots: ['18:00', '18:30'],
};
const closingSpan = {
  court_ids: [2],
  first_day: slotSelection.date,
  last_day: slotSelection.date,
  from: '18:00',
  until: '19:00',
};
/** A valid body for each route; the tests replace one field at a time. */
const VALID_BODIES: Record<string, object> = {
  'POST /api/book': bookingBody({
    date: slotSelection.date,
    start_time: '20:00',
    slots: ['20:00', '20:30'],
    sms_updates: true,
    user_id: 1,
  }),
  'POST /api/contact': {
    name: 'Ali',
    email: 'a@b.pk',
    subject: 'booking',
    message: 'A long enough message',
    website: '',
  },
  'PUT /api/auth/profile': { name: 'Sana', phone: '0300 1234567' },
  'PUT /api/auth/preferences': {
    email_notifications: true,
    sms_notifications: false,
    default_duration: 60,
    favorite_courts: [1],
  },
  'POST /api/auth/verify': { token: 'a'.repeat(43) },
  'PUT /api/admin/bookings/1/status': { status: 'paid', version: 1 },
  'POST /api/admin/bookings': {
    ...slotSelection,
    name: 'Ali',
    phone: '0300 1234567',
    email: '',
    payment_method: 'cash',
    paid: true,
  },
  'POST /api/admin/bookings/1/quote': slotSelection,
  'PUT /api/admin/bookings/1/slots': { ...slotSelection, version: 1, amount: 0 },
  'POST /api/admin/close-courts/preview': closingSpan,
  'POST /api/admin/close-courts': { ...closingSpan, reason: 'Rain' },
  'POST /api/admin/closures': { ...slotSelection, court_id: 2, reason: 'New net' },
  'PUT /api/admin/courts/1': {
    name: 'One',
    description: '',
    hourly_rate: 5000,
    features: ['Roof'],
    active: true,
    version: 1,
  },
  'PUT /api/admin/messages/1': { read: true },
};

let routeTable: { method: string; path: string }[];
let routeTableClub: TestClub;
beforeAll(async () => {
  routeTableClub = await createTestClub();
  routeTable = routeTableClub.app.routes.map(({ method, path }) => ({ method, path }));
});
afterAll(() => routeTableClub.close());

function searchParametersOf(path: string): readonly string[] {
  const contracts: Record<string, RouteContract> = API;
  return contracts[`GET ${path}`]?.query ?? [];
}

describe('a running club', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-attack-'));
  let club: ServerProcess;
  let admin: string;

  beforeAll(async () => {
    const maliciousSettings = fullSettings
      .replace(/^name = .*/m, `name = ${JSON.stringify(XSS_PAYLOAD)}`)
      .replace(/^address = .*/m, `address = ${JSON.stringify(`1 Road;X-INJECTED:1, ${XSS_PAYLOAD}`)}`);
    writeFileSync(join(dataDir, 'club.toml'), maliciousSettings);
    club = await startServerProcess({
      dataDir,
      env: { ...TRUST_PROXY_ENV, PUBLIC_URL: 'https://padel.example' },
    });
    admin = insertUserSession(dataDir, { email: 'admin@club.example', name: 'Sana', is_admin: true }).replace(
      'sid=',
      '__Host-sid=',
    );
  });
  afterAll(() => club.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(club.url + path, { headers, redirect: 'manual' });

  test('dates at the limits of calendars do not hang the server', async () => {
    for (const path of [
      '/api/admin/insights?startDate=0001-01-01&endDate=9999-12-31',
      '/api/admin/insights?startDate=9999-12-01&endDate=9999-12-31',
      '/api/admin/insights?endDate=9999-12-31',
      '/api/admin/insights?startDate=9999-12-31',
      '/api/admin/stats?startDate=0000-01-01&endDate=9999-12-31',
      '/api/admin/bookings?startDate=0000-01-01&endDate=9999-12-31',
      '/api/admin/day?date=9999-12-31',
      '/api/slots?courtId=1&date=9999-12-31',
    ]) {
      expect([path, (await get(path, { cookie: admin })).status]).toEqual([path, 422]);
    }
    const widest = await get('/api/admin/insights?startDate=2000-01-01&endDate=2199-12-31', {
      cookie: admin,
    });
    const { data } = (await widest.json()) as { data: { revenue: { period: string }[] } };
    expect(data.revenue.map(({ period }) => period.slice(0, 4)).at(-1)).toBe('2199');
    expect(new Set(data.revenue.map(({ period }) => period)).size).toBe(2400);
  });

  test('unknown addresses share one page', async () => {
    const text = async (path: string) => (await get(path)).text();
    expect(await text('/wp-login.php')).toBe(await text('/a/b/c'));
    expect(await text(`${'/'.repeat(15_000)}a`)).toBe(await text('/a/b/c'));
  });

  test('no GET request of an admin ends in a 500', async () => {
    const readRoutes = routeTable
      .filter(
        ({ method, path }) =>
          method === 'GET' && path.startsWith('/api/') && !/event-stream$|logout$/.test(path),
      )
      .map(({ path }) => ({ path, names: searchParametersOf(path) }));
    const allNames = new Set(readRoutes.flatMap(({ names }) => names));
    const values = [
      '',
      '%00',
      '%E0%A4%A',
      '%ED%A0%80',
      '-1',
      '1e309',
      'NaN',
      '9'.repeat(30),
      '__proto__',
      'constructor',
      "'%20OR%20'1'='1",
      '%22%2A',
      'a&NAME=b',
      '%0d%0aSet-Cookie:%20evil=1',
      '*',
      '"',
      'NEAR(',
      '%F0%9F%8E%BE',
      '2026-02-30',
      'WyJhIiwxXQ',
      'WzEsMWUzMDhd',
    ];
    const ids = [
      '1',
      '0',
      '-1',
      '9'.repeat(16),
      '999999999999999',
      '1e5',
      '%00',
      '__proto__',
      'constructor',
      '%E0%A4%A',
      '1%0d%0a',
    ];
    const failures: string[] = [];
    let requestCount = 0;
    let okCount = 0;
    for (const { path: route, names } of readRoutes) {
      const withId = (id: string) => route.replace(/:\w+/g, id);
      // Each parameter of the route alone, and those of all routes together.
      const queries = [...names.map((name) => [name]), [...allNames]];
      const paths = [
        ...(route.includes(':') ? ids.map(withId) : []),
        ...queries.flatMap((query) =>
          values.map((value) => {
            const pairs = query.map((name) => `${name}=${value.replace('NAME', name)}`);
            return `${withId('1')}?${pairs.join('&')}`;
          }),
        ),
      ];
      for (const path of paths) {
        const response = await get(path, { cookie: admin });
        const text = await response.text();
        requestCount += 1;
        if (response.status === 200) okCount += 1;
        const injected = response.headers.getSetCookie().some((line) => line.startsWith('evil'));
        if (response.status >= 500 || injected || /SQLITE|sqlite|\bat \//.test(text)) {
          failures.push(`${response.status} ${path}`);
        }
      }
    }
    expect(requestCount).toBeGreaterThan(2500);
    expect(okCount).toBeGreaterThan(1000);
    expect(failures).toEqual([]);
  });

  test('no body that an admin sends ends in a 500', async () => {
    const writeRoutes = routeTable.filter(
      ({ method, path }) => /POST|PUT|DELETE/.test(method) && path !== '/api/*',
    );
    const numbers = [0, -1, 1.5, 1e308, -0, 2 ** 53, 9e15];
    const texts = [
      '',
      '\u0000',
      '\ud800',
      '__proto__',
      'a'.repeat(60_000),
      '2026-02-30',
      '9999-12-31',
      '24:00',
      "'; DROP TABLE booking; --",
      XSS_PAYLOAD,
    ];
    const invalidValues: unknown[] = [
      ...numbers,
      ...texts,
      null,
      true,
      [],
      {},
      [[]],
      [null],
      ['18:00', 1],
      { toString: 1 },
    ];
    const statuses = new Set<number>();
    const failures: string[] = [];
    let clientCount = 0;
    const send = async (method: string, url: string, body: object) => {
      clientCount += 1;
      const response = await fetch(club.url + url, {
        method,
        headers: {
          cookie: admin,
          'content-type': 'application/json',
          'x-forwarded-for': `10.9.${clientCount >> 8}.${clientCount & 255}`,
        },
        body: JSON.stringify(body),
      });
      await response.bytes();
      statuses.add(response.status);
      if (response.status >= 500)
        failures.push(`${response.status} ${method} ${url} ${JSON.stringify(body).slice(0, 200)}`);
    };
    await send('POST', '/api/book', bookingBody({ date: slotSelection.date }));
    for (const { method, path } of writeRoutes) {
      const url = path.replace(/:\w+/g, '1');
      // These would end the test's session, and hashing would take too long.
      if (/logout|login|register|password|users\/1\/(sessions|second-factors|role)/.test(url)) continue;
      const validBody = VALID_BODIES[`${method} ${url}`] ?? {};
      await send(method, url, validBody);
      for (const name of Object.keys(validBody)) {
        for (const value of [...invalidValues, invalidValues])
          await send(method, url, { ...validBody, [name]: value });
      }
    }
    expect(failures).toEqual([]);
    // Requests pass the guard, and some pass validation.
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 201, 404, 409, 422]));
    expect(statuses.has(401)).toBe(false);
    expect(club.output()).not.toContain('"event":"failure"');
  });

  test('a name with markup stays a name on every page', async () => {
    const court = await fetch(`${club.url}/api/admin/courts/2`, {
      method: 'PUT',
      headers: { cookie: admin, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: XSS_PAYLOAD,
        description: XSS_PAYLOAD,
        features: [XSS_PAYLOAD.slice(0, 60)],
      }),
    });
    expect(court.status).toBe(200);
    for (const path of [
      '/',
      '/booking',
      '/contact',
      '/privacy-policy',
      '/login',
      '/offline',
      '/nothing',
      '/success',
    ]) {
      const html = await (await get(path)).text();
      expect([path, html.includes('<img src=x'), html.includes('<svg/onload')]).toEqual([path, false, false]);
      // Data in a script element holds no end tag.
      for (const [, body = ''] of html.matchAll(
        /<script type="application\/(?:ld\+)?json"[^>]*>(.*?)<\/script>/gs,
      )) {
        expect(() => JSON.parse(body)).not.toThrow();
      }
    }
    const manifest = await get('/manifest.webmanifest');
    expect(((await manifest.json()) as { name: string }).name).toBe(XSS_PAYLOAD);
    const booked = await postBooking(club.url, { ...distinctBooking(88), name: XSS_PAYLOAD });
    expect(booked.status).toBe(201);
    const ics = await (await get(`/api/booking/${booked.json.booking.id}/calendar.ics`)).text();
    expect(ics).toContain('BEGIN:VCALENDAR');
    expect(ics).not.toMatch(/^X-INJECTED/m);
  });

  test('names with line breaks and huge numbers are rejected', async () => {
    for (const overrides of [
      { name: 'Ali\r\nBcc: all@club.example' },
      { name: 'Ali\u2028x\u0085', phone: '0300\r\n1234567' },
      { email: 'a@b.pk\r\nBcc: x@y.pk' },
      { email: '"a\\"@x.pk' },
      { duration: 3e300 },
      { duration: 30e12 },
      { court_id: 1e300 },
    ]) {
      const answer = await postBooking(club.url, { ...distinctBooking(3), ...overrides });
      expect([JSON.stringify(overrides), [404, 422].includes(answer.status)]).toEqual([
        JSON.stringify(overrides),
        true,
      ]);
    }
  });

  test('spoofed host headers change no page, no link and no cookie', async () => {
    const spoofedHeaders = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-prefix': '/evil',
      'x-original-url': '/evil',
      forwarded: 'host=evil.example;proto=http',
    };
    for (const path of ['/', '/booking', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/sw.js']) {
      const [normal, spoofed] = [await get(path), await get(path, spoofedHeaders)];
      expect([path, spoofed.headers.get('etag')]).toEqual([path, normal.headers.get('etag')]);
      expect(await spoofed.text()).not.toContain('evil.example');
    }
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/%09/evil.example',
      '/\t/evil.example',
    ]) {
      const { headers } = await get(
        `/api/oauth/login?provider=google&next=${encodeURIComponent(next)}`,
        spoofedHeaders,
      );
      expect(headers.get('location')).toStartWith('/login?error=');
    }
  });

  test('over https the session cookie is bound to this host', async () => {
    const answer = await fetch(`${club.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.1.2.3' },
      body: JSON.stringify(registrationBody()),
    });
    const [line = ''] = answer.headers.getSetCookie();
    expect(line).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    // Another site on the machine can set a cookie with the plain name, so it is ignored.
    const token = line.slice('__Host-sid='.length, line.indexOf(';'));
    expect((await get('/api/auth/user', { cookie: `sid=${token}` })).status).toBe(401);
    expect((await get('/api/auth/user', { cookie: `__Host-sid=${token}` })).status).toBe(200);
  });
});

describe("a club in the test's process", () => {
  let club: TestClub;
  beforeAll(async () => {
    club = await createTestClub();
  });
  afterAll(() => club.close());

  test('repeated registration with the same email address fills no mailbox', async () => {
    const registration = registrationBody({ email: 'victim@example.com' });
    expect((await club.post('/api/auth/register', registration)).status).toBe(201);
    const before = club.accountMessages().length;
    for (let at = 0; at < 8; at += 1) {
      const again = await club.post('/api/auth/register', {
        ...registration,
        name: `Visit evil.example ${at}`,
      });
      expect([again.status, again.json.reason]).toEqual([409, 'already_exists']);
    }
    expect(club.accountMessages().length - before).toBe(3);
  });

  test('no CSV cell starts a formula, even with full-width characters', async () => {
    const { headers } = await club.signIn({ email: 'csv@example.com', is_admin: true });
    const names = ['=1+1', '+cmd|calc', '-2+3', '@SUM(1)', '＝1+1', '＋1', '－1', '＠SUM(1)'];
    for (const [at, name] of names.entries()) {
      const start_time = `${String(8 + at).padStart(2, '0')}:00`;
      const booked = await club.post('/api/book', bookingBody({ start_time, name, email: '=a@example.com' }));
      expect(booked.status).toBe(201);
    }
    const { text } = await club.get('/api/admin/bookings.csv', headers);
    expect(text.split('\r\n').length).toBeGreaterThan(names.length);
    for (const line of text.replace('\ufeff', '').trim().split('\r\n')) {
      for (const cell of line.split(',')) {
        expect(cell.replace(/^"/, '')).not.toMatch(/^(?!\+\d+$)[=+\-@＝＋－＠]/);
      }
    }
  });
});
