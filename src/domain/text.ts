import * as v from 'valibot';

const UNUSUAL = 'Please remove unusual characters.';
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a single line refuses breaks and tabs too
const CONTROL_OR_BREAK = /[\u0000-\u001f\u007f]/;

/** Text of one line, trimmed: no control characters, no half of a surrogate pair. */
export function lineText(missing: string) {
  return v.pipe(
    v.string(missing),
    v.trim(),
    v.check((text) => text.isWellFormed() && !CONTROL_OR_BREAK.test(text), UNUSUAL),
  );
}

/** Text that may have line breaks, trimmed. */
export function longText(missing: string) {
  return v.pipe(
    v.string(missing),
    v.trim(),
    v.check((text) => text.isWellFormed() && !CONTROL.test(text), UNUSUAL),
  );
}

export const NAME_MESSAGE = 'Name must be at least 2 characters';
export const EMAIL_MESSAGE = 'Invalid email address';
export const PHONE_MESSAGE = 'Phone number must be at least 10 digits';

export const nameSchema = v.pipe(
  lineText(NAME_MESSAGE),
  v.minLength(2, NAME_MESSAGE),
  v.maxLength(100, 'Name must be at most 100 characters'),
);

export const emailSchema = v.pipe(
  lineText(EMAIL_MESSAGE),
  v.maxLength(255, 'Email address must be at most 255 characters'),
  v.rfcEmail(EMAIL_MESSAGE),
);

export const phoneSchema = v.pipe(
  lineText(PHONE_MESSAGE),
  v.check((text) => (text.match(/\d/g)?.length ?? 0) >= 10, PHONE_MESSAGE),
  v.maxLength(20, 'Phone number must be at most 20 characters'),
  v.regex(/^[+\d\s().-]+$/, 'Phone number may have digits, spaces and a leading + only'),
);

export function isEmail(text: string): boolean {
  return v.is(emailSchema, text);
}
