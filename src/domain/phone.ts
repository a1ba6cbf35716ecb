import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

export const PHONE_PLACEHOLDER = '0300 1234567';

/**
 * Normalizes `0300 1234567`, `+92 300 1234567` and `0092 300 1234567` to `+923001234567`. An unknown prefix may
 * be a new one, so such a number is accepted as typed, without spaces.
 */
export function normalizePhone(text: string): string {
  const trimmed = text.trim();
  const parsed = parsePhoneNumberFromString(trimmed.replace(/^00/, '+'), 'PK');
  return parsed?.isPossible() ? parsed.number : trimmed.replace(/[\s().-]/g, '');
}
