import * as v from 'valibot';
import { CHANNEL_IDS } from './channel-settings.ts';
import { integerSchema } from './field-schemas.ts';
import { isSingleLine, phoneSchema } from './text-schemas.ts';
import { withHttps } from './web-address.ts';

/** Settings of the machine that an owner edits; a blank password keeps the stored one. */

const text = (max = 300) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, `Please enter at most ${max} characters.`),
    v.check(isSingleLine, 'Please enter one line.'),
  );
const needed = (message: string) => v.pipe(text(), v.nonEmpty(message));
const httpsAddress = v.regex(
  /^$|^https?:\/\/[^\s/?#@\\]+\/*$/i,
  'Please enter an address such as https://club.example.',
);

export const mailServerSchema = v.strictObject({
  host: v.pipe(
    needed('Please enter the address of the mail server.'),
    v.regex(/^[\p{L}\p{N}.-]+$|^\[[\da-f:]+\]$/iu, 'Please enter an address such as smtp.gmail.com.'),
  ),
  port: integerSchema('Please enter the port, such as 465.', 1, 65535),
  user: text(),
  password: text(),
  from: v.pipe(
    text(255),
    v.regex(
      /^$|^[^<>\s@]+@[^<>\s@]+$|^[^<>]+ <[^<>\s@]+@[^<>\s@]+>$/,
      'Please enter an address such as desk@club.example.',
    ),
  ),
});
export type MailServer = v.InferOutput<typeof mailServerSchema>;

export const siteAddressSchema = v.strictObject({
  address: v.pipe(needed('Please enter the address of the site.'), v.transform(withHttps), httpsAddress),
});

/** One finding about the public address, and what to do; `fine` alone means nothing is wrong. */
export const addressFindingSchema = v.strictObject({
  kind: v.picklist([
    'fine',
    'not_set',
    'no_name',
    'unreachable',
    'no_certificate',
    'other_machine',
    'no_site_behind',
    'no_https',
    'untrusted_proxy',
    'no_visitor',
    'no_scheme',
    'streams_cut',
  ]),
  text: v.string(),
  /** Empty if nothing needs doing. */
  fix: v.string(),
});
export type AddressFinding = v.InferOutput<typeof addressFindingSchema>;

/** Copies go to the bucket if one is named, otherwise to the folder; without either, nowhere. */
export const copyPlaceSchema = v.strictObject({
  folder: text(500),
  endpoint: v.pipe(
    text(500),
    v.transform(withHttps),
    v.regex(/^$|^https?:\/\/[^\s]+$/i, 'Please enter an address that starts with https://'),
  ),
  region: text(60),
  bucket: text(100),
  prefix: text(200),
  access_key_id: text(200),
  secret_access_key: text(200),
});
export type CopyPlace = v.InferOutput<typeof copyPlaceSchema>;

export const testTextSchema = v.strictObject({ phone: phoneSchema });

export const MACHINE_PARTS = ['mail', 'address', 'copies', ...CHANNEL_IDS] as const;
export type MachinePart = (typeof MACHINE_PARTS)[number];

export const machineSettingsSchema = v.strictObject({
  /** When this server started, in epoch milliseconds; a change restarts it. */
  started: v.number(),
  mail: v.strictObject({
    ...v.omit(mailServerSchema, ['password']).entries,
    host: v.string(),
    has_password: v.boolean(),
  }),
  address: v.string(),
  copies: v.strictObject({
    ...v.omit(copyPlaceSchema, ['secret_access_key']).entries,
    has_secret: v.boolean(),
  }),
  /** By channel: its fields, and which secrets are stored. */
  channels: v.record(
    v.string(),
    v.strictObject({ values: v.record(v.string(), v.string()), stored: v.array(v.string()) }),
  ),
  /** Parts fixed by the server's environment. */
  locked: v.array(v.picklist(MACHINE_PARTS)),
});
export type MachineSettings = v.InferOutput<typeof machineSettingsSchema>;
