import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Bank } from '../domain/club.ts';
import { Failure, type FieldErrors } from '../domain/failure.ts';
import {
  checkSettings,
  isSettingKey,
  type LockedSettings,
  type SettingKey,
  type SettingsChange,
} from '../domain/owner-settings.ts';
import { readSettings, type SettingsStore } from './store.ts';

export interface ChangeTarget {
  store: SettingsStore;
  locked: LockedSettings;
  /** Runs in the transaction of a change of the bank account. */
  onBankChange: (tx: Transaction, change: { before: Bank; after: Bank; actor: Actor }) => void;
}

/**
 * Stores the changes, all or none, and returns the keys that changed. Throws `invalid` with a sentence for each value
 * that cannot be stored, and `wrong_state` for settings that the file or the environment locks.
 */
export function changeSettings(
  tx: Transaction,
  { store, locked, onBankChange }: ChangeTarget,
  change: SettingsChange,
  actor: Actor,
): SettingKey[] {
  const check = checkSettings(change.changes, store.current());
  if (!check.ok) throw new Failure('invalid', Object.values(check.fields)[0] ?? '', { fields: check.fields });
  const lockedFields: FieldErrors = {};
  for (const [key, value] of check.values) {
    const lock = isSettingKey(key) ? locked[key] : undefined;
    if (lock && lock.value !== value) lockedFields[key] = lockedMessage(lock.source);
  }
  const [message] = Object.values(lockedFields);
  if (message) throw new Failure('wrong_state', message, { fields: lockedFields });
  const before = readSettings(tx.db, locked).bank;
  const keys = store.change(tx, check.values, actor, change.version);
  if (keys.some((key) => key.startsWith('bank.'))) {
    onBankChange(tx, { before, after: readSettings(tx.db, locked).bank, actor });
  }
  return keys;
}

function lockedMessage(source: string): string {
  return source === 'club.toml'
    ? 'The file club.toml on the server sets this. Remove its line there to change it here.'
    : `The variable ${source} of the server sets this. Remove it there to change it here.`;
}
