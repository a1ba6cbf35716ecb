import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Shown where a phone number is asked for. */
export const PHONE_PLACEHOLDER = '0300 1234567';

/**
 * One spelling for one number: `0300 1234567`, `+92 300 1234567` and `0092 300 1234567` become
 * `+923001234567`. A number that no numbering plan knows stays as it was typed, without its spaces:
 * turning away a customer over a new prefix would cost more than it protects.
 */
export function normalizePhone(text: string): string {
  const trimmed = text.trim();
  const parsed = parsePhoneNumberFromString(trimmed.replace(/^00/, '+'), 'PK');
  return parsed?.isPossible() ? parsed.number : trimmed.replace(/[\s().-]/g, '');
}
