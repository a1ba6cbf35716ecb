import * as v from 'valibot';
import { isIban } from '../domain/iban.ts';
import { isSingleLine } from '../domain/text-schemas.ts';

const longText = (max: number) =>
  v.pipe(v.string('text'), v.trim(), v.maxLength(max, `at most ${max} characters`));
// Names are used in email headers and page titles, where a line break would start another header.
const text = (max = 300) => v.pipe(longText(max), v.check(isSingleLine, 'text of one line'));
const nonEmptyText = v.pipe(text(), v.nonEmpty('a text that is not empty'));
const url = v.pipe(
  text(500),
  v.check(
    (value) => value === '' || (/^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value)),
    'an address that starts with https://',
  ),
);

/** The server answers at the root of its host only. */
const siteUrl = v.pipe(
  url,
  v.check(
    (value) => value === '' || /^https?:\/\/[^/?#@\\]+\/*$/i.test(value),
    'an address without a path, such as https://club.example',
  ),
);

const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.number('a number'),
    v.integer('a whole number'),
    v.minValue(min, `at least ${min}`),
    v.maxValue(max, `at most ${max}`),
  );

/** An empty text means that there is no such limit. */
const numberOrNothing = (min: number, max: number) =>
  v.pipe(
    v.union([v.literal(''), wholeNumber(min, max)], `a whole number from ${min} to ${max}, or ""`),
    v.transform((value) => (value === '' ? null : value)),
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

export const settingsSchema = v.strictObject({
  club: v.strictObject({
    name: nonEmptyText,
    tagline: nonEmptyText,
    city: nonEmptyText,
    phone: nonEmptyText,
    whatsapp: v.pipe(text(20), v.regex(/^\d*$/, 'digits only, with the country code, such as 923001234567')),
    email: v.pipe(text(255), v.email('an email address')),
    address: nonEmptyText,
    map_url: url,
    latitude: v.pipe(v.number('a number'), v.minValue(-90, 'at least -90'), v.maxValue(90, 'at most 90')),
    longitude: v.pipe(
      v.number('a number'),
      v.minValue(-180, 'at least -180'),
      v.maxValue(180, 'at most 180'),
    ),
    instagram_url: url,
    facebook_url: url,
    opening_text: nonEmptyText,
    tax_number: text(60),
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
    transfer_hours: wholeNumber(1, 720),
    transfer_before_play_hours: wholeNumber(0, 168),
    transfer_least_minutes: wholeNumber(5, 1440),
    cash_deadline_hours_before_play: numberOrNothing(0, 720),
    cash_days_ahead_guests: numberOrNothing(0, 730),
    late_receipt_days: wholeNumber(0, 90),
    no_show_limit: wholeNumber(0, 100),
  }),
  staff: v.strictObject({ refund_limit: wholeNumber(0, 10_000_000) }),
  site: v.strictObject({ public_url: siteUrl, pixel_id: v.pipe(text(40), v.regex(/^\d*$/, 'digits only')) }),
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
      private_key: v.pipe(
        longText(4000),
        v.regex(/^$|^-+BEGIN PRIVATE KEY-+\s[\s\S]+-+END PRIVATE KEY-+$/, 'the whole text of the .p8 file'),
      ),
      issuer: url,
    }),
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
