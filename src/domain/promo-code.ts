import * as v from 'valibot';
import type { DiscountTerms, PriceItem } from './booking-price-lines.ts';
import { shortDate } from './format-date.ts';
import { TIER_LABELS } from './pricing-bands.ts';
import type { PricingTier } from './slot.ts';
import { singleLineText } from './text-schemas.ts';

/**
 * Takes something off the price of a court: for customers who type its code, or without a code for each booking
 * that it fits, such as the members' price.
 */
export interface PromoCode extends DiscountTerms {
  id: number;
  /** In capitals; null for one that needs no code. */
  code: string | null;
  /** What owners call it; a customer reads it where there is no code. */
  name: string;
  /** Business days on which it can be booked with, both included; null is open. */
  book_from: string | null;
  book_to: string | null;
  /** Only for the first booking of an email, a phone or an account. */
  first_booking: boolean;
  /** Only for signed-in members. */
  members_only: boolean;
  /** Bookings that may use it; null without a limit. */
  max_uses: number | null;
  active: boolean;
}

/** A code as owners see it. */
export interface AdminPromoCode extends PromoCode {
  /** The bookings that use it: those that stand, and cancelled ones of which the club keeps a part. */
  uses: number;
}

/** A discount without a code, as pages know it. */
export type OpenDiscount = PriceItem & { members_only: boolean };

/** The booking that a code is to be used for. */
export interface CodeUse {
  /** The business day of play and of the booking. */
  date: string;
  today: string;
  /** The tier of the first slot. */
  tier: PricingTier | null;
  isMember: boolean;
}

export const MAX_CODES = 200;

/** `welcome 10 ` is `WELCOME10`: codes are read aloud and typed on phones. */
export function normalizeCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** A code as a customer types it. */
export const typedCodeSchema = v.pipe(
  singleLineText('Please enter a code.'),
  v.transform(normalizeCode),
  v.nonEmpty('Please enter a code.'),
  v.maxLength(60, 'This code is not known. Please check it.'),
);

export const UNKNOWN_CODE_MESSAGE = 'This code is not known. Please check it.';
export const USED_UP_MESSAGE = 'This code has been used up.';
export const FIRST_BOOKING_MESSAGE = 'This code is for a first booking.';

/** Why a code cannot be used for a booking; null when its dates, times and customers fit. */
export function codeError(code: PromoCode, { date, today, tier, isMember }: CodeUse): string | null {
  const { book_from, book_to, play_from, play_to, tiers } = code;
  if (!code.active) return UNKNOWN_CODE_MESSAGE;
  if (book_from !== null && today < book_from)
    return `This code can be used from ${shortDate(book_from)} on.`;
  if (book_to !== null && today > book_to) return 'This code has expired.';
  if (play_from !== null && date < play_from) return `This code is for play from ${shortDate(play_from)} on.`;
  if (play_to !== null && date > play_to) return `This code is for play until ${shortDate(play_to)}.`;
  if (tiers !== null && (tier === null || !tiers.includes(tier))) {
    return `This code is for bookings that start in these hours: ${tiers.map((name) => TIER_LABELS[name]).join(', ')}.`;
  }
  if (code.members_only && !isMember) return 'This code is for members. Please log in to use it.';
  return null;
}

/** A code or a members' price as it is sold now. */
export function toDiscount(code: PromoCode): PriceItem {
  const { id, name, percent, amount_off, tiers, play_from, play_to } = code;
  return {
    ...{ kind: code.code === null ? 'member' : 'code', source_id: id, quantity: 1, unit: null },
    ...{ label: code.code === null ? name : `Code ${code.code}`, unit_price: 0 },
    terms: { percent, amount_off, tiers, play_from, play_to },
  };
}
