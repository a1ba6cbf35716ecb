import { Database } from 'bun:sqlite';
import { afterEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bookAsGuest, GUEST } from '../support/booking-wizard.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createNoisyJpeg, createPng, createReceiptForm } from '../support/test-images.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function createDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'padel-receipts-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startTracked(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const club = await startServerProcess({ dataDir, env });
  cleanups.push(() => club.stop('SIGKILL'));
  return club;
}

async function book(club: ServerProcess, start_time = '18:00'): Promise<number> {
  const answer = await bookAsGuest(club.url, { payment_method: 'bank_transfer', start_time });
  return ((await answer.json()) as { booking: { id: number } }).booking.id;
}

async function upload(club: ServerProcess, id: number, picture: Uint8Array) {
  const body = createReceiptForm(picture, { email: GUEST.email });
  const response = await fetch(`${club.url}/api/booking/${id}/receipt`, { method: 'POST', body });
  return { status: response.status, json: (await response.json()) as { reason?: string; error?: string } };
}

const listReceiptPaths = (dataDir: string) => {
  const db = new Database(join(dataDir, 'club.db'), { readonly: true });
  const rows = db.query<{ payment_receipt: string | null }, []>('SELECT payment_receipt FROM booking').all();
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
  const dataDir = createDataDir();
  const folder = join(dataDir, 'receipts');
  mkdirSync(folder);
  const mount = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder]);
  if (mount.exitCode !== 0) throw new Error('this machine mounts no tmpfs; run the fault tests as root');
  cleanups.push(() => Bun.spawnSync(['umount', '-l', folder]));
  const club = await startTracked(dataDir);
  const id = await book(club);
  const refused = await upload(club, id, await createNoisyJpeg(1600, 1200));
  expect([refused.status, refused.json.reason]).toEqual([503, 'unavailable']);
  expect(refused.json.error).toContain('Your booking is safe');
  expect([listReceiptFiles(dataDir), listReceiptPaths(dataDir)]).toEqual([[], [null]]);
  expect((await upload(club, id, createPng(300, 200))).status).toBe(200);
  expect(listReceiptPaths(dataDir)).toEqual([`receipts/${listReceiptFiles(dataDir)[0]}`]);
}, 60_000);

test('a folder that cannot be created answers 503', async () => {
  const dataDir = createDataDir();
  writeFileSync(join(dataDir, 'receipts'), 'a file is in the way');
  const club = await startTracked(dataDir);
  const answer = await upload(club, await book(club), createPng(300, 200));
  expect([answer.status, answer.json.reason]).toEqual([503, 'unavailable']);
}, 60_000);

test('after a kill between the file and its record the booking is unchanged and the orphan is removed', async () => {
  const dataDir = createDataDir();
  const first = await startTracked(dataDir);
  const id = await book(first);
  const other = new Database(join(dataDir, 'club.db'));
  other.run('PRAGMA busy_timeout = 5000');
  other.run('BEGIN IMMEDIATE');
  const answer = upload(first, id, await createNoisyJpeg(400, 300)).catch(() => null);
  while (!listReceiptFiles(dataDir).some((name) => name.endsWith('.webp'))) await Bun.sleep(2);
  first.process.kill('SIGKILL');
  await first.process.exited;
  other.run('ROLLBACK');
  other.close();
  expect(await answer).toBeNull();

  const [orphan = ''] = listReceiptFiles(dataDir);
  expect(listReceiptPaths(dataDir)).toEqual([null]);
  const second = await startTracked(dataDir);
  expect((await upload(second, id, createPng(300, 200))).status).toBe(200);
  expect(listReceiptFiles(dataDir)).toHaveLength(2);
  await second.stop();

  utimesSync(join(dataDir, 'receipts', orphan), 1, 1);
  await startTracked(dataDir);
  const deadline = Date.now() + 30_000;
  while (listReceiptFiles(dataDir).includes(orphan) && Date.now() < deadline) await Bun.sleep(100);
  expect(listReceiptPaths(dataDir)).toEqual([`receipts/${listReceiptFiles(dataDir)[0]}`]);
  expect(listReceiptFiles(dataDir)).toHaveLength(1);
}, 60_000);
