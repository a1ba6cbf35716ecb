/** A club behind https that was not told its address: its own pages work, strangers gain nothing, and each place names it. */
import { afterEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { NetworkInterfaceInfo } from 'node:os';
import { join } from 'node:path';
import { reachableUrl } from '../../../src/config/reachable-url.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

const clubs: TestClub[] = [];
afterEach(async () => {
  for (const club of clubs.splice(0)) await club.close();
});
async function openClub(env: Record<string, string> = {}) {
  const club = await createTestClub({ env });
  clubs.push(club);
  return club;
}

const SITE = 'https://club.example';
const EVIL = 'https://evil.example';

/** A request as the shipped proxies forward it: with the visitor's scheme beside the host, which is the URL's here. */
async function send(
  club: TestClub,
  path: string,
  body: unknown,
  { host = 'club.example', ...headers }: Record<string, string> = {},
) {
  const response = await club.app.handle(
    new Request(`http://${host}${path}`, {
      method: path.includes('machine-settings') ? 'PUT' : 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'https',
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of answers before they check their types
  return { status: response.status, headers: response.headers, json: (await response.json()) as any };
}
const owner = async (club: TestClub) =>
  (await club.signIn({ email: 'owner@example.com', name: 'Usman', role: 'owner' })).headers;
const noted = (club: TestClub) =>
  club.logLines
    .filter((line) => line.includes('site opened at another address'))
    .map((line) => JSON.parse(line));
const health = async (club: TestClub, headers: Record<string, string>) =>
  (await club.get('/api/health', headers)).json;

describe('behind a trusted proxy without an address', () => {
  test('an older browser, which sends its origin only, sets up, logs in and books', async () => {
    const club = await openClub({ TRUST_PROXY: 'true' });
    const token = (await club.createSetupLink(SITE))?.split('#')[1] ?? '';
    const account = { email: 'sana@club.example', password: 'Chenab-river-41' };
    const setUp = await send(club, '/api/setup', { token, name: 'Sana', ...account }, { origin: SITE });
    expect(setUp.status).toBe(201);
    expect((await send(club, '/api/auth/login', account, { origin: SITE })).status).toBe(200);
    const date = '2026-11-21';
    expect((await send(club, '/api/book', bookingBody({ date }), { origin: SITE })).status).toBe(201);
  });

  test('the log names the address once, and health says it to admins', async () => {
    const club = await openClub({ TRUST_PROXY: 'true' });
    for (const path of ['/api/setup/check', '/api/auth/login', '/api/setup/check'])
      await send(club, path, {}, { origin: SITE });
    expect(noted(club)).toMatchObject([{ opened_at: SITE, address: 'http://localhost:3000' }]);
    expect(await health(club, await owner(club))).toMatchObject({
      warnings: ['address_unknown'],
      opened_at: SITE,
    });
    expect((await club.get('/api/health')).json).not.toHaveProperty('opened_at');
  });

  test('a page of another site and a page without TLS change nothing', async () => {
    const club = await openClub({ TRUST_PROXY: 'true' });
    const member = (await club.signIn()).headers;
    const foreign: Record<string, string>[] = [
      { origin: EVIL },
      { origin: EVIL, 'sec-fetch-site': 'cross-site' },
      { origin: 'https://www.club.example', 'sec-fetch-site': 'same-site' },
      // Who can change what travels without TLS must not act for a page with it.
      { origin: 'http://club.example' },
      { origin: 'null' },
      // Only the last entry is the proxy's.
      { origin: EVIL, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { origin: 'http://club.example', 'x-forwarded-proto': 'http, https' },
    ];
    for (const headers of foreign) {
      const { status, json } = await send(club, '/api/book', bookingBody(), { ...member, ...headers });
      expect([headers, status, json.error]).toEqual([
        headers,
        403,
        "Please use the club's own website for this.",
      ]);
    }
    expect(club.rows('SELECT id FROM booking')).toEqual([]);
  });

  test('a page of another site is no address of this one', async () => {
    const club = await openClub({ TRUST_PROXY: 'true' });
    const crossSite = { ...(await owner(club)), origin: EVIL, 'sec-fetch-site': 'cross-site' };
    expect((await send(club, '/api/setup/check', {}, crossSite)).json.error).not.toContain('evil');
    expect(noted(club)).toEqual([]);
  });

  test('without TRUST_PROXY the scheme that a client sends does not count', async () => {
    const club = await openClub();
    expect((await send(club, '/api/book', bookingBody(), { origin: SITE })).status).toBe(403);
  });

  test('whoever sets up, and an owner, read which address is refused and what to set; nobody else does', async () => {
    const club = await openClub();
    const says = async (path: string, headers: Record<string, string> = {}) =>
      (await send(club, path, {}, { origin: SITE, ...headers })).json.error;
    const named =
      'This site does not know the address https://club.example yet: set [site] public_url = "https://club.example" in club.toml, or PUBLIC_URL, and start the site again.';
    expect(await says('/api/setup/check')).toBe(named);
    expect(await says('/api/admin/settings/test-email', await owner(club))).toBe(named);
    const staff = await club.signIn({ email: 'staff@example.com', role: 'staff' });
    for (const headers of [{}, staff.headers])
      expect(await says('/api/setups', headers)).toBe("Please use the club's own website for this.");
  });

  test('a passkey is refused with the address, and works at none but the site’s', async () => {
    const club = await openClub({ TRUST_PROXY: 'true' });
    const headers = await owner(club);
    const add = await send(club, '/api/auth/passkeys/options', {}, { ...headers, origin: SITE });
    expect([add.status, add.json.error]).toEqual([
      409,
      'Passkeys do not work at https://club.example yet, because the site does not know this address. An owner sets it at the dashboard, under Settings, Public address.',
    ]);
    const logIn = await send(club, '/api/auth/passkey-login/options', {}, { origin: SITE });
    expect(logIn.status).toBe(409);
    const known = await openClub({ TRUST_PROXY: 'true', PUBLIC_URL: SITE });
    expect((await send(known, '/api/auth/passkey-login/options', {}, { origin: SITE })).status).toBe(200);
  });
});

describe('a stranger’s headers', () => {
  test('never become the address: links, pages and cookies stay, and the file is not written', async () => {
    const club = await openClub({ TRUST_PROXY: 'true' });
    const before = readFileSync(join(club.dataDir, 'club.toml'), 'utf8');
    const booked = await send(club, '/api/book', bookingBody(), { host: 'evil.example', origin: EVIL });
    expect(booked.status).toBe(201);
    expect(JSON.stringify(booked.json)).not.toContain('evil');
    await send(
      club,
      '/api/auth/forgot-password',
      { email: 'a@b.example' },
      { host: 'evil.example', origin: EVIL },
    );
    expect(JSON.stringify(club.rows('SELECT * FROM outbox'))).not.toContain('evil');
    for (const path of ['/', '/booking', '/api/openapi.json'])
      expect((await club.get(path)).text).not.toContain('evil');
    expect(readFileSync(join(club.dataDir, 'club.toml'), 'utf8')).toBe(before);
  });

  test('do not warn a club that knows its address; an owner who opens it elsewhere does', async () => {
    const club = await openClub({ TRUST_PROXY: 'true', PUBLIC_URL: SITE });
    const { headers } = await club.signIn({ email: 'owner@example.com', role: 'owner' });
    const cookie = headers.cookie.replace('sid=', '__Host-sid=');
    await send(club, '/api/setup/check', {}, { host: 'evil.example', origin: EVIL });
    await send(club, '/api/setup/check', {}, { origin: EVIL });
    expect([noted(club), (await health(club, { cookie })).warnings]).toEqual([[], []]);
    const www = 'https://www.club.example';
    await send(club, '/api/setup/check', {}, { cookie, origin: www, 'sec-fetch-site': 'same-origin' });
    expect(noted(club)).toMatchObject([{ opened_at: www, address: SITE }]);
    expect(await health(club, { cookie })).toMatchObject({ warnings: ['address_unknown'], opened_at: www });
  });

  test('an owner who only looks at pages of a misspelt address raises the warning; nobody else does', async () => {
    const club = await openClub({ TRUST_PROXY: 'true', PUBLIC_URL: 'https://club.exmaple' });
    const cookieOf = async (email: string, role: 'owner' | 'staff') =>
      (await club.signIn({ email, role })).headers.cookie.replace('sid=', '__Host-sid=');
    const cookie = await cookieOf('owner@example.com', 'owner');
    const staff = await cookieOf('staff@example.com', 'staff');
    const page = { referer: `${SITE}/admin`, 'sec-fetch-site': 'same-origin' };
    const look = (headers: Record<string, string>) =>
      club.app.handle(new Request('http://club.example/api/courts', { headers }));
    for (const headers of [
      page,
      { ...page, cookie: staff },
      { ...page, cookie, 'sec-fetch-site': 'cross-site' },
      { ...page, cookie, referer: 'https://club.exmaple/admin' },
      { ...page, cookie, referer: 'http://localhost:3000/admin' },
      { cookie, referer: page.referer },
      { cookie, 'sec-fetch-site': 'same-origin' },
    ]) {
      await look(headers);
      expect([headers, noted(club), (await health(club, { cookie })).warnings]).toEqual([headers, [], []]);
    }
    await look({ ...page, cookie });
    await look({ ...page, cookie });
    expect(noted(club)).toMatchObject([{ opened_at: SITE, address: 'https://club.exmaple' }]);
    expect(await health(club, { cookie })).toMatchObject({ warnings: ['address_unknown'], opened_at: SITE });
  });

  test('give way to what an owner’s browser says', async () => {
    const club = await openClub({ TRUST_PROXY: 'true' });
    const headers = await owner(club);
    await send(club, '/api/setup/check', {}, { host: '198.51.100.7', origin: 'https://198.51.100.7' });
    expect((await health(club, headers)).opened_at).toBe('https://198.51.100.7');
    await send(club, '/api/setup/check', {}, { ...headers, origin: SITE });
    await send(club, '/api/setup/check', {}, { host: 'evil.example', origin: EVIL });
    expect((await health(club, headers)).opened_at).toBe(SITE);
    expect(noted(club)).toHaveLength(1);
  });

  test('that are no address are not repeated', async () => {
    const club = await openClub();
    const long = `https://${'a'.repeat(250)}.example`;
    for (const origin of [
      'null',
      'https://club.example/path',
      long,
      'javascript:x',
      'http://127.0.0.1:99',
      'https://a b',
    ])
      expect((await send(club, '/api/setup/check', {}, { origin })).json.error).toBe(
        "Please use the club's own website for this.",
      );
    expect(noted(club)).toEqual([]);
  });
});

test('an owner who confirms the address of the open page stays signed in at it', async () => {
  const club = await openClub({ TRUST_PROXY: 'true' });
  const headers = await owner(club);
  const answer = await send(
    club,
    '/api/admin/machine-settings/address',
    { address: SITE },
    { ...headers, origin: SITE },
  );
  expect([answer.status, club.clock.restarts]).toEqual([200, 1]);
  const cookies = answer.headers.getSetCookie();
  const token = headers.cookie?.replace('sid=', '');
  expect(cookies).toEqual([
    `__Host-sid=${token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`,
    `sid=${token}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`,
  ]);
  const again = await createTestClub({ dataDir: club.dataDir, env: { TRUST_PROXY: 'true' } });
  expect(again.config.publicUrl).toBe(SITE);
  const user = await again.get('/api/auth/user', { cookie: `__Host-sid=${token}` });
  expect(user.json.role).toBe('owner');
  again.db.close();
});

test('a phone in the network reaches the set-up link', () => {
  const address = (value: string, internal = false): NetworkInterfaceInfo => ({
    address: value,
    family: 'IPv4',
    internal,
    netmask: '255.255.255.0',
    mac: '00:00:00:00:00:00',
    cidr: null,
  });
  const network = {
    lo: [address('127.0.0.1', true)],
    docker0: [address('172.17.0.1')],
    eth0: [address('169.254.3.4'), address('203.0.113.8')],
    wlan0: [address('192.168.1.20')],
  };
  const url = (host: string, publicUrl = 'http://localhost:3000', interfaces = {}) =>
    reachableUrl({ publicUrl, host }, 8080, () => ({ ...network, ...interfaces }));
  expect(url('0.0.0.0')).toBe('http://192.168.1.20:8080');
  expect(url('0.0.0.0', undefined, { wlan0: [] })).toBe('http://203.0.113.8:8080');
  expect(url('::', undefined, { wlan0: [], eth0: [] })).toBe('http://localhost:8080');
  expect(url('10.0.0.5')).toBe('http://10.0.0.5:8080');
  expect(url('fd00::5')).toBe('http://[fd00::5]:8080');
  expect(url('127.0.0.1')).toBe('http://localhost:8080');
  expect(url('0.0.0.0', SITE)).toBe(SITE);
  // As under the unit of systemd, which takes netlink away.
  const refuse = () => {
    throw new Error('getifaddrs returned an error');
  };
  expect(reachableUrl({ publicUrl: 'http://localhost:8080', host: '0.0.0.0' }, 8080, refuse)).toBe(
    'http://localhost:8080',
  );
});
