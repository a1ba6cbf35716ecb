import * as v from 'valibot';
import { isIban } from './iban.ts';
import { normalizePhone } from './phone.ts';
import { isSingleLine } from './text-schemas.ts';
import { profileAddress, withHttps } from './web-address.ts';

// Each message completes two sentences: "…, but <message> is expected." and "Please enter <message>."

export const longText = (max: number) =>
  v.pipe(v.string('text'), v.trim(), v.maxLength(max, `at most ${max} characters`));
// Used in email headers and page titles, where a line break would start another header.
export const lineOfText = (max = 300) => v.pipe(longText(max), v.check(isSingleLine, 'text of one line'));
export const nonEmptyText = v.pipe(lineOfText(), v.nonEmpty('a text that is not empty'));

const WEB_ADDRESS = /^$|^https?:\/\/[\p{L}\p{N}.-]+(:\d{1,5})?([/?#]\S*)?$/iu;

export const webAddress = v.pipe(
  lineOfText(500),
  v.transform(withHttps),
  v.regex(WEB_ADDRESS, 'an address that starts with https://'),
);

/** The link to a profile on `site`, which people also enter as `@name`. */
export const profileLink = (site: string) =>
  v.pipe(
    lineOfText(500),
    v.transform((typed) => profileAddress(typed, site)),
    v.regex(WEB_ADDRESS, `an address such as https://${site}/club, or @club`),
  );

export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.number('a number'),
    v.integer('a whole number'),
    v.minValue(min, `at least ${min}`),
    v.maxValue(max, `at most ${max}`),
  );

/** Null, and an empty text in `club.toml`, mean no limit. */
export const numberOrNothing = (min: number, max: number) =>
  v.pipe(
    v.union([v.null(), v.literal(''), wholeNumber(min, max)], `a whole number from ${min} to ${max}, or ""`),
    v.transform((value) => (value === '' ? null : value)),
  );

/** Degrees; null until the owner enters them. */
export const coordinate = (limit: number) =>
  v.pipe(
    v.union(
      [
        v.null(),
        v.literal(''),
        v.pipe(
          v.number('a number'),
          v.minValue(-limit, `at least -${limit}`),
          v.maxValue(limit, `at most ${limit}`),
        ),
      ],
      'a number',
    ),
    v.transform((value) => (value === '' ? null : value)),
  );

export const paragraph = v.pipe(lineOfText(400), v.nonEmpty('a text that is not empty'));

/** An uploaded picture, written by the image writer. */
export const mediaPicture = v.pipe(
  lineOfText(100),
  v.regex(/^(\/media\/[0-9a-f]{24}\.webp)?$/, 'a picture that was uploaded here'),
);

export const iban = v.pipe(
  lineOfText(60),
  v.transform((value) => value.replace(/\s/g, '').toUpperCase()),
  v.check(
    (value) => value === '' || isIban(value),
    'an IBAN whose check digits fit, such as PK36 SCBL 0000 0011 2345 6702',
  ),
);

/** A phone number as the owner types it; links need digits with the country code. */
export const whatsapp = v.pipe(
  lineOfText(30),
  v.transform((value) => (/^[1-9]\d{9,14}$/.test(value) ? value : normalizePhone(value).replace(/^\+/, ''))),
  v.regex(/^(\d{10,15})?$/, 'a phone number such as 0300 1234567, or +44 7700 900123'),
);
