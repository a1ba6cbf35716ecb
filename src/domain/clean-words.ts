/**
 * Text that one customer writes and another reads. Anyone can book under any name and enter a stranger's address, so
 * such text must lead nowhere: no link, email address or phone number.
 */

/** Matches `example.com`, `a@b`, `//host`, `tel:123` and `\\host`, but not a time (`18:30`) or a sum (`50/50`). */
const LINK = /[@\\]|\/\/|\p{L}:[\p{L}\p{N}]|[\p{L}\p{N}][.。]\p{L}{2}|\p{N}(?:\.\p{N}+){3}/u;
/** Nine digits in a row, ignoring spaces and dashes; a date has eight. */
const PHONE_NUMBER = /\p{Nd}(?:[\s().+-]*\p{Nd}){8}/u;
/** Readers can't see joiners, and barely see a mark on a digit. */
const JOINERS = /\u200c|\u200d|\p{M}/gu;

export function hasContactDetails(text: string): boolean {
  // Mail programs may turn full-width letters and dots into links as well.
  const plain = text.normalize('NFKC').replace(JOINERS, '');
  return LINK.test(plain) || PHONE_NUMBER.test(plain);
}

/** The text, or nothing if it leads somewhere. */
export function cleanWords(text: string): string {
  return hasContactDetails(text) ? '' : text;
}

/** Anything longer is hardly a name. */
const MOST_NAME_CHARACTERS = 40;
/** `M.Ali` and `Dr.Sana` are names, `t.me/ali` is a link. */
const ABBREVIATION = /^(\p{Lu}\p{L}{0,3}\.)(?=\p{Lu}\p{Ll}+(?:\s|$))/u;

/** A name that is safe to show others; empty when it looks like an advertisement. */
export function cleanName(name: string): string {
  return [...name].length > MOST_NAME_CHARACTERS ? '' : nameWithoutLinks(name);
}

function nameWithoutLinks(name: string): string {
  return cleanWords(name.trim().replace(ABBREVIATION, '$1 '));
}

const MOST_FIRST_NAME_CHARACTERS = 20;

/** `Ali K.`: all that customers see of each other. */
export function shortName(name: string): string {
  const [first = '', ...others] = nameWithoutLinks(name).split(/\s+/);
  const initial = [...(others.at(-1) ?? '')][0];
  const start = [...first].slice(0, MOST_FIRST_NAME_CHARACTERS).join('');
  return initial ? `${start} ${initial.toLocaleUpperCase('en')}.` : start;
}

/** `Ali`: a child is named to others by the first name alone. */
export function shortChildName(name: string): string {
  return shortName(name.trim().split(/\s+/)[0] ?? '');
}
