/**
 * Words that one customer types and another one reads. Anybody can book under any name and type a stranger's address,
 * so such words must lead nowhere: no link, no email address, no phone number.
 */

/** `example.com`, `a@b`, `//host`, `tel:123`, `\\host`; a time (`18:30`) or a sum (`50/50`) is none. */
const LINK = /[@\\]|\/\/|\p{L}:[\p{L}\p{N}]|[\p{L}\p{N}][.。]\p{L}{2}|\p{N}(?:\.\p{N}+){3}/u;
/** Nine digits in a row, spaces and dashes aside; a date has eight. */
const PHONE_NUMBER = /\p{Nd}(?:[\s().+-]*\p{Nd}){8}/u;
/** A reader does not see joiners, and hardly sees a mark at a digit. */
const JOINERS = /\u200c|\u200d|\p{M}/gu;

export function hasContactDetails(text: string): boolean {
  // Wide letters and dots become the plain ones that a mail program may link.
  const plain = text.normalize('NFKC').replace(JOINERS, '');
  return LINK.test(plain) || PHONE_NUMBER.test(plain);
}

/** The words, or nothing when they lead somewhere. */
export function cleanWords(text: string): string {
  return hasContactDetails(text) ? '' : text;
}

/** Longer ones are hardly names. */
const MOST_NAME_CHARACTERS = 40;
/** `M.Ali` and `Dr.Sana` are names, `t.me/ali` is a link. */
const ABBREVIATION = /^(\p{Lu}\p{L}{0,3}\.)(?=\p{Lu}\p{Ll}+(?:\s|$))/u;

/** A name as other people may read it; empty when it is an advertisement. */
export function cleanName(name: string): string {
  return [...name].length > MOST_NAME_CHARACTERS ? '' : nameWithoutLinks(name);
}

function nameWithoutLinks(name: string): string {
  return cleanWords(name.trim().replace(ABBREVIATION, '$1 '));
}

const MOST_FIRST_NAME_CHARACTERS = 20;

/** `Ali K.`: customers see no more of each other. */
export function shortName(name: string): string {
  const [first = '', ...others] = nameWithoutLinks(name).split(/\s+/);
  const initial = [...(others.at(-1) ?? '')][0];
  const start = [...first].slice(0, MOST_FIRST_NAME_CHARACTERS).join('');
  return initial ? `${start} ${initial.toLocaleUpperCase('en')}.` : start;
}
