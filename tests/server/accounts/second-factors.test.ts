import { beforeEach, describe, expect, test } from 'bun:test';
import { PASSWORD, register, sessionCookie } from '../../support/accounts.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { clubForEachTest } from '../../support/test-club.ts';
import { totpCode } from '../../support/totp-code.ts';

type Headers = Record<string, string>;
const MINUTE = 60_000;
const CREDENTIALS = { email: 'ayesha@example.com', password: PASSWORD };

const club = clubForEachTest({
  env: { PUBLIC_URL: 'http://localhost' },
  toml: '[staff]\nrequire_second_factor = true',
});
let member: Headers;
beforeEach(async () => {
  member = (await register(club)).headers;
});

const makeRole = (role: 'owner' | 'staff' | null, email = CREDENTIALS.email) =>
  club.db.run('UPDATE user SET role = ?, email_verified = 1 WHERE email = ?', [role, email]);

async function addPasskey(headers: Headers, origin?: string, name = 'Phone') {
  const authenticator = new SoftwareAuthenticator(origin);
  const { options } = (await club.post('/api/auth/passkeys/options', {}, headers)).json;
  const answer = await club.post(
    '/api/auth/passkeys',
    { name, credential: authenticator.create(options) },
    headers,
  );
  return { authenticator, answer };
}

async function logInWith(authenticator: SoftwareAuthenticator) {
  const { options } = (await club.post('/api/auth/passkey-login/options', {})).json;
  return club.post('/api/auth/passkey-login', { credential: authenticator.get(options) });
}

async function setUpTotp(headers: Headers) {
  const { secret } = (await club.post('/api/auth/totp', {}, headers)).json;
  const code = await totpCode(secret, club.clock.now);
  const answer = await club.post('/api/auth/totp/confirm', { code }, headers);
  return { secret, code, answer, recoveryCodes: answer.json.recovery_codes as string[] };
}

describe('passkeys', () => {
  test('one is added, named, used to log in without a password, renamed and removed', async () => {
    const { authenticator, answer } = await addPasskey(member);
    expect(answer.status).toBe(201);
    expect(answer.json.passkeys).toMatchObject([{ name: 'Phone', last_used_at: null }]);

    const login = await logInWith(authenticator);
    expect([login.status, login.json.user.email]).toEqual([200, 'ayesha@example.com']);
    const headers = { cookie: sessionCookie(login) };
    const { id } = answer.json.passkeys[0];
    const renamed = await club.put(`/api/auth/passkeys/${id}`, { name: 'Old phone' }, headers);
    expect(renamed.json.passkeys).toMatchObject([
      { name: 'Old phone', last_used_at: '2026-11-20T15:10:00+05:00' },
    ]);

    expect((await club.send('DELETE', `/api/auth/passkeys/${id}`, undefined, headers)).json.passkeys).toEqual(
      [],
    );
    const refused = await logInWith(authenticator);
    expect([refused.status, refused.json.reason]).toEqual([401, 'wrong_credentials']);
    expect(club.accountMessages().map(({ kind }) => kind)).toEqual([
      'verify_email',
      'security_changed',
      'security_changed',
    ]);
  });

  test('one for another site is rejected, also at the login', async () => {
    const { answer } = await addPasskey(member, 'https://evil.example');
    expect([answer.status, answer.json.reason]).toEqual([401, 'wrong_credentials']);
    expect(answer.json.error).toContain('came from another site');
    const { authenticator } = await addPasskey(member);
    const foreign = new SoftwareAuthenticator('https://evil.example');
    Object.assign(foreign, { id: authenticator.id });
    const { options } = (await club.post('/api/auth/passkey-login/options', {})).json;
    expect((await club.post('/api/auth/passkey-login', { credential: foreign.get(options) })).status).toBe(
      401,
    );
  });

  test('a replayed answer, an old one and one for another purpose no longer count', async () => {
    const { authenticator } = await addPasskey(member);
    const ask = async () => (await club.post('/api/auth/passkey-login/options', {})).json.options;
    const credential = authenticator.get(await ask());
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => club.post('/api/auth/passkey-login', { credential })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);

    const old = authenticator.get(await ask());
    club.clock.now += 5 * MINUTE;
    expect((await club.post('/api/auth/passkey-login', { credential: old })).status).toBe(401);

    const { options } = (await club.post('/api/auth/reauthenticate/options', {}, member)).json;
    const answer = authenticator.get(options);
    expect((await club.post('/api/auth/passkey-login', { credential: answer })).status).toBe(401);
    // The challenge was not used up by the wrong door.
    expect((await club.post('/api/auth/reauthenticate', { credential: answer }, member)).status).toBe(200);
  });

  test.each([
    {},
    { credential: {} },
    {
      credential: {
        id: 'x',
        rawId: 'x',
        type: 'public-key',
        response: { clientDataJSON: '!', authenticatorData: '', signature: '' },
      },
    },
    { credential: { id: 1 } },
  ])('an unreadable answer %j is refused with a sentence', async (body) => {
    const answer = await club.post('/api/auth/passkey-login', body);
    expect([422, 401]).toContain(answer.status);
    expect(answer.json.error.length).toBeGreaterThan(10);
  });

  test('another member neither renames nor removes it', async () => {
    const { answer } = await addPasskey(member);
    const other = (await register(club, { email: 'bilal@example.com', phone: '0300 2223334' })).headers;
    const path = `/api/auth/passkeys/${answer.json.passkeys[0].id}`;
    expect((await club.put(path, { name: 'Mine' }, other)).status).toBe(404);
    expect((await club.send('DELETE', path, undefined, other)).status).toBe(404);
  });
});

describe('an authenticator app', () => {
  test('is asked for at the login; a code counts once, and one step of drift is accepted', async () => {
    const { secret, code, answer, recoveryCodes } = await setUpTotp(member);
    expect([answer.status, recoveryCodes.length]).toEqual([200, 10]);
    const login = (body: object) => club.post('/api/auth/login', { ...CREDENTIALS, ...body });

    const asked = await login({});
    expect([asked.status, asked.json.reason]).toEqual([403, 'second_factor_required']);
    expect((await login({ password: 'Wrong-river-43', code })).status).toBe(401);
    const again = await login({ code });
    expect([again.status, again.json.fields.code]).toEqual([
      422,
      'That code has already been used. Please wait for the next one.',
    ]);
    // The phone's clock is 30 seconds ahead, then two minutes behind.
    expect((await login({ code: await totpCode(secret, club.clock.now + 30_000) })).status).toBe(200);
    const late = await login({ code: await totpCode(secret, club.clock.now - 2 * MINUTE) });
    expect([late.status, late.json.fields.code]).toEqual([
      422,
      'That code isn’t right. Please enter the newest one, and check that your phone’s clock is set automatically.',
    ]);
    club.clock.now += 2 * MINUTE;
    const typed = await totpCode(secret, club.clock.now);
    expect((await login({ code: `${typed.slice(0, 3)} ${typed.slice(3)}` })).status).toBe(200);
  });

  test("codes used while the clock was a day ahead count once, and neither block today's nor count again tomorrow", async () => {
    const { secret } = await setUpTotp(member);
    const real = club.clock.now + 10 * MINUTE;
    const login = async (at: number) =>
      (await club.post('/api/auth/login', { ...CREDENTIALS, code: await totpCode(secret, at) })).status;
    const ahead = real + 24 * 60 * MINUTE;
    club.clock.now = ahead;
    for (let at = 0; at < 3; at += 1) {
      club.clock.now = ahead + at * 30_000;
      expect([at, await login(club.clock.now)]).toEqual([at, 200]);
    }
    // Corrected: the codes of today count, each one once and none before the newest.
    for (let at = 0; at < 12; at += 1) {
      club.clock.now = real + at * MINUTE;
      expect([at, await login(club.clock.now)]).toEqual([at, 200]);
      expect(await login(club.clock.now)).toBe(422);
      expect(await login(club.clock.now - 30_000)).toBe(422);
    }
    // A day later the codes that were seen then are still used up.
    for (let at = 0; at < 3; at += 1) {
      club.clock.now = ahead + at * 30_000;
      expect([at, await login(club.clock.now)]).toEqual([at, 422]);
    }
    expect(await login(club.clock.now + 30_000)).toBe(200);
    const stored = club.rows<{ used_steps: string }>('SELECT used_steps FROM totp')[0]?.used_steps ?? '[]';
    expect(JSON.parse(stored).length).toBeLessThanOrEqual(10 + 3);
  });

  test('wrong codes have to wait like wrong passwords, and the right code works after the wait', async () => {
    const { secret } = await setUpTotp(member);
    const login = async (code: string) =>
      (await club.post('/api/auth/login', { ...CREDENTIALS, code })).status;
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push(await login('000000'));
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    expect(await login(await totpCode(secret, club.clock.now + 30_000))).toBe(429);
    club.clock.now += MINUTE;
    expect(await login(await totpCode(secret, club.clock.now))).toBe(200);
  });

  test('five logins with one code at once: one gets in', async () => {
    const { secret } = await setUpTotp(member);
    club.clock.now += MINUTE;
    const code = await totpCode(secret, club.clock.now);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => club.post('/api/auth/login', { ...CREDENTIALS, code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });

  test('a recovery code replaces it once; the database holds digests', async () => {
    const { recoveryCodes } = await setUpTotp(member);
    const [code = ''] = recoveryCodes;
    const login = () => club.post('/api/auth/login', { ...CREDENTIALS, code: code.toUpperCase() });
    expect((await login()).status).toBe(200);
    expect((await login()).json.fields.code).toBe(
      'That recovery code isn’t right, or has already been used.',
    );
    expect((await club.get('/api/auth/second-factors', member)).json.recovery_codes_left).toBe(9);
    const stored = JSON.stringify(club.rows('SELECT * FROM recovery_code'));
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(code.replaceAll('-', ''));
    expect(club.accountMessages().at(-1)).toMatchObject({
      kind: 'security_changed',
      change: 'recovery_code_used',
    });
  });

  test('is not set up without its first code, and not twice', async () => {
    await club.post('/api/auth/totp', {}, member);
    expect((await club.post('/api/auth/totp/confirm', { code: '000000' }, member)).status).toBe(422);
    expect((await club.post('/api/auth/login', CREDENTIALS)).status).toBe(200);
    await setUpTotp(member);
    expect((await club.post('/api/auth/totp', {}, member)).status).toBe(409);
    expect((await club.send('DELETE', '/api/auth/totp', undefined, member)).status).toBe(200);
    expect((await club.post('/api/auth/login', CREDENTIALS)).status).toBe(200);
  });
});

describe('a risky action', () => {
  const removeTotp = () => club.send('DELETE', '/api/auth/totp', undefined, member);
  const isRefused = async () => (await removeTotp()).json.reason === 'reauthentication_required';

  test('asks again when the last authentication is ten minutes old; the password suffices for an account without a second factor', async () => {
    expect((await removeTotp()).status).toBe(404);
    club.clock.now += 10 * MINUTE;
    expect(await isRefused()).toBe(true);
    expect((await club.get('/api/auth/reauthenticate', member)).json).toEqual({
      recent: false,
      methods: ['password'],
    });
    const wrong = await club.post('/api/auth/reauthenticate', { password: 'Wrong-river-43' }, member);
    expect([wrong.status, wrong.json.fields.password]).toEqual([422, 'That password isn’t right.']);
    expect(await isRefused()).toBe(true);
    expect((await club.post('/api/auth/reauthenticate', { password: PASSWORD }, member)).status).toBe(200);
    expect((await removeTotp()).status).toBe(404);
  });

  test('takes the second factor where there is one, not the password', async () => {
    const { secret } = await setUpTotp(member);
    const code = await totpCode(secret, club.clock.now + 30_000);
    const fresh = { cookie: sessionCookie(await club.post('/api/auth/login', { ...CREDENTIALS, code })) };
    club.clock.now += 10 * MINUTE;
    expect((await club.post('/api/auth/reauthenticate', { password: PASSWORD }, fresh)).status).toBe(409);
    expect((await club.post('/api/auth/reauthenticate', {}, fresh)).status).toBe(422);
    const next = await totpCode(secret, club.clock.now);
    expect((await club.post('/api/auth/reauthenticate', { code: next }, fresh)).status).toBe(200);
    expect((await club.send('DELETE', '/api/auth/totp', undefined, fresh)).status).toBe(200);
  });

  test('a password alone neither adds a second passkey nor removes the first', async () => {
    await addPasskey(member);
    const weak = { cookie: sessionCookie(await club.post('/api/auth/login', CREDENTIALS)) };
    expect((await club.post('/api/auth/passkeys/options', {}, weak)).json.reason).toBe(
      'reauthentication_required',
    );
    expect((await club.send('DELETE', '/api/auth/passkeys/1', undefined, weak)).json.reason).toBe(
      'reauthentication_required',
    );
  });

  test("a session from before the second factor can't change the password until it has proven the second factor", async () => {
    const thief = { cookie: sessionCookie(await club.post('/api/auth/login', CREDENTIALS)) };
    const { secret } = await setUpTotp(member);
    const new_password = 'Ravi-river-42';
    const body = { current_password: PASSWORD, new_password, confirm_password: new_password };
    const refused = await club.put('/api/auth/password', body, thief);
    expect([refused.status, refused.json.reason]).toEqual([403, 'reauthentication_required']);
    expect((await club.get('/api/auth/user', member)).status).toBe(200);
    const code = await totpCode(secret, club.clock.now + 30_000);
    expect((await club.post('/api/auth/reauthenticate', { code }, thief)).status).toBe(200);
    expect((await club.put('/api/auth/password', body, thief)).status).toBe(200);
  });

  test('wrong passwords in a reauthentication have to wait, too', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      statuses.push(
        (await club.post('/api/auth/reauthenticate', { password: 'Wrong-river-43' }, member)).status,
      );
    }
    expect(statuses.slice(-2)).toEqual([422, 429]);
  });
});

describe('owners and staff', () => {
  test('required for staff: without one they have no rights at all, with one they have theirs', async () => {
    makeRole('staff');
    const user = (await club.get('/api/auth/user', member)).json;
    expect([user.is_admin, user.role, user.admin_locked]).toEqual([false, null, true]);
    const refused = await club.get('/api/admin/day', member);
    expect([refused.status, refused.json.reason]).toEqual([403, 'second_factor_required']);
    expect((await club.get('/api/auth/second-factors', member)).json.required).toBe(true);

    await addPasskey(member);
    const unlocked = (await club.get('/api/auth/user', member)).json;
    expect([unlocked.is_admin, unlocked.role, unlocked.admin_locked]).toEqual([true, 'staff', false]);
    expect((await club.get('/api/admin/day', member)).status).toBe(200);
  });

  test('the owner needs none, but is asked for one that exists', async () => {
    makeRole('owner');
    expect((await club.get('/api/admin/stats', member)).status).toBe(200);
    const weak = { cookie: sessionCookie(await club.post('/api/auth/login', CREDENTIALS)) };
    const { authenticator } = await addPasskey(member);
    expect((await club.get('/api/auth/user', weak)).json).toMatchObject({
      is_admin: false,
      admin_locked: true,
    });
    expect((await club.get('/api/admin/stats', weak)).json.reason).toBe('second_factor_required');
    const { options } = (await club.post('/api/auth/reauthenticate/options', {}, weak)).json;
    const answer = await club.post(
      '/api/auth/reauthenticate',
      { credential: authenticator.get(options) },
      weak,
    );
    expect(answer.json).toMatchObject({ is_admin: true, admin_locked: false });
    expect((await club.get('/api/admin/stats', weak)).status).toBe(200);
  });

  test.each(['owner', 'staff'] as const)(
    'the password alone opens no account with passkeys of role %s',
    async (role) => {
      const { authenticator } = await addPasskey(member);
      makeRole(role);
      const refused = await club.post('/api/auth/login', CREDENTIALS);
      expect([refused.status, refused.headers.getSetCookie(), refused.json.error]).toEqual([
        403,
        [],
        'This account runs the club, so it needs its passkey. Please use “Log in with a passkey”.',
      ]);
      expect(
        (await club.post('/api/auth/login', { ...CREDENTIALS, password: 'Wrong-river-43' })).status,
      ).toBe(401);
      expect((await logInWith(authenticator)).json.user.role).toBe(role);
    },
  );

  test('an export of people asks for a recent authentication', async () => {
    makeRole('owner');
    expect((await club.get('/api/admin/bookings.csv', member)).status).toBe(200);
    club.clock.now += 10 * MINUTE;
    for (const path of ['/api/admin/bookings.csv', '/api/admin/ledger.csv']) {
      const answer = await club.get(path, member);
      expect([answer.status, answer.json?.reason]).toEqual([403, 'reauthentication_required']);
    }
  });
});

test("resetting an unconfirmed account's password removes what a stranger has added to it", async () => {
  await addPasskey(member);
  await club.post('/api/auth/forgot-password', { email: CREDENTIALS.email });
  const email = club.accountMessages().findLast(({ kind }) => kind === 'reset_password');
  const token = email && 'link' in email ? email.link.split('#token=')[1] : '';
  const body = { token, new_password: PASSWORD, confirm_password: PASSWORD };
  expect((await club.post('/api/auth/reset-password', body)).status).toBe(200);
  expect(club.rows('SELECT * FROM passkey')).toEqual([]);
});
