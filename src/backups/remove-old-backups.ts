import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { OperatorError } from '../db/operator-error.ts';
import { isPlausibleInstant } from '../domain/plausible-instant.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** `padel-club-faisalabad-20261121-050003.tar.zst`; a second backup within that second gets a `b`. */
const BACKUP_NAME = /^(.+)-\d{8}-\d{6}[b-z]?\.tar\.zst$/;

/** The names in the folder that start with the club's name, in order of their names. */
export function listBackups(folder: string, slug: string): string[] {
  return readdirSync(folder)
    .filter((name) => BACKUP_NAME.exec(name)?.[1] === slug)
    .sort();
}

/**
 * Removes backups of this club until `keep` are left and returns their names. The order is that of `made_at`
 * inside; a backup dated in the future counts as the oldest, because a clock that was ahead has made it.
 * `created`, the backup just made, and backups of another club stay.
 */
export async function removeOldBackups(
  created: string,
  input: {
    slug: string;
    keep: number;
    now: number;
    /** The id of this club's database. */
    club: string | null;
    /** Names of backups that this club has recorded; they find its older backups, which have no club id. */
    recordedNames: ReadonlySet<string>;
  },
): Promise<string[]> {
  const folder = join(created, '..');
  const candidates: { name: string; madeAt: number }[] = [];
  for (const name of listBackups(folder, input.slug)) {
    if (name === basename(created)) continue;
    const manifest = await readManifestOrNull(join(folder, name));
    if (!manifest) continue;
    const isOwn = manifest.club ? manifest.club === input.club : input.recordedNames.has(name);
    const madeAt = Date.parse(manifest.made_at);
    if (isOwn) candidates.push({ name, madeAt: isPlausibleInstant(madeAt, input.now) ? madeAt : 0 });
  }
  candidates.sort((a, b) => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1));
  const surplus = candidates.slice(input.keep - 1).map(({ name }) => name);
  for (const name of surplus) rmSync(join(folder, name));
  return surplus.reverse();
}

/** Null for a file that is not a whole backup; it may be the only copy of something, so it stays. */
async function readManifestOrNull(path: string): Promise<Manifest | null> {
  try {
    return await readManifest(path, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof OperatorError || error instanceof Error) return null;
    throw error;
  }
}
