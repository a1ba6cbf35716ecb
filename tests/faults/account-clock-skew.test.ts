/** A club whose clock was a year ahead for a day, beside one whose clock was always right. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD, registrationBody, sessionCookie } from '../support/accounts.ts';
import { DAY, HOUR, MINUTE } from '../support/clock-jumps.ts';
import { waitForEmailLink } from '../support/email-link.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { runCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';

type Post = (path: string, body: object, cookie?: string) => Promise<Response>;
type Status = (cookie: string) => Promise<number>;

const NEW_PASSWORD = 'Jhelum-river-42';
const contactMessage = {
  name: 'Ayesha Khan',
  email: 'ayesha@example.com',
  subject: 'general',
  message: 'Is there a racket for hire?',
};

/** Waits until no session lasts longer than 30 days; the server's first jobs run some seconds after its start. */
async function waitForSessionJob(dataDir: string): Promise<void> {
  const db = new Database(join(dataDir, 'club.db'), { readonly: true });
  const query = db.query<{ last: number }, []>('SELECT max(expire) AS last FROM session');
  const limit = Date.now() + 31 * DAY;
  await waitUntil(() => (query.get()?.last ?? 0) <= limit, 60).finally(() => db.close());
}

/** Waits until a session lasts for longer than it did at first: the server extends it after its answer. */
async function waitForExtendedSession(dataDir: string): Promise<void> {
  const db = new Database(join(dataDir, 'club.db'), { readonly: true });
  const query = db.query<{ last: number }, []>('SELECT max(expire) AS last FROM session');
  const limit = Date.now() + 31 * DAY;
  await waitUntil(() => (query.get()?.last ?? 0) > limit).finally(() => db.close());
}

/** What users see in a club whose clock is moved by `firstDay` on its first day and right afterwards. */
async function useClub(firstDay: number): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-clock-'));
  const seen: Record<string, unknown> = {};
  const during = async (offset: number, work: (post: Post, userStatus: Status) => Promise<void>) => {
    const env = await fakeTimeEnv(offset);
    // The operator has corrected the clock, and says so.
    if (offset !== firstDay) await runCommand(['confirm-clock', '--data', dataDir], env);
    const club = await startServerProcess({ dataDir, env });
    const send = (path: string, init: RequestInit) => fetch(club.url + path, init);
    const post: Post = (path, body, cookie = '') =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
    await work(post, async (cookie) => (await send('/api/auth/user', { headers: { cookie } })).status);
    await club.stop();
  };
  const login = (post: Post, password: string, email = 'ayesha@example.com') =>
    post('/api/auth/login', { email, password });
  const forgot = (post: Post) => post('/api/auth/forgot-password', { email: 'bilal@example.com' });
  const tokenFor = async (email: string, path: string) =>
    (await waitForEmailLink(dataDir, email, path)).split('#token=')[1] ?? '';
  const sessions = { visited: '', unvisited: '', bilal: '' };
  const tokens = { verify: '', reset: '' };

  await during(firstDay, async (post) => {
    sessions.visited = sessionCookie(await post('/api/auth/register', registrationBody()));
    sessions.unvisited = sessionCookie(await login(post, PASSWORD));
    const bilal = registrationBody({ email: 'bilal@example.com' });
    sessions.bilal = sessionCookie(await post('/api/auth/register', bilal));
    for (let attempt = 0; attempt < 10; attempt += 1) await login(post, 'Wrong-river-43');
    const locked = await login(post, PASSWORD);
    // How many seconds are left depends on the speed of the tests.
    const wait = (await locked.text()).replace(/\b[1-5]?\d seconds/, 'N seconds');
    seen['first day: right password after ten wrong ones'] = [locked.status, wait];
    tokens.verify = await tokenFor('ayesha@example.com', '/verify');
    const resets: number[] = [];
    for (let request = 0; request < 4; request += 1) resets.push((await forgot(post)).status);
    seen['first day: reset requests'] = resets;
    tokens.reset = await tokenFor('bilal@example.com', '/reset-password');
    seen['first day: contact'] = (await post('/api/contact', contactMessage)).status;
  });
  await during(10 * MINUTE, async (post, userStatus) => {
    seen['after 10 minutes: right password'] = (await login(post, PASSWORD)).status;
    seen['after 10 minutes: session'] = await userStatus(sessions.visited);
    const verify = await post('/api/auth/verify', { token: tokens.verify }, sessions.visited);
    seen['after 10 minutes: verification link'] = verify.status;
    seen['after 10 minutes: contact'] = (await post('/api/contact', contactMessage)).status;
    await waitForSessionJob(dataDir);
  });
  await during(3 * HOUR, async (post) => {
    // The emails of the first day may carry a later date than the new one.
    for (const name of readdirSync(join(dataDir, 'outbox'))) rmSync(join(dataDir, 'outbox', name));
    seen['after 3 hours: reset request'] = (await forgot(post)).status;
    const body = { token: tokens.reset, new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
    seen['after 3 hours: reset link of the first day'] = (
      await post('/api/auth/reset-password', body)
    ).status;
    const token = await tokenFor('bilal@example.com', '/reset-password');
    seen['after 3 hours: new reset link'] = (
      await post('/api/auth/reset-password', { ...body, token })
    ).status;
    const bilal = await login(post, NEW_PASSWORD, 'bilal@example.com');
    seen['after 3 hours: new password'] = bilal.status;
  });
  await during(29 * DAY, async (_, userStatus) => {
    seen['after 29 days: session in use'] = await userStatus(sessions.visited);
    await waitForExtendedSession(dataDir);
  });
  await during(31 * DAY, async (_, userStatus) => {
    seen['after 31 days: session in use'] = await userStatus(sessions.visited);
    seen['after 31 days: idle session'] = await userStatus(sessions.unvisited);
  });
  rmSync(dataDir, { recursive: true, force: true });
  return seen;
}

test('logins, resets and sessions after the clock was a year ahead for a day are those of a club whose clock was right', async () => {
  const [ahead, right] = await Promise.all([useClub(365 * DAY), useClub(0)]);
  expect(ahead).toEqual(right);
  expect(right).toMatchObject({
    'after 10 minutes: right password': 200,
    'after 10 minutes: session': 200,
    'after 10 minutes: verification link': 200,
    'after 3 hours: reset request': 200,
    'after 3 hours: reset link of the first day': 422,
    'after 3 hours: new reset link': 200,
    'after 3 hours: new password': 200,
    'after 29 days: session in use': 200,
    'after 31 days: session in use': 200,
    'after 31 days: idle session': 401,
  });
}, 180_000);
