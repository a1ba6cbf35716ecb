import type { Database } from 'bun:sqlite';
import { type Config, machineFacts } from '../config/load-config.ts';
import { listIbanChanges, recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Club } from '../domain/club.ts';
import { Failure } from '../domain/failure.ts';
import {
  buildSettings,
  checkSetting,
  clubOf,
  isSettingKey,
  type LockedSettings,
  type MachineFacts,
  type OwnerSettings,
  readSetting,
  type SettingKey,
  type SettingValue,
} from '../domain/owner-settings.ts';

/** The audit log has one subject for all settings. */
export const SETTINGS_SUBJECT = ['settings', 0] as const;

export type SettingValues = ReadonlyMap<SettingKey, SettingValue>;

/** How many days of every court one source may hold unpaid, as set by the owner. */
export interface UnpaidDays {
  network: number;
  contact: number;
  member: number;
}

/** The owner's settings, as every request reads them. Another process may change them at any time. */
export class Settings {
  readonly #db: Database;
  /** Set by the file and the environment, which win. */
  readonly locked: LockedSettings;
  readonly #selectVersion;
  #version = -1;
  #current: OwnerSettings;
  readonly #machine: MachineFacts;
  #facts: { settings: OwnerSettings; club: Club } | null = null;

  constructor(club: ClubDb, config: Config) {
    this.#db = club.db;
    this.locked = config.lockedSettings;
    this.#machine = machineFacts(config);
    this.#selectVersion = club.db.prepare<{ version: number | null }, []>(
      'SELECT max(version) AS version FROM setting',
    );
    this.#current = readSettings(club.db, this.locked);
  }

  /** 0 until a setting is stored. */
  version(): number {
    return this.#selectVersion.get()?.version ?? 0;
  }

  /** The same object until a setting changes. */
  current(): OwnerSettings {
    try {
      const version = this.version();
      if (version !== this.#version) {
        this.#current = readSettings(this.#db, this.locked);
        this.#version = version;
      }
    } catch {
      // While the database file can't be read, pages keep using what was last read.
    }
    return this.#current;
  }

  /** The club's facts; the same object until one of them changes. */
  facts(): Club {
    const settings = this.current();
    if (this.#facts?.settings !== settings) {
      this.#facts = { settings, club: clubOf(settings, this.#machine) };
    }
    return this.#facts.club;
  }

  unpaidDays(): UnpaidDays {
    const { unpaid_days_network, unpaid_days_contact, unpaid_days_member } = this.current().booking;
    return { network: unpaid_days_network, contact: unpaid_days_contact, member: unpaid_days_member };
  }

  /** The IBAN shown to customers at an instant; empty if there was none. */
  ibanAt(instant: number): string {
    // Bookings are timed in full seconds; a change within the same second came first.
    const next = listIbanChanges(this.#db).find(({ at }) => Math.floor(at / 1000) * 1000 > instant);
    return next ? next.from : this.facts().bank.iban;
  }

  /** When the IBAN last changed; 0 if never. */
  lastIbanChange(): number {
    return listIbanChanges(this.#db).at(-1)?.at ?? 0;
  }

  /**
   * Stores checked values and one line of history with the old and new ones. Returns the keys that changed. Throws
   * `changed_meanwhile` if one of the keys has changed since `seenVersion`.
   */
  change(tx: Transaction, values: SettingValues, actor: Actor, seenVersion?: number): SettingKey[] {
    const before = readSettings(tx.db, this.locked);
    const version = this.version() + 1;
    const changes: Record<string, { from: SettingValue; to: SettingValue }> = {};
    for (const [key, value] of values) {
      const from = readSetting(before, key);
      if (from === value) continue;
      if (seenVersion !== undefined && versionOf(tx.db, key) > seenVersion) {
        throw new Failure(
          'changed_meanwhile',
          'These settings were changed in the meantime. Reload the page and try again.',
        );
      }
      writeSetting(tx.db, key, value, version);
      changes[key] = { from, to: value };
    }
    const keys = Object.keys(changes) as SettingKey[];
    if (keys.length > 0) {
      recordAuditEntry(tx, actor, 'edited', ...SETTINGS_SUBJECT, changes);
      tx.emit({ kind: 'settings.changed', keys });
    }
    return keys;
  }
}

/** The defaults, overridden by the database, overridden by the file and the environment. */
export function readSettings(db: Database, locked: LockedSettings): OwnerSettings {
  const lockedValues = Object.entries(locked).map(
    ([key, setting]) => [key as SettingKey, setting.value] as const,
  );
  return buildSettings([...readStoredValues(db), ...lockedValues]);
}

/** A value that this version doesn't accept, perhaps stored by a later one, counts as not set. */
function readStoredValues(db: Database): [SettingKey, SettingValue][] {
  const rows = db.query<{ key: string; value: string }, []>('SELECT key, value FROM setting').all();
  return rows.flatMap(({ key, value }) => {
    if (!isSettingKey(key)) return [];
    const check = checkSetting(key, JSON.parse(value));
    return check.ok ? [[key, check.value] as [SettingKey, SettingValue]] : [];
  });
}

export function writeSetting(db: Database, key: string, value: SettingValue, version: number): void {
  db.query(
    `INSERT INTO setting (key, value, version) VALUES (?1, ?2, ?3)
     ON CONFLICT (key) DO UPDATE SET value = ?2, version = ?3`,
  ).run(key, JSON.stringify(value), version);
}

/** Internal state of this module; its keys aren't settings, so pages never show it. */
export function readState(db: Database, name: string): string | boolean | null {
  const row = db.query<{ value: string }, [string]>('SELECT value FROM setting WHERE key = ?').get(name);
  return row ? (JSON.parse(row.value) as string | boolean) : null;
}

export function writeState(db: Database, name: string, value: string | boolean): void {
  writeSetting(db, name, value, 0);
}

function versionOf(db: Database, key: SettingKey): number {
  const row = db.query<{ version: number }, [string]>('SELECT version FROM setting WHERE key = ?').get(key);
  return row?.version ?? 0;
}
