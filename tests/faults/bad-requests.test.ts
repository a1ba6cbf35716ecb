import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { distinctBooking, postBooking, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { parseStatus, sendRawRequest } from '../support/raw-socket.ts';
import { fetchMetrics, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createTestClub } from '../support/test-club.ts';
import { waitUntil } from '../support/wait-until.ts';

const SECRET = 'swordfish-7391';
let club: ServerProcess;
let routes: { method: string; path: string }[];

beforeAll(async () => {
  club = await startServerProcess({ env: TRUST_PROXY_ENV });
  const app = await createTestClub();
  routes = app.app.routes
    .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, '1').replace('*', 'x') }))
    .filter(({ method, path }) => /^[A-Z]+$/.test(method) && !path.endsWith('/events'));
  app.close();
});
afterAll(() => club.close());

/** Expects no 5xx and no echoed secret in the answers, and a server that still answers. */
async function expectServerHealthy(answers: { what: string; answer: string }[]) {
  // 501 and 505 are valid answers to an unknown method or version.
  const wrong = answers.filter(
    ({ answer }) => [500, 502, 503, 504].includes(parseStatus(answer)) || answer.includes(SECRET),
  );
  expect(wrong).toEqual([]);
  expect((await fetch(`${club.url}/api/courts`)).status).toBe(200);
}

const buildRequest = (method: string, path: string, headers: string[] = [], body = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}`;
const buildJsonRequest = (method: string, path: string, body: string) =>
  buildRequest(
    method,
    path,
    ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'],
    body,
  );

const MALFORMED_BODIES: [what: string, body: string][] = [
  ['nested 20,000 deep', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`.slice(0, 60_000)],
  [
    '__proto__ and constructor',
    `{"__proto__":{"is_admin":true},"constructor":{"prototype":{"x":1}},"password":"${SECRET}"}`,
  ],
  ['numbers out of range', `{"court_id":1e309,"duration":-0,"id":${'9'.repeat(400)},"version":1e-400}`],
  [
    'NUL and lone surrogates',
    '{"name":"a\\u0000b","email":"\\ud800@x.pk","message":"\\udfff","status":"\\u0000"}',
  ],
  ['duplicate keys', `{"email":"a@b.pk","email":{"$ne":1},"password":"${SECRET}","password":[]}`],
  [
    'every field of the wrong kind',
    '{"name":[],"email":{},"phone":true,"password":7,"slots":"18:00","status":[],"date":{}}',
  ],
  ['an array', '[[[]]]'],
  ['a string', `"${SECRET}"`],
  ['an empty body', ''],
  ['half a document', `{"password":"${SECRET}`],
  ['a byte order mark', '\ufeff{}'],
  ['Latin-1 bytes', Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]).toString('latin1')],
];

describe('malformed bodies', () => {
  test.each(MALFORMED_BODIES)('%s to every route that reads a body', async (what, body) => {
    const targets = routes.filter(({ method }) => /POST|PUT|PATCH|DELETE/.test(method));
    expect(targets.length).toBeGreaterThan(10);
    const answers: { what: string; answer: string }[] = [];
    for (const { method, path } of targets) {
      answers.push({
        what: `${method} ${path} ${what}`,
        answer: await sendRawRequest(club.url, buildJsonRequest(method, path, body)),
      });
    }
    await expectServerHealthy(answers);
  });
});

const MALFORMED_REQUESTS: [what: string, bytes: string, statuses: number[]][] = [
  ['a broken percent code', buildRequest('GET', '/%E0%A4%A', ['Connection: close']), [200, 400, 404]],
  [
    'a broken percent code in the API',
    buildRequest('GET', '/api/booking/%E0%A4%A', ['Connection: close']),
    [400, 404],
  ],
  ['an encoded NUL', buildRequest('GET', '/api/booking/%00', ['Connection: close']), [400, 404]],
  [
    'a path of 20 KB',
    buildRequest('GET', `/${'a'.repeat(20_000)}`, ['Connection: close']),
    [0, 400, 404, 414, 431],
  ],
  [
    'a query of 15 KB',
    buildRequest('GET', `/api/slots?date=${'9'.repeat(15_000)}`, ['Connection: close']),
    [0, 400, 414, 422, 431],
  ],
  [
    '500 headers',
    buildRequest('GET', '/api/courts', [
      ...Array.from({ length: 500 }, (_, at) => `X-${at}: y`),
      'Connection: close',
    ]),
    [0, 200, 400, 431],
  ],
  [
    'a cookie of 12 KB',
    buildRequest('GET', '/api/auth/user', [`Cookie: sid=${'a'.repeat(12_000)}`, 'Connection: close']),
    [0, 400, 401, 431],
  ],
  ['no Host', 'GET /api/courts HTTP/1.1\r\nConnection: close\r\n\r\n', [0, 200, 400]],
  ['a hostile Host', 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n', [200]],
  ['a Host that is no name', 'GET / HTTP/1.1\r\nHost: [::bad\r\nConnection: close\r\n\r\n', [0, 200, 400]],
  [
    'two lengths',
    buildRequest('POST', '/api/book', ['Content-Length: 2', 'Content-Length: 20'], '{}'),
    [0, 400, 415],
  ],
  ['a negative length', buildRequest('POST', '/api/book', ['Content-Length: -1'], '{}'), [0, 400, 413, 415]],
  ['a length of letters', buildRequest('POST', '/api/book', ['Content-Length: many'], '{}'), [0, 400, 415]],
  [
    'length and chunks at once',
    buildRequest('POST', '/api/book', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    [0, 400, 415],
  ],
  [
    'chunks without a size',
    buildRequest('POST', '/api/book', ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n'),
    [0, 400, 415],
  ],
  [
    'an endless chunk size',
    buildRequest('POST', '/api/book', ['Transfer-Encoding: chunked'], 'ffffffffffffffffff\r\n{}'),
    [0, 400, 413, 415],
  ],
  [
    'a chunk extension of 30 KB',
    buildRequest(
      'POST',
      '/api/book',
      ['Transfer-Encoding: chunked'],
      `2;${'x'.repeat(30_000)}\r\n{}\r\n0\r\n\r\n`,
    ),
    [0, 400, 413, 415, 431],
  ],
  [
    'a folded header',
    'GET /api/courts HTTP/1.1\r\nHost: localhost\r\nX-Fold: a\r\n b\r\nConnection: close\r\n\r\n',
    [0, 200, 400],
  ],
  ['bare line feeds', 'GET /api/courts HTTP/1.1\nHost: localhost\n\n', [0, 200, 400, 505]],
  ['HTTP/9.9', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n', [0, 200, 400, 505]],
  ['a method of its own', buildRequest('BREW', '/api/book', ['Connection: close']), [0, 400, 404, 405, 501]],
  ['TRACE', buildRequest('TRACE', '/', ['Connection: close']), [0, 400, 404, 405, 501]],
  ['CONNECT', 'CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example:80\r\n\r\n', [0, 400, 404, 405, 501]],
  [
    'an absolute address',
    'GET http://evil.example/api/courts HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    [0, 200, 400, 404],
  ],
  [
    'an asterisk',
    'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    [0, 200, 204, 400, 404, 405],
  ],
  ['TLS on a plain port', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', [0, 400]],
  ['nothing but zeros', '\u0000'.repeat(5000), [0, 400]],
  [
    'a compressed body',
    buildRequest(
      'POST',
      '/api/book',
      ['Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Length: 2', 'Connection: close'],
      '{}',
    ),
    [400, 415, 422],
  ],
  [
    'UTF-16',
    buildRequest(
      'POST',
      '/api/book',
      ['Content-Type: application/json; charset=utf-16', 'Content-Length: 4', 'Connection: close'],
      '\ufeff{}'.slice(0, 2),
    ),
    [0, 400, 415, 422],
  ],
  [
    'a method override',
    buildRequest(
      'POST',
      '/api/admin/bookings/1/status',
      [
        'X-HTTP-Method-Override: PUT',
        'Content-Type: application/json',
        'Content-Length: 17',
        'Connection: close',
      ],
      '{"status":"paid"}',
    ),
    [401, 404, 405],
  ],
];

describe('malformed requests', () => {
  test.each(MALFORMED_REQUESTS)('%s', async (what, bytes, statuses) => {
    // The server leaves some open without a response.
    const timeoutMs = statuses.includes(0) ? 400 : undefined;
    const answer = await sendRawRequest(club.url, Buffer.from(bytes, 'latin1'), timeoutMs);
    expect(statuses).toContain(parseStatus(answer));
    await expectServerHealthy([{ what, answer }]);
  });

  test("a smuggled second request never reaches a route with the first one's rights", async () => {
    const smuggled =
      'POST /api/book HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/admin/bookings HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const answer = await sendRawRequest(club.url, smuggled);
    expect(answer).not.toContain('"data"');
  });
});

test.each(['[::1', 'x:99999', ':', '%'])('a Host header "%s" is answered and logged', async (host) => {
  const send = (path: string) =>
    sendRawRequest(club.url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const countLines = (text = '"event":"request"') => club.output().split(text).length - 1;
  const readMetric = async (route: string, status: number) => {
    const text = await (await fetchMetrics(club)).text();
    const line = text
      .split('\n')
      .find((row) => row.startsWith(`http_requests_total{method="GET",route="${route}",status="${status}"}`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  /** Waits for the line of the metrics, which is the last one. */
  const readMetricAndLog = async () => {
    const lines = countLines('"route":"/api/metrics"');
    const value = await readMetric('/api/slots', 404);
    await waitUntil(() => countLines('"route":"/api/metrics"') > lines);
    return value;
  };
  const before = await readMetricAndLog();
  const linesBefore = countLines();
  expect(parseStatus(await send('/api/slots?date=2030-01-01&courtId=99'))).toBe(404);
  expect(parseStatus(await send('/api/slots?date=nonsense&courtId=1'))).toBe(422);
  expect(parseStatus(await send('/api/courts'))).toBe(200);
  expect(parseStatus(await send('/booking'))).toBe(200);
  const foreign = await fetch(`${club.url}/api/contact`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
  expect(await readMetricAndLog()).toBe(before + 1);
  // Five responses and the metrics.
  expect(countLines() - linesBefore).toBe(6);
  expect(club.output()).not.toContain('"status":500');
});

describe('malformed multipart bodies', () => {
  const boundary = 'XyZ';
  const buildPart = (headers: string, body: string) => `--${boundary}\r\n${headers}\r\n\r\n${body}\r\n`;
  const emailPart = buildPart('Content-Disposition: form-data; name="email"', 'a@b.pk');
  const filePart = buildPart(
    'Content-Disposition: form-data; name="receipt"; filename="a.png"\r\nContent-Type: image/png',
    'x',
  );
  const forms: [what: string, type: string, body: string][] = [
    ['no boundary', 'multipart/form-data', emailPart],
    ['another boundary', 'multipart/form-data; boundary=other', emailPart],
    ['never closed', `multipart/form-data; boundary=${boundary}`, emailPart + filePart],
    ['closed at once', `multipart/form-data; boundary=${boundary}`, `--${boundary}--\r\n`],
    [
      'a name with a path',
      `multipart/form-data; boundary=${boundary}`,
      `${emailPart}${filePart.replace('a.png', '../../../etc/passwd')}--${boundary}--\r\n`,
    ],
    [
      'a thousand parts',
      `multipart/form-data; boundary=${boundary}`,
      `${emailPart.repeat(1000)}--${boundary}--\r\n`,
    ],
    [
      'headers without an end',
      `multipart/form-data; boundary=${boundary}`,
      `--${boundary}\r\nContent-Disposition: ${'x'.repeat(9000)}`,
    ],
    [
      'the same field as file and text',
      `multipart/form-data; boundary=${boundary}`,
      `${buildPart('Content-Disposition: form-data; name="receipt"', 'text')}${filePart}--${boundary}--\r\n`,
    ],
  ];

  test.each(forms)('%s', async (what, type, body) => {
    const { json: bookingResponse } = await postBooking(
      club.url,
      distinctBooking(500 + forms.findIndex(([name]) => name === what)),
    );
    const length = `Content-Length: ${Buffer.byteLength(body)}`;
    const bytes = buildRequest(
      'POST',
      `/api/booking/${bookingResponse.booking.id}/receipt`,
      [`Content-Type: ${type}`, length, 'Connection: close'],
      body,
    );
    const answer = await sendRawRequest(club.url, bytes);
    expect(parseStatus(answer)).toBeGreaterThanOrEqual(400);
    await expectServerHealthy([{ what, answer }]);
  });
});
