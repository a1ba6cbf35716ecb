import { Database } from 'bun:sqlite';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackup } from '../../src/backups/create-backup.ts';
import { restoreClub } from '../../src/backups/restore.ts';
import { VERSION } from '../../src/version.ts';
import type { World } from './world.ts';

/** Tables that a restore changes by design: sessions end, and the backup's own run is completed. */
const CHANGED = ['session', 'secret', 'backup_run', 'sqlite_stat1', 'sqlite_stat4'];

/** Makes a backup of the running club, restores it in another folder, and returns what is not the same there. */
export async function copyClub(world: World): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'padel-copy-'));
  const restored = join(folder, 'restored');
  const now = () => world.clock.now;
  try {
    const { path } = await createBackup({
      dataDir: world.dataDir,
      folder,
      club: 'Simulated club',
      keep: null,
      withSecrets: true,
      program: VERSION,
      now,
    });
    await restoreClub({ dataDir: restored, withSettings: true, now, source: { file: path } });
    return compareFolders(world, restored);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compareFolders(world: World, restored: string): string[] {
  const copy = new Database(join(restored, 'club.db'), { readonly: true });
  const tables = world
    .rows<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'booking_search%'",
    )
    .map(({ name }) => name)
    .filter((name) => !CHANGED.includes(name));
  const faults = tables.filter((name) => {
    const sql = `SELECT * FROM "${name}"`;
    return JSON.stringify(world.rows(sql)) !== JSON.stringify(copy.query(sql).all());
  });
  copy.close();
  const receiptsIn = (dataDir: string) => {
    const folder = join(dataDir, 'receipts');
    return existsSync(folder) ? readdirSync(folder).sort().join() : '';
  };
  if (receiptsIn(world.dataDir) !== receiptsIn(restored)) faults.push('receipts');
  return faults;
}
