/** Letters that Urdu, Arabic and Persian keyboards write differently for the same sound. */
const SAME_LETTERS: Record<string, string> = {
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ه: 'ہ',
  ھ: 'ہ',
  ة: 'ہ',
  ۃ: 'ہ',
};
const SAME_LETTER = new RegExp(`[${Object.keys(SAME_LETTERS).join('')}]`, 'gu');

/** Folds text for searching: no case, accents, vowel signs or invisible characters, and Western digits. */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}ـ]/gu, '')
    .toLowerCase()
    .replace(SAME_LETTER, (letter) => SAME_LETTERS[letter] ?? letter)
    .replace(/[٠-٩۰-۹]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 15));
}

/** The searchable words of a text; an email address is one word. */
function searchWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}\p{Co}@._+-]+/u)
    .filter((word) => word !== '');
}

/**
 * The words a person can be found by, each between spaces: a phone in all its spellings and by its last four digits.
 */
export function searchText({ name, email, phone }: { name: string; email: string; phone: string }): string {
  const digits = phone.replace(/\D/g, '');
  const national = phone.startsWith('+92') ? [`0${digits.slice(2)}`, digits.slice(2)] : [];
  return ` ${[...searchWords(`${name} ${email}`), digits, digits.slice(-4), ...national].join(' ')} `;
}

/** Parts of a phone number match from this many digits; fewer would find everybody. */
export const PHONE_PART_DIGITS = 3;

export interface SearchTerms {
  /** `#12` asks for a single booking. */
  bookingId: number | null;
  /** Each matches the start of a word; a single letter matches only a whole word. */
  words: string[];
}

/** Null for an empty search. A phone number is one word, however it is spaced. */
export function parseSearch(typed: string): SearchTerms | null {
  const text = foldText(typed.slice(0, 100)).trim();
  if (text === '') return null;
  const number = /^#(\d{1,15})$/.exec(text);
  if (number) return { bookingId: Number(number[1]), words: [] };
  const phone = /^(\+|00)?[\d\s().-]+$/.test(text) ? text.replace(/^00|\D/g, '') : '';
  return { bookingId: null, words: phone.length >= PHONE_PART_DIGITS ? [phone] : searchWords(text) };
}
