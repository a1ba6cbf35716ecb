import { mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../db/disk-room.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { NO_PROGRESS, type Progress } from '../domain/progress-reporter.ts';
import { fsyncPath, removeTree } from './durable-files.ts';
import { explainFolder, folderError } from './folder-error.ts';
import type { Manifest } from './manifest.ts';
import { removeOldBackups } from './retention.ts';
import { packSnapshot, withSnapshot } from './snapshot.ts';
import { type VerificationDepth, verifyDatabase } from './verify-database.ts';

export interface BackupInput {
  dataDir: string;
  /** The target folder; created if missing. */
  folder: string;
  /** The club's name, which the file name starts with. */
  club: string;
  /** How many of this club's backups to leave in the folder; null keeps all. */
  keep: number | null;
  withSecrets: boolean;
  verification?: VerificationDepth;
  program: string;
  now: () => number;
  onDatabaseCopied?: () => void;
  progress?: Progress;
}

export interface BackupResult {
  path: string;
  bytes: number;
  manifest: Manifest;
  /** Names of older backups removed because of `keep`. */
  removed: string[];
}

/**
 * Writes the whole club at one moment to a single file, and reads it back. Only a verified file gets its final name.
 * The caller holds the `backup` lock.
 */
export async function createBackup(input: BackupInput): Promise<BackupResult> {
  const { folder, keep, program, progress = NO_PROGRESS } = input;
  const slug = slugify(input.club);
  const workDir = join(folder, `.${slug}-unfinished`);
  explainFolder('backups', folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Left by a killed backup; the lock rules out any other backup of this club.
    removeTree(workDir);
    mkdirSync(workDir, { mode: 0o700 });
  });
  try {
    const partial = join(workDir, 'backup');
    const { manifest, contents } = await withSnapshot(
      { ...input, workDir, progress, attempts: 3 },
      async (snapshot) => {
        progress.stage('Verifying the database', statSync(snapshot.database).size);
        verifyDatabase(snapshot.database, undefined, input.verification);
        const manifest = await packSnapshot(partial, snapshot, { filesInside: true, program, progress });
        return { manifest, contents: snapshot.contents };
      },
    );
    fsyncPath(partial);
    const now = input.now();
    const path = unusedPath(folder, slug, now);
    renameSync(partial, path);
    fsyncPath(folder);
    const removed = keep === null ? [] : await removeOldBackups(path, { slug, keep, now, contents });
    return { path, bytes: statSync(path).size, manifest, removed };
  } catch (error) {
    throw isDiskFull(error) ? folderError('backups', folder, error) : error;
  } finally {
    removeTree(workDir);
  }
}

/** The club's name in a form for file names. */
export function slugify(club: string): string {
  const slug = club
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return slug || 'padel-club';
}

/** `padel-club-faisalabad-20261121-050003.tar.zst`, in club time; a second one within that second gets a `b`. */
function unusedPath(folder: string, slug: string, now: number): string {
  const stamp = clubTimestamp(now).slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const names = new Set(readdirSync(folder));
  for (const suffix of ['', ...'bcdefghijklmnopqrstuvwxyz']) {
    const name = `${slug}-${stamp}${suffix}.tar.zst`;
    if (!names.has(name)) return join(folder, name);
  }
  throw new Error('too many backups in one second');
}
