import type { PromoCode } from './api/promo-code-routes.ts';
import type { PriceItem } from './booking-price-lines.ts';
import { shortDate } from './format-date.ts';
import { TIER_LABELS } from './pricing-bands.ts';
import type { PricingTier } from './slot.ts';

/** A discount without a code, as pages know it. */
export type OpenDiscount = PriceItem & { members_only: boolean };

/** The booking to use a code for. */
export interface CodeUse {
  /** The business days of play and of booking. */
  date: string;
  today: string;
  tiers: readonly (PricingTier | null)[];
  isMember: boolean;
}

export const MAX_CODES = 200;

export const UNKNOWN_CODE_MESSAGE = 'This code is not known. Please check it.';
export const USED_UP_MESSAGE = 'This code has been used up.';
export const FIRST_BOOKING_MESSAGE = 'This code is for a first booking.';

/** Why a code can't be used for a booking; null when its dates, times and customers fit. */
export function codeError(code: PromoCode, use: CodeUse): string | null {
  const { date, today, isMember } = use;
  const { book_from, book_to, play_from, play_to, tiers } = code;
  if (!code.active) return UNKNOWN_CODE_MESSAGE;
  if (book_from !== null && today < book_from)
    return `This code can be used from ${shortDate(book_from)} on.`;
  if (book_to !== null && today > book_to) return 'This code has expired.';
  if (play_from !== null && date < play_from) return `This code is for play from ${shortDate(play_from)} on.`;
  if (play_to !== null && date > play_to) return `This code is for play until ${shortDate(play_to)}.`;
  if (tiers !== null && !use.tiers.some((tier) => tier !== null && tiers.includes(tier))) {
    return `This code is for play in these hours: ${tiers.map((name) => TIER_LABELS[name]).join(', ')}.`;
  }
  if (code.members_only && !isMember) return 'This code is for members. Please log in to use it.';
  return null;
}

/** From this percentage of an hour, a discount needs the owner to reauthenticate. */
const LARGE_PERCENT = 50;

/** True when an active code takes half of an hour or more off a court at one of these rates. */
export function isLargeDiscount(
  { active, percent, amount_off }: Pick<PromoCode, 'active' | 'percent' | 'amount_off'>,
  hourlyRates: readonly number[],
): boolean {
  if (!active) return false;
  if (percent !== null) return percent >= LARGE_PERCENT;
  return (amount_off ?? 0) * 100 >= Math.min(...hourlyRates) * LARGE_PERCENT;
}

/** A code or a members' price as sold now. */
export function toDiscount(code: PromoCode): PriceItem {
  const { id, name, percent, amount_off, tiers, play_from, play_to } = code;
  return {
    kind: code.code === null ? 'member' : 'code',
    source_id: id,
    quantity: 1,
    unit: null,
    label: code.code === null ? name : `Code ${code.code}`,
    unit_price: 0,
    terms: { percent, amount_off, tiers, play_from, play_to },
  };
}
