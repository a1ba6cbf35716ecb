import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { planEvents } from '../../../src/cli/demo/demo-events.ts';
import { createDataDir, removeDirs } from '../../support/data-dir.ts';
import { findFreePort } from '../../support/find-free-port.ts';
import { CERTIFICATE, KEY } from '../../support/proxies.ts';
import { runCommand } from '../../support/run-command.ts';
import { startSafepayServer } from '../../support/safepay-server.ts';
import { startServerProcess } from '../../support/server-process.ts';

let tempDir = '';
beforeAll(() => {
  tempDir = mkdtempSync(join(tmpdir(), 'padel-commands-'));
});
afterAll(() => rmSync(tempDir, { recursive: true, force: true }));
const dirFor = (name: string) => join(tempDir, name);

test('help lists every command, and each command has its own help with an example', async () => {
  const overview = await runCommand(['--help']);
  expect(overview.exitCode).toBe(0);
  const names = [...overview.stdout.matchAll(/^ {2}([a-z][a-z-]+)\b.*$/gm)].map((match) => match[1] ?? '');
  expect(names).toContain('serve');
  expect(names).toContain('demo');
  for (const name of names) {
    const help = await runCommand([name, '--help']);
    expect([name, help.exitCode, help.stderr]).toEqual([name, 0, '']);
    expect(help.stdout).toContain(`padel-club ${name}`);
    expect(help.stdout).toContain('Example\n  ');
    expect(help.stdout).toContain('--data DIR');
  }
});

test('offline-page prints a page that needs nothing else, with what the owner entered, and marks nothing up', async () => {
  const dataDir = dirFor('offline');
  const env = { DATA_DIR: dataDir };
  expect((await runCommand(['demo', '--password', 'Chenab-river-41'], env)).exitCode).toBe(0);
  const db = new Database(join(dataDir, 'club.db'));
  db.run("INSERT INTO setting (key, value, version) VALUES ('club.name', '\"A <b> & Co\"', 1)");
  db.close();
  const { stdout, stderr, exitCode } = await runCommand(['offline-page'], env);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('<h1>A &lt;b&gt; &amp; Co</h1>');
  expect(stdout).not.toMatch(/tel:|wa\.me|Canal Road/);
  expect(stderr).toContain('The page has no phone number yet. Enter it in the dashboard');
  await runCommand(['settings', 'set', 'club.phone', '+92 41 1234567'], env);
  await runCommand(['settings', 'set', 'club.whatsapp', '923007654321'], env);
  const complete = await runCommand(['offline-page'], env);
  expect(complete.stdout).toContain('href="tel:+92411234567">Call +92 41 1234567</a>');
  expect(complete.stdout).toContain('href="https://wa.me/923007654321"');
  expect([complete.stdout.includes('Canal Road'), complete.stderr]).toEqual([false, '']);
  expect(stdout).not.toMatch(/src=|<link|<script|<b>/);
});

test.each([
  [['onlin'], 'There is no command "onlin".\n'],
  [['online'], 'There is no command "online". The page: padel-club help online\n'],
  [['help', 'onlin'], 'There is no command or page "onlin". Did you mean "online"?\n'],
  [['help', 'docter'], 'There is no command or page "docter". Did you mean "doctor"?\n'],
  [['help', 'toString'], 'There is no command or page "toString".\n'],
])('%p names what there is, on a line that stays on the screen', async (args, line) => {
  const { exitCode, stdout, stderr } = await runCommand(args);
  expect([exitCode, stdout, stderr]).toEqual([2, '', `${line}All commands and pages: padel-club help\n`]);
});

test.each([
  [['fly'], 'There is no command "fly"'],
  [['demo', '--bookings', 'many'], '--bookings is "many", but a whole number from 1 to 1000000 is expected'],
  [['demo', '--colour'], '--colour'],
  [['demo', 'extra'], '"extra" is one argument too many'],
  [['demo', '--today', '2026-02-30'], '--today is "2026-02-30"'],
])('%p is invalid usage: exit code 2 and the reason on standard error', async (args, reason) => {
  const { exitCode, stdout, stderr } = await runCommand(args);
  expect({ code: exitCode, out: stdout }).toEqual({ code: 2, out: '' });
  expect(stderr).toContain(reason);
});

test('a data folder and a backup folder with a space, #, % and ? in their names work with every command', async () => {
  const dataDir = dirFor('our club #1 100%25?mode=ro&x');
  const backups = dirFor('copies #2 %20?');
  const run = async (...args: string[]) => {
    const result = await runCommand([...args, '--data', dataDir]);
    expect([args[0], result.exitCode, result.stderr.includes('rror')]).toEqual([args[0], 0, false]);
    return result.stdout;
  };
  await run('demo', '--bookings', '20', '--today', '2026-11-20');
  const site = await startServerProcess({ dataDir });
  const { status } = await fetch(`${site.url}/api/courts`);
  expect(status).toBe(200);
  await run('settings', 'get', 'club.name');
  await run('doctor', '--offline');
  await site.stop();
  await run('check');
  await run('export', 'bookings', '--to', dirFor('bookings #4 %?.csv'));
  const backup = (await run('backup', '--to', backups)).trim();
  expect(backup).toStartWith(backups);
  const restored = dirFor('again #3 %?');
  const restore = await runCommand(['restore', backup, '--data', restored]);
  expect([restore.exitCode, readdirSync(restored).includes('club.db')]).toEqual([0, true]);
  const count = (folder: string) => {
    const db = new Database(join(folder, 'club.db'), { readonly: true });
    const [row] = db.query('SELECT count(*) AS count FROM booking').all() as [{ count: number }];
    db.close();
    return row.count;
  };
  expect([count(restored), count(dataDir)]).toEqual([20, 20]);
  expect(readdirSync(tempDir).filter((name) => name.startsWith('our club'))).toEqual([
    'our club #1 100%25?mode=ro&x',
  ]);
}, 120_000);

/** Everything the demo wrote except the passwords, whose salt is random. */
function dumpRows(dataDir: string): string {
  const db = new Database(join(dataDir, 'club.db'), { readonly: true });
  const read = (sql: string) => db.query(sql).all();
  const rows = JSON.stringify([
    read('SELECT * FROM court'),
    read('SELECT id, email, name, phone, is_admin, preferences, created_at FROM user'),
    read('SELECT * FROM booking'),
    read('SELECT * FROM claim'),
    read('SELECT * FROM audit_log'),
    read('SELECT * FROM contact_message'),
    read('SELECT * FROM event_session'),
    read('SELECT * FROM tournament_game'),
  ]);
  db.close();
  return rows;
}

test('demo writes the requested number of bookings, and the same rows for the same seed and day', async () => {
  const command = ['demo', '--bookings', '300', '--today', '2026-11-20', '--password', 'demo-1234'];
  for (const name of ['one', 'two']) {
    const { exitCode, stdout } = await runCommand([...command, '--data', dirFor(name)]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('owner@example.com');
  }
  await runCommand([...command, '--seed', '2', '--data', dirFor('other')]);
  expect(dumpRows(dirFor('two'))).toBe(dumpRows(dirFor('one')));
  expect(dumpRows(dirFor('other'))).not.toBe(dumpRows(dirFor('one')));

  const db = new Database(join(dirFor('one'), 'club.db'), { readonly: true });
  const number = (sql: string) => (db.query(sql).values()[0] as number[])[0] ?? -1;
  expect(number('SELECT count(*) FROM booking')).toBe(300);
  const claimed = number('SELECT count(*) FROM claim WHERE booking_id IS NOT NULL');
  expect(claimed).toBe(number("SELECT sum(duration) / 30 FROM booking WHERE status <> 'cancelled'"));
  expect(number("SELECT count(*) FROM booking WHERE date > '2026-11-20'")).toBeGreaterThan(20);
  expect(number("SELECT count(*) FROM booking WHERE date < '2026-11-20'")).toBeGreaterThan(100);
  expect(
    number("SELECT count(*) FROM booking WHERE created_at > unixepoch('2026-11-20T10:00:00Z') * 1000"),
  ).toBe(0);
  expect(number('SELECT count(DISTINCT status) FROM booking')).toBe(3);
  expect(db.query('PRAGMA foreign_key_check').all()).toEqual([]);
  // What /events and the Desk show at once.
  const events = db.query('SELECT kind, count(*) FROM event GROUP BY kind ORDER BY kind').values();
  expect(events).toEqual([
    ['class', 2],
    ['social', 1],
    ['tournament', 3],
  ]);
  const tonight = db.query("SELECT start_time FROM event_session WHERE date = '2026-11-20'").values();
  expect(tonight).toEqual([['19:00']]);
  expect(number("SELECT count(*) FROM event_session WHERE start_time < '17:00'")).toBe(0);
  // Tonight's has not begun at 3 PM.
  expect(db.query('SELECT finished, count(*) FROM tournament GROUP BY finished').values()).toEqual([[1, 1]]);
  expect(number('SELECT count(*) FROM event_attendance WHERE came = 0')).toBe(1);
  db.close();
});

test.each([
  ['18:59', undefined],
  ['19:00', 0],
  ['20:00', 2],
  ['23:30', 7],
])('at %s the rounds of the example Americano of the evening have been played: %p', (time, played) => {
  const today = '2026-11-20';
  const now = Date.parse(`${today}T${time}:00+05:00`);
  const events = planEvents({ bookings: 300, courts: 2, today, now });
  expect(events.find(({ title }) => title === 'Americano of the day')?.played).toBe(played);
});

test('demo leaves a club that is in use unchanged', async () => {
  await runCommand(['demo', '--bookings', '5', '--data', dirFor('used')]);
  const before = dumpRows(dirFor('used'));
  const { exitCode, stderr } = await runCommand(['demo', '--bookings', '5', '--data', dirFor('used')]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('already holds a club');
  expect(dumpRows(dirFor('used'))).toBe(before);
});

test('version prints the version of the program and its database schema', async () => {
  const { exitCode, stdout } = await runCommand(['version']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^padel-club \d+\.\d+\.\d+, database schema \d+\n$/);
});

test('doctor prints each problem with its fix, and exits with 1 only when a check fails', async () => {
  const dataDir = createDataDir({ bookings: 20, receipts: 2 });
  appendFileSync(join(dataDir, 'club.toml'), '\n[bank]\niban = ""\n');
  const runDoctor = async (env: Record<string, string> = {}) =>
    runCommand(['doctor', '--data', dataDir], env);
  const fresh = await runDoctor();
  expect(fresh.exitCode).toBe(0);
  expect(fresh.stdout).toContain('[ ok   ] The database is intact');
  expect(fresh.stdout).toContain(
    '[ warn ] There is no bank account, so the site does not offer bank transfer.',
  );
  expect(fresh.stdout).toContain('→ Make one now: padel-club backup');

  const unreachable = await runDoctor({
    SMTP_URL: 'smtp://someone:hunter2@127.0.0.1:9',
    GOOGLE_CLIENT_ID: 'x',
    GOOGLE_CLIENT_SECRET: 'y',
    GOOGLE_ISSUER: 'http://127.0.0.1:9',
  });
  expect(unreachable.exitCode).toBe(1);
  expect(unreachable.stdout).toContain('[ FAIL ] The mail server is down or listens on another port');
  expect(unreachable.stdout).toContain('→ Check that the server runs, and its port in [mail] smtp_url.');
  expect(unreachable.stdout).toContain('[ FAIL ] Sign-in with google cannot be used: ');
  expect(unreachable.stdout).not.toContain('hunter2');

  const half = await runDoctor({ GOOGLE_CLIENT_ID: 'x', APPLE_CLIENT_ID: 'y', APPLE_TEAM_ID: 'z' });
  expect(half.exitCode).toBe(1);
  expect(half.stdout).toContain(
    '[ FAIL ] Sign-in with google is off: it has a client_id and no client_secret.',
  );
  expect(half.stdout).toContain('→ Fill in [oauth.apple] key_id, or empty its client_id.');

  const safepay = startSafepayServer();
  const cards = await runDoctor(safepay.env);
  expect(cards.stdout).toContain('[ ok   ] The card payment provider responds.');
  expect(cards.stdout).toContain('[ warn ] Card payments go to the sandbox: no real money moves');
  await safepay.stop();
  const away = await runDoctor({ ...safepay.env, SAFEPAY_ENVIRONMENT: 'production' });
  expect(away.stdout).toContain('[ FAIL ] The card payment provider cannot be used: ');
  expect(away.stdout).not.toContain('sandbox');

  const [receipt = ''] = readdirSync(join(dataDir, 'receipts'));
  rmSync(join(dataDir, 'receipts', receipt));
  const lost = await runDoctor();
  expect(lost.exitCode).toBe(1);
  expect(lost.stdout).toContain(`1 of 2 receipts is missing, such as receipts/${receipt}`);

  const file = join(dataDir, 'club.db');
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 8192, 20_000);
  writeFileSync(file, bytes);
  const damaged = await runDoctor();
  expect(damaged.exitCode).toBe(1);
  expect(damaged.stdout).toContain('[ FAIL ] The database');
  removeDirs(dataDir);
});

test('doctor --running asks the running site, for health checks without a shell', async () => {
  const site = await startServerProcess();
  const port = new URL(site.url).port;
  expect((await runCommand(['doctor', '--running'], { PORT: port })).exitCode).toBe(0);
  await site.close();
  const gone = await runCommand(['doctor', '--running'], { PORT: port });
  expect(gone.exitCode).toBe(1);
  expect(gone.stderr).toContain(`No server answers on port ${port}`);
});

test('doctor finds a site that listens at one address, and asks its public address like a visitor', async () => {
  const HOST = '127.0.0.2';
  const PORT = String(await findFreePort());
  const site = await startServerProcess({ env: { HOST, PORT, PUBLIC_URL: `http://${HOST}:${PORT}` } });
  expect((await runCommand(['doctor', '--running'], { PORT, HOST })).exitCode).toBe(0);
  const env = { DATA_DIR: site.dataDir };
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' };
  await fetch(`http://${HOST}:${PORT}/api/contact`, { method: 'POST', headers, body: '{}' });
  const { stdout } = await runCommand(['doctor'], { ...env, PUBLIC_URL: `http://${HOST}:${PORT}` });
  expect(stdout).toContain('TRUST_PROXY is not set');
  expect(stdout).toContain('[ warn ] The address has no https');
  const other = await runCommand(['doctor'], { ...env, PUBLIC_URL: 'http://127.0.0.1:9' });
  expect(other.stdout).toContain('[ warn ] Nothing answers at 127.0.0.1.');
  await site.close();
  const stopped = await runCommand(['doctor'], { ...env, PUBLIC_URL: 'http://127.0.0.1:9' });
  expect(stopped.stdout).not.toContain('Nothing answers');
});

test('doctor --address waits until the proxy that was just set up reaches the site', async () => {
  let asked = 0;
  let site = '';
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert: Bun.file(CERTIFICATE), key: Bun.file(KEY) },
    fetch(request) {
      asked += 1;
      if (asked < 3) return new Response('', { status: 502 });
      const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
      return fetch(site + new URL(request.url).pathname, { headers });
    },
  });
  const address = `https://localhost:${proxy.port}`;
  const env = { PUBLIC_URL: address, NODE_EXTRA_CA_CERTS: CERTIFICATE };
  const server = await startServerProcess({ env: { ...env, TRUST_PROXY: 'true' } });
  site = server.url;
  const fine = await runCommand(['doctor', '--address'], { ...env, DATA_DIR: server.dataDir });
  expect([fine.exitCode, fine.stdout, asked]).toEqual([
    0,
    `[ ok   ] ${address} leads to this site, and everything works.\n`,
    3,
  ]);
  await proxy.stop(true);
  // Without an address there is nothing to wait for.
  const without = await runCommand(['doctor', '--address'], { DATA_DIR: createDataDir() });
  expect([without.exitCode, without.stdout]).toEqual([
    1,
    expect.stringContaining('does not know its address'),
  ]);
  const two = await runCommand(['doctor', '--address', '--data', server.dataDir, '--data', dirFor('other')]);
  expect([two.exitCode, two.stderr]).toEqual([2, expect.stringContaining('--address is for one club.')]);
  await server.close();
});

test('export writes every row, escapes formulas and leaves out passwords', async () => {
  const dataDir = createDataDir({ bookings: 1200, receipts: 0 });
  const db = new Database(join(dataDir, 'club.db'));
  db.run("UPDATE user SET name = '=cmd|calc', password_hash = 'argon-hash' WHERE id = 3");
  db.run(
    "INSERT INTO contact_message (name, email, subject, message, created_at) VALUES ('نادیہ', 'n@example.com', 'general', 'two\nlines, \"quoted\"', 1795000000000)",
  );
  const users = await runCommand(['export', 'users', '--data', dataDir]);
  expect(users.exitCode).toBe(0);
  expect(users.stdout).toContain("'=cmd|calc");
  expect(users.stdout).not.toContain('argon-hash');
  const count = (sql: string) => Number(db.query(sql).values()[0]?.[0]);
  const parse = (text: string) =>
    Papa.parse<Record<string, string>>(text.replace('\ufeff', ''), { header: true, skipEmptyLines: true })
      .data;
  expect(parse(users.stdout)).toHaveLength(count('SELECT count(*) FROM user'));
  const messages = parse((await runCommand(['export', 'messages', '--data', dataDir])).stdout);
  expect(messages.at(-1)).toMatchObject({ name: 'نادیہ', message: 'two\nlines, "quoted"' });
  expect(messages.at(-1)?.created_at).toBe('2026-11-18T16:06:40+05:00');

  const path = join(dataDir, 'bookings.csv');
  expect((await runCommand(['export', 'bookings', '--data', dataDir, '--to', path])).exitCode).toBe(0);
  expect(parse(readFileSync(path, 'utf8'))).toHaveLength(1200);
  expect(statSync(path).mode & 0o077).toBe(0);
  const again = await runCommand(['export', 'bookings', '--data', dataDir, '--to', path]);
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toContain('EEXIST');
  expect(again.stderr).not.toContain('    at ');
  const some = await runCommand([
    'export',
    'bookings',
    '--data',
    dataDir,
    '--from',
    '2026-11-20',
    '--until',
    '2026-11-22',
  ]);
  const wanted = count("SELECT count(*) FROM booking WHERE date BETWEEN '2026-11-20' AND '2026-11-22'");
  expect(parse(some.stdout)).toHaveLength(wanted);
  db.close();
  removeDirs(dataDir);
});

test('an invalid option value is invalid usage, and the message repeats it', async () => {
  for (const [args, sentence] of [
    [['export', 'bookings', '--from', 'May'], '--from is "May", but a date such as 2026-11-21 is expected.'],
    [['export', 'bookings', '--until', '2026-02-30'], '--until is "2026-02-30", but a date'],
    [['export', 'users', '--from', '2026-11-01'], '--from is for bookings only.'],
    [['doctor', '--data', ''], '--data is empty, but a folder is expected.'],
  ] as const) {
    const { exitCode, stdout, stderr } = await runCommand([...args]);
    expect([args.join(' '), exitCode, stdout]).toEqual([args.join(' '), 2, '']);
    expect(stderr).toStartWith(sentence);
  }
});

test('promote and demote change the role, write the audit log, and ignore the case of the email', async () => {
  const dataDir = createDataDir({ bookings: 5, receipts: 0 });
  const role = async (command: string, email: string) => runCommand([command, email, '--data', dataDir]);
  expect((await role('promote', 'Member@Example.com')).stderr).toContain('is an owner now');
  expect((await role('promote', 'member@example.com')).stderr).toContain('is an owner already');
  expect((await role('demote', 'owner@example.com')).exitCode).toBe(0);
  expect((await role('demote', 'member@example.com')).stderr).toContain('The club has no owner now');
  const stranger = await role('promote', 'stranger@example.com');
  expect(stranger.exitCode).toBe(1);
  expect(stranger.stderr).toContain('Register on the website first');
  const db = new Database(join(dataDir, 'club.db'));
  const history = db
    .query("SELECT actor, action, subject, subject_id FROM audit_log WHERE subject = 'user' ORDER BY id")
    .values();
  db.close();
  expect(history).toEqual([
    ['operator', 'promoted', 'user', 2],
    ['operator', 'demoted', 'user', 1],
    ['operator', 'demoted', 'user', 2],
  ]);
  removeDirs(dataDir);
});
