import * as v from 'valibot';
import { hasContactDetails } from './clean-words.ts';

export const NO_CONTACT_DETAILS_MESSAGE = 'Please leave out links, email addresses and phone numbers.';
const UNUSUAL_CHARACTERS_MESSAGE = 'Please remove unusual characters.';
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern matches control characters
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern matches control characters
const CONTROL_CHARACTERS_OR_LINE_BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/**
 * Invisible characters, such as direction marks pasted around a phone number. The two joiners and the variation
 * selectors stay, because Urdu words and emoji need them.
 */
const INVISIBLE_CHARACTERS =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{13430}-\u{1343f}]/gu;
/** Marks, joiners and spaces are invisible on their own. */
const VISIBLE_CHARACTER = /[^\p{M}\p{Z}\p{Cf}\s]/u;

/** Trimmed text; empty if a reader would see nothing. */
function visibleText(text: string): string {
  return VISIBLE_CHARACTER.test(text) ? text.trim() : '';
}

/** True without line breaks and control characters. */
export function isSingleLine(text: string): boolean {
  return !CONTROL_CHARACTERS_OR_LINE_BREAKS.test(text);
}

/** One line of text, trimmed and without invisible characters. */
export function singleLineText(requiredMessage: string) {
  return v.pipe(
    v.string(requiredMessage),
    v.transform((text) => visibleText(text.replace(INVISIBLE_CHARACTERS, ''))),
    v.check((text) => text.isWellFormed() && isSingleLine(text), UNUSUAL_CHARACTERS_MESSAGE),
  );
}

/** Trimmed text that may have line breaks. */
export function multilineText(requiredMessage: string) {
  return v.pipe(
    v.string(requiredMessage),
    v.transform(visibleText),
    v.check((text) => text.isWellFormed() && !CONTROL_CHARACTERS.test(text), UNUSUAL_CHARACTERS_MESSAGE),
  );
}

/** A non-empty line of at most `max` characters. */
export function requiredLine(requiredMessage: string, max: number) {
  return v.pipe(
    singleLineText(requiredMessage),
    v.nonEmpty(requiredMessage),
    v.maxLength(max, `Please use at most ${max} characters.`),
  );
}

/** A line of up to 200 characters; may be empty. */
export const remarkSchema = v.pipe(
  singleLineText('Please use one line of text.'),
  v.maxLength(200, 'Please use at most 200 characters.'),
);

/** The same, for text that another customer reads. */
export const sharedRemarkSchema = v.pipe(
  remarkSchema,
  v.check((text) => !hasContactDetails(text), NO_CONTACT_DETAILS_MESSAGE),
);

export const NAME_MESSAGE = 'Name must be at least 2 characters';
export const EMAIL_MESSAGE = 'Invalid email address';
export const PHONE_MESSAGE = 'Phone number must be at least 10 digits';
/** Not in `phone.ts`, whose numbering plans no page needs. */
export const PHONE_PLACEHOLDER = '0300 1234567';
export const PASSWORD_MESSAGE = 'Password must be at least 8 characters';

export const nameSchema = nameOf(NAME_MESSAGE);

/** A name; `message` asks for it where it isn't the reader's own. */
export function nameOf(message: string) {
  return v.pipe(
    singleLineText(message),
    v.check((text) => [...text].length >= 2, message),
    v.maxLength(100, 'Name must be at most 100 characters'),
  );
}

export const emailSchema = v.pipe(
  singleLineText(EMAIL_MESSAGE),
  v.maxLength(255, 'Email address must be at most 255 characters'),
  v.rfcEmail(EMAIL_MESSAGE),
  // `ayesha@gmail` is a typo.
  v.regex(/@.+\../, EMAIL_MESSAGE),
);

export const phoneSchema = v.pipe(
  singleLineText(PHONE_MESSAGE),
  v.transform(normalizePhoneCharacters),
  v.check((text) => (text.match(/\d/g)?.length ?? 0) >= 10, PHONE_MESSAGE),
  v.maxLength(20, 'Phone number must be at most 20 characters'),
  v.regex(/^\+?[\d\s().-]+$/, 'Phone number may only have digits, spaces and a leading +'),
);

/** Urdu keyboards type ۰۳۰۰, Arabic ones ٠٣٠٠, and word processors turn hyphens into dashes. */
function normalizePhoneCharacters(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s/g, ' ');
}

export function isEmail(text: string): boolean {
  return v.is(emailSchema, text);
}
