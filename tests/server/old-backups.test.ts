/** Backup files and copies that earlier executables made of a club of `demo --bookings 60` with a receipt and a picture. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { verifyDatabase } from '../../src/backups/verify-database.ts';
import { assertBooks } from '../../src/cli/assert-books.ts';
import { SCHEMA_VERSION } from '../../src/db/migrate.ts';
import { makeTempDir } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';
import { queryAll } from '../support/run-sql.ts';
import { trackDirs } from '../support/tracked-dirs.ts';

const tracked = trackDirs();
const RELEASES = join(import.meta.dir, '../support/releases');

test.each([
  ['a backup of 0.1.0', [join(RELEASES, 'backup-0.1.0.tar.zst')]],
  ['a backup of 0.2.0', [join(RELEASES, 'backup-0.2.0.tar.zst')]],
  ['the copies of 0.2.0', ['--from', join(RELEASES, 'copies-0.2.0')]],
])('%s can be restored, with its receipt and picture, and is upgraded', async (_, source) => {
  const dataDir = tracked(makeTempDir());
  const { exitCode, stderr } = await runCommand(['restore', ...source, '--exact', '--data', dataDir]);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(', 4 files.')]);
  const { schema, receipts } = verifyDatabase(join(dataDir, 'club.db'), assertBooks);
  expect([schema, receipts]).toEqual([SCHEMA_VERSION, ['receipts/00000000000000000000000000000001.jpg']]);
  for (const name of [...receipts, 'media/courts/one.webp', 'club.toml'])
    expect([name, existsSync(join(dataDir, name))]).toEqual([name, true]);
  expect(queryAll(dataDir, 'SELECT count(*) AS bookings FROM booking')).toEqual([{ bookings: 60 }]);
});
