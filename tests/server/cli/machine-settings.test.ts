/** What owners set for the machine in the browser: each part is tried, written into club.toml and counts after a new start. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/load-config.ts';
import { mailFault } from '../../../src/outbox/channels/mail-fault.ts';
import { changeToml } from '../../../src/settings/change-toml.ts';
import { makeTempDir } from '../../support/data-dir.ts';
import { insertUserSession } from '../../support/insert-user-session.ts';
import { startMailServer } from '../../support/message-servers.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { clubForEachTest, createTestClub } from '../../support/test-club.ts';
import { waitUntil } from '../../support/wait-until.ts';

const club = clubForEachTest();
let owner: Record<string, string>;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  mail = await startMailServer();
});
afterAll(() => mail.close());
beforeEach(async () => {
  owner = (await club.signIn({ email: 'owner@example.com', name: 'Usman Sheikh', role: 'owner' })).headers;
});

const put = (part: string, body: object, headers: Record<string, string> = owner) =>
  club.put(`/api/admin/machine-settings/${part}`, body, headers);
const mailBody = (over: object = {}) => ({
  host: '127.0.0.1',
  port: Number(new URL(mail.url).port),
  user: '',
  password: '',
  from: '',
  ...over,
});
const NO_PLACE = {
  ...{
    folder: '',
    endpoint: '',
    region: '',
    bucket: '',
    prefix: '',
    access_key_id: '',
    secret_access_key: '',
  },
};
const file = () => readFileSync(join(club.dataDir, 'club.toml'), 'utf8');
const written = () => loadConfig({ DATA_DIR: club.dataDir });

describe('an owner', () => {
  test('sets the mail server after a test email has arrived, and the server starts again', async () => {
    const answer = await put('mail', mailBody({ from: 'Club <desk@club.example>' }));
    expect([answer.status, club.clock.restarts]).toEqual([200, 1]);
    expect(mail.mails.at(-1)?.subject).toBe('Emails from the club are working');
    expect(mail.mails.at(-1)?.to).toMatchObject({ text: 'owner@example.com' });
    expect(written().mail).toEqual({ smtp_url: mail.url, from: 'Club <desk@club.example>' });
    const { history } = (await club.get('/api/admin/settings/history', owner)).json.data;
    expect(history.at(-1).details).toEqual({ 'Mail server': { from: '', to: '127.0.0.1' } });
  });

  test('reads why a try fails, and nothing is written', async () => {
    const before = file();
    const plainFile = join(makeTempDir(), 'file');
    writeFileSync(plainFile, '');
    const refused = [
      await put('mail', mailBody({ port: 1 })),
      await put('mail', mailBody({ host: 'mail server' })),
      await put('address', { address: 'https://127.0.0.1:1' }),
      await put('copies', { ...NO_PLACE, folder: 'copies' }),
      await put('copies', { ...NO_PLACE, folder: join(club.dataDir, 'media') }),
      await put('copies', { ...NO_PLACE, folder: plainFile }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422]);
    expect(refused.at(-1)?.json.error).toMatch(
      /is a file, or is inside one\. Name a folder with --to, or in the/,
    );
    for (const { json } of refused) expect(json.error).not.toMatch(/toml|\[|undefined/);
    expect([file(), club.clock.restarts]).toEqual([before, 0]);
  });

  test('sets the address of the page that is open, and the folder of the copies', async () => {
    const origin = 'https://club.example';
    await put('address', { address: `${origin}/` }, { ...owner, origin, 'sec-fetch-site': 'same-origin' });
    const folder = makeTempDir();
    expect((await put('copies', { ...NO_PLACE, folder })).status).toBe(200);
    expect([written().publicUrl, written().backup.folder]).toEqual([origin, folder]);
    expect(readdirSync(join(folder, 'copies'))).toEqual([]);
  });

  test('authenticates again first; staff may not read it', async () => {
    const staff = (await club.signIn({ email: 'staff@example.com', role: 'staff' })).headers;
    expect((await club.get('/api/admin/machine-settings', staff)).status).toBe(403);
    club.clock.now += 11 * 60_000;
    expect((await put('mail', mailBody())).json.reason).toBe('reauthentication_required');
  });
});

test('a mail server that refuses is explained beside the setting to change, without a code', async () => {
  const refusing = await startMailServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error('Not your address'), { responseCode: 553 })),
  });
  const port = Number(new URL(refusing.url).port);
  const tries = [
    await put('mail', mailBody({ port: 1 })),
    await put('mail', mailBody({ port, user: 'desk', password: 'x' })),
    await put('mail', mailBody({ port })),
  ];
  expect(tries.map(({ json }) => json.fields)).toEqual([
    {
      port: 'No test email could be sent: the mail server is down or listens on another port: nothing answers on this one.',
    },
    {
      password:
        'No test email could be sent: the mail server does not accept this user and password (535 Wrong password).',
    },
    {
      from: 'No test email could be sent: the mail server does not accept emails from this sender (553 Not your address).',
    },
  ]);
  await refusing.close();
});

test.each([
  [{ code: 'EDNS', originalCode: 'ENOTFOUND' }, 'host', 'there is no server with this name'],
  [{ code: 'EDNS', originalCode: 'EAI_AGAIN' }, 'host', 'this machine is offline'],
  [{ code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'port', 'does not encrypt'],
  [{ code: 'ETLS', command: 'STARTTLS' }, 'port', 'does not encrypt'],
  [{ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }, 'host', 'no valid certificate'],
  [{ code: 'ESOCKET', originalCode: 'ECONNRESET' }, 'host', 'broke off'],
  [{ code: 'ETIMEDOUT' }, 'port', 'does not answer'],
] as const)('%j of the mail library concerns the %s', (error, setting, words) => {
  expect(mailFault(error)).toEqual({ setting, text: expect.stringContaining(words) });
});

test('a stored password stays without a new one, and is never sent to another server', async () => {
  const passwords: unknown[] = [];
  const strict = await startMailServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      passwords.push(password);
      done(password === 'p@ss word' ? null : new Error('Wrong password'), { user: 'desk' });
    },
  });
  const { port } = new URL(strict.url);
  const kept = await createTestClub({
    toml: `[mail]\nsmtp_url = "smtp://desk:p%40ss%20word@127.0.0.1:${port}"\n`,
  });
  const { headers } = await kept.signIn({ email: 'owner@example.com', role: 'owner' });
  const set = (over: object) =>
    kept.put(
      '/api/admin/machine-settings/mail',
      mailBody({ port: Number(port), user: 'desk', ...over }),
      headers,
    );
  expect((await set({})).status).toBe(200);
  expect((await set({ host: 'localhost' })).status).toBe(422);
  expect(passwords).toEqual(['p@ss word']);
  const answer = await kept.get('/api/admin/machine-settings', headers);
  expect([answer.json.data.mail.has_password, JSON.stringify(answer.json)]).toEqual([
    true,
    expect.not.stringContaining('p@ss'),
  ]);
  kept.close();
  await strict.close();
});

test('every owner gets an email about a new mail server, through the old one', async () => {
  const before = await startMailServer();
  const own = await createTestClub({ toml: `[mail]\nsmtp_url = "${before.url}"\n` });
  const { headers } = await own.signIn({ email: 'owner@example.com', name: 'Usman Sheikh', role: 'owner' });
  await own.signIn({ email: 'sana@example.com', role: 'owner' });
  await own.signIn({ email: 'desk@example.com', role: 'staff' });
  expect((await own.put('/api/admin/machine-settings/mail', mailBody(), headers)).status).toBe(200);
  const told = before.mails.map(({ to, subject }) => [[to].flat()[0]?.text, subject]);
  expect(told.toSorted()).toEqual([
    ['owner@example.com', 'The club’s mail server was changed'],
    ['sana@example.com', 'The club’s mail server was changed'],
  ]);
  expect(before.mails[0]?.text).toContain('Usman Sheikh changed the mail server');
  before.mails.length = 0;
  // The same server with another sender is no news.
  const { port } = new URL(before.url);
  const same = mailBody({ port: Number(port), from: 'desk@club.example' });
  expect((await own.put('/api/admin/machine-settings/mail', same, headers)).status).toBe(200);
  expect(before.mails.map(({ subject }) => subject)).toEqual(['Emails from the club are working']);
  own.close();
  await before.close();
});

test.each(['a@b/c#d%e?f:g', 'a%40b', 'p%ss', '100%', 'ü "\\ \''])(
  'the mail password %s reaches the server, now and after the next start',
  async (password) => {
    const passwords: unknown[] = [];
    const strict = await startMailServer({
      authOptional: false,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth(auth, _session, done) {
        passwords.push([auth.username, auth.password]);
        done(null, { user: 'desk' });
      },
    });
    const port = Number(new URL(strict.url).port);
    const user = 'desk@club.example';
    expect((await put('mail', mailBody({ port, user, password }))).status).toBe(200);
    const next = await createTestClub({ toml: file() });
    const { headers } = await next.signIn({ email: 'owner@example.com', role: 'owner' });
    expect((await next.get('/api/admin/machine-settings', headers)).json.data.mail.user).toBe(user);
    // Without a new one, the stored password is tried.
    const kept = await next.put('/api/admin/machine-settings/mail', mailBody({ port, user }), headers);
    expect(kept.status).toBe(200);
    expect(passwords).toEqual([
      [user, password],
      [user, password],
    ]);
    next.close();
    await strict.close();
  },
);

test('a percent sign that the operator did not encode is taken as it is', async () => {
  const passwords: unknown[] = [];
  const strict = await startMailServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      passwords.push([auth.username, auth.password]);
      done(null, { user: 'desk' });
    },
  });
  const port = Number(new URL(strict.url).port);
  const raw = await createTestClub({ toml: `[mail]\nsmtp_url = "smtp://100%:p%ss@127.0.0.1:${port}"\n` });
  const { headers } = await raw.signIn({ email: 'owner@example.com', role: 'owner' });
  expect((await raw.get('/api/admin/machine-settings', headers)).json.data.mail.user).toBe('100%');
  const body = mailBody({ port, user: '100%' });
  expect((await raw.put('/api/admin/machine-settings/mail', body, headers)).status).toBe(200);
  expect(passwords).toEqual([['100%', 'p%ss']]);
  raw.close();
  await strict.close();
});

test('every other line of the file stays, and a notation that cannot be changed is left alone', () => {
  const source =
    '# my club\n[site]\n# the address\npublic_url = "" # empty\n\n[mail]\nfrom = "a@b.example"\n';
  expect(changeToml(source, { site: { public_url: 'https://x.example' }, backup: { folder: '/mnt' } })).toBe(
    '# my club\n[site]\n# the address\npublic_url = "https://x.example"\n\n[mail]\nfrom = "a@b.example"\n\n[backup]\nfolder = "/mnt"\n',
  );
  expect(
    changeToml('site = { public_url = "" }\n', { site: { public_url: 'https://x.example' } }),
  ).toBeNull();
});

test('the server starts again by itself with what was written, and keeps its port', async () => {
  const server = await startServerProcess();
  const headers = {
    cookie: insertUserSession(server.dataDir, {
      email: 'owner@example.com',
      name: 'Sana Butt',
      role: 'owner',
    }),
  };
  const read = async () =>
    (await (await fetch(`${server.url}/api/admin/machine-settings`, { headers })).json()).data;
  const before = await read();
  const folder = makeTempDir();
  const response = await fetch(`${server.url}/api/admin/machine-settings/copies`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...NO_PLACE, folder }),
  });
  expect(response.status).toBe(200);
  const after = await waitUntil(async () => {
    const now = await read().catch(() => before);
    return now.started === before.started ? null : now;
  });
  expect(after.copies.folder).toBe(folder);
  await waitUntil(() => existsSync(join(folder, 'copies')) && readdirSync(join(folder, 'copies')).length > 0);
  expect(await server.stop('SIGTERM')).toBe(0);
  await server.close();
});
