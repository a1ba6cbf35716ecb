import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { truncateWal } from '../../../src/db/wal-checkpoint.ts';
import { clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest();

const walSize = () => statSync(join(club.dataDir, 'club.db-wal')).size;
const growWal = () =>
  club.club.write((tx) => {
    const insert = tx.db.query(
      "INSERT INTO contact_message (name, email, subject, message, created_at) VALUES ('n', 'e', 's', ?, 1)",
    );
    for (let at = 0; at < 200; at += 1) insert.run('x'.repeat(40_000));
  });

test('a long log is truncated after its reader has ended, without waiting for it', async () => {
  const reader = new Database(join(club.dataDir, 'club.db'), { readonly: true });
  reader.run('BEGIN');
  reader.query('SELECT count(*) FROM court').get();
  await growWal();
  const long = walSize();
  expect(long).toBeGreaterThan(5_000_000);

  truncateWal(club.db);
  expect(walSize()).toBe(long);

  reader.run('COMMIT');
  truncateWal(club.db);
  expect(walSize()).toBe(0);
  reader.close();
  const timeout = club.db.query<{ timeout: number }, []>('PRAGMA busy_timeout').get();
  expect(timeout?.timeout).toBe(5000);
});
