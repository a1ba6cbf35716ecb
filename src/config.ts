import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import * as v from 'valibot';
import type { Club } from './domain/club.ts';
import { isIban } from './domain/iban.ts';
import defaults from './settings/club.toml' with { type: 'text' };
import { isSecretSetting, refusalOf } from './settings/refusal.ts';

export { isSecretSetting };

/** Everything the owner can set, checked once at start. */
export interface Config {
  dataDir: string;
  host: string;
  port: number;
  /** Believe the last address in X-Forwarded-For: only behind a proxy of one's own. */
  trustProxy: boolean;
  logFormat: 'json' | 'text';
  club: Club;
  mail: { smtp_url: string; from: string };
  sms: { url: string; token: string; from: string };
  oauth: OAuthConfig;
  /** Card payments; an empty provider means none. */
  payments: {
    provider: '' | 'safepay';
    hold_minutes: number;
    safepay: {
      environment: 'sandbox' | 'production';
      api_key: string;
      secret: string;
      webhook_secret: string;
      api_url: string;
      checkout_url: string;
    };
  };
  backup: {
    /** Club time of the daily backup, such as 05:00; empty: none. */
    at: string;
    keep: number;
    folder: string;
    s3: {
      endpoint: string;
      region: string;
      bucket: string;
      prefix: string;
      access_key_id: string;
      secret_access_key: string;
    };
  };
}

export interface OAuthConfig {
  google: Provider & { issuer: string };
  microsoft: Provider & { issuer: string };
  github: Provider & { url: string };
  apple: { client_id: string; team_id: string; key_id: string; private_key: string; issuer: string };
}

interface Provider {
  client_id: string;
  client_secret: string;
}

/** A setting that cannot be used; the message names the key, the value and what is expected. */
export class SettingError extends Error {}

const text = (max = 300) => v.pipe(v.string('text'), v.trim(), v.maxLength(max, `at most ${max} characters`));
const filled = v.pipe(text(), v.nonEmpty('a text that is not empty'));
const url = v.pipe(
  text(500),
  v.check(
    (value) => value === '' || /^https?:\/\/[^\s]+$/.test(value),
    'an address that starts with https://',
  ),
);

const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.number('a number'),
    v.integer('a whole number'),
    v.minValue(least, `at least ${least}`),
    v.maxValue(most, `at most ${most}`),
  );

const smtpUrl = v.pipe(
  text(500),
  v.check(
    (value) => value === '' || (/^smtps?:\/\/[^\s]+$/.test(value) && URL.canParse(value)),
    'an address such as smtps://user:password@mail.example:465',
  ),
);

/** `desk@club.example` or `Padel Club <desk@club.example>`. */
const sender = v.pipe(
  text(255),
  v.check(
    (value) => value === '' || /^[^<>\s@]+@[^<>\s@]+$|^[^<>]+ <[^<>\s@]+@[^<>\s@]+>$/.test(value),
    'an address such as desk@club.example, or Padel Club <desk@club.example>',
  ),
);

const iban = v.pipe(
  text(60),
  v.transform((value) => value.replace(/\s/g, '').toUpperCase()),
  v.check(
    (value) => value === '' || isIban(value),
    'an IBAN whose check digits fit, such as PK36 SCBL 0000 0011 2345 6702',
  ),
);

const settingsSchema = v.strictObject({
  club: v.strictObject({
    name: filled,
    tagline: filled,
    city: filled,
    phone: filled,
    whatsapp: v.pipe(text(20), v.regex(/^\d*$/, 'digits only, with the country code, such as 923001234567')),
    email: v.pipe(text(255), v.email('an email address')),
    address: filled,
    map_url: url,
    latitude: v.pipe(v.number('a number'), v.minValue(-90, 'at least -90'), v.maxValue(90, 'at most 90')),
    longitude: v.pipe(
      v.number('a number'),
      v.minValue(-180, 'at least -180'),
      v.maxValue(180, 'at most 180'),
    ),
    instagram_url: url,
    facebook_url: url,
    opening_text: filled,
  }),
  bank: v.strictObject({
    account_title: text(100),
    bank_name: text(100),
    iban,
    qr_picture: v.pipe(
      text(100),
      v.regex(
        /^([\w-][\w.-]*\.(png|jpe?g))?$/i,
        'the name alone of a PNG or JPEG file in the folder media, such as bank-qr.png',
      ),
    ),
  }),
  booking: v.strictObject({
    days_ahead: wholeNumber(1, 730),
  }),
  site: v.strictObject({ public_url: url, pixel_id: v.pipe(text(40), v.regex(/^\d*$/, 'digits only')) }),
  mail: v.strictObject({ smtp_url: smtpUrl, from: sender }),
  sms: v.strictObject({ url, token: text(500), from: text(40) }),
  payments: v.strictObject({
    provider: v.picklist(['', 'safepay'], '"safepay", or nothing'),
    hold_minutes: wholeNumber(5, 1440),
    safepay: v.strictObject({
      environment: v.picklist(['sandbox', 'production'], '"sandbox" or "production"'),
      api_key: text(),
      secret: text(),
      webhook_secret: text(),
      api_url: url,
      checkout_url: url,
    }),
  }),
  oauth: v.strictObject({
    google: v.strictObject({ client_id: text(), client_secret: text(), issuer: url }),
    microsoft: v.strictObject({ client_id: text(), client_secret: text(), issuer: url }),
    github: v.strictObject({ client_id: text(), client_secret: text(), url }),
    apple: v.strictObject({
      client_id: text(),
      team_id: text(),
      key_id: text(),
      private_key: text(4000),
      issuer: url,
    }),
  }),
  backup: v.strictObject({
    at: v.pipe(text(5), v.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'a time such as 05:00, or nothing')),
    keep: v.pipe(v.number('a number'), v.integer('a whole number'), v.minValue(1, 'at least 1')),
    folder: text(500),
    s3: v.strictObject({
      endpoint: url,
      region: text(60),
      bucket: text(100),
      prefix: text(200),
      access_key_id: text(200),
      secret_access_key: text(200),
    }),
  }),
});

type Settings = v.InferOutput<typeof settingsSchema>;

/** Environment variables that win over the file, and the setting each one stands for. */
const OVERRIDES: Record<string, [section: string, key: string]> = {
  PUBLIC_URL: ['site', 'public_url'],
  META_PIXEL_ID: ['site', 'pixel_id'],
  SMTP_URL: ['mail', 'smtp_url'],
  MAIL_FROM: ['mail', 'from'],
  SMS_URL: ['sms', 'url'],
  SMS_TOKEN: ['sms', 'token'],
  SMS_FROM: ['sms', 'from'],
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
  BACKUP_S3_ENDPOINT: ['backup.s3', 'endpoint'],
  BACKUP_S3_REGION: ['backup.s3', 'region'],
  BACKUP_S3_BUCKET: ['backup.s3', 'bucket'],
  BACKUP_S3_ACCESS_KEY_ID: ['backup.s3', 'access_key_id'],
  BACKUP_S3_SECRET_ACCESS_KEY: ['backup.s3', 'secret_access_key'],
};

type Environment = Record<string, string | undefined>;
type Table = Record<string, unknown>;

/** Reads `club.toml` in the data folder (written with commented defaults when missing) and the environment. */
export function loadConfig(env: Environment, dataDirOption?: string): Config {
  const dataDir = dataDirOf(env, dataDirOption);
  const path = join(dataDir, 'club.toml');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, defaults, { mode: 0o600 });
  }
  const source = readFileSync(path, 'utf8');
  const settings = checkSettings(source, env, path);
  const port = Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new SettingError(`PORT is "${env.PORT}", but a number from 0 to 65535 is expected.`);
  }
  const { site, booking, bank, club, ...rest } = settings;
  return {
    dataDir,
    host: env.HOST ?? '0.0.0.0',
    port,
    trustProxy: /^(1|true|yes)$/i.test(env.TRUST_PROXY ?? ''),
    logFormat: env.LOG_FORMAT === 'text' ? 'text' : 'json',
    club: {
      ...club,
      bank,
      booking_days_ahead: booking.days_ahead,
      text_messages: rest.sms.url !== '',
      pixel_id: site.pixel_id,
      public_url: (site.public_url || `http://localhost:${port}`).replace(/\/+$/, ''),
    },
    ...rest,
  };
}

/** The data folder, without looking at it. */
export function dataDirOf(env: Environment, option?: string): string {
  return resolve(option ?? env.DATA_DIR ?? './data');
}

function checkSettings(source: string, env: Environment, path: string): Settings {
  const table = layered(parse(defaults) as Table, parseFile(source, path));
  for (const [name, [section, key]] of Object.entries(OVERRIDES)) {
    const value = env[name];
    if (value !== undefined) tableAt(table, section)[key] = value.replaceAll('\\n', '\n');
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
  const variable = Object.entries(OVERRIDES).find(
    ([name, place]) => env[name] !== undefined && place.join('.') === key,
  );
  throw new SettingError(refusalOf(issue, { path, source }, variable?.[0]));
}

function parseFile(source: string, path: string): Table {
  try {
    return parse(source) as Table;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    throw new SettingError(`${path}, line ${error.line}, column ${error.column}: ${reason}.`);
  }
}

/** The file's values over the defaults, so that a setting added by a later version need not be written down. */
function layered(base: Table, over: Table): Table {
  const result: Table = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = base[key];
    result[key] = isTable(below) && isTable(value) ? layered(below, value) : value;
  }
  return result;
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tableAt(table: Table, section: string): Table {
  return section.split('.').reduce((at, name) => at[name] as Table, table);
}
