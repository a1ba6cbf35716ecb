/** What an owner reads about the public address: one finding for each way in which visitors do not get here. */
import { afterAll, expect, test } from 'bun:test';
import { AddressCheck } from '../../../src/admin/check-address.ts';

const servers: { stop(): unknown }[] = [];
afterAll(() => servers.map((server) => server.stop()));

function serve(fetch: (request: Request) => Response | Promise<Response>, tls?: Bun.TLSOptions) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch, ...(tls ? { tls } : {}) });
  servers.push(server);
  return `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}`;
}

const SECRET = 'secret-of-the-club';
const tokenOf = (request: Request) => request.url.split('/').pop() ?? '';

/** A site that checks itself, behind what stands between it and its visitors. */
async function kindsOf(
  trustProxy: boolean,
  between: (request: Request, site: string) => Promise<Response>,
): Promise<string[]> {
  const check = new AddressCheck(SECRET);
  const site = serve(
    (request) => check.answer(tokenOf(request), request, { trustProxy }) ?? new Response('', { status: 404 }),
  );
  const found = await check.run(serve((request) => between(request, site)));
  // Each says what to do.
  for (const { kind, fix } of found) expect([kind, fix === '']).toEqual([kind, kind === 'fine']);
  return found.map(({ kind }) => kind);
}
const forward = (headers: Record<string, string>) => (request: Request, site: string) =>
  fetch(site + new URL(request.url).pathname, { headers });
const VISITOR = { 'x-forwarded-for': '203.0.113.9' };
const SCHEME = { 'x-forwarded-proto': 'http' };

test('a proxy that names the visitor and the scheme lacks https alone', async () => {
  expect(await kindsOf(true, forward({ ...VISITOR, ...SCHEME }))).toEqual(['no_https']);
});

test('a proxy that says too little, or is not believed', async () => {
  expect(await kindsOf(true, forward(SCHEME))).toEqual(['no_https', 'no_visitor']);
  expect(await kindsOf(true, forward(VISITOR))).toEqual(['no_https', 'no_scheme']);
  expect(await kindsOf(false, forward(VISITOR))).toEqual(['no_https', 'untrusted_proxy']);
});

test('a proxy that holds streams back', async () => {
  const buffered = async (request: Request, site: string) =>
    new Response(await (await forward({ ...VISITOR, ...SCHEME })(request, site)).text());
  expect(await kindsOf(true, buffered)).toEqual(['no_https', 'streams_cut']);
});

test('another site answers, with an error, with a page or by sending the visitor on', async () => {
  const answers = [
    () => new Response('', { status: 500 }),
    () => new Response('<h1>Parked</h1>'),
    () => Response.redirect('http://127.0.0.1:9/'),
  ];
  for (const answer of answers) expect(await kindsOf(true, async () => answer())).toEqual(['other_machine']);
});

test('a rented server answers while the tunnel from the club is down', async () => {
  for (const status of [502, 503, 504]) {
    const offlinePage = async () => new Response('<h1>We are offline for a moment</h1>', { status });
    expect(await kindsOf(true, offlinePage)).toEqual(['no_site_behind']);
  }
});

test('a site without an address asks nobody', async () => {
  expect(await new AddressCheck(SECRET).run('http://localhost:3000')).toMatchObject([{ kind: 'not_set' }]);
});

test('a name that leads nowhere, and a machine on which nothing answers', async () => {
  const check = new AddressCheck(SECRET);
  const run = async (address: string) => (await check.run(address)).map(({ kind }) => kind);
  expect(await run('https://club.invalid')).toEqual(['no_name']);
  const gone = serve(() => new Response());
  await servers.pop()?.stop();
  expect(await run(gone)).toEqual(['unreachable']);
});

test('another club on the way neither gets nor gives an answer, nor does anybody later', async () => {
  const clock = { now: 1_000_000 };
  const check = new AddressCheck(SECRET, () => clock.now);
  const other = new AddressCheck('secret-of-another', () => clock.now);
  const trusting = { trustProxy: true };
  let token = '';
  const site = serve((request) => {
    token = tokenOf(request);
    return check.answer(token, request, trusting) ?? new Response('', { status: 404 });
  });
  expect((await check.run(site)).map(({ kind }) => kind)).toEqual(['no_https', 'no_visitor', 'no_scheme']);
  const impostor = serve(() => new Response(`: ${token} {"trustsProxy":true}\n\n`));
  expect(await check.run(impostor)).toMatchObject([{ kind: 'other_machine' }]);
  const request = new Request('http://club.example/');
  expect(other.answer(token, request, trusting)).toBeNull();
  expect(check.answer('guessed', request, trusting)).toBeNull();
  const [until = '', signature = ''] = token.split('.');
  expect(check.answer(`${Number(until) + 1}.${signature}`, request, trusting)).toBeNull();
  expect(check.answer(token, request, trusting)).not.toBeNull();
  clock.now += 31_000;
  expect(check.answer(token, request, trusting)).toBeNull();
});
