import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import * as v from 'valibot';
import { CHANNEL_IDS, CHANNEL_SETTINGS, channelFields, isChannelSetUp } from '../domain/channel-settings.ts';
import {
  isSettingKey,
  type LockedSettings,
  type MachineFacts,
  OWNER_SETTINGS,
  type SettingKey,
  type SettingValue,
} from '../domain/owner-settings.ts';
import defaults from './club.toml' with { type: 'text' };
import { invalidSettingError, isSecretSetting } from './invalid-setting-error.ts';
import { type Settings, settingsSchema } from './schema.ts';

export { isSecretSetting };

/** Settings that modules use just as they are in club.toml. */
type FileSettings = Omit<Settings, keyof typeof OWNER_SETTINGS>;

/** The machine's settings from `club.toml` and the environment, checked once at the start. */
export interface Config extends FileSettings {
  dataDir: string;
  host: string;
  port: number;
  /** Trusts the last address in X-Forwarded-For; only safe behind the owner's own proxy. */
  trustProxy: boolean;
  logFormat: 'json' | 'text';
  /** A file that gets the log too; empty for none. */
  logFile: string;
  /** The club name that the service expects in the data folder; empty if it may begin a new one. */
  expectedClub: string;
  /** The time server that `doctor` asks: a host, optionally with a port. */
  timeServer: string;
  /** The site's address without a trailing slash. */
  publicUrl: string;
  /** Keys of the file that are set by environment variables. */
  variableKeys: readonly string[];
  /** Owner settings fixed by the file or a variable; they win over the dashboard. */
  lockedSettings: LockedSettings;
}

export type OAuthConfig = Config['oauth'];

/** Facts that pages and rules take from the machine. */
export function machineFacts(config: Config): MachineFacts {
  const { mail, sms, publicUrl, payments } = config;
  const channels = CHANNEL_IDS.filter((id) => isChannelSetUp(id, config[id])).map((id) => ({
    id,
    label: CHANNEL_SETTINGS[id].label,
  }));
  return {
    text_messages: sms.url !== '',
    ...(channels.length > 0 ? { channels } : {}),
    ...(mail.smtp_url ? {} : { no_mail: true as const }),
    public_url: publicUrl,
    card_hold_minutes: payments.hold_minutes,
  };
}

/** An invalid setting; the message gives the key, the value and what is expected. */
export class SettingError extends Error {}

/** Environment variables that override settings in the file. */
const ENV_OVERRIDES: Record<string, [section: string, key: string]> = {
  PUBLIC_URL: ['site', 'public_url'],
  META_PIXEL_ID: ['site', 'pixel_id'],
  SMTP_URL: ['mail', 'smtp_url'],
  MAIL_FROM: ['mail', 'from'],
  SMS_URL: ['sms', 'url'],
  SMS_TOKEN: ['sms', 'token'],
  SMS_FROM: ['sms', 'from'],
  SMS_SUCCESS: ['sms', 'success'],
  ...Object.fromEntries(
    CHANNEL_IDS.flatMap((id) =>
      [...channelFields(id).map(([name]) => name), CHANNEL_SETTINGS[id].address].map(
        (name): [string, [string, string]] => [`${id}_${name}`.toUpperCase(), [id, name]],
      ),
    ),
  ),
  PAYMENT_PROVIDER: ['payments', 'provider'],
  SAFEPAY_ENVIRONMENT: ['payments.safepay', 'environment'],
  SAFEPAY_API_KEY: ['payments.safepay', 'api_key'],
  SAFEPAY_SECRET: ['payments.safepay', 'secret'],
  SAFEPAY_WEBHOOK_SECRET: ['payments.safepay', 'webhook_secret'],
  SAFEPAY_API_URL: ['payments.safepay', 'api_url'],
  SAFEPAY_CHECKOUT_URL: ['payments.safepay', 'checkout_url'],
  GOOGLE_CLIENT_ID: ['oauth.google', 'client_id'],
  GOOGLE_CLIENT_SECRET: ['oauth.google', 'client_secret'],
  GOOGLE_ISSUER: ['oauth.google', 'issuer'],
  MICROSOFT_CLIENT_ID: ['oauth.microsoft', 'client_id'],
  MICROSOFT_CLIENT_SECRET: ['oauth.microsoft', 'client_secret'],
  MICROSOFT_ISSUER: ['oauth.microsoft', 'issuer'],
  GITHUB_CLIENT_ID: ['oauth.github', 'client_id'],
  GITHUB_CLIENT_SECRET: ['oauth.github', 'client_secret'],
  GITHUB_URL: ['oauth.github', 'url'],
  APPLE_CLIENT_ID: ['oauth.apple', 'client_id'],
  APPLE_TEAM_ID: ['oauth.apple', 'team_id'],
  APPLE_KEY_ID: ['oauth.apple', 'key_id'],
  APPLE_PRIVATE_KEY: ['oauth.apple', 'private_key'],
  APPLE_ISSUER: ['oauth.apple', 'issuer'],
  METRICS_TOKEN: ['metrics', 'token'],
  BACKUP_FOLDER: ['backup', 'folder'],
  BACKUP_S3_ENDPOINT: ['backup.s3', 'endpoint'],
  BACKUP_S3_REGION: ['backup.s3', 'region'],
  BACKUP_S3_BUCKET: ['backup.s3', 'bucket'],
  BACKUP_S3_PREFIX: ['backup.s3', 'prefix'],
  BACKUP_S3_ACCESS_KEY_ID: ['backup.s3', 'access_key_id'],
  BACKUP_S3_SECRET_ACCESS_KEY: ['backup.s3', 'secret_access_key'],
};

type Environment = Record<string, string | undefined>;
type TomlTable = Record<string, unknown>;

/** Reads the environment and the data folder's `club.toml`, creating it with commented defaults if it is missing. */
export function loadConfig(env: Environment, dataDirOption?: string): Config {
  const dataDir = resolveDataDir(env, dataDirOption);
  const path = join(dataDir, 'club.toml');
  if (!existsSync(path)) {
    if (lstatSync(path, { throwIfNoEntry: false }))
      throw new SettingError(
        `${path} is a link to something that is missing. Correct the link or remove it.`,
      );
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, defaults, { mode: 0o600 });
  }
  return readConfig(env, dataDir);
}

/** Reads the environment and `club.toml`, with defaults if it is missing; writes nothing. */
export function readConfig(env: Environment, dataDirOption?: string): Config {
  const dataDir = resolveDataDir(env, dataDirOption);
  const path = join(dataDir, 'club.toml');
  const source = existsSync(path) ? readFileSync(path, 'utf8') : defaults;
  const settings = parseSettings(source, env, path);
  const port = /^\d{1,5}$/.test(env.PORT || '3000') ? Number(env.PORT || 3000) : Number.NaN;
  if (!(port <= 65535)) {
    throw new SettingError(`PORT is "${env.PORT}", but a number from 0 to 65535 is expected.`);
  }
  const { site, booking, bank, club, landing, policies, messages, chat, sign_in, staff, matches, ...rest } =
    settings;
  const ownerSections = {
    site,
    booking,
    bank,
    club,
    landing,
    policies,
    messages,
    chat,
    sign_in,
    staff,
    matches,
  };
  return {
    dataDir,
    host: env.HOST || '0.0.0.0',
    port,
    trustProxy: parseChoice(env, 'TRUST_PROXY', BOOLEAN_VALUES),
    logFormat: parseChoice(env, 'LOG_FORMAT', { '': 'json', json: 'json', text: 'text' }),
    logFile: env.LOG_FILE ? resolve(env.LOG_FILE) : '',
    expectedClub: (env.EXPECT_CLUB ?? '').trim(),
    timeServer: env.TIME_SERVER || 'pool.ntp.org',
    publicUrl: site.public_url ? new URL(site.public_url).origin : `http://localhost:${port}`,
    variableKeys: Object.entries(ENV_OVERRIDES).flatMap(([name, path]) =>
      env[name] === undefined ? [] : [path.join('.')],
    ),
    lockedSettings: findLockedSettings(ownerSections, env),
    ...rest,
  };
}

type OwnerSections = Pick<Settings, keyof typeof OWNER_SETTINGS>;

/** Picks out the owner settings set by the file and the environment. */
function findLockedSettings(sections: OwnerSections, env: Environment): LockedSettings {
  const locked: LockedSettings = {};
  for (const [section, schemas] of Object.entries(OWNER_SETTINGS)) {
    const values = sections[section as keyof OwnerSections] as Record<string, SettingValue | undefined>;
    for (const name of Object.keys(schemas)) {
      const value = values[name];
      if (value === undefined) continue;
      const key = `${section}.${name}` as SettingKey;
      locked[key] = { value, source: variableOf(key, env) ?? 'club.toml' };
    }
  }
  return locked;
}

/** The data folder's path; reads no file. */
export function resolveDataDir(env: Environment, option?: string): string {
  return resolve(option ?? (env.DATA_DIR || './data'));
}

const BOOLEAN_VALUES = { '': false, '0': false, false: false, no: false, '1': true, true: true, yes: true };

/** The value of a variable with fixed choices; throws for any other. */
function parseChoice<T>(env: Environment, name: string, choices: Record<string, T>): T {
  const value = (env[name] ?? '').trim().toLowerCase();
  if (Object.hasOwn(choices, value)) return choices[value] as T;
  const choiceList = Object.keys(choices).filter(Boolean).join(', ');
  throw new SettingError(`${name} is "${env[name]}", but one of ${choiceList} is expected.`);
}

/** Checks a file's settings, overridden by variables in `env`. Throws `SettingError`. */
export function parseSettings(source: string, env: Environment, path: string): Settings {
  const table = mergeTables(parse(defaults) as TomlTable, parseTomlFile(source, path));
  for (const [name, [section, key]] of Object.entries(ENV_OVERRIDES)) {
    const value = env[name];
    // An empty variable must not take an owner setting away from the dashboard.
    if (value === undefined || (value === '' && isSettingKey(`${section}.${key}`))) continue;
    // Elsewhere `\n` is part of a path of Windows.
    sectionOf(table, section)[key] = key === 'private_key' ? value.replaceAll('\\n', '\n') : value;
  }
  const result = v.safeParse(settingsSchema, table);
  if (result.success) {
    const { provider, safepay } = result.output.payments;
    const missing = (['api_key', 'secret', 'webhook_secret'] as const).find((key) => !safepay[key]);
    if (provider === 'safepay' && missing) {
      throw new SettingError(`${path}: payments.safepay.${missing} is empty, but the provider is "safepay".`);
    }
    return result.output;
  }
  const issue = result.issues[0];
  const key = v.getDotPath(issue);
  const variable = key === null ? undefined : variableOf(key, env);
  throw new SettingError(invalidSettingError(issue, { path, source }, variable));
}

/** The environment variable that sets a key, if any. */
function variableOf(key: string, env: Environment): string | undefined {
  return Object.entries(ENV_OVERRIDES).find(([name, path]) => env[name] && path.join('.') === key)?.[0];
}

function parseTomlFile(source: string, path: string): TomlTable {
  try {
    return parse(source) as TomlTable;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    const hint = /escape/.test(reason ?? '') ? " A path of Windows goes into single quotes: 'E:\\Padel'" : '';
    throw new SettingError(`${path}, line ${error.line}, column ${error.column}: ${reason}.${hint}`);
  }
}

/** Merges the file's values over the defaults, so that a file may lack settings of a later version. */
function mergeTables(base: TomlTable, overrides: TomlTable): TomlTable {
  const result: TomlTable = { ...base };
  for (const [key, value] of Object.entries(overrides)) {
    const baseValue = base[key];
    result[key] = isTable(baseValue) && isTable(value) ? mergeTables(baseValue, value) : value;
  }
  return result;
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sectionOf(table: TomlTable, section: string): TomlTable {
  return section.split('.').reduce((current, name) => {
    current[name] ??= {};
    return current[name] as TomlTable;
  }, table);
}
