import * as v from 'valibot';
import {
  CHANNEL_IDS,
  CHANNEL_SETTINGS,
  type ChannelId,
  type ChannelValues,
  channelFields,
} from '../domain/channel-settings.ts';
import { OWNER_SETTINGS } from '../domain/owner-settings.ts';
import { lineOfText, longText, wholeNumber } from '../domain/setting-value-schemas.ts';

const text = lineOfText;
const url = v.pipe(
  text(500),
  v.check(
    (value) => value === '' || (/^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value)),
    'an address that starts with https://',
  ),
);

/** The server answers only at its host's root. */
const siteUrl = v.pipe(
  url,
  v.check(
    (value) => value === '' || /^https?:\/\/[^/?#@\\]+\/*$/i.test(value),
    'an address without a path, such as https://club.example',
  ),
);

/**
 * False if a `/`, `#` or `?` in the password has cut the address off, which would make the part before it the server.
 */
function isWhole({ pathname, search, hash }: URL): boolean {
  return /^\/?$/.test(pathname) && !`${search}${hash}`.includes('@');
}

const smtpUrl = v.pipe(
  text(500),
  v.check(
    (value) =>
      value === '' || (/^smtps?:\/\/[^\s]+$/.test(value) && URL.canParse(value) && isWhole(new URL(value))),
    'an address such as smtps://user:password@mail.example:465, with @ / # ? % of a password written as %40 %2F %23 %3F %25,',
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

type Declared = Record<string, { schema: v.GenericSchema }>;

/** A section's settings; any that the file names win over the dashboard. */
function ownerSection<Entries extends Declared>(entries: Entries) {
  const schemas = Object.entries(entries).map(([name, { schema }]) => [name, v.optional(schema)]);
  const section = v.strictObject(
    Object.fromEntries(schemas) as {
      [Name in keyof Entries]: v.OptionalSchema<Entries[Name]['schema'], undefined>;
    },
  );
  return v.optional(section, {} as never);
}

/** The sections of the channels; a file may lack them. */
const channelSections = Object.fromEntries(
  CHANNEL_IDS.map((id) => {
    const fields = channelFields(id).map(([name, { max }]) => [name, v.optional(text(max), '')]);
    const entries = { ...Object.fromEntries(fields), [CHANNEL_SETTINGS[id].address]: v.optional(url, '') };
    return [id, v.optional(v.strictObject(entries), {})];
  }),
) as unknown as { [Id in ChannelId]: v.GenericSchema<ChannelValues<Id>> };

const owner = OWNER_SETTINGS;

export const settingsSchema = v.strictObject({
  club: ownerSection(owner.club),
  bank: ownerSection(owner.bank),
  booking: ownerSection(owner.booking),
  landing: ownerSection(owner.landing),
  policies: ownerSection(owner.policies),
  messages: ownerSection(owner.messages),
  chat: ownerSection(owner.chat),
  sign_in: ownerSection(owner.sign_in),
  staff: ownerSection(owner.staff),
  matches: ownerSection(owner.matches),
  site: v.strictObject({
    public_url: siteUrl,
    pixel_id: v.optional(owner.site.pixel_id.schema),
  }),
  mail: v.strictObject({ smtp_url: smtpUrl, from: sender }),
  sms: v.strictObject({ url, token: text(500), from: text(40), success: text(100) }),
  ...channelSections,
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
      private_key: v.pipe(
        longText(4000),
        v.regex(/^$|^-+BEGIN PRIVATE KEY-+\s[\s\S]+-+END PRIVATE KEY-+$/, 'the whole text of the .p8 file'),
      ),
      issuer: url,
    }),
  }),
  metrics: v.strictObject({
    token: v.pipe(
      text(200),
      v.check((value) => value === '' || value.length >= 16, 'at least 16 characters, or nothing'),
    ),
  }),
  backup: v.strictObject({
    at: v.pipe(text(5), v.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'a time such as 05:00, or nothing')),
    keep: v.pipe(v.number('a number'), v.integer('a whole number'), v.minValue(1, 'at least 1')),
    every_minutes: v.pipe(
      v.number('a number'),
      v.minValue(0, 'at least 0'),
      v.maxValue(1440, 'at most 1440'),
    ),
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

export type Settings = v.InferOutput<typeof settingsSchema>;
