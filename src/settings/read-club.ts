import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, machineFacts } from '../config/load-config.ts';
import { openToRead } from '../db/open-database.ts';
import type { Club } from '../domain/club.ts';
import { buildSettings, clubOf, type OwnerSettings, type SettingKey } from '../domain/owner-settings.ts';
import { readSettings } from './settings.ts';

/** The club's facts for a command that serves no requests; defaults if the database has a different schema. */
export function readClub(config: Config): Club {
  return clubOf(readSettingsOf(config), machineFacts(config));
}

function readSettingsOf({ dataDir, lockedSettings }: Config): OwnerSettings {
  const path = join(dataDir, 'club.db');
  if (existsSync(path)) {
    let db: Database | null = null;
    try {
      db = openToRead(path);
      return readSettings(db, lockedSettings);
    } catch {
      // The table is missing, or the file is damaged.
    } finally {
      db?.close();
    }
  }
  const locked = Object.entries(lockedSettings);
  return buildSettings(locked.map(([key, { value }]) => [key as SettingKey, value]));
}
