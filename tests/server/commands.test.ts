import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/command.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'padel-commands-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
const folder = (name: string) => join(home, name);

test('help names every command, and every command has help of its own with an example', async () => {
  const overview = await runCommand(['--help']);
  expect(overview.code).toBe(0);
  const names = [...overview.out.matchAll(/^ {2}([a-z]+)\b.*$/gm)].map((match) => match[1] ?? '');
  expect(names).toContain('serve');
  expect(names).toContain('demo');
  for (const name of names) {
    const help = await runCommand([name, '--help']);
    expect([name, help.code, help.err]).toEqual([name, 0, '']);
    expect(help.out).toContain(`padel-club ${name}`);
    expect(help.out).toContain('Example\n  ');
    expect(help.out).toContain('--data DIR');
  }
});

test.each([
  [['fly'], 'There is no command "fly"'],
  [['demo', '--bookings', 'many'], '--bookings is "many", but a whole number from 1 to 1000000 is expected'],
  [['demo', '--colour'], '--colour'],
  [['demo', 'extra'], '"extra" is one word too many'],
  [['demo', '--today', '2026-02-30'], '--today is "2026-02-30"'],
])('%p is not understood and answers 2 with the reason on standard error', async (args, reason) => {
  const { code, out, err } = await runCommand(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(reason);
});

/** Everything the demo wrote, without the passwords, whose salt is random. */
function rowsOf(dataDir: string): string {
  const db = new Database(join(dataDir, 'club.db'), { readonly: true });
  const read = (sql: string) => db.query(sql).all();
  const rows = JSON.stringify([
    read('SELECT * FROM court'),
    read('SELECT id, email, name, phone, is_admin, preferences, created_at FROM user'),
    read('SELECT * FROM booking'),
    read('SELECT * FROM claim'),
    read('SELECT * FROM history'),
    read('SELECT * FROM contact_message'),
  ]);
  db.close();
  return rows;
}

test('demo writes exactly the wished club, the same one for the same seed and day', async () => {
  const wish = ['demo', '--bookings', '300', '--today', '2026-11-20', '--password', 'demo-1234'];
  for (const name of ['one', 'two']) {
    const { code, out } = await runCommand([...wish, '--data', folder(name)]);
    expect(code).toBe(0);
    expect(out).toContain('owner@example.com');
  }
  await runCommand([...wish, '--seed', '2', '--data', folder('other')]);
  expect(rowsOf(folder('two'))).toBe(rowsOf(folder('one')));
  expect(rowsOf(folder('other'))).not.toBe(rowsOf(folder('one')));

  const db = new Database(join(folder('one'), 'club.db'), { readonly: true });
  const number = (sql: string) => (db.query(sql).values()[0] as number[])[0] ?? -1;
  expect(number('SELECT count(*) FROM booking')).toBe(300);
  const claimed = number('SELECT count(*) FROM claim');
  expect(claimed).toBe(number("SELECT sum(duration) / 30 FROM booking WHERE status <> 'cancelled'"));
  expect(number("SELECT count(*) FROM booking WHERE date > '2026-11-20'")).toBeGreaterThan(20);
  expect(number("SELECT count(*) FROM booking WHERE date < '2026-11-20'")).toBeGreaterThan(100);
  expect(
    number("SELECT count(*) FROM booking WHERE created_at > unixepoch('2026-11-20T10:00:00Z') * 1000"),
  ).toBe(0);
  expect(number('SELECT count(DISTINCT status) FROM booking')).toBe(3);
  expect(db.query('PRAGMA foreign_key_check').all()).toEqual([]);
  db.close();
});

test('demo leaves a club alone that somebody uses', async () => {
  await runCommand(['demo', '--bookings', '5', '--data', folder('used')]);
  const before = rowsOf(folder('used'));
  const { code, err } = await runCommand(['demo', '--bookings', '5', '--data', folder('used')]);
  expect(code).toBe(1);
  expect(err).toContain('already holds a club');
  expect(rowsOf(folder('used'))).toBe(before);
});

test('version tells the program and its database schema', async () => {
  const { code, out } = await runCommand(['version']);
  expect(code).toBe(0);
  expect(out).toMatch(/^padel-club \d+\.\d+\.\d+, database schema \d+\n$/);
});
