import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bookByTransfer, receiptClubs, uploadReceipt } from '../support/receipt-club.ts';
import { runSql } from '../support/run-sql.ts';
import { createNoisyJpeg, createPng } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const clubs = receiptClubs();

const listReceiptPaths = (dataDir: string) => {
  const db = new Database(join(dataDir, 'club.db'), { readonly: true });
  const rows = db.query<{ payment_receipt: string | null }, []>('SELECT payment_receipt FROM payer').all();
  db.close();
  return rows.map((row) => row.payment_receipt);
};
const listReceiptFiles = (dataDir: string) => {
  try {
    return readdirSync(join(dataDir, 'receipts'));
  } catch {
    return [];
  }
};

test('a full disk answers 503 with a sentence, leaves no half-written file, and accepts the next small image', async () => {
  const dataDir = clubs.createDataDir();
  const folder = join(dataDir, 'receipts');
  mkdirSync(folder);
  const mount = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder]);
  if (mount.exitCode !== 0) throw new Error('this machine mounts no tmpfs; run the fault tests as root');
  clubs.onCleanUp(() => Bun.spawnSync(['umount', '-l', folder]));
  const club = await clubs.start(dataDir);
  const id = await bookByTransfer(club);
  const refused = await uploadReceipt(club, id, await createNoisyJpeg(1600, 1200));
  expect([refused.status, refused.json.reason]).toEqual([503, 'unavailable']);
  expect(refused.json.error).toContain('Your booking is safe');
  expect([listReceiptFiles(dataDir), listReceiptPaths(dataDir)]).toEqual([[], [null]]);
  expect((await uploadReceipt(club, id, createPng(300, 200))).status).toBe(200);
  expect(listReceiptPaths(dataDir)).toEqual([`receipts/${listReceiptFiles(dataDir)[0]}`]);
}, 180_000);

test('a folder that cannot be created answers 503', async () => {
  const dataDir = clubs.createDataDir();
  const club = await clubs.start(dataDir);
  rmSync(join(dataDir, 'receipts'), { recursive: true, force: true });
  writeFileSync(join(dataDir, 'receipts'), 'a file is in the way');
  const answer = await uploadReceipt(club, await bookByTransfer(club), createPng(300, 200));
  expect([answer.status, answer.json.reason]).toEqual([503, 'unavailable']);
}, 180_000);

test('after a kill between the file and its record the booking is unchanged and the orphan is removed', async () => {
  const dataDir = clubs.createDataDir();
  const first = await clubs.start(dataDir);
  const id = await bookByTransfer(first);
  // Within it the record of the file is never finished.
  const endless = Array.from({ length: 9 }, (_, at) => `sqlite_schema AS s${at}`).join(', ');
  first.database((db) =>
    db.run(
      `CREATE TRIGGER endless BEFORE INSERT ON receipt BEGIN SELECT sum(s8.rootpage) FROM ${endless}; END`,
    ),
  );
  const answer = uploadReceipt(first, id, await createNoisyJpeg(400, 300)).catch(() => null);
  while (!listReceiptFiles(dataDir).some((name) => name.endsWith('.webp'))) await Bun.sleep(2);
  first.process.kill('SIGKILL');
  await first.process.exited;
  runSql(dataDir, 'DROP TRIGGER endless');
  expect(await answer).toBeNull();

  const [orphan = ''] = listReceiptFiles(dataDir);
  // TEST_CLOCK moves the clock of the servers, but not the time of a file.
  const now = new Date();
  utimesSync(join(dataDir, 'receipts', orphan), now, now);
  expect(listReceiptPaths(dataDir)).toEqual([null]);
  const second = await clubs.start(dataDir);
  expect((await uploadReceipt(second, id, createPng(300, 200))).status).toBe(200);
  expect(listReceiptFiles(dataDir)).toHaveLength(2);
  await second.stop();

  utimesSync(join(dataDir, 'receipts', orphan), 1, 1);
  await clubs.start(dataDir);
  await waitUntil(() => !listReceiptFiles(dataDir).includes(orphan));
  expect(listReceiptPaths(dataDir)).toEqual([`receipts/${listReceiptFiles(dataDir)[0]}`]);
  expect(listReceiptFiles(dataDir)).toHaveLength(1);
}, 180_000);
