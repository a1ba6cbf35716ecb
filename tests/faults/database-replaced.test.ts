import { afterEach, beforeEach, expect, test } from 'bun:test';
import { copyFileSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { bookingBody } from '../support/test-club.ts';
import { waitUntil } from '../support/wait-until.ts';

let club: ServerProcess;
beforeEach(async () => {
  club = await startServerProcess();
});
afterEach(() => club.close());

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const book = (start_time: string) =>
  fetch(`${club.url}/api/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bookingBody({ date: tomorrow(), start_time })),
  }).then((response) => response.status);
const statusOf = (path: string) => fetch(`${club.url}${path}`).then((response) => response.status);
const readHealth = async () =>
  (await (await fetch(`${club.url}/api/health`)).json()) as { status: string; warnings: string[] };

test.each([
  ['removed', (file: string) => unlinkSync(file)],
  [
    'replaced',
    (file: string) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  ],
] as const)(
  'when club.db is %s under a running server, nothing is booked into the lost file',
  async (_, lose) => {
    expect(await book('18:00')).toBe(201);
    lose(join(club.dataDir, 'club.db'));
    // A write checks the file itself, so not even the first second is lost.
    expect(await book('19:00')).toBe(503);
    for (const path of [
      '/api/courts',
      '/api/slots?date=2030-01-01&courtId=1',
      '/booking',
      '/api/health/ready',
    ])
      await waitUntil(async () => (await statusOf(path)) === 503);
    expect(await statusOf('/api/health/live')).toBe(200);
    expect(await readHealth()).toMatchObject({ status: 'broken', warnings: ['database_replaced'] });
    expect(club.output().split('database file replaced')).toHaveLength(2);
  },
);

test('when club.db comes back, the server serves again', async () => {
  const file = join(club.dataDir, 'club.db');
  renameSync(file, `${file}.away`);
  expect(await book('18:00')).toBe(503);
  await waitUntil(async () => (await statusOf('/api/health/ready')) === 503);
  renameSync(`${file}.away`, file);
  await waitUntil(async () => (await statusOf('/api/health/ready')) === 200);
  expect(await book('18:00')).toBe(201);
  expect((await readHealth()).status).toBe('ok');
});
