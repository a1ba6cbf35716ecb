import type { Database } from 'bun:sqlite';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../db/atomic-write.ts';
import {
  checkSetting,
  DEFAULT_SETTINGS,
  type LockedSettings,
  readSetting,
  type SettingKey,
  type SettingValue,
} from '../domain/owner-settings.ts';
import { commentOutSettings, readOwnerSettings } from './comment-out-toml.ts';
import { readState, writeSetting, writeState } from './settings.ts';

/** Records that `club.toml` was imported, or that there was nothing to import. */
const TAKEN_OVER_STATE = 'club.toml taken over';

export interface Takeover {
  /** What the file and the environment still set. */
  lockedSettings: LockedSettings;
  takenKeys: readonly SettingKey[];
  /** False if the file could not be changed, so that its values still win. */
  fileChanged: boolean;
}

/**
 * Moves the owner settings of an existing `club.toml` into the database, once: the values are stored, and their lines
 * become remarks saying where they went. A new club keeps what its file says. An interrupted import runs again at the
 * next start.
 */
export async function moveSettingsToDatabase(options: {
  db: Database;
  dataDir: string;
  lockedSettings: LockedSettings;
  /** The database was created by this start. */
  isNew: boolean;
  /** `2026-11-22`, for the remark in the file. */
  date: string;
}): Promise<Takeover> {
  const { db, dataDir, lockedSettings, isNew, date } = options;
  const nothing: Takeover = { lockedSettings, takenKeys: [], fileChanged: false };
  if (wasTakenOver(db)) return nothing;
  const path = join(dataDir, 'club.toml');
  const source = readFileSync(path, 'utf8');
  const values = isNew ? [] : checkedValues(readOwnerSettings(source));
  db.transaction(() => {
    for (const [key, value] of values)
      if (value !== readSetting(DEFAULT_SETTINGS, key)) writeSetting(db, key, value, 1);
  }).immediate();
  const takenKeys = values.map(([key]) => key);
  const text = takenKeys.length > 0 ? commentOutSettings(source, new Set(takenKeys), date) : null;
  const fileChanged = text !== null && (await replaceFile(path, text));
  writeState(db, TAKEN_OVER_STATE, true);
  if (!fileChanged) return { ...nothing, takenKeys };
  const stillLocked = Object.entries(lockedSettings).filter(([, { source }]) => source !== 'club.toml');
  return { lockedSettings: Object.fromEntries(stillLocked), takenKeys, fileChanged };
}

function wasTakenOver(db: Database): boolean {
  return readState(db, TAKEN_OVER_STATE) === true;
}

function checkedValues(values: readonly (readonly [SettingKey, unknown])[]): [SettingKey, SettingValue][] {
  return values.flatMap(([key, value]) => {
    const check = checkSetting(key, value);
    return check.ok ? [[key, check.value] as [SettingKey, SettingValue]] : [];
  });
}

/** False if the file is a link to somewhere else or can't be written, as in a container's read-only mount. */
async function replaceFile(path: string, text: string): Promise<boolean> {
  if (!lstatSync(path).isFile()) return false;
  try {
    await writeFileAtomically(path, new TextEncoder().encode(text));
  } catch {
    return false;
  }
  return true;
}
