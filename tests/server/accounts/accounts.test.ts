import { describe, expect, spyOn, test } from 'bun:test';
import {
  latestEmailToken,
  PASSWORD,
  register,
  registrationBody,
  sessionCookie,
} from '../../support/accounts.ts';
import { bookingBody, clubForEachTest, createTestClub, type TestClub } from '../../support/test-club.ts';

const club = clubForEachTest();

const login = (password = PASSWORD, email = 'ayesha@example.com', headers?: Record<string, string>) =>
  club.post('/api/auth/login', { email, password }, headers);
const user = (headers?: Record<string, string>) => club.get('/api/auth/user', headers);

describe('register', () => {
  test('creates an account, signs the user in and returns no secret', async () => {
    const answer = await club.post('/api/auth/register', registrationBody());
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      user: {
        id: 1,
        email: 'ayesha@example.com',
        name: 'Ayesha Khan',
        phone: '+923001234567',
        is_admin: false,
        role: null,
        admin_locked: false,
        preferences: { email_notifications: true, sms_notifications: false, default_duration: 60 },
        email_verified: false,
        has_password: true,
        oauth_provider: null,
        first_name: null,
        last_name: null,
        profile_image_url: null,
        created_at: '2026-11-20T15:10:00+05:00',
        updated_at: '2026-11-20T15:10:00+05:00',
      },
    });
    const me = await user({ cookie: sessionCookie(answer) });
    expect(me.json).toEqual(answer.json.user);
    expect((await club.get('/api/auth/profile', { cookie: sessionCookie(answer) })).json).toEqual(me.json);
  });

  test.each([
    [{ name: 'A' }, 'name', 'Name must be at least 2 characters'],
    [{ email: 'ayesha' }, 'email', 'Invalid email address'],
    [{ phone: '12345' }, 'phone', 'Phone number must be at least 10 digits'],
    [{ password: 'short', confirm_password: 'short' }, 'password', 'Password must be at least 8 characters'],
    [{ confirm_password: 'something else' }, 'confirm_password', "Passwords don't match"],
    [{ confirm_password: undefined }, 'confirm_password', "Passwords don't match"],
    [
      { password: 'x'.repeat(129), confirm_password: 'x'.repeat(129) },
      'password',
      'Password must be at most 128 characters',
    ],
    [
      { password: 'Football1', confirm_password: 'Football1' },
      'password',
      'This password is too easy to guess. Please choose another one.',
    ],
    [
      { password: 'ayesha@example.com', confirm_password: 'ayesha@example.com' },
      'password',
      'This password is too easy to guess. Please choose another one.',
    ],
    [{ is_admin: true }, 'is_admin', 'This field is unknown.'],
    [{ email_verified: true }, 'email_verified', 'This field is unknown.'],
    [{ id: 7 }, 'id', 'This field is unknown.'],
  ])('rejects %p with a message for the field', async (overrides, field, message) => {
    const answer = await club.post('/api/auth/register', registrationBody(overrides));
    expect([answer.status, answer.json.fields?.[field]]).toEqual([422, message]);
    expect(club.rows('SELECT * FROM user')).toEqual([]);
    expect(club.rows('SELECT * FROM session')).toEqual([]);
  });

  test('accepts a missing and an empty phone number', async () => {
    for (const [email, phone] of [
      ['a@example.com', undefined],
      ['b@example.com', ' '],
      ['c@example.com', null],
    ]) {
      const answer = await club.post('/api/auth/register', registrationBody({ email, phone }));
      expect([answer.status, answer.json.user.phone]).toEqual([201, null]);
    }
  });

  test('a registered email in any case is rejected without confirming the account, and its owner gets an email', async () => {
    await register(club);
    const answer = await club.post('/api/auth/register', registrationBody({ email: 'AYESHA@example.com' }));
    expect([answer.status, answer.json.reason]).toEqual([409, 'already_exists']);
    expect(answer.json.error).not.toContain('email');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(club.accountMessages().map(({ kind, email }) => [kind, email])).toEqual([
      ['verify_email', 'ayesha@example.com'],
      ['account_exists', 'ayesha@example.com'],
    ]);
    expect(club.rows('SELECT * FROM user')).toHaveLength(1);
  });

  test("the password is stored as argon2id with OWASP's parameters", async () => {
    await register(club);
    const [row] = club.rows<{ password_hash: string }>('SELECT password_hash FROM user');
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('login', () => {
  test('returns the user and a cookie that scripts cannot read', async () => {
    await register(club);
    const answer = await login();
    expect([answer.status, answer.json.user.name]).toEqual([200, 'Ayesha Khan']);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^sid=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    );
    expect((await user({ cookie: sessionCookie(answer) })).json.email).toBe('ayesha@example.com');
  });

  test('a wrong password and an unknown email get the same answer', async () => {
    await register(club);
    const wrong = await login('not the password');
    const unknown = await login('not the password', 'nobody@example.com');
    expect([wrong.status, wrong.json]).toEqual([
      401,
      { error: 'Invalid email or password', reason: 'wrong_credentials' },
    ]);
    expect([unknown.status, unknown.json]).toEqual([wrong.status, wrong.json]);
  });

  test.each([
    [{ email: 'ayesha@example.com' }, 'password', 'Password is required'],
    [{ email: 'ayesha@example.com', password: '' }, 'password', 'Password is required'],
    [{ email: 'no', password: 'x' }, 'email', 'Invalid email address'],
    [{ email: 'ayesha@example.com', password: ['x'] }, 'password', 'Password is required'],
  ])('rejects %p', async (body, field, message) => {
    const answer = await club.post('/api/auth/login', body);
    expect([answer.status, answer.json.fields[field]]).toEqual([422, message]);
  });

  test('a password of 1 MB is rejected before it is read, one of 60 KB before it is hashed', async () => {
    await register(club);
    expect((await login('x'.repeat(1024 * 1024))).status).toBe(413);
    const hash = spyOn(Bun.password, 'verify');
    expect((await login('x'.repeat(60_000))).status).toBe(422);
    expect(hash).not.toHaveBeenCalled();
    hash.mockRestore();
  });

  test("renews a hash with other parameters, and leaves today's and every session unchanged", async () => {
    const { headers } = await register(club);
    const hashes = () =>
      club.rows<{ password_hash: string }>('SELECT password_hash FROM user').map((row) => row.password_hash);
    const [todays = ''] = hashes();
    const login = async (password: string) =>
      (await club.post('/api/auth/login', { email: 'ayesha@example.com', password })).status;
    expect([await login(PASSWORD), hashes()]).toEqual([200, [todays]]);
    const old = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8192, timeCost: 3 });
    club.db.run('UPDATE user SET password_hash = ?', [old]);
    expect([await login('Wrong-river-43'), hashes()]).toEqual([401, [old]]);
    expect(await login(PASSWORD)).toBe(200);
    expect(hashes()[0]).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(await login(PASSWORD)).toBe(200);
    expect((await club.get('/api/auth/user', headers)).status).toBe(200);
  });

  test('an account without a password accepts no password', async () => {
    await club.signIn({ email: 'ayesha@example.com' });
    expect((await login('')).status).toBe(422);
    expect((await login('anything at all')).status).toBe(401);
  });

  test('a password changed while its hash is computed signs nobody in', async () => {
    await register(club);
    const hash = await Bun.password.hash('Jhelum-river-42');
    club.db.run('DELETE FROM rate_limit');
    const answer = login();
    // The attempt is counted just before the hash is computed, which takes many milliseconds.
    while (club.rows('SELECT * FROM rate_limit').length === 0) await Bun.sleep(0);
    club.db.run('UPDATE user SET password_hash = ?', [hash]);
    expect((await answer).status).toBe(401);
    expect(club.rows('SELECT * FROM session')).toHaveLength(1);
    expect((await login('Jhelum-river-42')).status).toBe(200);
  });

  test('a password in another Unicode normalization form is accepted', async () => {
    await register(club, { password: 'caf\u00e9 at night', confirm_password: 'caf\u00e9 at night' });
    expect((await login('cafe\u0301 at night')).status).toBe(200);
  });
});

describe('the account', () => {
  test('the profile route changes only name and phone', async () => {
    const { headers } = await register(club);
    const answer = await club.put('/api/auth/profile', { name: ' Ayesha K ', phone: '' }, headers);
    expect([answer.status, answer.json.name, answer.json.phone]).toEqual([200, 'Ayesha K', null]);
    for (const over of [
      { is_admin: true },
      { email: 'x@example.com' },
      { email_verified: true },
      { id: 9 },
    ]) {
      const refused = await club.put('/api/auth/profile', { name: 'Ayesha', phone: '', ...over }, headers);
      expect(refused.status).toBe(422);
    }
    expect(club.rows('SELECT name, phone, is_admin, email_verified, email FROM user')).toEqual([
      { name: 'Ayesha K', phone: null, is_admin: 0, email_verified: 0, email: 'ayesha@example.com' },
    ]);
  });

  test('a change of one preference keeps the others', async () => {
    const { headers } = await register(club);
    await club.put('/api/auth/preferences', { default_duration: 90 }, headers);
    const answer = await club.put(
      '/api/auth/preferences',
      { favorite_courts: [2, 2], sms_notifications: true },
      headers,
    );
    expect(answer.json.preferences).toEqual({
      email_notifications: true,
      sms_notifications: true,
      default_duration: 90,
      favorite_courts: [2],
    });
  });

  test.each([
    [{ default_duration: 0 }],
    [{ default_duration: 45 }],
    [{ default_duration: 210 }],
    [{ default_duration: '60' }],
    [{ favorite_courts: [9] }],
    [{ favorite_courts: ['1'] }],
    [{ email_notifications: 'yes' }],
    [{ __proto__x: 1 }],
    [{ is_admin: true }],
  ])('rejects the preferences %p', async (body) => {
    const { headers } = await register(club);
    expect((await club.put('/api/auth/preferences', body, headers)).status).toBe(422);
  });

  test('a password change requires the current password and ends every other session', async () => {
    const phone = await register(club);
    const laptop = { cookie: sessionCookie(await login()) };
    const change = (current_password: string, over: object = {}) =>
      club.put(
        '/api/auth/password',
        { current_password, new_password: 'Jhelum-river-42', confirm_password: 'Jhelum-river-42', ...over },
        phone.headers,
      );
    const wrong = await change('not this one');
    expect([wrong.status, wrong.json.fields]).toEqual([
      422,
      { current_password: 'Current password is incorrect' },
    ]);
    expect((await change('', {})).json.fields).toEqual({ current_password: 'Current password is required' });
    expect((await change(PASSWORD, { confirm_password: 'no' })).json.fields).toEqual({
      confirm_password: "Passwords don't match",
    });

    const answer = await change(PASSWORD);
    expect(answer.status).toBe(200);
    expect((await user(laptop)).status).toBe(401);
    expect((await user(phone.headers)).status).toBe(401);
    expect((await user({ cookie: sessionCookie(answer) })).status).toBe(200);
    expect((await login()).status).toBe(401);
    expect((await login('Jhelum-river-42')).status).toBe(200);
    expect(club.accountMessages().at(-1)?.kind).toBe('password_changed');
  });
});

describe('emailed links', () => {
  test('verifying an email links the guest bookings with this email, and only those', async () => {
    await club.post('/api/book', bookingBody({ email: 'Ayesha@Example.com' }));
    await club.post('/api/book', bookingBody({ email: 'other@example.com', start_time: '20:00' }));
    const { headers } = await register(club);
    expect((await club.get('/api/auth/bookings', headers)).json).toEqual([]);

    const token = latestEmailToken(club, 'verify_email');
    const answer = await club.post('/api/auth/verify', { token }, headers);
    expect([answer.status, answer.json.email_verified]).toEqual([200, true]);
    const bookings = (await club.get('/api/auth/bookings', headers)).json;
    expect(bookings.map((each: { start_time: string }) => each.start_time)).toEqual(['18:00']);
    expect((await club.post('/api/auth/verify', { token }, headers)).status).toBe(422);
  });

  test('a guest booking made after the verification is linked at the next login', async () => {
    const { headers } = await register(club);
    await club.post('/api/auth/verify', { token: latestEmailToken(club, 'verify_email') }, headers);
    await club.post('/api/book', bookingBody());
    const later = { cookie: sessionCookie(await login()) };
    expect((await club.get('/api/auth/bookings', later)).json).toHaveLength(1);
  });

  test("a member who registered with a stranger's email gets nothing when the stranger clicks the link", async () => {
    await club.post('/api/book', bookingBody());
    const thief = await register(club);
    const token = latestEmailToken(club, 'verify_email');
    expect((await club.post('/api/auth/verify', { token })).status).toBe(401);
    const owner = await register(club, { email: 'owner@example.com' });
    expect((await club.post('/api/auth/verify', { token }, owner.headers)).status).toBe(403);
    expect((await club.get('/api/auth/bookings', thief.headers)).json).toEqual([]);
  });

  test('a reset link sets a new password once, verifies the email and ends every session', async () => {
    await club.post('/api/book', bookingBody());
    const { headers } = await register(club);
    const requested = await club.post('/api/auth/forgot-password', { email: 'AYESHA@example.com' });
    expect(requested.status).toBe(200);
    const token = latestEmailToken(club, 'reset_password');
    const body = { token, new_password: 'Jhelum-river-42', confirm_password: 'Jhelum-river-42' };
    expect((await club.post('/api/auth/reset-password', { ...body, token: 'x'.repeat(43) })).status).toBe(
      422,
    );
    expect((await club.post('/api/auth/reset-password', body)).status).toBe(200);
    expect((await user(headers)).status).toBe(401);
    expect((await club.post('/api/auth/reset-password', body)).status).toBe(422);
    const answer = await login('Jhelum-river-42');
    expect(answer.json.user.email_verified).toBe(true);
    expect((await club.get('/api/auth/bookings', { cookie: sessionCookie(answer) })).json).toHaveLength(1);
  });

  test('a reset request for an unknown email gets the same answer and sends no email', async () => {
    await register(club);
    const known = await club.post('/api/auth/forgot-password', { email: 'ayesha@example.com' });
    const unknown = await club.post('/api/auth/forgot-password', { email: 'nobody@example.com' });
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(club.accountMessages().map((message) => message.kind)).toEqual(['verify_email', 'reset_password']);
  });

  test('a reset request promises no email where the club sends none, whoever asks', async () => {
    await register(club);
    const answerOf = async (asked: TestClub, email: string) =>
      (await asked.post('/api/auth/forgot-password', { email })).json.message;
    const calls = expect.stringMatching(
      /^We can’t send emails at the moment, so please call .+ and ask for a link to choose a new password\.$/,
    );
    for (const email of ['ayesha@example.com', 'nobody@example.com'])
      expect(await answerOf(club, email)).toEqual(calls);
    expect((await club.get('/forgot-password')).text).not.toContain('Send the link');
    expect((await club.get('/forgot-password')).text).toContain(
      'and ask for a link to choose a new password',
    );
    const mailed = await createTestClub({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect(await answerOf(mailed, 'nobody@example.com')).toBe(
      'If there is an account with this email address, a link is on its way to it.',
    );
    expect((await mailed.get('/forgot-password')).text).toContain('Send the link');
    mailed.close();
  });

  test('a reset link is invalid after an hour, after a newer one and for another purpose', async () => {
    await register(club);
    const reset = (token: string) =>
      club.post('/api/auth/reset-password', {
        token,
        new_password: 'Jhelum-river-42',
        confirm_password: 'Jhelum-river-42',
      });
    expect((await reset(latestEmailToken(club, 'verify_email'))).status).toBe(422);
    await club.post('/api/auth/forgot-password', { email: 'ayesha@example.com' });
    const older = latestEmailToken(club, 'reset_password');
    await club.post('/api/auth/forgot-password', { email: 'ayesha@example.com' });
    expect((await reset(older)).status).toBe(422);
    club.clock.now += 60 * 60_000;
    expect((await reset(latestEmailToken(club, 'reset_password'))).status).toBe(422);
  });

  test('the database holds no usable token', async () => {
    const { headers } = await register(club);
    const token = latestEmailToken(club, 'verify_email');
    const stored = JSON.stringify([
      club.rows('SELECT * FROM email_token'),
      club.rows('SELECT * FROM session'),
      club.rows('SELECT * FROM audit_log'),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(headers.cookie.split('=')[1] ?? 'none');
  });

  test('one recipient gets at most three reset links an hour', async () => {
    await register(club);
    const ask = () => club.post('/api/auth/forgot-password', { email: 'ayesha@example.com' });
    for (let at = 0; at < 3; at += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
  });
});
