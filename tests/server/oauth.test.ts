import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { addDays, businessDayOf } from '../../src/domain/business-day.ts';
import { safeRedirectPath } from '../../src/domain/sign-in.ts';
import { unlinkProvider } from '../../src/oauth/identities.ts';
import { listConfiguredProviders } from '../../src/oauth/provider-config.ts';
import { latestEmailToken, PASSWORD, register, registrationBody } from '../support/accounts.ts';
import { createTestOutboxWorker, startMailServer } from '../support/external-services.ts';
import { createOAuthBrowser } from '../support/oauth-browser.ts';
import { type OAuthProviders, startOAuthProviders } from '../support/oauth-providers.ts';
import { bookingBody, createTestClub, type TestClub } from '../support/test-club.ts';

const ayesha = () => ({
  sub: 'ayesha-1',
  email: 'ayesha@example.com',
  email_verified: true,
  name: 'Ayesha Khan',
  given_name: 'Ayesha',
  family_name: 'Khan',
});

let providers: OAuthProviders;
let google: OAuthProviders['google'];
let microsoft: OAuthProviders['microsoft'];
let apple: OAuthProviders['apple'];
let github: OAuthProviders['github'];
let env: Record<string, string>;
let club: TestClub;

beforeAll(async () => {
  providers = await startOAuthProviders({ url: 'http://localhost', person: ayesha });
  ({ google, microsoft, apple, github, env } = providers);
});
afterAll(() => providers.close());

beforeEach(async () => {
  club = await createTestClub({ env, now: Date.now() });
  for (const idp of [google, microsoft, apple]) Object.assign(idp, { person: ayesha(), cancels: false });
  github.person = {
    id: 41,
    login: 'ayesha',
    name: 'Ayesha Khan',
    emails: [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'ayesha@example.com', primary: true, verified: true },
    ],
  };
});
afterEach(() => club.close());

const users = () => club.rows<{ id: number; email: string }>('SELECT id, email FROM user');

describe('signing in through a provider', () => {
  test.each(['google', 'microsoft', 'github', 'apple'])(
    '%s makes an account, brings the earlier bookings, and finds it again the next time',
    async (provider) => {
      await club.post('/api/book', bookingBody({ date: addDays(businessDayOf(Date.now()), 3) }));
      const first = createOAuthBrowser(club);
      const answer = await first.signIn(provider);
      expect([answer.status, answer.location]).toEqual([302, '/account']);
      const user = await first.user();
      expect(user).toMatchObject({
        email: 'ayesha@example.com',
        name: 'Ayesha Khan',
        email_verified: true,
        has_password: false,
        is_admin: false,
        oauth_provider: provider,
      });
      expect(JSON.stringify(user)).not.toContain('ayesha-1');
      expect((await first.request('/api/auth/bookings')).json).toHaveLength(1);

      const again = createOAuthBrowser(club);
      await again.signIn(provider);
      expect((await again.user()).id).toBe(user.id);
      expect(users()).toHaveLength(1);
    },
  );

  test('the identity is issuer and subject: another email there is still the same member', async () => {
    await createOAuthBrowser(club).signIn('google');
    google.person = { ...ayesha(), email: 'new-address@example.com' };
    const again = createOAuthBrowser(club);
    await again.signIn('google');
    expect((await again.user()).email).toBe('ayesha@example.com');
    expect(users()).toHaveLength(1);
  });

  test('four providers that vouch for one verified email lead to one member, who is told of each', async () => {
    for (const provider of ['google', 'microsoft', 'github', 'apple'])
      await createOAuthBrowser(club).signIn(provider);
    expect(users()).toHaveLength(1);
    expect(club.rows('SELECT provider FROM identity')).toHaveLength(4);
    expect(
      club.accountMessages().map((notice) => [notice.kind, 'provider' in notice && notice.provider]),
    ).toEqual([
      ['sign_in_method_added', 'Outlook'],
      ['sign_in_method_added', 'GitHub'],
      ['sign_in_method_added', 'Apple'],
    ]);
  });

  test('it goes back to where the visitor came from, and never away from the site', async () => {
    const way = async (next: string) => (await createOAuthBrowser(club).signIn('google', next)).location;
    expect(await way('/booking?court=2')).toBe('/booking?court=2');
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a//evil',
      '/api/oauth/logout',
    ]) {
      expect([next, await way(next)]).toEqual([next, '/account']);
    }
  });

  test('it starts a new session and ends the one the browser had', async () => {
    const { headers } = await register(club, { email: 'before@example.com' });
    const browser = createOAuthBrowser(club);
    const away = await club.get('/api/oauth/login?provider=google', headers);
    const trip = away.headers.getSetCookie()[0]?.split(';')[0];
    const path = await browser.followProvider(away.headers.get('location') ?? '');
    const answer = await club.get(path, { cookie: `${headers.cookie}; ${trip}` });
    expect(answer.headers.getSetCookie().some((line) => line.startsWith('sid='))).toBe(true);
    expect((await club.get('/api/auth/user', headers)).status).toBe(401);
  });

  test('Apple tells the name beside its token: it greets, and it changes nobody who is known', async () => {
    apple.person = { sub: 'hidden', email: 'relay@privaterelay.example', email_verified: 'true' };
    const browser = createOAuthBrowser(club);
    const away = await browser.request('/api/oauth/login?provider=apple');
    await browser.followProvider(away.location);
    const form = new URLSearchParams(browser.lastForm() ?? '');
    form.set(
      'user',
      JSON.stringify({ name: { firstName: 'Sana', lastName: 'Mir' }, email: 'x@example.com' }),
    );
    const on = await browser.request('/api/oauth/callback/apple', 'POST', String(form));
    await browser.request(on.location);
    expect(await browser.user()).toMatchObject({
      name: 'Sana Mir',
      first_name: 'Sana',
      email: 'relay@privaterelay.example',
    });
  });
});

test("a name that another site planted in the browser is nobody's name", async () => {
  const browser = createOAuthBrowser(club);
  const away = await browser.request('/api/oauth/login?provider=google');
  const back = await browser.followProvider(away.location);
  const planted = new URLSearchParams({
    user: JSON.stringify({ name: { firstName: 'Club', lastName: 'Owner' } }),
  });
  await browser.request('/api/oauth/callback/apple', 'POST', String(planted));
  await browser.request(back);
  expect((await browser.user()).name).not.toContain('Owner');
});

describe('parting with a provider', () => {
  const methods = async (who: ReturnType<typeof createOAuthBrowser>) =>
    (await who.request('/api/auth/sign-in-methods')).json;
  const names = async (who: ReturnType<typeof createOAuthBrowser>) =>
    (await methods(who)).providers.map((each: { provider: string }) => each.provider);

  test('the last way in stays; with a second one each can go, and the account says so', async () => {
    const who = createOAuthBrowser(club);
    await who.signIn('google');
    const refused = await who.request('/api/auth/sign-in-methods/google', 'DELETE');
    expect([refused.status, refused.json.reason]).toEqual([409, 'wrong_state']);
    expect(refused.json.error).toStartWith('Google is your only sign-in method.');

    club.clock.now += 1000;
    const second = createOAuthBrowser(club);
    await second.signIn('github');
    expect(await names(who)).toEqual(['google', 'github']);
    const gone = await who.request('/api/auth/sign-in-methods/google', 'DELETE');
    expect([gone.status, gone.json.providers.length]).toEqual([200, 1]);
    expect(await who.user()).toMatchObject({ oauth_provider: null, email: 'ayesha@example.com' });
    expect((await who.request('/api/auth/sign-in-methods/google', 'DELETE')).status).toBe(404);
    expect((await who.request('/api/auth/sign-in-methods/github', 'DELETE')).status).toBe(409);
    expect((await who.request('/api/auth/sign-in-methods/facebook', 'DELETE')).status).toBe(404);
    const history = club.rows<{ action: string }>(
      "SELECT action FROM history WHERE subject = 'user' ORDER BY id",
    );
    expect(history.map(({ action }) => action)).toEqual([
      'register',
      'sign_in_method',
      'sign_in_method_removed',
    ]);

    club.clock.now += 1000;
    const back = createOAuthBrowser(club);
    await back.signIn('google');
    expect([users().length, await names(back)]).toEqual([1, ['github', 'google']]);
  });

  test('every joining, parting and joining again is told by mail, and nothing else is', async () => {
    const server = await startMailServer();
    const told = await createTestClub({ env: { ...env, SMTP_URL: server.url }, now: Date.now() });
    const mails = async () => {
      const postman = createTestOutboxWorker(told);
      await postman.runOnce();
      await postman.stop();
      return server.mails.splice(0).map((mail) => [[mail.to].flat()[0]?.text, mail.subject, mail.text ?? '']);
    };
    const who = createOAuthBrowser(told);
    await who.signIn('google');
    expect(await mails()).toEqual([]);
    const to = 'ayesha@example.com';
    const joined = [to, 'A new way to sign in at Padel Club Faisalabad'];

    await createOAuthBrowser(told).signIn('github');
    expect(await mails()).toEqual([[...joined, expect.stringContaining('From now on GitHub also opens')]]);
    expect((await who.request('/api/auth/sign-in-methods/github', 'DELETE')).status).toBe(200);
    expect(await mails()).toEqual([
      [
        to,
        'A way to sign in at Padel Club Faisalabad was removed',
        expect.stringMatching(/GitHub no longer opens your account\.[\s\S]*If this was not you/),
      ],
    ]);
    expect((await who.request('/api/auth/sign-in-methods/github', 'DELETE')).status).toBe(404);
    expect((await who.request('/api/auth/sign-in-methods/google', 'DELETE')).status).toBe(409);
    expect(await mails()).toEqual([]);
    await createOAuthBrowser(told).signIn('github');
    expect(await mails()).toEqual([[...joined, expect.stringContaining('From now on GitHub also opens')]]);
    await createOAuthBrowser(told).signIn('github');
    expect(await mails()).toEqual([]);
    told.close();
    await server.close();
  });

  test('with a password all of them can go', async () => {
    const { headers } = await register(club);
    await club.post('/api/auth/verify', { token: latestEmailToken(club, 'verify_email') }, headers);
    await createOAuthBrowser(club).signIn('microsoft');
    const answer = await club.send('DELETE', '/api/auth/sign-in-methods/microsoft', undefined, headers);
    expect([answer.status, answer.json]).toEqual([200, { password: true, providers: [] }]);
  });

  test('a provider the club no longer offers is no way in that could be left', async () => {
    const who = createOAuthBrowser(club);
    await who.signIn('google');
    await createOAuthBrowser(club).signIn('github');
    club.db.run("UPDATE identity SET provider = 'apple' WHERE provider = 'github'");
    const bare = await createTestClub({
      env: { PUBLIC_URL: 'http://localhost', GOOGLE_CLIENT_ID: 'club-g', GOOGLE_CLIENT_SECRET: 's' },
    });
    expect(() =>
      unlinkProvider(
        { db: club.db, now: 0, emit() {} },
        { clearOAuthProvider() {}, notify() {} },
        { id: users()[0]?.id ?? 0, email: '', name: '', has_password: false },
        'google',
        new Set(listConfiguredProviders(bare.config.oauth)),
      ),
    ).toThrow('only sign-in method');
    bare.close();
  });
});

describe('whose account', () => {
  test('an account whose email was never confirmed here is not joined', async () => {
    await register(club);
    const browser = createOAuthBrowser(club);
    const answer = await browser.signIn('google');
    expect(answer.location).toBe('/login?error=email_taken');
    expect((await browser.request('/api/auth/user')).status).toBe(401);
    expect(club.rows('SELECT * FROM identity')).toEqual([]);
  });

  test('one that was confirmed is joined, keeps its password and hears of it', async () => {
    const { id, headers } = await register(club);
    await club.post('/api/auth/verify', { token: latestEmailToken(club, 'verify_email') }, headers);
    const browser = createOAuthBrowser(club);
    await browser.signIn('google');
    expect((await browser.user()).id).toBe(id);
    expect(club.accountMessages().at(-1)?.kind).toBe('sign_in_method_added');
    const login = await club.post('/api/auth/login', { email: 'ayesha@example.com', password: PASSWORD });
    expect(login.status).toBe(200);
  });

  test.each([
    ['google', false],
    ['google', undefined],
    ['google', 'false'],
    ['microsoft', false],
    ['apple', false],
  ] as const)(
    'an email that %s calls verified=%p opens and makes nothing',
    async (provider, email_verified) => {
      const { id, headers } = await register(club);
      await club.post('/api/auth/verify', { token: latestEmailToken(club, 'verify_email') }, headers);
      const idp = { google, microsoft, apple }[provider];
      idp.person = { ...ayesha() };
      if (email_verified === undefined) delete idp.person.email_verified;
      else idp.person.email_verified = email_verified;
      expect((await createOAuthBrowser(club).signIn(provider)).location).toBe(
        '/login?error=unverified_email',
      );
      expect(users()).toEqual([{ id, email: 'ayesha@example.com' }]);
    },
  );

  test("a directory somebody else runs may write any address: only Microsoft's word about it counts", async () => {
    const tenant = 'b0b0b0b0-0000-4000-8000-000000000001';
    const at = async (over: object) => {
      microsoft.person = { ...ayesha(), ...over };
      return (await createOAuthBrowser(club).signIn('microsoft')).location;
    };
    expect(await at({ tid: tenant, email_verified: true })).toBe('/login?error=unverified_email');
    expect(await at({ tid: tenant, xms_edov: true })).toBe('/account');
    expect(
      await at({ tid: '9188040d-6c67-4c5b-b112-36a304b66dad', sub: 'personal', email_verified: false }),
    ).toBe('/account');
  });

  test('on GitHub only the primary address counts, and only when it is verified', async () => {
    github.person.emails = [
      { email: 'ayesha@example.com', primary: true, verified: false },
      { email: 'other@example.com', primary: false, verified: true },
    ];
    expect((await createOAuthBrowser(club).signIn('github')).location).toBe('/login?error=unverified_email');
    github.person.emails = [];
    expect((await createOAuthBrowser(club).signIn('github')).location).toBe('/login?error=no_email');
    expect(users()).toEqual([]);
  });

  test('somebody signed in through a provider sets a password by link', async () => {
    await createOAuthBrowser(club).signIn('google');
    await club.post('/api/auth/forgot-password', { email: 'ayesha@example.com' });
    const body = {
      token: latestEmailToken(club, 'reset_password'),
      new_password: PASSWORD,
      confirm_password: PASSWORD,
    };
    expect((await club.post('/api/auth/reset-password', body)).status).toBe(200);
    const login = await club.post('/api/auth/login', { email: 'ayesha@example.com', password: PASSWORD });
    expect(login.json.user.has_password).toBe(true);
    const again = await club.post('/api/auth/register', registrationBody());
    expect(again.status).toBe(409);
  });
});

describe('what is not set up', () => {
  test('without a provider in the address the first one that is set up is taken', async () => {
    const { location } = await createOAuthBrowser(club).request('/api/oauth/login');
    expect(location).toStartWith(google.issuer);
    expect(new URL(location).searchParams.get('code_challenge_method')).toBe('S256');
  });

  test('a fresh club shows all four and says that none is set up; then only those that are', async () => {
    const buttons = (text: string) => JSON.parse(/"sign_in":(\[[^\]]*\])/.exec(text)?.[1] ?? 'null');
    const fresh = await createTestClub();
    expect(buttons((await fresh.get('/login')).text)).toEqual(['google', 'microsoft', 'github', 'apple']);
    for (const query of ['', '?provider=google', '?provider=apple', '?provider=__proto__', '?provider=x']) {
      const answer = await fresh.get(`/api/oauth/login${query}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?error=not_set_up']);
    }
    fresh.close();
    const one = await createTestClub({ env: { GITHUB_CLIENT_ID: 'x', GITHUB_CLIENT_SECRET: 'y' } });
    expect(buttons((await one.get('/login')).text)).toEqual(['github']);
    one.close();
  });

  test('a provider that does not answer leads to /login with a sentence', async () => {
    const silent = await createTestClub({ env: { ...env, GOOGLE_ISSUER: 'http://127.0.0.1:9' } });
    expect((await silent.get('/api/oauth/login?provider=google')).headers.get('location')).toBe(
      '/login?error=busy',
    );
    silent.close();
  });

  test('whoever turns back at the provider is told that nothing happened', async () => {
    google.deniesAccess = true;
    expect((await createOAuthBrowser(club).signIn('google')).location).toBe('/login?error=cancelled');
  });
});

test.each([
  ['/account?tab=bookings', '/account?tab=bookings'],
  ['/booking?date=2026-11-21&court=1#slots', '/booking?date=2026-11-21&court=1#slots'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['/..//evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['account', null],
  ['/login?next=/login', null],
  ['', null],
])('localPath(%p) is %p', (text, path) => expect(safeRedirectPath(text)).toBe(path));
