import { bestDiscount, type PricedPlay, type PriceItem } from '../domain/booking-price-lines.ts';
import { invalidField } from '../domain/failure.ts';
import {
  codeError,
  FIRST_BOOKING_MESSAGE,
  type PromoCode,
  toDiscount,
  UNKNOWN_CODE_MESSAGE,
  USED_UP_MESSAGE,
} from '../domain/promo-code.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { PromoCodeStore } from './promo-code-store.ts';

/** The customer of a booking; earlier bookings are known by each of them. */
export interface CodeCustomer {
  user_id: number | null;
  email: string;
  phone: string;
}

/** A booking from which something may be taken off. */
export interface DiscountRequest {
  /** As `typedCodeSchema` leaves it. */
  code?: string | undefined;
  play: PricedPlay;
  customer: CodeCustomer;
  /** The customer gets the members' price. */
  isMember: boolean;
  /** The network or the member whose wrong codes are counted; null for admins. */
  guesser: string | null;
}

interface DiscountDeps {
  codes: PromoCodeStore;
  guesses: RateLimiter;
  /** The bookings that use a code. */
  countUses: (codeId: number) => number;
  hasBookedBefore: (customer: CodeCustomer) => boolean;
  today: () => string;
}

/** The best price without a code and the code's discount. Inside the booking's transaction the answer is final. */
export function discountsFor(deps: DiscountDeps, request: DiscountRequest): PriceItem[] {
  const { play, isMember, code } = request;
  const use = { date: play.date, tier: play.tier, isMember, today: deps.today() };
  const open = deps.codes.listOpen().filter((each) => codeError(each, use) === null);
  const best = bestDiscount(open.map(toDiscount), play);
  const discounts = best ? [best] : [];
  return code === undefined ? discounts : [...discounts, toDiscount(requireCode(deps, request, code))];
}

/** Throws `invalid` for a code that cannot be used, and `rate_limited` after many wrong ones. */
function requireCode(deps: DiscountDeps, request: DiscountRequest, text: string): PromoCode {
  const { play, isMember, customer, guesser } = request;
  if (guesser !== null) deps.guesses.assertAllowed(guesser);
  const code = deps.codes.findByCode(text);
  if (!code?.active) {
    if (guesser !== null) deps.guesses.consume(guesser);
    throw invalidField('code', UNKNOWN_CODE_MESSAGE);
  }
  const use = { date: play.date, tier: play.tier, isMember, today: deps.today() };
  const error =
    codeError(code, use) ??
    (code.max_uses !== null && deps.countUses(code.id) >= code.max_uses ? USED_UP_MESSAGE : null);
  if (error !== null) throw invalidField('code', error);
  if (code.first_booking && deps.hasBookedBefore(customer)) {
    // Each such answer tells whether a contact belongs to a customer, so it counts as a guess.
    if (guesser !== null) deps.guesses.consume(guesser);
    throw invalidField('code', FIRST_BOOKING_MESSAGE);
  }
  return code;
}
