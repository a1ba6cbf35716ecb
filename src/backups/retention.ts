import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import { isPlausibleInstant } from '../domain/plausible-instant.ts';
import { type Manifest, readManifest } from './manifest.ts';
import type { DatabaseContents } from './verify-database.ts';

const HOUR_MS = 60 * 60_000;
const HOURLY_MS = 7 * 24 * HOUR_MS;

/** A backup or copy of one club. */
export interface Dated {
  name: string;
  /** Epoch milliseconds. */
  at: number;
  /** The data folder that made a copy. */
  line?: string;
}

/**
 * What to keep. Backups: the newest ones, whatever their age. Copies: all of the current business day, one an hour
 * for a week, and one a day for this many days.
 */
export type Retention = { newest: number } | { days: number };

/**
 * What is no longer kept, besides `created`, which stays and counts. Anything dated in the future comes from a clock
 * that ran ahead: a backup counts as the oldest, and a copy goes if the same data folder made it.
 */
export function surplus<T extends Dated>(
  all: readonly T[],
  { created, keep, now }: { created: Dated; keep: Retention; now: number },
): T[] {
  const newestFirst = all
    .filter(({ name }) => name !== created.name)
    .sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1));
  const past = newestFirst.filter(({ at }) => isPlausibleInstant(at, now));
  const future = newestFirst.filter(({ at }) => !isPlausibleInstant(at, now));
  if ('newest' in keep) return [...past, ...future].slice(keep.newest - 1);

  const today = businessDayOf(now);
  const oldestDay = addDays(today, 1 - keep.days);
  const taken = new Set<string>();
  // Going from newest to oldest, the first of each hour and of each day stays.
  const surplusOfPast = past.filter(({ at, line }) => {
    const day = businessDayOf(at);
    const keys = [
      ...(at > now - HOURLY_MS ? [`${line} hour ${Math.floor(at / HOUR_MS)}`] : []),
      ...(day >= oldestDay ? [`${line} day ${day}`] : []),
    ];
    const isFirst = keys.some((key) => !taken.has(key));
    for (const key of keys) taken.add(key);
    return !isFirst && day !== today;
  });
  return [...surplusOfPast, ...future.filter(({ line }) => line === created.line)];
}

/** `padel-club-faisalabad-20261121-050003.tar.zst`; a second backup within that second gets a `b`. */
const BACKUP_NAME = /^(.+)-\d{8}-\d{6}[b-z]?\.tar\.zst$/;

/** Names in the folder that start with the club's name, in name order. */
export function listBackups(folder: string, slug: string): string[] {
  return readdirSync(folder)
    .filter((name) => BACKUP_NAME.exec(name)?.[1] === slug)
    .sort();
}

/**
 * Removes this club's backups other than `created` until `keep` are left, in the order of their `made_at`, and
 * returns their names. Other clubs' backups stay, as do incomplete files: one may be the only copy of something.
 * Backups from version 0.1.0 carry no club id; they belong to the club whose log names them.
 */
export async function removeOldBackups(
  created: string,
  input: { slug: string; keep: number; now: number; contents: DatabaseContents },
): Promise<string[]> {
  const { slug, keep, now, contents } = input;
  const folder = dirname(created);
  const backups: Dated[] = [];
  for (const name of listBackups(folder, slug)) {
    const manifest = await readManifestOrNull(join(folder, name));
    if (!manifest) continue;
    const isOwn = manifest.club ? manifest.club === contents.clubId : contents.recordedBackups.has(name);
    if (isOwn) backups.push({ name, at: Date.parse(manifest.made_at) });
  }
  const old = surplus(backups, {
    created: { name: basename(created), at: now },
    keep: { newest: keep },
    now,
  });
  for (const { name } of old) rmSync(join(folder, name));
  return old.map(({ name }) => name).reverse();
}

async function readManifestOrNull(path: string): Promise<Manifest | null> {
  try {
    return await readManifest(path, Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
