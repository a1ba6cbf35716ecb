import type { UserStore } from '../accounts/user-store.ts';
import { hasHadIban } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { businessDayOf } from '../domain/business-day.ts';
import type { Bank } from '../domain/club.ts';
import { Failure, type FieldErrors } from '../domain/failure.ts';
import { formatIban } from '../domain/iban.ts';
import {
  checkSettings,
  isSettingKey,
  type SettingKey,
  type SettingsChange,
} from '../domain/owner-settings.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { readPlannedChange, writePlannedChange } from '../settings/planned-change.ts';
import { readSettings, type Settings, type SettingValues } from '../settings/settings.ts';

/** Settings that say where customers send money. The format of a QR code doesn't change the account. */
const ACCOUNT_KEYS: ReadonlySet<SettingKey> = new Set([
  'bank.account_title',
  'bank.bank_name',
  'bank.iban',
  'bank.qr_picture',
]);

/** The settings, and what tells owners about a changed bank account. */
export interface ChangeTarget {
  settings: Settings;
  users: UserStore;
  outbox: Outbox;
}

/**
 * Stores either all the changes or none, and returns the keys that changed. Throws `invalid` with a sentence for each
 * value that can't be stored, and `wrong_state` for settings locked by the file or the environment.
 */
export function changeSettings(
  tx: Transaction,
  target: ChangeTarget,
  change: SettingsChange,
  actor: Actor,
): SettingKey[] {
  const { settings } = target;
  const values = checkedValues(settings, change);
  const before = readSettings(tx.db, settings.locked).bank;
  // A new club's first account is not a change; one that follows a removed account is.
  const hasPayee = before.iban !== '' || hasHadIban(tx.db);
  const keys = settings.change(tx, values, actor, change.version);
  if (hasPayee && keys.some((key) => ACCOUNT_KEYS.has(key))) {
    tellOwners(tx, target, before, readSettings(tx.db, settings.locked).bank, actor);
  }
  return keys;
}

/** Checks changes now and stores them for the day they take effect. */
export function planSettings(
  tx: Transaction,
  { settings }: ChangeTarget,
  change: SettingsChange & { from: string },
  actor: Actor,
): void {
  checkedValues(settings, change);
  writePlannedChange(tx, { from: change.from, changes: change.changes, user_id: actor.user_id });
}

/** Makes the planned change on its day; dropped if a lock has overtaken it or its owner is no longer one. */
export function applyPlannedSettings(tx: Transaction, target: ChangeTarget): void {
  const planned = readPlannedChange(tx.db);
  if (!planned || planned.from > businessDayOf(tx.now)) return;
  writePlannedChange(tx, null);
  const isLocked = Object.keys(planned.changes).some(
    (key) => isSettingKey(key) && target.settings.locked[key],
  );
  const { user_id } = planned;
  const isOwners = user_id === null || target.users.find(user_id)?.role === 'owner';
  if (isLocked || !isOwners) return;
  const actor: Actor =
    user_id === null ? { kind: 'operator', user_id } : { kind: 'admin', user_id, role: 'owner' };
  changeSettings(tx, target, { changes: planned.changes }, actor);
}

function checkedValues(settings: Settings, change: SettingsChange): SettingValues {
  const check = checkSettings(change.changes, settings.current());
  if (!check.ok) throw new Failure('invalid', Object.values(check.fields)[0] ?? '', { fields: check.fields });
  const lockedFields: FieldErrors = {};
  for (const [key, value] of check.values) {
    const lock = isSettingKey(key) ? settings.locked[key] : undefined;
    if (lock && lock.value !== value) lockedFields[key] = lockedMessage(lock.source);
  }
  const [message] = Object.values(lockedFields);
  if (message) throw new Failure('wrong_state', message, { fields: lockedFields });
  return check.values;
}

function lockedMessage(source: string): string {
  return source === 'club.toml'
    ? 'The file club.toml on the server sets this. Remove its line there to change it here.'
    : `The server’s variable ${source} sets this. Remove it there to change it here.`;
}

function tellOwners(
  tx: Transaction,
  { users, outbox }: ChangeTarget,
  before: Bank,
  after: Bank,
  actor: Actor,
): void {
  const account = after.iban
    ? [
        after.account_title,
        after.bank_name,
        formatIban(after.iban),
        ...(after.qr_picture === before.qr_picture ? [] : ['The QR code was changed, too.']),
      ]
    : ['No account: bank transfer is no longer offered.'];
  const owners = users.listOwners();
  const owner = owners.find(({ id }) => id === actor.user_id);
  const changedBy = owner?.name ?? (actor.kind === 'operator' ? 'The operator of the server' : 'The server');
  for (const { id, email, name } of owners) {
    outbox.enqueueAccountMessage(tx, {
      kind: 'bank_changed',
      user_id: id,
      email,
      name,
      changed_by: changedBy,
      account,
    });
  }
}
