import type { Database } from 'bun:sqlite';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { openDatabase } from '../../src/db/open-database.ts';
import { makeTempDir } from './data-dir.ts';

/** The releases whose clubs upgrade, with their schemas. */
export const RELEASES = { '0.1.0': 9, '0.2.0': 33 } as const;
export type Release = keyof typeof RELEASES;

/** A backup, made by the release's executable, of a club with every odd case. */
export function backupOfRelease(release: Release): string {
  return join(import.meta.dir, `../fixtures/club-${release}.tar.zst`);
}

/** That club's data folder as the release left it. */
export function createReleasedClub(release: Release): string {
  return unpackBackup(backupOfRelease(release));
}

/** That club's database, not yet upgraded. */
export function openReleasedDatabase(release: Release): { db: Database; dataDir: string } {
  const dataDir = createReleasedClub(release);
  return { db: openDatabase(join(dataDir, 'club.db')), dataDir };
}

/** Unpacks a backup without the program. */
export function unpackBackup(path: string): string {
  const target = makeTempDir();
  // The last 40 bytes are the checksum, which zstd tools skip.
  const tar = zstdDecompressSync(readFileSync(path).subarray(0, -40));
  const { exitCode } = Bun.spawnSync(['tar', '-xf', '-', '-C', target], { stdin: tar });
  if (exitCode !== 0) throw new Error(`tar ended with ${exitCode} for ${path}`);
  return target;
}
