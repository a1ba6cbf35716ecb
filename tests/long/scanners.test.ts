/** Two scanners look for holes: first where holes were dug, so that their silence elsewhere means something. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import { EXECUTABLE, type RunningClub, startClub } from '../support/executable.ts';
import { distinctBooking, MANY_HOMES, postBooking } from '../support/load.ts';
import { signInToFile } from '../support/sign-in-to-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'padel-scan-'));
/** All that attack the site itself; those that would ask a machine on the internet stay at home. */
const MODULES =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss';

/** What a scanner says that is as it should be, and why. */
const EXPLAINED: Record<string, string> = {
  'HTTP Secure Headers: X-Frame-Options is not set':
    "the content policy says frame-ancestors 'none', which replaced it",
  'HTTP Secure Headers: X-XSS-Protection is not set':
    'browsers have given it up; the content policy stands in its place',
  'HTTP Secure Headers: Strict-Transport-Security is not set': 'the scan speaks http; over https it is set',
  'Cross Site Request Forgery: Lack of anti CSRF token':
    'forms are sent by script to the API, which takes JSON of our own origin only; their pages take no POST',
};

interface Finding {
  kind: string;
  path: string;
  info: string;
}

async function wapiti(
  url: string,
  options: { modules: string; start?: string[]; headers?: string[]; depth: number },
) {
  const program = await ensureSystemPackage('wapiti');
  const report = join(folder, `${crypto.randomUUID()}.json`);
  const words = [
    '-u',
    url,
    '--scope',
    'domain',
    '-m',
    options.modules,
    '-d',
    String(options.depth),
    '-t',
    '10',
  ];
  // It says that it reads brotli, and then it does not.
  for (const header of ['Accept-Encoding: identity', ...(options.headers ?? [])]) words.push('-H', header);
  for (const start of options.start ?? []) words.push('-s', start);
  words.push(
    '--max-links-per-page',
    '60',
    '--max-scan-time',
    '300',
    '--flush-session',
    '--no-bugreport',
    '-v',
    '0',
  );
  words.push('--store-session', join(folder, 'session'), '--store-config', join(folder, 'config'));
  const child = Bun.spawn([program, ...words, '-f', 'json', '-o', report], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, HOME: folder },
  });
  const printed = await new Response(child.stdout).text();
  await child.exited;
  if (!(await Bun.file(report).exists())) throw new Error(`wapiti left no report:\n${printed.slice(-2000)}`);
  const json = (await Bun.file(report).json()) as Record<
    'vulnerabilities' | 'anomalies',
    Record<string, Finding[]>
  >;
  return [json.vulnerabilities, json.anomalies].flatMap((group) =>
    Object.entries(group).flatMap(([kind, found]) => found.map(({ path, info }) => ({ kind, path, info }))),
  );
}

/** The parameters sqlmap could inject through, such as `name (GET)`. */
async function sqlmap(url: string, words: string[] = []) {
  const program = await ensureSystemPackage('sqlmap');
  const child = Bun.spawn(
    [
      program,
      '-u',
      url,
      '--batch',
      '--flush-session',
      '--output-dir',
      join(folder, 'sqlmap'),
      '--level',
      '2',
      '--risk',
      '2',
      '--dbms',
      'SQLite',
      '--technique',
      'BEU',
      '--threads',
      '4',
      '--disable-coloring',
      ...words,
    ],
    { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore', env: { ...process.env, HOME: folder } },
  );
  const printed = await new Response(child.stdout).text();
  await child.exited;
  return {
    injectable: [...printed.matchAll(/^Parameter: (.+)$/gm)].map(([, name]) => name),
    cleared: printed.includes('all tested parameters do not appear to be injectable'),
    printed,
  };
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('where holes were dug', () => {
  let server: Bun.Subprocess<'ignore', 'pipe', 'inherit'>;
  let url = '';
  beforeAll(async () => {
    const file = resolve(import.meta.dir, '../support/canary-server.ts');
    server = Bun.spawn([process.execPath, file], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
    for await (const chunk of server.stdout.pipeThrough(new TextDecoderStream())) {
      url = /"url":"([^"]+)"/.exec(chunk)?.[1] ?? '';
      if (url) break;
    }
  });
  afterAll(() => server.kill());

  test('wapiti sees all four', async () => {
    const found = await wapiti(`${url}/canary`, { modules: 'exec,file,redirect,sql,xss', depth: 1 });
    const seen = found.map(({ kind, path }) => `${kind} ${path}`);
    for (const hole of [
      'Cross Site Scripting /canary/echo',
      'SQL Injection /canary/find',
      'Open Redirect /canary/go',
      'Path Traversal /canary/read',
    ]) {
      expect(seen).toContain(hole);
    }
  });

  test('sqlmap gets in', async () => {
    expect((await sqlmap(`${url}/canary/find?name=Ali`)).injectable).toEqual(['name (GET)']);
  });
});

describe(`the site as it is sold (${EXECUTABLE.split('/').pop()})`, () => {
  let club: RunningClub;
  let base: string;
  let cookie: string;
  beforeAll(async () => {
    club = await startClub({ env: MANY_HOMES });
    base = club.url.replace('localhost', '127.0.0.1');
    cookie = signInToFile(club.dataDir, { email: 'desk@club.example', name: 'Sana Butt', is_admin: true });
    for (let at = 0; at < 10; at += 1) await postBooking(club.url, distinctBooking(at));
  });
  afterAll(() => club.close());

  const asked = (route: string) =>
    club.output().match(new RegExp(`"route":"${route.replace(/[/:*.]/g, '\\$&')}"`, 'g'))?.length ?? 0;

  const reads = [
    `/api/slots?courtId=1&date=${distinctBooking(0).date}`,
    '/api/booking/1',
    '/api/booking/1/receipt',
    '/api/admin/bookings?q=ali&status=all&sort=name&limit=10&startDate=2026-01-01&endDate=2027-12-31',
    '/api/admin/bookings.csv?q=ali&status=all',
    '/api/admin/users?q=ali&limit=3',
    '/api/admin/messages?unread=1&limit=3',
    '/api/admin/notices?state=sent&limit=3',
    '/api/admin/stats?startDate=2026-01-01&endDate=2026-12-31',
    '/api/admin/day?date=2026-12-01',
    '/api/oauth/login?provider=google&next=/account',
    '/media/nothing.webp',
  ];

  test.each([
    ['a visitor', false],
    ['the desk', true],
  ])('wapiti finds nothing with the rights of %s', async (_, isDesk) => {
    const sitemap = await (await fetch(`${club.url}/sitemap.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+(\/[^<]*)<\/loc>/g)].map(
      ([, path]) => path ?? '',
    );
    expect(listed.length).toBeGreaterThan(5);
    const pages = [
      ...listed,
      '/login',
      '/register',
      '/account',
      '/admin',
      '/success?booking_id=1',
      '/cancel?court=1',
    ];
    const found = await wapiti(`${base}/`, {
      modules: MODULES,
      start: [...pages, ...reads].map((path) => base + path),
      headers: isDesk ? [`Cookie: ${cookie}`] : [],
      depth: 2,
    });
    const told = found.map(({ kind, path, info }) => ({ path, finding: `${kind}: ${info}` }));
    console.log(
      `wapiti as ${isDesk ? 'the desk' : 'a visitor'}: ${asked('/api/admin/bookings')} requests to the bookings list so far; ${told.length} remarks, ${told.filter(({ finding }) => !EXPLAINED[finding]).length} unexplained`,
    );
    expect(told.filter(({ finding }) => !EXPLAINED[finding])).toEqual([]);
    expect(asked('/api/admin/bookings')).toBeGreaterThan(100);
    // Let in to the desk, or kept out of it, from the first request to the last.
    expect(/"route":"\/api\/admin\/bookings","status":200/.test(club.output())).toBe(isDesk);
    expect(club.output()).not.toContain('"status":500');
  });

  const contact =
    '{"name":"Ali Khan","email":"ali@example.com","subject":"booking","message":"A long enough message"}';
  const login = '{"email":"ali@example.com","password":"Chenab-river-41"}';
  test.each<[what: string, path: string, route: string, words: string[]]>([
    [
      'the bookings list',
      '/api/admin/bookings?q=ali&status=all&sort=name&limit=10',
      '/api/admin/bookings',
      [],
    ],
    ['the people', '/api/admin/users?q=sana&limit=3', '/api/admin/users', []],
    ['the free half-hours', `/api/slots?courtId=1&date=${distinctBooking(0).date}`, '/api/slots', []],
    ['a booking', '/api/booking/1*', '/api/booking/:id', []],
    ['the contact form', '/api/contact', '/api/contact', ['--data', contact]],
    [
      'the login form',
      '/api/auth/login',
      '/api/auth/login',
      ['--data', login, '--ignore-code', '401,429,503'],
    ],
  ])('sqlmap finds no way in through %s', async (what, path, route, words) => {
    const before = asked(route);
    const isForm = words.includes('--data');
    const { injectable, cleared, printed } = await sqlmap(base + path, [
      ...(isForm
        ? ['--headers', 'Content-Type: application/json', '--tamper', 'xforwardedfor']
        : ['--cookie', cookie, '--param-filter', 'GET,URI']),
      ...words,
    ]);
    const requests = asked(route) - before;
    console.log(`sqlmap on ${what}: ${requests} requests, injectable: ${injectable.length}`);
    expect(injectable).toEqual([]);
    expect([cleared, cleared ? '' : printed.slice(-1500)]).toEqual([true, '']);
    expect(requests).toBeGreaterThan(30);
    expect(club.output()).not.toContain('"status":500');
  });
});
