import { describe, expect, test } from 'bun:test';
import { PASSWORD, register, registrationBody, sessionCookie } from '../../support/accounts.ts';
import { clubForEachTest, createTestClub } from '../../support/test-club.ts';

const HOUR = 60 * 60_000;
const club = clubForEachTest({ env: { TRUST_PROXY: '1' } });

/** The `Cookie` header with only the device cookie of a login's or registration's answer. */
const deviceCookie = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .find((line) => /^(__Host-)?device=/.test(line))
    ?.split(';')[0] ?? '';
const login = (password: string, cookie = '', ip = '9.9.9.9', email = 'ayesha@example.com') =>
  club.post('/api/auth/login', { email, password }, { cookie, 'x-forwarded-for': ip });
const registerDevice = async (over: Record<string, unknown> = {}, cookie = '') =>
  deviceCookie(await club.post('/api/auth/register', registrationBody(over), { cookie }));
/** Makes one wrong attempt count as nine; each real one computes a hash. */
const wrongNineTimes = async (cookie: string, ip: string) => {
  const keys = () => club.rows<{ key: string }>('SELECT key FROM rate_limit').map(({ key }) => key);
  const before = keys();
  await login('Wrong-river-43', cookie, ip);
  for (const key of keys())
    if (!before.includes(key)) club.db.run('UPDATE rate_limit SET count = 9 WHERE key = ?', [key]);
};
/** Strangers use up the attempts on the account. */
const lockAccount = async () => {
  await wrongNineTimes('', '8.8.8.1');
  await login('Wrong-river-43', '', '8.8.8.2');
  expect((await login(PASSWORD)).status).toBe(429);
};

describe('a known device', () => {
  test('a wrong password an hour from strangers locks no member out of a known device', async () => {
    const device = await registerDevice();
    await lockAccount();
    for (let hour = 0; hour < 4; hour += 1) {
      club.clock.now += HOUR;
      expect((await login('Wrong-river-43', '', '7.7.7.7')).status).toBe(401);
      expect((await login(PASSWORD)).status).toBe(429);
      expect((await login(PASSWORD, device)).status).toBe(200);
    }
  });

  test('300 logins from the same IP address do not lock a known device out either', async () => {
    const device = await registerDevice();
    // Attempts without a password check would be refused earlier, so the test sets the count.
    await login('Wrong-river-43', '', '9.9.9.9', 'nobody@example.com');
    club.db.run('UPDATE rate_limit SET count = 300, until = since + 600000');
    expect((await login(PASSWORD, '', '9.9.9.9')).status).toBe(429);
    expect((await login(PASSWORD, device, '9.9.9.9')).status).toBe(200);
  });

  test('a known device has ten attempts of its own, then has to wait like any other', async () => {
    const device = await registerDevice();
    const other = deviceCookie(await login(PASSWORD));
    await wrongNineTimes(device, '9.9.9.9');
    expect((await login('Wrong-river-43', device)).status).toBe(401);
    expect((await login(PASSWORD, device)).status).toBe(429);
    expect((await login(PASSWORD, other)).status).toBe(200);
    expect((await login(PASSWORD)).status).toBe(200);
  });

  test('a cookie for another account, a forged one and a long one count for nothing', async () => {
    const device = await registerDevice();
    const stranger = await registerDevice({ email: 'stranger@example.com' });
    await lockAccount();
    const [id = '', signature = ''] = device.replace('device=', '').split('.');
    for (const forged of [
      stranger,
      `device=${id}`,
      `device=${id}.${signature.slice(1)}A`,
      `device=${'A'.repeat(43)}.${signature}`,
      `device=${id}${`.${signature}`.repeat(6)}`,
      `device=${'x'.repeat(5000)}`,
    ]) {
      expect([forged.slice(0, 20), (await login(PASSWORD, forged)).status]).toEqual([
        forged.slice(0, 20),
        429,
      ]);
    }
  });

  test('members who share a browser are known on it, the last five of them', async () => {
    let device = await registerDevice();
    for (let member = 0; member < 4; member += 1)
      device = await registerDevice({ email: `member${member}@example.com` }, device);
    await lockAccount();
    expect((await login(PASSWORD, device)).status).toBe(200);
    device = await registerDevice({ email: 'sixth@example.com' }, device);
    expect((await login(PASSWORD, device)).status).toBe(429);
    expect(device.length).toBeLessThan(300);
  });

  test('the cookie starts no session, contains no name and cannot be read by scripts', async () => {
    const secure = await createTestClub({ env: { PUBLIC_URL: 'https://club.example' } });
    const answer = await secure.post('/api/auth/register', registrationBody());
    const line = answer.headers.getSetCookie().find((each) => each.startsWith('__Host-device=')) ?? '';
    expect(line).toMatch(
      /^__Host-device=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect((await secure.get('/api/auth/user', { cookie: deviceCookie(answer) })).status).toBe(401);
    secure.close();
  });
});

test("strangers' attempts neither end a session nor keep it from changing the password", async () => {
  const { headers } = await register(club);
  await lockAccount();
  expect((await club.get('/api/auth/user', headers)).status).toBe(200);
  const body = {
    current_password: PASSWORD,
    new_password: 'Jhelum-river-42',
    confirm_password: 'Jhelum-river-42',
  };
  const answer = await club.put('/api/auth/password', body, headers);
  expect([answer.status, sessionCookie(answer)]).toEqual([200, expect.stringContaining('sid=')]);
});
