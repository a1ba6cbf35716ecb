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

/** A text as it is searched: without case, accents, vowel signs and invisible characters, and with Western digits. */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}ـ]/gu, '')
    .toLowerCase()
    .replace(SAME_LETTER, (letter) => SAME_LETTERS[letter] ?? letter)
    .replace(/[٠-٩۰-۹]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 15));
}

/** The words of a text as they are searched; an email address is one word. */
function searchWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}\p{Co}@._+-]+/u)
    .filter((word) => word !== '');
}

/** The words by which a person is found, each between spaces: a phone in its spellings and by its last four digits. */
export function searchText({ name, email, phone }: { name: string; email: string; phone: string }): string {
  const digits = phone.replace(/\D/g, '');
  const national = phone.startsWith('+92') ? [`0${digits.slice(2)}`, digits.slice(2)] : [];
  return ` ${[...searchWords(`${name} ${email}`), digits, digits.slice(-4), ...national].join(' ')} `;
}

/** This many digits are looked for anywhere in a phone; fewer would find everybody. */
export const PHONE_PART_DIGITS = 3;

/** What an admin typed into a search. */
export interface SearchTerms {
  /** `#12` asks for one booking. */
  bookingId: number | null;
  /** Each begins a word, and one of a single letter is a whole word. */
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
