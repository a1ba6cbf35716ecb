import * as v from 'valibot';
import { CLUB_OFFSET_MINUTES } from './business-day.ts';
import { isIban } from './iban.ts';

/**
 * The text of a Raast person-to-person QR code as Pakistan's banks read it: fields of a tag, a two-digit length and a
 * value. Two published descriptions differ, so the owner tries which one their banking app reads.
 */
const RAAST_VARIANTS = ['v02', 'v30'] as const;
export type RaastVariant = (typeof RAAST_VARIANTS)[number];

/** `off` until the owner's bank has read a code. */
export const raastSchema = v.picklist(['off', ...RAAST_VARIANTS], 'off, v02 or v30');

/** Raast only exists in Pakistan, where IBANs have 24 characters. */
export function isRaastIban(iban: string): boolean {
  return /^PK.{22}$/.test(iban) && isIban(iban);
}

/** The code being tried, and its account. */
export const raastTrialSchema = v.strictObject({
  variant: v.picklist(RAAST_VARIANTS, 'Please choose v02 or v30.'),
  iban: v.pipe(v.string(), v.check(isRaastIban, 'Please save the IBAN of an account in Pakistan first.')),
});

export interface RaastPayment {
  /** Without spaces. */
  iban: string;
  /** Whole PKR. */
  amount: number;
  /** Epoch milliseconds; null without a deadline. */
  expiresAt: number | null;
}

export function raastPayload(variant: RaastVariant, { iban, amount, expiresAt }: RaastPayment): string {
  const payload = [
    field('00', '02'),
    field('01', '12'),
    field('02', variant === 'v02' ? '00' : '30'),
    field('04', iban),
    field('05', String(amount)),
    // The other description reserves tag 07.
    ...(expiresAt === null || variant === 'v30' ? [] : [field('07', expiryText(expiresAt))]),
    '1004',
  ].join('');
  return payload + crc16(payload);
}

function field(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, '0') + value;
}

/** `311220262359`: the minute in club time. */
function expiryText(instant: number): string {
  const [, year, month, day, hour, minute] =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(
      new Date(instant + CLUB_OFFSET_MINUTES * 60_000).toISOString(),
    ) ?? [];
  return `${day}${month}${year}${hour}${minute}`;
}

/** CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const char of text) {
    crc ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
