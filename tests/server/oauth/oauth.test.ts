import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { UserStore } from '../../../src/accounts/user-store.ts';
import { listConfiguredProviders } from '../../../src/config/sign-in-providers.ts';
import { addDays } from '../../../src/domain/business-day.ts';
import { safeRedirectPath } from '../../../src/domain/redirect-path.ts';
import { unlinkProvider } from '../../../src/oauth/identities.ts';
import { latestEmailToken, PASSWORD, register, registrationBody } from '../../support/accounts.ts';
import { clubToday } from '../../support/default-day-plan.ts';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { createOAuthBrowser } from '../../support/oauth-browser.ts';
import { type OAuthProviders, startOAuthProviders } from '../../support/oauth-providers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

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
  providers = await startOAuthProviders({ url: 'http://localhost', user: ayesha });
  ({ google, microsoft, apple, github, env } = providers);
});
afterAll(() => providers.close());

beforeEach(async () => {
  club = await createTestClub({ env, now: Date.now() });
  for (const idp of [google, microsoft, apple]) Object.assign(idp, { user: ayesha(), cancels: false });
  github.user = {
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
    '%s creates an account with the earlier bookings and finds it the next time',
    async (provider) => {
      await club.post('/api/book', bookingBody({ date: addDays(clubToday(), 3) }));
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

  test('issuer and subject identify the member, also after a change of email at the provider', async () => {
    await createOAuthBrowser(club).signIn('google');
    google.user = { ...ayesha(), email: 'new-address@example.com' };
    const again = createOAuthBrowser(club);
    await again.signIn('google');
    expect((await again.user()).email).toBe('ayesha@example.com');
    expect(users()).toHaveLength(1);
  });

  test('four providers with one verified email lead to one member, who gets an email for each added one', async () => {
    for (const provider of ['google', 'microsoft', 'github', 'apple'])
      await createOAuthBrowser(club).signIn(provider);
    expect(users()).toHaveLength(1);
    expect(club.rows('SELECT provider FROM identity')).toHaveLength(4);
    expect(
      club.accountMessages().map((message) => [message.kind, 'provider' in message && message.provider]),
    ).toEqual([
      ['sign_in_method_added', 'Outlook'],
      ['sign_in_method_added', 'GitHub'],
      ['sign_in_method_added', 'Apple'],
    ]);
  });

  test('it returns to the page where the visitor came from, and never to another site', async () => {
    const redirectAfterSignIn = async (next: string) =>
      (await createOAuthBrowser(club).signIn('google', next)).location;
    expect(await redirectAfterSignIn('/booking?court=2')).toBe('/booking?court=2');
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a//evil',
      '/api/oauth/logout',
    ]) {
      expect([next, await redirectAfterSignIn(next)]).toEqual([next, '/account']);
    }
  });

  test('it starts a new session and ends the previous one of the browser', async () => {
    const { headers } = await register(club, { email: 'before@example.com' });
    const browser = createOAuthBrowser(club);
    const loginRedirect = await club.get('/api/oauth/login?provider=google', headers);
    const stateCookie = loginRedirect.headers.getSetCookie()[0]?.split(';')[0];
    const path = await browser.followProvider(loginRedirect.headers.get('location') ?? '');
    const answer = await club.get(path, { cookie: `${headers.cookie}; ${stateCookie}` });
    expect(answer.headers.getSetCookie().some((line) => line.startsWith('sid='))).toBe(true);
    expect((await club.get('/api/auth/user', headers)).status).toBe(401);
  });

  test('Apple sends the name outside its token, and a new account takes it', async () => {
    apple.user = { sub: 'hidden', email: 'relay@privaterelay.example', email_verified: 'true' };
    const browser = createOAuthBrowser(club);
    const loginRedirect = await browser.request('/api/oauth/login?provider=apple');
    await browser.followProvider(loginRedirect.location);
    const form = new URLSearchParams(browser.lastForm() ?? '');
    form.set(
      'user',
      JSON.stringify({ name: { firstName: 'Sana', lastName: 'Mir' }, email: 'x@example.com' }),
    );
    const callback = await browser.request('/api/oauth/callback/apple', 'POST', String(form));
    await browser.request(callback.location);
    expect(await browser.user()).toMatchObject({
      name: 'Sana Mir',
      first_name: 'Sana',
      email: 'relay@privaterelay.example',
    });
  });
});

test('a name that another site planted in the browser is ignored', async () => {
  const browser = createOAuthBrowser(club);
  const loginRedirect = await browser.request('/api/oauth/login?provider=google');
  const callbackPath = await browser.followProvider(loginRedirect.location);
  const planted = new URLSearchParams({
    user: JSON.stringify({ name: { firstName: 'Club', lastName: 'Owner' } }),
  });
  await browser.request('/api/oauth/callback/apple', 'POST', String(planted));
  await browser.request(callbackPath);
  expect((await browser.user()).name).not.toContain('Owner');
});

describe('unlinking a provider', () => {
  const signInMethods = async (browser: ReturnType<typeof createOAuthBrowser>) =>
    (await browser.request('/api/auth/sign-in-methods')).json;
  const linkedProviders = async (browser: ReturnType<typeof createOAuthBrowser>) =>
    (await signInMethods(browser)).providers.map((each: { provider: string }) => each.provider);

  test('the only sign-in method cannot be removed; with a second one, either can', async () => {
    const browser = createOAuthBrowser(club);
    await browser.signIn('google');
    const refused = await browser.request('/api/auth/sign-in-methods/google', 'DELETE');
    expect([refused.status, refused.json.reason]).toEqual([409, 'wrong_state']);
    expect(refused.json.error).toStartWith('Google is your only login method.');

    club.clock.now += 1000;
    const second = createOAuthBrowser(club);
    await second.signIn('github');
    expect(await linkedProviders(browser)).toEqual(['google', 'github']);
    const gone = await browser.request('/api/auth/sign-in-methods/google', 'DELETE');
    expect([gone.status, gone.json.providers.length]).toEqual([200, 1]);
    expect(await browser.user()).toMatchObject({ oauth_provider: null, email: 'ayesha@example.com' });
    expect((await browser.request('/api/auth/sign-in-methods/google', 'DELETE')).status).toBe(404);
    expect((await browser.request('/api/auth/sign-in-methods/github', 'DELETE')).status).toBe(409);
    expect((await browser.request('/api/auth/sign-in-methods/facebook', 'DELETE')).status).toBe(404);
    const history = club.rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE subject = 'user' ORDER BY id",
    );
    expect(history.map(({ action }) => action)).toEqual([
      'register',
      'sign_in_method',
      'sign_in_method_removed',
    ]);

    club.clock.now += 1000;
    const back = createOAuthBrowser(club);
    await back.signIn('google');
    expect([users().length, await linkedProviders(back)]).toEqual([1, ['github', 'google']]);
  });

  test('the member gets an email for each linked and unlinked provider, and no other email', async () => {
    const server = await startMailServer();
    const clubWithMail = await createTestClub({ env: { ...env, SMTP_URL: server.url }, now: Date.now() });
    const receivedEmails = async () => {
      const worker = createTestOutboxWorker(clubWithMail);
      await worker.runOnce();
      await worker.stop();
      return server.mails.splice(0).map((mail) => [[mail.to].flat()[0]?.text, mail.subject, mail.text ?? '']);
    };
    const browser = createOAuthBrowser(clubWithMail);
    await browser.signIn('google');
    expect(await receivedEmails()).toEqual([]);
    const to = 'ayesha@example.com';
    const addedEmail = [to, 'New login method at Padel Club Faisalabad'];

    await createOAuthBrowser(clubWithMail).signIn('github');
    expect(await receivedEmails()).toEqual([
      [...addedEmail, expect.stringContaining('You can now also log in with GitHub')],
    ]);
    expect((await browser.request('/api/auth/sign-in-methods/github', 'DELETE')).status).toBe(200);
    expect(await receivedEmails()).toEqual([
      [
        to,
        'Login method removed at Padel Club Faisalabad',
        expect.stringMatching(/GitHub is no longer connected to your account\.[\s\S]*If this wasn’t you/),
      ],
    ]);
    expect((await browser.request('/api/auth/sign-in-methods/github', 'DELETE')).status).toBe(404);
    expect((await browser.request('/api/auth/sign-in-methods/google', 'DELETE')).status).toBe(409);
    expect(await receivedEmails()).toEqual([]);
    await createOAuthBrowser(clubWithMail).signIn('github');
    expect(await receivedEmails()).toEqual([
      [...addedEmail, expect.stringContaining('You can now also log in with GitHub')],
    ]);
    await createOAuthBrowser(clubWithMail).signIn('github');
    expect(await receivedEmails()).toEqual([]);
    clubWithMail.close();
    await server.close();
  });

  test('with a password every provider can be unlinked', async () => {
    const { headers } = await register(club);
    await club.post('/api/auth/verify', { token: latestEmailToken(club, 'verify_email') }, headers);
    await createOAuthBrowser(club).signIn('microsoft');
    const answer = await club.send('DELETE', '/api/auth/sign-in-methods/microsoft', undefined, headers);
    expect([answer.status, answer.json]).toEqual([200, { password: true, providers: [] }]);
  });

  test('a provider that is no longer configured does not count as a remaining sign-in method', async () => {
    const browser = createOAuthBrowser(club);
    await browser.signIn('google');
    await createOAuthBrowser(club).signIn('github');
    club.db.run("UPDATE identity SET provider = 'apple' WHERE provider = 'github'");
    const bare = await createTestClub({
      env: { PUBLIC_URL: 'http://localhost', GOOGLE_CLIENT_ID: 'club-g', GOOGLE_CLIENT_SECRET: 's' },
    });
    expect(() =>
      unlinkProvider(
        { db: club.db, now: 0, emit() {} },
        { users: new UserStore(club.db), outbox: club.outbox.store },
        { id: users()[0]?.id ?? 0, email: '', name: '', has_password: false },
        'google',
        new Set(listConfiguredProviders(bare.config.oauth)),
      ),
    ).toThrow('only login method');
    bare.close();
  });
});

describe('the account of a sign-in', () => {
  test('an account with an unverified email is not linked', async () => {
    await register(club);
    const browser = createOAuthBrowser(club);
    const answer = await browser.signIn('google');
    expect(answer.location).toBe('/login?error=email_taken');
    expect((await browser.request('/api/auth/user')).status).toBe(401);
    expect(club.rows('SELECT * FROM identity')).toEqual([]);
  });

  test('an account with a verified email is linked, keeps its password and gets an email', async () => {
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
    'an email for which %s sends verified=%p opens and creates no account',
    async (provider, email_verified) => {
      const { id, headers } = await register(club);
      await club.post('/api/auth/verify', { token: latestEmailToken(club, 'verify_email') }, headers);
      const idp = { google, microsoft, apple }[provider];
      idp.user = { ...ayesha() };
      if (email_verified === undefined) delete idp.user.email_verified;
      else idp.user.email_verified = email_verified;
      expect((await createOAuthBrowser(club).signIn(provider)).location).toBe(
        '/login?error=unverified_email',
      );
      expect(users()).toEqual([{ id, email: 'ayesha@example.com' }]);
    },
  );

  test("a Microsoft tenant can write any address, so only Microsoft's xms_edov counts there", async () => {
    const tenant = 'b0b0b0b0-0000-4000-8000-000000000001';
    const signInWith = async (overrides: object) => {
      microsoft.user = { ...ayesha(), ...overrides };
      return (await createOAuthBrowser(club).signIn('microsoft')).location;
    };
    expect(await signInWith({ tid: tenant, email_verified: true })).toBe('/login?error=unverified_email');
    expect(await signInWith({ tid: tenant, xms_edov: true })).toBe('/account');
    expect(
      await signInWith({
        tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
        sub: 'personal',
        email_verified: false,
      }),
    ).toBe('/account');
  });

  test('a Microsoft work account without an email claim opens no account by its user name, and signs in once linked', async () => {
    const work = { sub: 'work', tid: 'b0b0b0b0-0000-4000-8000-000000000001', xms_edov: true };
    const { email: _, ...named } = { ...ayesha(), ...work };
    const { id, headers } = await register(club);
    await club.post('/api/auth/verify', { token: latestEmailToken(club, 'verify_email') }, headers);
    const withoutEmail = { ...named, preferred_username: 'ayesha@example.com', upn: 'ayesha@example.com' };
    microsoft.user = withoutEmail;
    expect((await createOAuthBrowser(club).signIn('microsoft')).location).toBe('/login?error=no_email');
    expect(users()).toEqual([{ id, email: 'ayesha@example.com' }]);
    // The tenant sends the address once, which links the account by its subject.
    microsoft.user = { ...ayesha(), ...work };
    expect((await createOAuthBrowser(club).signIn('microsoft')).location).toBe('/account');
    microsoft.user = withoutEmail;
    expect((await createOAuthBrowser(club).signIn('microsoft')).location).toBe('/account');
    expect(users()).toEqual([{ id, email: 'ayesha@example.com' }]);
  });

  test('on GitHub only a verified primary address counts', async () => {
    github.user.emails = [
      { email: 'ayesha@example.com', primary: true, verified: false },
      { email: 'other@example.com', primary: false, verified: true },
    ];
    expect((await createOAuthBrowser(club).signIn('github')).location).toBe('/login?error=unverified_email');
    github.user.emails = [];
    expect((await createOAuthBrowser(club).signIn('github')).location).toBe('/login?error=no_email');
    expect(users()).toEqual([]);
  });

  test('a member who signs in through a provider sets a password by a reset link', async () => {
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

describe('provider configuration', () => {
  test('without a provider in the address the first configured one is used', async () => {
    const { location } = await createOAuthBrowser(club).request('/api/oauth/login');
    expect(location).toStartWith(google.issuer);
    expect(new URL(location).searchParams.get('code_challenge_method')).toBe('S256');
  });

  test('a fresh club shows four buttons with an explanation, a configured one only its own', async () => {
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

  test('a provider that is down redirects to /login with an error', async () => {
    const silent = await createTestClub({ env: { ...env, GOOGLE_ISSUER: 'http://127.0.0.1:9' } });
    expect((await silent.get('/api/oauth/login?provider=google')).headers.get('location')).toBe(
      '/login?error=busy',
    );
    silent.close();
  });

  test('a visitor who cancels at the provider gets the error "cancelled"', async () => {
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
])('safeRedirectPath(%p) is %p', (text, path) => expect(safeRedirectPath(text)).toBe(path));
