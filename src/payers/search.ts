import { PHONE_PART_DIGITS, type SearchTerms } from '../domain/search-text.ts';

/** The SQL condition, with its values, for a row of `payer` to match the search. */
export function searchCondition({ bookingId, words }: SearchTerms): {
  sql: string;
  values: (string | number)[];
} {
  if (bookingId !== null) return { sql: 'payer.booking_id = ?', values: [bookingId] };
  const conditions = words.map((word) => {
    const isWhole = word.length === 1;
    const found = { sql: 'instr(payer.search, ?) > 0', values: [` ${word}${isWhole ? ' ' : ''}`] };
    if (!/^\d+$/.test(word)) return found;
    const number = isWhole ? 'payer.booking_id = ?' : "payer.booking_id LIKE ? || '%'";
    // Phones are stored with their country code, so this finds digits from the middle.
    const isPhonePart = word.length >= PHONE_PART_DIGITS;
    return {
      sql: `(${found.sql} OR ${number}${isPhonePart ? ' OR instr(payer.phone, ?) > 0' : ''})`,
      values: [...found.values, word, ...(isPhonePart ? [word] : [])],
    };
  });
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND ') || 'false',
    values: conditions.flatMap(({ values }) => values),
  };
}
