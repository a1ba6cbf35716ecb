import { readFileSync } from 'node:fs';
import { UserStore } from '../accounts/user-store.ts';
import { type ChangeTarget, changeSettings } from '../admin/change-settings.ts';
import { decodeText } from '../config/decode-text.ts';
import type { ClubDb } from '../db/club-db.ts';
import { OperatorError } from '../db/operator-error.ts';
import { siteHost } from '../domain/club.ts';
import { Failure } from '../domain/failure.ts';
import {
  DEFAULT_SETTINGS,
  isSettingKey,
  readSetting,
  SETTING_KEYS,
  type SettingKey,
  type SettingsChange,
  type SettingValue,
} from '../domain/owner-settings.ts';
import { Outbox } from '../outbox/outbox.ts';
import { Settings } from '../settings/settings.ts';
import { type CommandContext, UsageError } from './command.ts';
import { withOpenClub } from './open-club.ts';

/** Reads or changes the owner's settings through the same checks as the dashboard. */
export function runSettings(context: CommandContext): Promise<number> {
  const [action = '', first, second] = context.positionals;
  return withOpenClub(context, async ({ club }) => {
    const config = context.loadConfig();
    const target = {
      settings: new Settings(club, config),
      users: new UserStore(club.db),
      outbox: new Outbox(club.db, siteHost(config.publicUrl)),
    };
    const current = target.settings.current();
    const print = (value: unknown) => context.print(JSON.stringify(value, null, 2));
    switch (action) {
      case 'get':
        print(first === undefined ? allSettings(current) : readSetting(current, requireKey(first)));
        return 0;
      case 'export':
        print(allSettings(current));
        return 0;
      case 'set': {
        if (first === undefined || second === undefined) throw new UsageError('KEY or VALUE is missing.');
        const key = requireKey(first);
        return change(context, club, target, { [key]: parseValue(key, second) });
      }
      case 'import':
        if (first === undefined) throw new UsageError('FILE is missing.');
        return change(context, club, target, readImport(context, first));
      default:
        throw new UsageError(`"${action}" is not get, set, export or import.`);
    }
  });
}

async function change(
  context: CommandContext,
  club: ClubDb,
  target: ChangeTarget,
  changes: SettingsChange['changes'],
): Promise<number> {
  try {
    const keys = await club.write((tx) =>
      changeSettings(tx, target, { changes }, { kind: 'operator', user_id: null }),
    );
    context.printStatus(keys.length > 0 ? `Changed: ${keys.join(', ')}.` : 'Nothing changed.');
    return 0;
  } catch (error) {
    if (!(error instanceof Failure) || !error.details.fields) throw error;
    for (const [key, message] of Object.entries(error.details.fields))
      context.printStatus(`${key}: ${message}`);
    context.printStatus('Nothing was changed.');
    return 1;
  }
}

function allSettings(current: typeof DEFAULT_SETTINGS): Record<string, SettingValue> {
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, readSetting(current, key)]));
}

function requireKey(text: string): SettingKey {
  if (isSettingKey(text)) return text;
  throw new OperatorError(`"${text}" is not a setting. The command "settings get" lists all of them.`);
}

/** The command line only has text; a setting's default tells whether it is a number, or true or false. */
function parseValue(key: SettingKey, text: string): SettingValue {
  const example = readSetting(DEFAULT_SETTINGS, key);
  // The way `settings get` prints a text.
  if (typeof example === 'string' && isQuoted(text)) return JSON.parse(text) as string;
  if (typeof example === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  const isNumber = typeof example === 'number' || example === null;
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function isQuoted(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'string';
  } catch {
    return false;
  }
}

function readImport(context: CommandContext, file: string): SettingsChange['changes'] {
  const bytes = readFileSync(file === '-' ? 0 : context.openInput(file));
  let parsed: unknown;
  try {
    parsed = JSON.parse(decodeText(bytes));
  } catch {
    throw new OperatorError(
      `${file} is not JSON. "padel-club settings export" writes one in the right form.`,
    );
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
    return parsed as SettingsChange['changes'];
  throw new OperatorError(
    `${file} has no settings. "padel-club settings export" writes one in the right form.`,
  );
}
