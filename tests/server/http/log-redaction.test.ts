import { expect, test } from 'bun:test';
import {
  latestEmailToken,
  PASSWORD,
  register,
  registrationBody,
  sessionCookie,
} from '../../support/accounts.ts';
import { bookingBody, createTestClub } from '../../support/test-club.ts';

const NEW_PASSWORD = 'Jhelum-river-42';

test('no log line and no error body contains a password, token, cookie, phone or full email', async () => {
  const club = await createTestClub();
  const bodies: string[] = [];
  const secrets = new Set(['ayesha@example.com', 'someone@example.com', '1234567', PASSWORD, NEW_PASSWORD]);
  const keep = <A extends { status: number; text: string; headers: Headers }>(answer: A): A => {
    if (answer.status >= 400) bodies.push(answer.text);
    for (const line of answer.headers.getSetCookie()) {
      const [, value = ''] = /=([^;]+)/.exec(line) ?? [];
      if (value.length > 20) secrets.add(value);
    }
    return answer;
  };
  const post = async (path: string, body: unknown, headers?: Record<string, string>) =>
    keep(await club.post(path, body, headers));

  const { headers } = await register(club);
  secrets.add(headers.cookie.split('=')[1] ?? '');
  await post('/api/auth/register', registrationBody());
  await post(
    '/api/auth/register',
    registrationBody({ email: 'someone@example.com', confirm_password: 'other' }),
  );
  await post(
    '/api/auth/register',
    registrationBody({ password: 'Password1', confirm_password: 'Password1' }),
  );
  await post('/api/auth/register', `{"email":"someone@example.com","password":"${PASSWORD}"`);
  await post('/api/auth/register', [registrationBody()]);
  await post('/api/auth/register', { ...registrationBody(), [PASSWORD]: 'x', 'ayesha@example.com': 'y' });
  await post('/api/auth/login', { email: 'ayesha@example.com', password: 'Wrong-river-43' });
  await post('/api/auth/login', { email: 'someone@example.com', password: PASSWORD });
  await post('/api/auth/login', { email: { toString: PASSWORD }, password: [PASSWORD] });
  await post('/api/auth/login', `email=ayesha@example.com&password=${PASSWORD}`, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  const again = await post('/api/auth/login', { email: 'ayesha@example.com', password: PASSWORD });
  expect(again.status).toBe(200);
  const token = latestEmailToken(club, 'verify_email');
  secrets.add(token);
  await post('/api/auth/verify', { token });
  await post('/api/auth/verify', { token: `${token.slice(0, 42)}x` }, headers);
  keep(await club.get(`/api/auth/verify?token=${token}`));
  keep(await club.get(`/verify?token=${token}`));
  keep(await club.get(`/api/nothing/${token}?password=${PASSWORD}`));
  await post('/api/auth/forgot-password', { email: 'ayesha@example.com' });
  const reset = latestEmailToken(club, 'reset_password');
  secrets.add(reset);
  const change = { new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
  await post('/api/auth/reset-password', { token: reset.toUpperCase(), ...change });
  await post('/api/auth/reset-password', { token: reset, ...change, is_admin: true });
  keep(await club.put('/api/auth/password', { current_password: 'Wrong-river-43', ...change }, headers));
  keep(
    await club.put(
      '/api/auth/profile',
      { name: 'A', phone: '1234567', email: 'someone@example.com' },
      headers,
    ),
  );
  await post('/api/book', bookingBody());
  await post('/api/book', bookingBody());
  await post(
    '/api/book',
    bookingBody({ start_time: '20:00', email: 'someone@example.com', extra: PASSWORD }),
  );
  keep(await club.get('/api/auth/user', { cookie: `${sessionCookie(again)}x` }));
  for (let at = 0; at < 12; at += 1) {
    await post('/api/auth/login', { email: 'ayesha@example.com', password: 'Wrong-river-43' });
  }
  // The message of an unexpected error may contain the data of its request.
  club.db.run(`CREATE TRIGGER fault BEFORE INSERT ON contact_message
    BEGIN SELECT RAISE(ABORT, 'ayesha@example.com ${PASSWORD}'); END`);
  const fault = await post('/api/contact', {
    name: 'Ayesha Khan',
    email: 'ayesha@example.com',
    subject: 'booking',
    message: `My password is ${PASSWORD}, please help.`,
  });
  expect([fault.status, Object.keys(fault.json)]).toEqual([500, ['error', 'reason', 'request_id']]);

  secrets.add('Wrong-river-43');
  const log = club.logLines.join('');
  expect(club.logLines.length).toBeGreaterThan(30);
  expect(bodies.length).toBeGreaterThan(20);
  const leaked = [...secrets].filter((secret) => log.includes(secret) || bodies.join('\n').includes(secret));
  expect(leaked).toEqual([]);
  expect(log).not.toMatch(/\$argon2/);
  club.close();
});
