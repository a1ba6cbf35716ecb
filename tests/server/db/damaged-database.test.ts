/** A page of club.db that cannot be right: the server remembers it, refuses writes and says what to do. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_DAMAGED } from '../../../src/db/operator-error.ts';
import { PageCheck } from '../../../src/health/page-check.ts';
import { createNewClubDatabase } from '../../support/new-club-database.ts';
import { runCommand } from '../../support/run-command.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { waitUntil } from '../../support/wait-until.ts';

const RESTORE = 'Stop the server and restore the newest backup: padel-club restore FILE';
const SENTENCE =
  "The club's records are damaged, so nothing can be saved until they are restored. Please call the club.";

const CONTACT_MESSAGE = {
  name: 'Ayesha Khan',
  email: 'ayesha@example.com',
  subject: 'general',
  message: 'Is there a racket for hire?',
};

let club: TestClub;
let owner: Record<string, string>;
beforeEach(async () => {
  club = await createTestClub();
  owner = (await club.signIn({ is_admin: true })).headers;
});
afterEach(() => club.close());

/** Overwrites the first page of a table or an index, as a rotting disk does. */
function overwritePage(name: string): void {
  club.db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  const [page] = club.rows<{ rootpage: number; size: number }>(
    `SELECT rootpage, (SELECT page_size FROM pragma_page_size) AS size FROM sqlite_schema WHERE name = '${name}'`,
  );
  if (!page) throw new Error(`no ${name}`);
  const fd = openSync(join(club.dataDir, 'club.db'), 'r+');
  writeSync(fd, Buffer.alloc(page.size, 0xff), 0, page.size, (page.rootpage - 1) * page.size);
  closeSync(fd);
}

/** Damages the file and opens the club again, without the pages that it has in memory. */
async function damage(name: string): Promise<void> {
  overwritePage(name);
  const { dataDir } = club;
  club.db.close();
  club = await createTestClub({ dataDir });
}

const readHealth = async () => (await club.get('/api/health', owner)).json;
const book = () => club.post('/api/book', bookingBody());

test('a read that meets a damaged page answers 503, and from then on nothing is saved', async () => {
  await damage('contact_message');
  expect((await readHealth()).status).toBe('ok');
  const read = await club.get('/api/admin/messages', owner);
  expect([read.status, read.json.reason, read.json.error]).toEqual([503, 'unavailable', SENTENCE]);
  const booking = await book();
  expect([booking.status, booking.json.error, booking.headers.get('retry-after')]).toEqual([
    503,
    SENTENCE,
    '600',
  ]);
  expect(club.rows('SELECT id FROM booking')).toEqual([]);
  expect(await readHealth()).toMatchObject({
    status: 'broken',
    ready: false,
    warnings: ['database_damaged'],
  });
  // What is not damaged can still be read.
  expect((await club.get('/api/slots?date=2026-11-21&courtId=1')).status).toBe(200);
  await club.schedule.runNow('database file');
  await club.schedule.runNow('database file');
  const lines = club.logLines.filter((line) => line.includes('"event":"database damaged"'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(RESTORE);
});

test('a write that meets a damaged page is undone, and the owner reads how to restore', async () => {
  await damage('contact_message');
  const answer = await club.post('/api/contact', CONTACT_MESSAGE);
  expect([answer.status, answer.json.error]).toEqual([503, SENTENCE]);
  expect((await book()).status).toBe(503);
  expect(club.club.damage()).toContain('malformed');
});

test('the inbox names the damage as its first alarm', async () => {
  await damage('customer_note');
  club.club.noteDamage('database disk image is malformed');
  const { alarms } = (await club.get('/api/admin/inbox', owner)).json.data;
  expect(alarms[0]).toEqual({
    kind: 'database',
    text: `The database is damaged, probably by the disk, so nothing is saved. ${RESTORE}`,
  });
});

test.each(['contact_message', 'payer_email'])('the command check finds the damage of %s', async (name) => {
  const sound = await runCommand(['check', '--data', club.dataDir]);
  expect([sound.exitCode, sound.stderr]).toEqual([0, 'Every page of the database is intact.\n']);
  overwritePage(name);
  const damaged = await runCommand(['check', '--data', club.dataDir]);
  expect([damaged.exitCode, damaged.stderr.trimEnd().split('\n').at(-1)]).toEqual([1, DATABASE_DAMAGED]);
});

test('a running server finds damage that no request has met', async () => {
  const { dataDir } = club;
  overwritePage('contact_message');
  const server = await startServerProcess({ dataDir });
  try {
    await waitUntil(() => server.output().includes('"event":"database damaged"'), 90);
    const booking = await fetch(`${server.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(CONTACT_MESSAGE),
    });
    expect([booking.status, ((await booking.json()) as { error: string }).error]).toEqual([503, SENTENCE]);
  } finally {
    await server.stop();
  }
}, 180_000);

test('the pages are checked after the start and once a business day', async () => {
  let checks = 0;
  let now = Date.parse('2026-11-20T15:10:00+05:00');
  const pageCheck = new PageCheck(
    async () => {
      checks += 1;
    },
    () => now,
  );
  for (const at of [
    '2026-11-20T15:11:00',
    '2026-11-21T05:59:00',
    '2026-11-21T06:00:00',
    '2026-11-21T06:01:00',
  ]) {
    now = Date.parse(`${at}+05:00`);
    await pageCheck.run();
  }
  expect(checks).toBe(2);
});

test('while the database is damaged no job that ends something runs', async () => {
  const { id } = (await book()).json.booking;
  club.db.run('UPDATE booking SET pay_by = ? WHERE id = ?', [club.clock.now - 1, id]);
  club.club.noteDamage('database disk image is malformed');
  await club.schedule.runNow('release what is due');
  expect(club.findBooking(id)?.status).toBe('pending');
});

test('a command says in one sentence that the database is damaged', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-damaged-'));
  try {
    const path = join(dataDir, 'club.db');
    createNewClubDatabase(path).close();
    // The first bytes still say what the file is.
    writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 100), Buffer.alloc(8092, 'x')]));
    for (const command of [['export', 'users'], ['serve'], ['promote', 'a@example.com']]) {
      const { exitCode, stderr } = await runCommand([...command, '--data', dataDir]);
      expect([command[0], exitCode, stderr]).toEqual([command[0], 1, `${DATABASE_DAMAGED}\n`]);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
