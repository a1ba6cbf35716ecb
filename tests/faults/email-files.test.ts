import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import { tomorrow } from '../support/booking-wizard.ts';
import { removeDirs } from '../support/data-dir.ts';
import { createTestOutboxWorker } from '../support/message-servers.ts';
import { startTracedServer } from '../support/strace.ts';
import { bookingBody, createTestClub } from '../support/test-club.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'padel-mail-'));
afterAll(() => removeDirs(dataDir));

/** The system calls on files in their order: `fsync a.eml.part`, `rename a.eml.part`, … */
function readDiskCalls(report: string): string[] {
  return readFileSync(report, 'utf8')
    .split('\n')
    .map((line) => /(fsync|fdatasync|rename)\((?:\d+<([^>]+)>|"([^"]+)")/.exec(line))
    .filter((found) => found !== null)
    .map(([, call, open, path]) => `${call} ${(open ?? path ?? '').replace(`${dataDir}/`, '')}`);
}

test.skipIf(process.platform !== 'linux')(
  'an email file is on disk under its name before the outbox marks the message sent',
  async () => {
    await ensureSystemPackage('strace');
    const report = join(dataDir, 'trace.txt');
    const club = await startTracedServer(['-y', '-o', report, '-e', 'trace=fsync,fdatasync,rename'], dataDir);
    const answer = await fetch(`${club.url}/api/book`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bookingBody({ date: tomorrow })),
    });
    expect(answer.status).toBe(201);
    const db = new Database(join(dataDir, 'club.db'), { readonly: true });
    const sent = () =>
      db.query<{ n: number }, []>("SELECT count(*) AS n FROM outbox WHERE state = 'sent'").get()?.n;
    for (const until = Date.now() + 30_000; sent() !== 2 && Date.now() < until; ) await Bun.sleep(50);
    expect(sent()).toBe(2);
    db.close();
    await club.stop();

    const calls = readDiskCalls(report);
    const renames = calls.filter((call) => /^rename outbox\/.*\.eml\.part$/.test(call));
    expect(renames).toHaveLength(2);
    for (const call of renames) {
      const part = call.replace('rename ', '');
      const at = calls.indexOf(call);
      expect(calls.slice(0, at)).toContain(`fsync ${part}`);
      const folder = calls.indexOf('fsync outbox', at);
      expect(folder).toBeGreaterThan(at);
      // The database syncs the state "sent" after both.
      expect(calls.findLastIndex((other) => /club\.db-wal/.test(other))).toBeGreaterThan(folder);
      expect(statSync(join(dataDir, part.replace('.part', ''))).mode & 0o777).toBe(0o600);
    }
  },
  180_000,
);

test('emails stay queued with the reason while the folder cannot be written, and are saved once it can', async () => {
  const club = await createTestClub();
  const deliver = async () => {
    const worker = createTestOutboxWorker(club);
    await worker.runOnce();
    await worker.stop();
  };
  const folder = join(club.dataDir, 'outbox');
  writeFileSync(folder, 'in the way');
  await club.post('/api/book', bookingBody());
  await deliver();
  const [first] = club.rows<{ state: string; reason: string }>(
    'SELECT state, reason FROM outbox ORDER BY id',
  );
  expect(first?.state).toBe('queued');
  expect(first?.reason).toMatch(/^unreachable: cannot write the folder outbox \((ENOTDIR|EEXIST)\)$/);

  rmSync(folder);
  club.clock.now += 60 * 60_000;
  await deliver();
  expect(club.rows('SELECT state FROM outbox')).toEqual([{ state: 'sent' }, { state: 'sent' }]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.eml'))).toHaveLength(2);
  expect(readdirSync(folder)).toHaveLength(2);
  club.close();
});
