import { afterEach, expect, test } from 'bun:test';
import { createDataDir, makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { createTestClub, type TestClub } from '../../support/test-club.ts';
import { waitUntil } from '../../support/wait-until.ts';

const clubs: TestClub[] = [];
afterEach(() => {
  for (const club of clubs.splice(0)) club.close();
});

async function openNewClub(env: Record<string, string> = {}) {
  const club = await createTestClub({ bank: false, env });
  clubs.push(club);
  const newToken = async () => (await club.createSetupLink('http://localhost'))?.split('#')[1] ?? '';
  const setUp = (token: string, email = 'sana@club.example') =>
    club.post('/api/setup', { token, name: 'Sana Malik', email, password: 'Chenab-river-41' });
  return { club, newToken, setUp };
}

test('the link makes its user an owner, signs them in, and works once', async () => {
  const { club, newToken, setUp } = await openNewClub();
  const token = await newToken();
  expect((await club.post('/api/setup/check', { token })).status).toBe(200);
  const first = await setUp(token);
  expect([first.status, first.json.user.role, first.json.user.email_verified]).toEqual([201, 'owner', false]);
  const cookie = first.headers.getSetCookie().find((line) => line.startsWith('sid=')) ?? '';
  const headers = { cookie: cookie.split(';')[0] ?? '' };
  const { json } = await club.get('/api/admin/settings', headers);
  expect(json.data.open_steps).toEqual(['club', 'bank', 'courts', 'map', 'mail', 'address', 'backup']);
  const second = await setUp(token, 'other@club.example');
  expect([second.status, second.json.error]).toEqual([
    409,
    'This club is already set up. Please log in instead.',
  ]);
  expect((await club.post('/api/setup/check', { token })).status).toBe(409);
  expect(await club.createSetupLink('http://localhost')).toBeNull();
});

test("the owner of a mistyped address can't set a new password, and so can't get the club", async () => {
  const { club, newToken, setUp } = await openNewClub();
  await setUp(await newToken(), 'sana@club.exmaple');
  const forget = () => club.post('/api/auth/forgot-password', { email: 'sana@club.exmaple' });
  const resets = () => club.accountMessages().filter(({ kind }) => kind === 'reset_password');
  expect([(await forget()).status, resets()]).toEqual([200, []]);
  club.db.run('UPDATE user SET email_verified = 1');
  await forget();
  expect(resets()).toHaveLength(1);
});

test('a guessed, replaced or used link is refused with a sentence, and creates no account', async () => {
  const { club, newToken, setUp } = await openNewClub();
  expect((await setUp('guess')).status).toBe(403);
  const old = await newToken();
  await newToken();
  const replaced = await setUp(old);
  expect(replaced.status).toBe(403);
  expect(replaced.json.error).toStartWith('This set-up link no longer works.');
  expect(club.rows('SELECT id FROM user')).toEqual([]);
  const stored = club.rows<{ value: string }>("SELECT value FROM setting WHERE key = 'setup link'");
  expect(JSON.stringify(stored)).not.toContain(old);
});

test('the link can be tried ten times a minute, from all addresses together', async () => {
  const { club, newToken, setUp } = await openNewClub({ TRUST_PROXY: '1' });
  const token = await newToken();
  for (let at = 1; at <= 10; at += 1) {
    const from = { 'x-forwarded-for': `203.0.113.${at}` };
    expect((await club.post('/api/setup/check', { token: `guess ${at}` }, from)).status).toBe(403);
  }
  expect((await setUp(token)).status).toBe(429);
  club.clock.now += 61_000;
  expect((await setUp(token)).status).toBe(201);
});

test('two people set up at once: one becomes the owner', async () => {
  const { club, newToken, setUp } = await openNewClub();
  const token = await newToken();
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => setUp(token, `${name}@club.example`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(club.rows('SELECT role FROM user')).toEqual([{ role: 'owner' }]);
});

test('an email that a member already has, a short password and a common one leave the link usable', async () => {
  const { club, newToken, setUp } = await openNewClub();
  await club.signIn({ email: 'taken@club.example' });
  const token = await newToken();
  const taken = await setUp(token, 'taken@club.example');
  expect([taken.status, taken.json.fields.email]).toEqual([
    422,
    'A member already has this email. Please use a different one.',
  ]);
  const weak = { token, name: 'Sana', email: 'sana@club.example', password: 'password1' };
  expect((await club.post('/api/setup', weak)).json.fields.password).toBeString();
  expect((await setUp(token)).status).toBe(201);
});

test('once an owner has set the club up, only configured providers show', async () => {
  const { club, newToken, setUp } = await openNewClub();
  const shown = async () => (/"sign_in":(\[[^\]]*\])/.exec((await club.get('/login')).text) ?? [])[1];
  expect(await shown()).toBe('["google","microsoft","github","apple"]');
  await setUp(await newToken());
  expect(await shown()).toBe('[]');
});

test('an owner sends a test email, a few times', async () => {
  const { club, newToken, setUp } = await openNewClub();
  const first = await setUp(await newToken());
  const headers = { cookie: first.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const send = () => club.post('/api/admin/settings/test-email', {}, headers);
  expect((await send()).json.message).toContain('saved in the folder outbox');
  expect(club.accountMessages().map(({ kind }) => kind)).toContain('mail_test');
  for (let at = 2; at <= 5; at += 1) await send();
  expect((await send()).status).toBe(429);
});

test('the program prints the link with ready while there is no admin, and the command prints another', async () => {
  const server = await startServerProcess({ bank: false });
  const first = await waitUntil(() => /"event":"set up the club","url":"([^"]+)"/.exec(server.output())?.[1]);
  expect(first).toStartWith(`${server.url}/setup#`);
  const check = (url: string) =>
    fetch(`${server.url}/api/setup/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: url.split('#')[1] }),
    });
  expect((await check(first)).status).toBe(200);
  const { stdout, exitCode } = await runCommand(['setup-link', '--data', server.dataDir]);
  expect(exitCode).toBe(0);
  expect((await check(first)).status).toBe(403);
  expect((await check(stdout.trim())).status).toBe(200);
  // Neither knows the port from its own environment.
  expect(stdout).toStartWith(`${server.url}/setup#`);
  // What a killed server has left behind does not count.
  await server.stop('SIGKILL');
  const later = await runCommand(['setup-link', '--data', server.dataDir], {
    PORT: '3123',
    HOST: '127.0.0.1',
  });
  expect(later.stdout).toStartWith('http://localhost:3123/setup#');
  const behind = await runCommand(['setup-link', '--data', server.dataDir], {
    TRUST_PROXY: '1',
    HOST: '127.0.0.1',
  });
  expect(behind.stderr).toContain(
    'Behind a proxy, open it at the site’s address: https://YOUR-ADDRESS/setup#',
  );
  await server.close();
});

test('a club with an admin prints no link, and the command says why', async () => {
  const dataDir = createDataDir({ bookings: 3, receipts: 0 });
  const server = await startServerProcess({ dataDir });
  await server.stop();
  expect(server.output()).not.toContain('/setup#');
  const { exitCode, stderr } = await runCommand(['setup-link', '--data', dataDir]);
  expect([exitCode, stderr]).toEqual([
    1,
    `This club has an admin already. An owner can log in; this command names another one: padel-club promote EMAIL --data ${dataDir}\n`,
  ]);
  const elsewhere = makeTempDir();
  expect((await runCommand(['setup-link', '--data', elsewhere])).stderr).toStartWith('There is no club in');
  removeDirs(dataDir, elsewhere);
});
