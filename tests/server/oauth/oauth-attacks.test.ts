import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { type MaliciousBehavior, startMaliciousOpenIdProvider } from '../../support/hostile-openid.ts';
import { createOAuthBrowser } from '../../support/oauth-browser.ts';
import { type OidcServer, startOidcServer } from '../../support/oidc-server.ts';
import { createTestClub, type TestClub } from '../../support/test-club.ts';

const REDIRECT = 'http://localhost/api/oauth/callback/google';
let honest: OidcServer;
let malicious: Awaited<ReturnType<typeof startMaliciousOpenIdProvider>>;
let club: TestClub;

beforeAll(async () => {
  malicious = await startMaliciousOpenIdProvider();
  honest = await startOidcServer({
    clientId: 'club',
    redirectUri: REDIRECT,
    user: { sub: 'ayesha-1', email: 'ayesha@example.com', email_verified: true, name: 'Ayesha Khan' },
  });
});
afterAll(() => {
  malicious.close();
  honest.close();
});
beforeEach(async () => {
  malicious.behavior = {};
  club = await createTestClub({
    now: Date.now(),
    env: {
      PUBLIC_URL: 'http://localhost',
      GOOGLE_CLIENT_ID: 'club',
      GOOGLE_CLIENT_SECRET: honest.clientSecret,
      GOOGLE_ISSUER: honest.issuer,
      MICROSOFT_CLIENT_ID: 'club',
      MICROSOFT_CLIENT_SECRET: honest.clientSecret,
      MICROSOFT_ISSUER: malicious.issuer,
    },
  });
});
afterEach(() => club.close());

const expectNobodySignedIn = () => {
  expect(club.rows('SELECT * FROM session')).toEqual([]);
  expect(club.rows('SELECT * FROM user')).toEqual([]);
};

test('the malicious provider signs a user in while it is honest', async () => {
  const browser = createOAuthBrowser(club);
  expect((await browser.signIn('microsoft')).location).toBe('/account');
  expect((await browser.user()).email).toBe('crook@example.com');
});

const now = () => Math.floor(Date.now() / 1000);
const ATTACKS: [what: string, attack: () => MaliciousBehavior, error: string][] = [
  ['another nonce', () => ({ claims: { nonce: 'x'.repeat(43) } }), 'refused'],
  ['no nonce', () => ({ claims: { nonce: undefined } }), 'refused'],
  ['another audience', () => ({ claims: { aud: 'another-club' } }), 'refused'],
  ['several audiences, made for another', () => ({ claims: { aud: ['club', 'b'], azp: 'b' } }), 'refused'],
  ['another issuer', () => ({ claims: { iss: 'https://accounts.google.com' } }), 'refused'],
  ['an expired token', () => ({ claims: { exp: now() - 120 } }), 'refused'],
  ['a token without an expiry', () => ({ claims: { exp: undefined } }), 'refused'],
  ['no subject', () => ({ claims: { sub: undefined } }), 'refused'],
  ['alg none', () => ({ sign: 'none' }), 'refused'],
  ['a token signed with the shared secret', () => ({ sign: 'shared secret' }), 'refused'],
  ['a token signed with an unknown key', () => ({ sign: 'another key' }), 'refused'],
  ['metadata of another issuer', () => ({ issuer: 'https://accounts.google.com' }), 'busy'],
  ['no email', () => ({ claims: { email: undefined } }), 'no_email'],
  ['an invalid email', () => ({ claims: { email: 'a@b@c' } }), 'no_email'],
  ['an unverified email', () => ({ claims: { email_verified: false } }), 'unverified_email'],
  ['an HTML page instead of a token', () => ({ token: 'html' }), 'busy'],
  ['an error instead of a token', () => ({ token: 'error' }), 'refused'],
  ['an empty answer instead of a token', () => ({ token: 'hangs up' }), 'busy'],
];
test.each(ATTACKS)('%s signs nobody in', async (_, attack, error) => {
  malicious.behavior = attack();
  expect((await createOAuthBrowser(club).signIn('microsoft')).location).toBe(`/login?error=${error}`);
  expectNobodySignedIn();
});

test('a name with markup or a thousand letters stays a name', async () => {
  malicious.behavior = {
    claims: { name: `<script>alert(1)</script>${'x'.repeat(1000)}`, picture: 'javascript:1' },
  };
  const browser = createOAuthBrowser(club);
  await browser.signIn('microsoft');
  const user = await browser.user();
  expect([user.name.length, user.profile_image_url]).toEqual([100, null]);
});

test('an issuer with a tenant placeholder takes the tenant that the token names, and no other issuer', async () => {
  const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
  const issuer = `${malicious.issuer}/{tenantid}/v2.0`;
  const signInWith = async (claims: Record<string, unknown>) => {
    malicious.behavior = { issuer, claims };
    return (await createOAuthBrowser(club).signIn('microsoft')).location;
  };
  const iss = issuer.replace('{tenantid}', tenant);
  expect(await signInWith({ iss, tid: 'b0b0b0b0-0000-4000-8000-000000000001' })).toBe('/login?error=refused');
  expect(await signInWith({ iss, tid: '../x' })).toBe('/login?error=refused');
  expect(await signInWith({ iss: issuer, tid: tenant })).toBe('/login?error=refused');
  expect(await signInWith({ iss })).toBe('/login?error=refused');
  expectNobodySignedIn();
  expect(await signInWith({ iss, tid: tenant })).toBe('/account');
});

/** Signs in up to the provider's redirect to the callback. */
async function signInUntilCallback() {
  const browser = createOAuthBrowser(club);
  const loginRedirect = await browser.request('/api/oauth/login?provider=google');
  const path = await browser.followProvider(loginRedirect.location);
  return { browser, path, cookie: browser.cookies() };
}

test("another visitor's state, a changed one and a missing one are rejected", async () => {
  const { path, cookie } = await signInUntilCallback();
  const other = await signInUntilCallback();
  const url = new URL(path, 'http://localhost');
  const state = url.searchParams.get('state') ?? '';
  for (const forged of [null, '', `${state}x`, state.toUpperCase()]) {
    if (forged === null) url.searchParams.delete('state');
    else url.searchParams.set('state', forged);
    const answer = await club.get(url.pathname + url.search, { cookie });
    expect(answer.headers.get('location')).toBe('/login?error=expired');
  }
  // An attacker sends their own callback link to a visitor who has started a sign-in.
  const planted = await club.get(other.path, { cookie });
  expect(planted.headers.get('location')).toBe('/login?error=expired');
  expectNobodySignedIn();
});

test('a callback without the cookie, with a forged one or for another provider is rejected', async () => {
  const { path, cookie } = await signInUntilCallback();
  const [name = '', value = ''] = cookie.split('=');
  const [json = ''] = decodeURIComponent(value).split(/\.(?=[^.]*$)/);
  const forged = [
    '',
    `${name}=`,
    `${name}=x`,
    `${name}=${encodeURIComponent(json)}`,
    `${name}=${encodeURIComponent(`${json}.${'a'.repeat(43)}`)}`,
    `${name}=%E0%A4%A`,
  ];
  for (const header of forged) {
    const answer = await club.get(path, { cookie: header });
    expect([header.slice(0, 12), answer.headers.get('location')]).toEqual([
      header.slice(0, 12),
      '/login?error=expired',
    ]);
  }
  const elsewhere = await club.get(path.replace('/google', '/microsoft'), { cookie });
  expect(elsewhere.headers.get('location')).toBe('/login?error=expired');
  const unknown = await club.get(path.replace('/google', '/__proto__'), { cookie });
  expect(unknown.headers.get('location')).toBe('/login?error=expired');
  expectNobodySignedIn();
});

test('a sign-in that takes more than ten minutes has to start again', async () => {
  const { path, cookie } = await signInUntilCallback();
  club.clock.now += 601_000;
  expect((await club.get(path, { cookie })).headers.get('location')).toBe('/login?error=expired');
  expectNobodySignedIn();
});

test('a code works once, also for a browser that kept the cookie', async () => {
  const { browser, path, cookie } = await signInUntilCallback();
  expect((await browser.request(path)).location).toBe('/account');
  expect(browser.cookies()).not.toContain('oauth=');
  expect((await browser.request(path)).location).toBe('/login?error=expired');
  expect((await club.get(path, { cookie })).headers.get('location')).toBe('/login?error=refused');
  expect(club.rows('SELECT * FROM session')).toHaveLength(1);
});

test('a code cannot be used without the verifier of the browser that started the sign-in', async () => {
  const { path } = await signInUntilCallback();
  const thief = await signInUntilCallback();
  const stolen = new URL(path, 'http://localhost').searchParams.get('code') ?? '';
  const url = new URL(thief.path, 'http://localhost');
  url.searchParams.set('code', stolen);
  const answer = await club.get(url.pathname + url.search, { cookie: thief.cookie });
  expect(answer.headers.get('location')).toBe('/login?error=refused');
  expectNobodySignedIn();
});

test("the route for Apple's form post limits its body and redirects only to the own callback", async () => {
  const post = (body: string) =>
    club.send('POST', '/api/oauth/callback/apple', body, {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
    });
  expect((await post(`code=${'x'.repeat(40_000)}`)).status).toBe(413);
  const answer = await post('code=a&state=b&next=//evil.example&user=%7Bbroken');
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/api/oauth/callback/apple?code=a&state=b',
  ]);
  const on = await club.get('/api/oauth/callback/apple?code=a&state=b', {
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  });
  expect(on.headers.get('location')).toBe('/login?error=expired');
});

test('the log of a failed sign-in holds no code, token, address or secret', async () => {
  malicious.behavior = { claims: { nonce: 'planted-nonce' } };
  await createOAuthBrowser(club).signIn('microsoft');
  const { path } = await signInUntilCallback();
  const code = new URL(path, 'http://localhost').searchParams.get('code') ?? 'none';
  await club.get(path);
  const log = club.logLines.join('');
  expect(log).toContain('"event":"sign-in failed","provider":"microsoft","error_code":"refused"');
  for (const secret of [code, 'a-code', 'planted-nonce', 'crook@', honest.clientSecret, 'eyJ']) {
    expect([secret.slice(0, 8), log.includes(secret)]).toEqual([secret.slice(0, 8), false]);
  }
});
