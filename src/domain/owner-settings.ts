import * as v from 'valibot';
import { BANK_WEEKENDS } from './bank.ts';
import { CHAT_SENTENCES, type ChatKind, chatWording, listed } from './chat-sentences.ts';
import type { Bank, Club } from './club.ts';
import { DEFAULT_MESSAGE_STYLE } from './email-greeting.ts';
import type { FieldErrors } from './failure.ts';
import { dateSchema } from './field-schemas.ts';
import { LANDING_TEXTS } from './landing-texts.ts';
import { raastSchema } from './raast.ts';
import { FULL_REFUND_HOURS } from './refund.ts';
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
  profileLink,
  webAddress,
  whatsapp,
  wholeNumber,
} from './setting-value-schemas.ts';

/** The settings screens in order; each shows the fields that name it. */
export const SETTING_PAGES = {
  club: { title: 'Club and contacts', lead: 'On every page, in every email and on receipts.' },
  bank: {
    title: 'Bank account',
    lead: 'Customers send their bank transfers here. Compare it with a letter from your bank.',
  },
  booking: {
    title: 'Booking rules',
    lead: 'Existing bookings keep their deadlines.',
  },
  matches: {
    title: 'Open matches',
    lead: 'Customers can open places in their booking to other players.',
  },
  staff: { title: 'Staff rights', lead: 'What staff may do without an owner.' },
  messages: {
    title: 'Messages',
    lead: 'In every email to customers. An SMS only has room for the facts.',
  },
  chat: {
    title: 'WhatsApp sentences',
    lead: 'Ready when the reception opens a chat with a customer. Words in braces are filled in; the customer’s link is never one of them.',
  },
  policies: { title: 'Answer times', lead: 'Your policies promise these.' },
  landing: { title: 'Landing page', lead: 'The first page that visitors see.' },
  map: {
    title: 'Map and social links',
    lead: 'In the footer, on the contact page and in search results.',
  },
  login: { title: 'Login buttons', lead: 'On the login page. Only providers that are set up appear there.' },
} as const satisfies Record<string, { title: string; lead: string }>;
export type SettingPage = keyof typeof SETTING_PAGES;

/** How the dashboard edits a setting. A `number` may be left empty if the setting allows it. */
export interface SettingField {
  page: SettingPage;
  label: string;
  hint?: string;
  kind?: 'long' | 'number' | 'hour' | 'tel' | 'email' | 'url' | 'switch' | 'picture' | 'raast' | 'weekend';
  /** Collapsed, because most clubs never change it. */
  advanced?: true;
  /** A new club starts with an example for the owner to replace. */
  example?: true;
}

interface DeclaredSetting<Schema extends v.GenericSchema = v.GenericSchema> {
  schema: Schema;
  initial: v.InferOutput<Schema>;
  field: SettingField;
}

function setting<Schema extends v.GenericSchema>(
  schema: Schema,
  initial: v.InferOutput<Schema>,
  field: SettingField,
): DeclaredSetting<Schema> {
  return { schema, initial, field };
}

/** Never shown for a provider that is not set up on the server. */
const loginButton = (label: string) =>
  setting(v.boolean('true or false'), true, { page: 'login', kind: 'switch', label });
const matchesAt = (label: string) =>
  setting(v.boolean('true or false'), true, { page: 'matches', kind: 'switch', label, advanced: true });
const chatSentence = (kind: ChatKind) => {
  const { label, wording, fills } = CHAT_SENTENCES[kind];
  return setting(chatWording(kind), wording, {
    page: 'chat',
    kind: 'long',
    // The history shows it among other settings.
    label: `WhatsApp: ${label.toLowerCase()}`,
    hint: `Fills in ${listed(fills)}.`,
  });
};
const pictureOf = (label: string, hint: string) =>
  setting(mediaPicture, '', { page: 'landing', kind: 'picture', label, hint });

/**
 * The owner's settings by section: validation, default and form field. `club.toml` may set the same keys, and wins.
 * Every value passes through these schemas, wherever it comes from.
 */
export const OWNER_SETTINGS = {
  club: {
    name: setting(nonEmptyText, 'Padel Club Faisalabad', { page: 'club', label: 'Name of the club' }),
    city: setting(nonEmptyText, 'Faisalabad', { page: 'club', label: 'City' }),
    phone: setting(nonEmptyText, '+92 300 0000000', {
      page: 'club',
      kind: 'tel',
      label: 'Phone',
      hint: 'As customers should read it: +92 41 1234567.',
      example: true,
    }),
    whatsapp: setting(whatsapp, '923000000000', {
      page: 'club',
      kind: 'tel',
      label: 'WhatsApp number',
      hint: 'Such as 0300 1234567. Empty: no WhatsApp links.',
      example: true,
    }),
    email: setting(v.pipe(lineOfText(255), v.email('an email address')), 'hello@padelclub.example', {
      page: 'club',
      kind: 'email',
      label: 'Email',
      hint: 'Bookings and messages arrive here.',
      example: true,
    }),
    address: setting(nonEmptyText, 'Canal Road, Faisalabad, Pakistan', {
      page: 'club',
      label: 'Address',
      example: true,
    }),
    opening_text: setting(nonEmptyText, 'Every day, 7 AM – 4 AM', {
      page: 'club',
      label: 'Opening hours in words',
      advanced: true,
    }),
    tax_number: setting(lineOfText(60), '', {
      page: 'club',
      label: 'Tax number (NTN)',
      hint: 'Printed on receipts. Empty: none.',
      advanced: true,
    }),
    tagline: setting(nonEmptyText, 'Sport. Sip. Social.', {
      page: 'landing',
      label: 'Tagline',
      hint: 'Three short words look best.',
    }),
    map_url: setting(webAddress, '', {
      page: 'map',
      kind: 'url',
      label: 'Link to the map',
      hint: 'Empty: the map searches for your address.',
    }),
    instagram_url: setting(profileLink('www.instagram.com'), '', {
      page: 'map',
      kind: 'url',
      label: 'Instagram',
      hint: 'Such as @yourclub. Empty: the link is not shown.',
    }),
    facebook_url: setting(profileLink('www.facebook.com'), '', {
      page: 'map',
      kind: 'url',
      label: 'Facebook',
      hint: 'Such as @yourclub. Empty: the link is not shown.',
    }),
    latitude: setting(coordinate(90), null, {
      page: 'map',
      kind: 'number',
      label: 'Latitude',
      advanced: true,
    }),
    longitude: setting(coordinate(180), null, {
      page: 'map',
      kind: 'number',
      label: 'Longitude',
      advanced: true,
    }),
  },
  bank: {
    account_title: setting(lineOfText(100), '', { page: 'bank', label: 'Account title' }),
    bank_name: setting(lineOfText(100), '', { page: 'bank', label: 'Bank' }),
    iban: setting(iban, '', {
      page: 'bank',
      label: 'IBAN',
      hint: '24 characters that start with PK. Spaces do not matter.',
    }),
    qr_picture: setting(
      v.pipe(
        lineOfText(100),
        v.regex(
          /^([\w-][\w.-]*\.(png|jpe?g|webp))?$/i,
          'the name alone of a PNG or JPEG file in the folder media, such as bank-qr.png',
        ),
      ),
      '',
      {
        page: 'bank',
        kind: 'picture',
        label: 'QR code of the bank',
        hint: 'A screenshot of the code in your banking app. Customers scan it to pay.',
      },
    ),
    statement_days: setting(wholeNumber(1, 5), 1, {
      page: 'bank',
      kind: 'number',
      label: 'Banking days until a missing transfer is reported',
      hint: 'Receipts that don’t appear in your bank statement by then are marked.',
      advanced: true,
    }),
    weekend: setting(v.picklist(BANK_WEEKENDS, 'a weekend of the list'), 'saturday and sunday', {
      page: 'bank',
      kind: 'weekend',
      label: "Your bank's weekend",
      advanced: true,
    }),
    raast: setting(raastSchema, 'off', {
      page: 'bank',
      kind: 'raast',
      label: 'QR code with the amount',
      hint: 'Each customer scans a code with your account and the exact amount, so nobody has to type either.',
    }),
  },
  booking: {
    days_ahead: setting(wholeNumber(1, 730), 90, {
      page: 'booking',
      kind: 'number',
      label: 'Days ahead that customers can book',
    }),
    days_ahead_members: setting(numberOrNothing(1, 730), null, {
      page: 'booking',
      kind: 'number',
      label: 'Days ahead that members can book',
      hint: 'Empty: as far ahead as everybody else.',
    }),
    transfer_hours: setting(wholeNumber(1, 720), 12, {
      page: 'booking',
      kind: 'number',
      label: 'Hours to send a bank transfer',
    }),
    cash_deadline_hours_before_play: setting(numberOrNothing(0, 720), null, {
      page: 'booking',
      kind: 'number',
      label: 'Hours before play by which cash must be paid',
      hint: 'Empty: players pay when they arrive.',
    }),
    no_show_limit: setting(wholeNumber(0, 100), 0, {
      page: 'booking',
      kind: 'number',
      label: 'No-shows after which cash is not offered',
      hint: '0: cash is always offered.',
    }),
    cash_days_ahead_guests: setting(numberOrNothing(0, 730), null, {
      page: 'booking',
      kind: 'number',
      label: 'Days ahead that guests can book with cash',
      hint: 'Empty: as far ahead as everybody else.',
      advanced: true,
    }),
    transfer_before_play_hours: setting(wholeNumber(0, 168), 2, {
      page: 'booking',
      kind: 'number',
      label: 'Hours before play by which a transfer must be sent',
      advanced: true,
    }),
    transfer_least_minutes: setting(wholeNumber(5, 1440), 30, {
      page: 'booking',
      kind: 'number',
      label: 'Minutes that every customer has at the very least',
      advanced: true,
    }),
    late_receipt_days: setting(wholeNumber(0, 90), 7, {
      page: 'booking',
      kind: 'number',
      label: 'Days after a release that a receipt is still accepted',
      advanced: true,
    }),
    unpaid_days_contact: setting(wholeNumber(1, 100), 1, {
      page: 'booking',
      kind: 'number',
      label: 'Court days that one guest can hold unpaid',
      hint: 'A court day is a full day of every court. The limit applies to each email and phone.',
      advanced: true,
    }),
    unpaid_days_member: setting(wholeNumber(1, 100), 2, {
      page: 'booking',
      kind: 'number',
      label: 'Court days that one member can hold unpaid',
      advanced: true,
    }),
    unpaid_days_network: setting(wholeNumber(1, 100), 3, {
      page: 'booking',
      kind: 'number',
      label: 'Court days that one network can hold unpaid',
      hint: 'Many homes share one network, so this limit is the highest.',
      advanced: true,
    }),
  },
  matches: {
    allowed: setting(v.boolean('true or false'), true, {
      page: 'matches',
      kind: 'switch',
      label: 'Customers can open matches',
    }),
    cash: setting(v.boolean('true or false'), true, {
      page: 'matches',
      kind: 'switch',
      label: 'Players can promise to pay at the club',
      hint: 'Off: only money or a receipt secures a place.',
    }),
    days_ahead: setting(wholeNumber(0, 365), 14, {
      page: 'matches',
      kind: 'number',
      label: 'Days ahead that a match can be opened',
    }),
    at_once: setting(wholeNumber(1, 50), 2, {
      page: 'matches',
      kind: 'number',
      label: 'Open matches that one host can have at a time',
    }),
    // Any less, and this would refund everything where a cancellation doesn't.
    decide_hours: setting(wholeNumber(FULL_REFUND_HOURS, 168), FULL_REFUND_HOURS, {
      page: 'matches',
      kind: 'number',
      label: 'Hours before play by which a match must be full',
      hint: `Otherwise it is cancelled, unless its host keeps it. Everybody gets all their money back, so this is at least ${FULL_REFUND_HOURS}.`,
    }),
    morning: matchesAt('At morning prices'),
    off_peak: matchesAt('At off-peak prices'),
    peak: matchesAt('At peak prices'),
  },
  landing: {
    hero_text: setting(paragraph, LANDING_TEXTS.hero_text, {
      page: 'landing',
      kind: 'long',
      label: 'Welcome text',
    }),
    food_text: setting(paragraph, LANDING_TEXTS.food_text, {
      page: 'landing',
      kind: 'long',
      label: 'Food & Drink',
    }),
    events_text: setting(paragraph, LANDING_TEXTS.events_text, {
      page: 'landing',
      kind: 'long',
      label: 'Events & Clinics',
    }),
    hero_picture: pictureOf(
      'Picture of the welcome',
      'A wide photo behind the welcome text. Without one the page shows a court at night.',
    ),
    food_picture: pictureOf('Picture of Food & Drink', 'Without one the page shows a lounge.'),
  },
  policies: {
    reply_hours: setting(wholeNumber(1, 720), REPLY_TIMES.reply_hours, {
      page: 'policies',
      kind: 'number',
      label: 'Hours until any other message is answered',
    }),
    email_support_hours: setting(wholeNumber(1, 720), REPLY_TIMES.email_support_hours, {
      page: 'policies',
      kind: 'number',
      label: 'Hours until an email about a booking is answered',
    }),
    dispute_hours: setting(wholeNumber(1, 720), REPLY_TIMES.dispute_hours, {
      page: 'policies',
      kind: 'number',
      label: 'Hours until a dispute is answered',
    }),
  },
  messages: {
    greeting: setting(
      v.pipe(lineOfText(40), v.nonEmpty('a text that is not empty')),
      DEFAULT_MESSAGE_STYLE.greeting,
      {
        page: 'messages',
        label: 'Greeting',
        hint: 'The name follows it: Hello, Dear, Assalam-o-alaikum.',
      },
    ),
    signature: setting(longText(300), DEFAULT_MESSAGE_STYLE.signature, {
      page: 'messages',
      kind: 'long',
      label: 'Signature',
      hint: 'At the end of every email. Empty: none.',
    }),
    quiet_from: setting(wholeNumber(0, 23), 22, {
      page: 'messages',
      kind: 'hour',
      label: 'Quiet hours begin',
    }),
    quiet_to: setting(wholeNumber(0, 23), 8, {
      page: 'messages',
      kind: 'hour',
      label: 'Quiet hours end',
      hint: 'SMS wait until then. The same hour twice means no quiet hours.',
    }),
  },
  chat: {
    pay: chatSentence('pay'),
    place: chatSentence('place'),
    confirmed: chatSentence('confirmed'),
    moved: chatSentence('moved'),
    cancelled: chatSentence('cancelled'),
    refund: chatSentence('refund'),
    offer: chatSentence('offer'),
    about: chatSentence('about'),
    hello: chatSentence('hello'),
  },
  sign_in: {
    google: loginButton('Google'),
    microsoft: loginButton('Outlook'),
    github: loginButton('GitHub'),
    apple: loginButton('Apple'),
  },
  staff: {
    refund_limit: setting(wholeNumber(0, 10_000_000), 10_000, {
      page: 'staff',
      kind: 'number',
      label: 'Rupees that staff may give back for one booking',
      hint: '0: only owners give money back.',
    }),
    daily_limit: setting(wholeNumber(0, 10_000_000), 20_000, {
      page: 'staff',
      kind: 'number',
      label: 'Rupees that one staff member may give back in 24 hours',
      hint: 'It also applies to each customer, and includes credit, undone payments and lowered prices.',
    }),
    make_codes: setting(v.boolean('true or false'), false, {
      page: 'staff',
      kind: 'switch',
      label: 'Staff may make promo codes',
      hint: 'Only small ones: a code that takes off a large part of the price needs an owner. You can see who made each.',
    }),
    day_csv: setting(v.boolean('true or false'), false, {
      page: 'staff',
      kind: 'switch',
      label: 'Staff may download the bookings of a day',
      hint: 'The file has the names, phones and emails of that day’s customers.',
    }),
    require_second_factor: setting(v.boolean('true or false'), false, {
      page: 'staff',
      kind: 'switch',
      label: 'Staff need a passkey or an authenticator app',
      hint: 'A password alone then won’t let them into the dashboard.',
    }),
  },
  site: {
    pixel_id: setting(v.pipe(lineOfText(40), v.regex(/^\d*$/, 'digits only')), '', {
      page: 'map',
      label: 'Meta pixel',
      hint: 'The id of your advertising pixel. Empty: no other company learns about your visitors.',
      advanced: true,
    }),
  },
};

type Sections = typeof OWNER_SETTINGS;
export type OwnerSettings = {
  [Section in keyof Sections]: {
    [Key in keyof Sections[Section]]: Sections[Section][Key] extends DeclaredSetting<infer Schema>
      ? v.InferOutput<Schema>
      : never;
  };
};

/** `club.name` */
export type SettingKey = {
  [Section in keyof Sections]: `${Section}.${keyof Sections[Section] & string}`;
}[keyof Sections];

export type SettingValue = string | number | boolean | null;

/** Fixed by `club.toml` or an environment variable, so the dashboard can't change it. */
export interface LockedSetting {
  value: SettingValue;
  /** `club.toml`, or the variable's name. */
  source: string;
}

export type LockedSettings = Partial<Record<SettingKey, LockedSetting>>;

/** `version` is the one that the person saw. */
export const settingsChangeSchema = v.strictObject({
  changes: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** The business day on which they take effect; immediately if missing. A later plan replaces an earlier one. */
  from: v.optional(dateSchema),
});
export type SettingsChange = v.InferOutput<typeof settingsChangeSchema>;

/** The account that earlier versions wrote into a new `club.toml`; money sent there is lost. */
const EXAMPLE_IBAN = 'PK36SCBL0000001123456702';

const DECLARED = new Map(
  Object.entries(OWNER_SETTINGS).flatMap(([section, entries]) =>
    Object.entries(entries as Record<string, DeclaredSetting<v.GenericSchema<unknown, SettingValue>>>).map(
      ([name, declared]) => [`${section}.${name}` as SettingKey, declared] as const,
    ),
  ),
);

export const SETTING_KEYS: readonly SettingKey[] = [...DECLARED.keys()];

/** A new club's settings. There is no bank account until the owner enters one. */
export const DEFAULT_SETTINGS = buildSettings([]);

/** Every setting's field with its key, in page order. */
export const SETTING_FIELDS: readonly (SettingField & { key: SettingKey })[] = [...DECLARED].map(
  ([key, { field }]) => ({ key, ...field }),
);

export function isSettingKey(key: string): key is SettingKey {
  return DECLARED.has(key as SettingKey);
}

export type SettingCheck = { ok: true; value: SettingValue } | { ok: false; message: string };

/** The value as stored, or an error sentence for whoever typed it. */
export function checkSetting(key: SettingKey, value: unknown): SettingCheck {
  const result = v.safeParse(declarationOf(key).schema, value, { abortPipeEarly: true });
  return result.success
    ? { ok: true, value: result.output }
    : { ok: false, message: sentenceOf(key, result.issues[0].message) };
}

function sentenceOf(key: SettingKey, expected: string): string {
  if (key === 'bank.iban') return 'This IBAN has a typo: its check digits don’t match. Please check it.';
  return expected === 'a text that is not empty' ? 'Please fill in this field.' : `Please enter ${expected}.`;
}

function declarationOf(key: SettingKey) {
  const declared = DECLARED.get(key);
  if (!declared) throw new Error(`no setting ${key}`);
  return declared;
}

/** The values as stored, with an error sentence for each invalid one. */
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
  // Codes for a different account have not been tested.
  if ((values.get('bank.iban') ?? current.bank.iban) !== current.bank.iban && !values.has('bank.raast'))
    values.set('bank.raast', 'off');
  if (Object.keys(fields).length === 0) Object.assign(fields, bankErrors(values, current));
  return Object.keys(fields).length > 0 ? { ok: false, fields } : { ok: true, values };
}

/** An IBAN is no use to customers without its title and bank. */
function bankErrors(values: ReadonlyMap<SettingKey, SettingValue>, { bank }: OwnerSettings): FieldErrors {
  const bankValue = (name: keyof Bank) => String(values.get(`bank.${name}`) ?? bank[name]);
  const isChanged = [...values.keys()].some((key) => key.startsWith('bank.') && key !== 'bank.qr_picture');
  if (!isChanged || !bankValue('iban')) return {};
  if (bankValue('iban') === EXAMPLE_IBAN)
    return { 'bank.iban': 'This is the example account. Please enter the account of your club.' };
  return {
    ...(bankValue('account_title') ? {} : { 'bank.account_title': 'Please enter the account title.' }),
    ...(bankValue('bank_name') ? {} : { 'bank.bank_name': 'Please enter the name of the bank.' }),
  };
}

export function readSetting(settings: OwnerSettings, key: SettingKey): SettingValue {
  const [section, name] = splitKey(key);
  return settings[section][name as never];
}

/** The defaults, overridden by these values. */
export function buildSettings(values: Iterable<readonly [SettingKey, SettingValue]>): OwnerSettings {
  const sections = Object.keys(OWNER_SETTINGS).map((section) => [section, {}]);
  const settings = Object.fromEntries(sections) as OwnerSettings;
  const initial = SETTING_KEYS.map((key) => [key, declarationOf(key).initial] as const);
  for (const [key, value] of [...initial, ...values]) {
    const [section, name] = splitKey(key);
    (settings[section] as Record<string, SettingValue>)[name] = value;
  }
  return settings;
}

function splitKey(key: SettingKey): [section: keyof OwnerSettings, name: string] {
  const [section = '', name = ''] = key.split('.');
  return [section as keyof OwnerSettings, name];
}

/** Facts that pages and rules take from the machine, set only in `club.toml` and the environment. */
export interface MachineFacts {
  text_messages: boolean;
  channels?: { id: string; label: string }[];
  no_mail?: true;
  public_url: string;
  card_hold_minutes: number;
}

/** What pages, messages and calendar files say about the club, and its booking rules. */
export function clubOf(settings: OwnerSettings, machine: MachineFacts): Club {
  // Pages need neither the limits on unpaid bookings nor anything they can compute.
  const {
    days_ahead,
    days_ahead_members,
    unpaid_days_network,
    unpaid_days_contact,
    unpaid_days_member,
    ...booking_rules
  } = settings.booking;
  return {
    ...settings.club,
    map_url: settings.club.map_url || mapOf(settings.club),
    bank: publishedBank(settings.bank),
    booking_days_ahead: days_ahead,
    ...(days_ahead_members === null ? {} : { members_days_ahead: days_ahead_members }),
    booking_rules: { ...booking_rules, card_hold_minutes: machine.card_hold_minutes },
    text_messages: machine.text_messages,
    ...(machine.channels ? { channels: machine.channels } : {}),
    ...(machine.no_mail ? { no_mail: true as const } : {}),
    pixel_id: settings.site.pixel_id,
    public_url: machine.public_url,
    ...changedFacts('landing', settings.landing),
    ...changedFacts('policies', settings.policies),
  };
}

/** A map search for the address that the owner typed. */
function mapOf({ name, address }: OwnerSettings['club']): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`;
}

/** Sent with every page, so only what the owner has changed. */
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

/** The bank account that customers see, never the example. */
function publishedBank(bank: OwnerSettings['bank']): Bank {
  const { account_title, bank_name, iban, qr_picture, raast } =
    bank.iban === EXAMPLE_IBAN ? DEFAULT_SETTINGS.bank : bank;
  return { account_title, bank_name, iban, qr_picture, raast };
}
