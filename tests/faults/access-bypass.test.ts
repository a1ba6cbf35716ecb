import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { distinctBooking, postBooking, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { parseStatus, sendRawRequest } from '../support/raw-socket.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createTestClub } from '../support/test-club.ts';
import { createNoisyJpeg, createReceiptForm } from '../support/test-images.ts';

/** A text in names, settings and files; an answer that contains it has leaked data. */
const CANARY = 'Canary Khan 7391';

interface Route {
  method: string;
  path: string;
  access: string | undefined;
}

let club: ServerProcess;
let routes: Route[];
let admin: string;
let member: string;
let picture: string;

beforeAll(async () => {
  club = await startServerProcess({
    env: { ...TRUST_PROXY_ENV, MAIL_FROM: `${CANARY} <canary@club.example>` },
  });
  const app = await createTestClub();
  routes = app.app.routes
    .filter(({ method, path }) => /^[A-Z]+$/.test(method) && !path.endsWith('*'))
    .map(({ method, path, hooks }) => ({
      method,
      path: path.replace(/:\w+/g, '1'),
      access: (hooks as { detail?: { access?: string } }).detail?.access,
    }));
  app.close();
  admin = insertUserSession(club.dataDir, { email: 'admin@club.example', name: CANARY, is_admin: true });
  member = insertUserSession(club.dataDir, { email: 'member@club.example', name: 'Bilal', is_admin: false });
  const booked = await postBooking(club.url, {
    ...distinctBooking(0),
    name: CANARY,
    email: 'canary@club.example',
  });
  expect(booked.status).toBe(201);
  const receipt = createReceiptForm(await createNoisyJpeg(300, 200), { email: 'canary@club.example' });
  const sent = await fetch(`${club.url}/api/booking/1/receipt`, { method: 'POST', body: receipt });
  expect(sent.status).toBe(200);
  const image = await fetch(`${club.url}/api/admin/courts/1/image`, {
    method: 'PUT',
    headers: { cookie: admin },
    body: (await createNoisyJpeg(300, 200)) as Uint8Array<ArrayBuffer>,
  });
  picture = ((await image.json()) as { data: { court: { image_url: string } } }).data.court.image_url;
  writeFileSync(join(club.dataDir, 'club.toml.old'), CANARY);
  mkdirSync(join(club.dataDir, 'media-old'));
  writeFileSync(join(club.dataDir, 'media-old', 'secret.txt'), CANARY);
});
afterAll(() => club.close());

/** Sends a request over its own connection without normalizing its path. */
function sendRequest(method: string, path: string, headers: string[] = []): Promise<string> {
  const body = /GET|HEAD|OPTIONS/.test(method) ? [] : ['Content-Type: application/json', 'Content-Length: 2'];
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, ...body];
  return sendRawRequest(club.url, `${lines.join('\r\n')}\r\n\r\n${body.length > 0 ? '{}' : ''}`);
}

const upperFirst = (path: string) => path.replace('/api', '/Api');
/** Spellings that a proxy, a file system or a router may treat as the same path. */
const URL_VARIANTS: [what: string, spell: (path: string) => string][] = [
  ['unchanged', (path) => path],
  ['a slash at the end', (path) => `${path}/`],
  ['two slashes at the end', (path) => `${path}//`],
  ['upper case', (path) => path.toUpperCase()],
  ['one upper-case letter', upperFirst],
  ['an encoded slash', (path) => path.replace(/\/(?=[^/]*$)/, '%2f')],
  ['an encoded letter', (path) => path.replace('/a', '/%61')],
  ['encoded twice', (path) => path.replace('/a', '/%2561')],
  ['two slashes in front', (path) => `/${path}`],
  ['two slashes within', (path) => path.replace('/api/', '/api//')],
  ['a parent folder', (path) => `/assets/..${path}`],
  ['an encoded parent folder', (path) => `/assets/%2e%2e${path}`],
  ['a backslash', (path) => path.replace('/api/', '/api\\')],
  ['a parameter behind a semicolon', (path) => `${path};.css`],
  ['a file extension', (path) => `${path}.json`],
  ['a NUL', (path) => `${path}%00`],
  ['a fragment', (path) => `${path}#.css`],
  ['a method in the query', (path) => `${path}?_method=GET`],
  ['an absolute address', (path) => `http://localhost${path}`],
];
const METHOD_OVERRIDE_HEADERS = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'];
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Headers that some frameworks trust. */
const SPOOFED_HEADERS = [
  'X-Original-URL: /api/courts',
  'X-Rewrite-URL: /api/courts',
  'X-Forwarded-User: admin',
];

async function runConcurrently<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const index = next++;
      const job = jobs[index];
      if (job) results[index] = await job();
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return results;
}

/** Sends requests and returns those that got data or an unexpected status. */
async function findIntrusions(attempts: { method: string; path: string; headers: string[] }[]) {
  const responses = await runConcurrently(
    attempts.map((attempt) => async () => {
      const response = await sendRequest(attempt.method, attempt.path, attempt.headers);
      return { ...attempt, status: parseStatus(response), leaked: response.includes(CANARY) };
    }),
  );
  // 0: the server closed the connection without an answer, because it received no valid request.
  return responses.filter(
    ({ status, leaked }) => leaked || ![0, 400, 401, 403, 404, 405, 415].includes(status),
  );
}

/** The accesses of the dashboard's routes. */
const ADMIN = ['staff', 'owner'];

function protectedRoutes(access: string[]): Route[] {
  return routes.filter((route) => access.includes(route.access ?? ''));
}

describe('the route table', () => {
  test('every route declares its access', () => {
    expect(routes.length).toBeGreaterThan(45);
    const known = ['anyone', 'member', ...ADMIN];
    // Court pictures are public files.
    const undeclared = routes.filter(
      ({ access, path }) => !known.includes(access ?? '') && !path.startsWith('/media'),
    );
    expect(undeclared).toEqual([]);
    const unprotected = routes.filter(
      ({ access, path }) => !ADMIN.includes(access ?? '') && path.startsWith('/api/admin'),
    );
    expect(unprotected).toEqual([]);
  });

  test('a visitor cannot read a guarded route under any spelling of its path', async () => {
    const attempts = protectedRoutes(['member', ...ADMIN]).flatMap(({ method, path }) =>
      URL_VARIANTS.map(([, transform]) => ({ method, path: transform(path), headers: [] as string[] })),
    );
    expect(attempts.length).toBeGreaterThan(1000);
    expect(await findIntrusions(attempts)).toEqual([]);
  });

  test('a member cannot read an admin route under any spelling of its path', async () => {
    const attempts = protectedRoutes(ADMIN).flatMap(({ method, path }) =>
      URL_VARIANTS.map(([, transform]) => ({
        method,
        path: transform(path),
        headers: [`Cookie: ${member}`],
      })),
    );
    expect(await findIntrusions(attempts)).toEqual([]);
  });

  test('no method, real or overridden by a header, opens a guarded route', async () => {
    const attempts = protectedRoutes(ADMIN).flatMap(({ method, path }) =>
      METHODS.flatMap((real) => [
        { method: real, path, headers: [`Cookie: ${member}`] },
        {
          method: real,
          path,
          headers: [`Cookie: ${member}`, ...METHOD_OVERRIDE_HEADERS.map((name) => `${name}: ${method}`)],
        },
        { method: real, path, headers: [`Cookie: ${member}`, ...SPOOFED_HEADERS] },
      ]),
    );
    expect(await findIntrusions(attempts)).toEqual([]);
  });

  test('an admin can read every admin route, and no response may be cached', async () => {
    const reads = protectedRoutes(['member', ...ADMIN]).filter(
      ({ method, path }) => method === 'GET' && !path.endsWith('/event-stream'),
    );
    expect(reads.length).toBeGreaterThan(12);
    const answers = await runConcurrently(
      reads.map(({ path }) => async () => {
        const response = await fetch(club.url + path, { headers: { cookie: admin } });
        return { path, response, text: await response.text() };
      }),
    );
    for (const { path, response } of answers) {
      // A channel that isn't set up answers 409.
      expect([path, [200, 404, 409].includes(response.status)]).toEqual([path, true]);
      expect([path, response.headers.get('cache-control')?.split(', ').at(-1)]).toEqual([path, 'no-store']);
    }
    expect(answers.some(({ text }) => text.includes(CANARY))).toBe(true);
  });

  test('HEAD answers a guarded route like GET, without a body', async () => {
    for (const { path } of protectedRoutes(ADMIN).filter(({ method }) => method === 'GET')) {
      const answer = await sendRequest('HEAD', path);
      expect([path, parseStatus(answer), answer.split('\r\n\r\n')[1]]).toEqual([path, 401, '']);
    }
  });

  test('another site cannot log a user out, with or without a trailing slash', async () => {
    for (const path of ['/api/oauth/logout', '/api/oauth/logout/', '/api/oauth/logout//']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await sendRequest(method, path, [`Cookie: ${member}`, 'Sec-Fetch-Site: cross-site']);
        expect([path, [403, 404].includes(parseStatus(answer))]).toEqual([path, true]);
      }
    }
    expect((await fetch(`${club.url}/api/auth/user`, { headers: { cookie: member } })).status).toBe(200);
  });
});

const PATH_TRAVERSALS = [
  '../club.toml',
  '..%2fclub.toml',
  '..%2Fclub.db',
  '%2e%2e/club.toml',
  '%2e%2e%2fclub.toml',
  '%2e%2e%5cclub.toml',
  '..%5cclub.toml',
  '..\\club.toml',
  '%252e%252e%252fclub.toml',
  '....//club.toml',
  '..;/club.toml',
  '.%00./club.toml',
  '%c0%ae%c0%ae/club.toml',
  '%uff0e%uff0e/club.toml',
  '../media-old/secret.txt',
  '..%2fmedia-old%2fsecret.txt',
  '../club.toml.old',
  '..%2fclub.toml.old%00.webp',
  '/club.toml',
  '%2fetc%2fpasswd',
  '/etc/passwd',
  'file:///etc/passwd',
];

describe('files of the data folder', () => {
  test('/media serves images to everyone and nothing else', async () => {
    const { status, headers } = await fetch(club.url + picture);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    const [receipt = ''] = readdirSync(join(club.dataDir, 'receipts'));
    expect(receipt).toEndWith('.webp');
    const ways = [
      ...PATH_TRAVERSALS,
      `../receipts/${receipt}`,
      `..%2freceipts%2f${receipt}`,
      receipt,
      '',
      '.',
      '%00',
      'x%00.webp',
    ];
    for (const traversal of ways) {
      for (const [prefix, headers] of [
        ['/media/', []],
        ['/assets/', []],
        ['/pictures/', []],
        ['/receipts/', []],
        ['/', [`Cookie: ${admin}`]],
      ] as const) {
        const answer = await sendRequest('GET', `${prefix}${traversal}`, [...headers]);
        const leaks = /root:x:|SQLite format|\[club\]|RIFF/.test(answer) || answer.includes(CANARY);
        expect([prefix + traversal, leaks]).toEqual([prefix + traversal, false]);
        expect([
          prefix + traversal,
          [0, 400, 404].includes(parseStatus(answer)) || (prefix === '/' && traversal.length < 2),
        ]).toEqual([prefix + traversal, true]);
      }
    }
  });

  test('only its owner and admins can read a receipt, by booking number only', async () => {
    const own = await fetch(`${club.url}/api/booking/1/receipt`, { headers: { cookie: admin } });
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const numbers = [
      '1',
      '1%00',
      '1%2f',
      '01',
      '+1',
      '1.0',
      '0x1',
      '1e0',
      ' 1',
      '1%20',
      '%31',
      '１',
      '-1',
      '1;1',
      '1,2',
    ];
    for (const number of [
      ...numbers,
      ...PATH_TRAVERSALS.map((traversal) => traversal.replaceAll('/', '%2f')),
    ]) {
      for (const cookie of ['', member]) {
        for (const method of ['GET', 'HEAD']) {
          const path = `/api/booking/${number}/receipt`;
          const answer = await sendRequest(method, path, cookie ? [`Cookie: ${cookie}`] : []);
          expect([path, answer.includes('RIFF'), parseStatus(answer) === 200]).toEqual([path, false, false]);
        }
      }
    }
  });
});
