import * as v from 'valibot';
import type { Bank, Club } from './club.ts';
import { DEFAULT_MESSAGE_STYLE } from './email-greeting.ts';
import type { FieldErrors } from './failure.ts';
import { LANDING_TEXTS } from './landing-texts.ts';
import { REPLY_TIMES } from './reply-times.ts';
import {
  coordinate,
  iban,
  lineOfText,
  longText,
  mediaPicture,
  nonEmptyText,
  numberOrNothing,
  paragraph,
  webAddress,
  wholeNumber,
} from './setting-value-schemas.ts';

/** A provider that is not set up on the server never shows. */
const isShown = v.boolean('true or false');

/**
 * What the owner sets at the dashboard, by section; `club.toml` may name the same keys, and its values win. Values
 * pass through the schema that stands here wherever they come from.
 */
export const OWNER_SETTING_SCHEMAS = {
  club: {
    name: nonEmptyText,
    tagline: nonEmptyText,
    city: nonEmptyText,
    phone: nonEmptyText,
    whatsapp: v.pipe(
      lineOfText(20),
      v.regex(/^\d*$/, 'digits only, with the country code, such as 923001234567'),
    ),
    email: v.pipe(lineOfText(255), v.email('an email address')),
    address: nonEmptyText,
    map_url: webAddress,
    latitude: coordinate(90),
    longitude: coordinate(180),
    instagram_url: webAddress,
    facebook_url: webAddress,
    opening_text: nonEmptyText,
    tax_number: lineOfText(60),
  },
  bank: {
    account_title: lineOfText(100),
    bank_name: lineOfText(100),
    iban,
    qr_picture: v.pipe(
      lineOfText(100),
      v.regex(
        /^([\w-][\w.-]*\.(png|jpe?g|webp))?$/i,
        'the name alone of a PNG or JPEG file in the folder media, such as bank-qr.png',
      ),
    ),
  },
  booking: {
    days_ahead: wholeNumber(1, 730),
    transfer_hours: wholeNumber(1, 720),
    transfer_before_play_hours: wholeNumber(0, 168),
    transfer_least_minutes: wholeNumber(5, 1440),
    cash_deadline_hours_before_play: numberOrNothing(0, 720),
    cash_days_ahead_guests: numberOrNothing(0, 730),
    late_receipt_days: wholeNumber(0, 90),
    no_show_limit: wholeNumber(0, 100),
    unpaid_days_network: wholeNumber(1, 100),
    unpaid_days_contact: wholeNumber(1, 100),
    unpaid_days_member: wholeNumber(1, 100),
  },
  landing: {
    hero_text: paragraph,
    food_text: paragraph,
    events_text: paragraph,
    hero_picture: mediaPicture,
    food_picture: mediaPicture,
  },
  policies: {
    reply_hours: wholeNumber(1, 720),
    email_support_hours: wholeNumber(1, 720),
    dispute_hours: wholeNumber(1, 720),
  },
  messages: {
    greeting: v.pipe(lineOfText(40), v.nonEmpty('a text that is not empty')),
    signature: longText(300),
    quiet_from: wholeNumber(0, 23),
    quiet_to: wholeNumber(0, 23),
  },
  sign_in: { google: isShown, microsoft: isShown, github: isShown, apple: isShown },
  staff: {
    refund_limit: wholeNumber(0, 10_000_000),
    daily_limit: wholeNumber(0, 10_000_000),
    require_second_factor: v.boolean('true or false'),
  },
  site: {
    pixel_id: v.pipe(lineOfText(40), v.regex(/^\d*$/, 'digits only')),
  },
};

type Schemas = typeof OWNER_SETTING_SCHEMAS;
export type OwnerSettings = {
  [Section in keyof Schemas]: {
    [Key in keyof Schemas[Section]]: Schemas[Section][Key] extends v.GenericSchema
      ? v.InferOutput<Schemas[Section][Key]>
      : never;
  };
};

/** `club.name` */
export type SettingKey = {
  [Section in keyof Schemas]: `${Section}.${keyof Schemas[Section] & string}`;
}[keyof Schemas];

export type SettingValue = string | number | boolean | null;

/** A setting that `club.toml` or an environment variable names; the dashboard cannot change it. */
export interface LockedSetting {
  value: SettingValue;
  /** `club.toml`, or the name of the variable. */
  source: string;
}

export type LockedSettings = Partial<Record<SettingKey, LockedSetting>>;

/** A change of settings by their keys; `version` is the one that the person saw. */
export const settingsChangeSchema = v.strictObject({
  changes: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
export type SettingsChange = v.InferOutput<typeof settingsChangeSchema>;

/** What a new club starts with. It has no bank account until the owner enters one. */
export const DEFAULT_SETTINGS: OwnerSettings = {
  club: {
    name: 'Padel Club Faisalabad',
    tagline: 'Sport. Sip. Social.',
    city: 'Faisalabad',
    phone: '+92 300 0000000',
    whatsapp: '923000000000',
    email: 'hello@padelclub.example',
    address: 'Canal Road, Faisalabad, Pakistan',
    map_url: 'https://www.google.com/maps/search/?api=1&query=31.4187,73.0791',
    latitude: 31.4187,
    longitude: 73.0791,
    instagram_url: 'https://www.instagram.com/',
    facebook_url: 'https://www.facebook.com/',
    opening_text: 'Every day, 7 AM – 4 AM',
    tax_number: '',
  },
  bank: { account_title: '', bank_name: '', iban: '', qr_picture: '' },
  booking: {
    days_ahead: 90,
    transfer_hours: 12,
    transfer_before_play_hours: 2,
    transfer_least_minutes: 30,
    cash_deadline_hours_before_play: null,
    cash_days_ahead_guests: null,
    late_receipt_days: 7,
    no_show_limit: 0,
    unpaid_days_network: 3,
    unpaid_days_contact: 1,
    unpaid_days_member: 2,
  },
  landing: { ...LANDING_TEXTS, hero_picture: '', food_picture: '' },
  policies: { ...REPLY_TIMES },
  messages: { ...DEFAULT_MESSAGE_STYLE, quiet_from: 22, quiet_to: 8 },
  sign_in: { google: true, microsoft: true, github: true, apple: true },
  staff: { refund_limit: 10_000, daily_limit: 20_000, require_second_factor: false },
  site: { pixel_id: '' },
};

/** The account that earlier versions wrote into a new `club.toml`; money sent there is lost. */
const EXAMPLE_IBAN = 'PK36SCBL0000001123456702';

export const SETTING_KEYS: readonly SettingKey[] = Object.entries(OWNER_SETTING_SCHEMAS).flatMap(
  ([section, entries]) => Object.keys(entries).map((key) => `${section}.${key}` as SettingKey),
);

const SCHEMA_BY_KEY = new Map<string, v.GenericSchema<unknown, SettingValue>>(
  Object.entries(OWNER_SETTING_SCHEMAS).flatMap(([section, entries]) =>
    Object.entries(entries).map(
      ([key, schema]) => [`${section}.${key}`, schema as v.GenericSchema<unknown, SettingValue>] as const,
    ),
  ),
);

export function isSettingKey(key: string): key is SettingKey {
  return SCHEMA_BY_KEY.has(key);
}

export type SettingCheck = { ok: true; value: SettingValue } | { ok: false; message: string };

/** The value as it is stored, or the sentence for the person who typed it. */
export function checkSetting(key: SettingKey, value: unknown): SettingCheck {
  const schema = SCHEMA_BY_KEY.get(key) as v.GenericSchema<unknown, SettingValue>;
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  return result.success
    ? { ok: true, value: result.output }
    : { ok: false, message: sentenceOf(key, result.issues[0].message) };
}

function sentenceOf(key: SettingKey, expected: string): string {
  if (key === 'bank.iban')
    return 'This IBAN has a typing error: its check digits do not fit. Please compare it.';
  return expected === 'a text that is not empty' ? 'Please fill in this field.' : `Please enter ${expected}.`;
}

/** The values as they are stored, or a sentence for each one that cannot be. */
export function checkSettings(
  changes: Readonly<Record<string, unknown>>,
  current: OwnerSettings,
): { ok: true; values: Map<SettingKey, SettingValue> } | { ok: false; fields: FieldErrors } {
  const values = new Map<SettingKey, SettingValue>();
  const fields: FieldErrors = {};
  for (const [key, value] of Object.entries(changes)) {
    if (!isSettingKey(key)) {
      fields[key] = 'This is not a setting of this program.';
      continue;
    }
    const check = checkSetting(key, value);
    if (check.ok) values.set(key, check.value);
    else fields[key] = check.message;
  }
  if (Object.keys(fields).length === 0) Object.assign(fields, bankErrors(values, current));
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, values };
}

/** Customers need the title and the bank beside an IBAN. */
function bankErrors(values: ReadonlyMap<SettingKey, SettingValue>, { bank }: OwnerSettings): FieldErrors {
  const bankValue = (name: keyof Bank) => String(values.get(`bank.${name}`) ?? bank[name]);
  const isChanged = [...values.keys()].some((key) => key.startsWith('bank.') && key !== 'bank.qr_picture');
  if (!isChanged || !bankValue('iban')) return {};
  if (bankValue('iban') === EXAMPLE_IBAN)
    return { 'bank.iban': 'This is the example account. Please enter the account of your club.' };
  return {
    ...(bankValue('account_title') ? {} : { 'bank.account_title': 'Please enter the title of the account.' }),
    ...(bankValue('bank_name') ? {} : { 'bank.bank_name': 'Please enter the name of the bank.' }),
  };
}

export function readSetting(settings: OwnerSettings, key: SettingKey): SettingValue {
  const [section, name] = splitKey(key);
  return settings[section][name as never];
}

/** The defaults with these values in their places. */
export function buildSettings(values: Iterable<readonly [SettingKey, SettingValue]>): OwnerSettings {
  const sections = Object.entries(DEFAULT_SETTINGS).map(([section, entries]) => [section, { ...entries }]);
  const settings = Object.fromEntries(sections) as OwnerSettings;
  for (const [key, value] of values) {
    const [section, name] = splitKey(key);
    (settings[section] as Record<string, SettingValue>)[name] = value;
  }
  return settings;
}

function splitKey(key: SettingKey): [section: keyof OwnerSettings, name: string] {
  const [section = '', name = ''] = key.split('.');
  return [section as keyof OwnerSettings, name];
}

/** What pages and rules take from the machine's side, which only `club.toml` and the environment set. */
export interface MachineFacts {
  text_messages: boolean;
  public_url: string;
  card_hold_minutes: number;
}

/** What pages, messages and calendar files say about the club, and the rules of its bookings. */
export function clubOf(settings: OwnerSettings, machine: MachineFacts): Club {
  // Pages need neither the limits of unpaid bookings nor what they can compute.
  const { days_ahead, unpaid_days_network, unpaid_days_contact, unpaid_days_member, ...booking_rules } =
    settings.booking;
  return {
    ...settings.club,
    bank: publishedBank(settings.bank),
    booking_days_ahead: days_ahead,
    booking_rules: { ...booking_rules, card_hold_minutes: machine.card_hold_minutes },
    text_messages: machine.text_messages,
    pixel_id: settings.site.pixel_id,
    public_url: machine.public_url,
    ...changedFacts('landing', settings.landing),
    ...changedFacts('policies', settings.policies),
  };
}

/** Pages carry only what the owner has changed, because every page carries it. */
function changedFacts<Section extends 'landing' | 'policies'>(
  section: Section,
  facts: OwnerSettings[Section],
): { [Key in Section]?: Partial<OwnerSettings[Section]> } {
  const defaults: Record<string, unknown> = DEFAULT_SETTINGS[section];
  const changed = Object.entries(facts).filter(([key, value]) => value !== defaults[key]);
  return changed.length > 0
    ? ({ [section]: Object.fromEntries(changed) } as { [Key in Section]?: Partial<OwnerSettings[Section]> })
    : {};
}

/** The bank account that customers see: never the example. */
function publishedBank(bank: Bank): Bank {
  return bank.iban === EXAMPLE_IBAN ? DEFAULT_SETTINGS.bank : bank;
}
