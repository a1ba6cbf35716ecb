/** Runs `promote` and `reset-password` of the executable while the server runs. */
import { expect, test } from 'bun:test';
import { PASSWORD, registrationBody, sessionCookie } from '../../support/accounts.ts';
import { runCommand } from '../../support/run-command.ts';
import { serverForTestFile } from '../../support/server-for-test-file.ts';
import { totpCode } from '../../support/totp-code.ts';

const club = serverForTestFile();

const post = (path: string, body: object, cookie = '') =>
  fetch(club.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
const currentUser = async (cookie: string) =>
  (await fetch(`${club.url}/api/auth/user`, { headers: { cookie } })).json() as Promise<{
    is_admin: boolean;
    email_verified: boolean;
  }>;
const command = (...args: string[]) => runCommand([...args, '--data', club.dataDir]);

test('promote refuses an unverified email without --unverified and says why', async () => {
  const cookie = sessionCookie(await post('/api/auth/register', registrationBody()));
  const refused = await command('promote', 'ayesha@example.com');
  expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toStartWith(
    'The email ayesha@example.com is not verified: whoever registered with it',
  );
  expect(refused.stderr).toContain('--unverified');
  expect((await currentUser(cookie)).is_admin).toBe(false);

  const confirmed = await command('promote', 'ayesha@example.com', '--unverified');
  expect(confirmed.exitCode).toBe(0);
  expect(confirmed.stderr).toContain('ayesha@example.com is an owner now.');
  expect(confirmed.stderr).toContain('Warning: ayesha@example.com is not verified.');
  expect((await currentUser(cookie)).is_admin).toBe(true);
});

test('reset-password prints a link that works once on the running site, and verifies no email', async () => {
  await post('/api/auth/register', registrationBody({ email: 'locked@example.com' }));
  for (let attempt = 0; attempt < 10; attempt += 1)
    await post('/api/auth/login', { email: 'locked@example.com', password: 'Wrong-river-43' });
  const login = (password: string) => post('/api/auth/login', { email: 'locked@example.com', password });
  expect((await login(PASSWORD)).status).toBe(429);

  const printed = await command('reset-password', 'Locked@Example.com');
  expect(printed.exitCode).toBe(0);
  expect(printed.stdout).toMatch(/^http:\/\/localhost:\d+\/reset-password#token=[\w-]{43}\n$/);
  const token = printed.stdout.trim().split('#token=')[1];
  const body = { token, new_password: 'Jhelum-river-42', confirm_password: 'Jhelum-river-42' };
  expect((await post('/api/auth/reset-password', body)).status).toBe(200);
  expect((await post('/api/auth/reset-password', body)).status).toBe(422);
  const answer = await login('Jhelum-river-42');
  expect(answer.status).toBe(200);
  expect((await currentUser(sessionCookie(answer))).email_verified).toBe(false);
});

test('reset-second-factor removes passkeys and the app, ends sessions, and leaves the password', async () => {
  const email = 'phone@example.com';
  const cookie = sessionCookie(await post('/api/auth/register', registrationBody({ email, phone: '' })));
  const { secret } = (await (await post('/api/auth/totp', {}, cookie)).json()) as { secret: string };
  const confirmed = await post(
    '/api/auth/totp/confirm',
    { code: await totpCode(secret, Date.now()) },
    cookie,
  );
  expect(confirmed.status).toBe(200);
  expect((await post('/api/auth/login', { email, password: PASSWORD })).status).toBe(403);

  const reset = await command('reset-second-factor', email);
  expect([reset.exitCode, reset.stderr]).toEqual([
    0,
    `${email} now logs in with just the password, and can set up a second factor again on the account page.\n`,
  ]);
  expect((await fetch(`${club.url}/api/auth/user`, { headers: { cookie } })).status).toBe(401);
  expect((await post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
  expect((await command('reset-second-factor', email)).stderr).toBe(`${email} has no second factor.\n`);
});

test('reset-password names an email without an account', async () => {
  const { exitCode, stdout, stderr } = await command('reset-password', 'nobody@example.com');
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toStartWith('No account has the email nobody@example.com.');
});
