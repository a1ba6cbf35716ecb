import type { Database } from 'bun:sqlite';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { PromoCode } from '../domain/api/promo-code-routes.ts';
import type { PricedPlay, PriceItem } from '../domain/booking-price-lines.ts';
import { invalidField } from '../domain/failure.ts';
import {
  codeError,
  FIRST_BOOKING_MESSAGE,
  toDiscount,
  UNKNOWN_CODE_MESSAGE,
  USED_UP_MESSAGE,
} from '../domain/promo-code.ts';
import type { PromoCodeStore } from '../extras/promo-code-store.ts';
import type { Base } from '../http/base.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { BookingLines } from './booking-lines.ts';
import { type Customer, hasBookedBefore } from './has-booked-before.ts';

/** Limits wrong codes per network or member, so that nobody finds a code by guessing. */
const WRONG_CODES_PER_GUESSER = { limit: 10, window: 10 * 60_000 };

/** A code as normalized by `typedCodeSchema`, with the network or account to count wrong codes against. */
export interface TypedCode {
  text: string;
  guesser: string;
}

/** An account counts as one guesser, whether it types codes as a customer or at the reception. */
export function accountGuesser(userId: number | null): string {
  return `member ${userId}`;
}

/** A booking to apply discounts to. */
export interface DiscountRequest {
  code?: TypedCode | undefined;
  play: PricedPlay;
  customer: Customer;
  /** The customer gets the members' price. */
  isMember: boolean;
}

/** What members' prices and a code take off a booking. */
export class Discounts {
  readonly #db: Database;
  readonly #codes: PromoCodeStore;
  readonly #calendar: ClubCalendar;
  readonly #lines: BookingLines;
  readonly #wrongCodes: RateLimiter;

  constructor(base: Base, codes: PromoCodeStore, calendar: ClubCalendar, lines: BookingLines) {
    this.#db = base.club.db;
    this.#codes = codes;
    this.#calendar = calendar;
    this.#lines = lines;
    this.#wrongCodes = new RateLimiter(WRONG_CODES_PER_GUESSER, base.now);
  }

  /** What applies without a code, plus the code's discount. Inside the booking's transaction, the answer is final. */
  of(request: DiscountRequest): { open: PriceItem[]; code: PriceItem | null } {
    const { play, isMember, code } = request;
    const use = { ...play, isMember, today: this.#calendar.today() };
    const open = this.#codes.listOpen().filter((each) => codeError(each, use) === null);
    return {
      open: open.map(toDiscount),
      code: code === undefined ? null : toDiscount(this.#requireCode(request, code)),
    };
  }

  /** Throws `invalid` for a code that can't be used, and `rate_limited` after many wrong ones. */
  #requireCode({ play, isMember, customer }: DiscountRequest, { text, guesser }: TypedCode): PromoCode {
    this.#wrongCodes.assertAllowed(guesser);
    const code = this.#codes.findByCode(text);
    if (!code?.active) {
      this.#wrongCodes.consume(guesser);
      throw invalidField('code', UNKNOWN_CODE_MESSAGE);
    }
    const use = { ...play, isMember, today: this.#calendar.today() };
    const isUsedUp = code.max_uses !== null && this.#lines.countUses(code.id) >= code.max_uses;
    const error = codeError(code, use) ?? (isUsedUp ? USED_UP_MESSAGE : null);
    if (error !== null) throw invalidField('code', error);
    if (code.first_booking && hasBookedBefore(this.#db, customer)) {
      // Every such answer reveals whether a contact belongs to a customer, so it counts as a guess.
      this.#wrongCodes.consume(guesser);
      throw invalidField('code', FIRST_BOOKING_MESSAGE);
    }
    return code;
  }
}
