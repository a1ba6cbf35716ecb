import type { ClubDb } from '../db/club-db.ts';
import type { Calendar } from '../domain/calendar.ts';
import { type OpenDiscount, toDiscount } from '../domain/promo-code.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { type CodeCustomer, type DiscountRequest, discountsFor } from './discounts.ts';
import { codeRoutes } from './promo-code-routes.ts';
import { PromoCodeStore } from './promo-code-store.ts';

/** Limits the wrong codes of a network or a member, so that nobody finds a code by trying. */
const GUESS_LIMIT = { limit: 10, window: 10 * 60_000 };
const CHECK_LIMIT = { limit: 120, window: 60_000 };

/** Codes and members' prices. Only this module writes the table promo_code. */
export function createPromoCodesModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  calendar: () => Calendar;
  /** The present business day, which ends at 6 AM. */
  today: () => string;
  getClientIp: ClientIpResolver;
  /** The bookings that use a code. */
  countUses: (codeId: number) => number;
  hasBookedBefore: (customer: CodeCustomer) => boolean;
  now: () => number;
}) {
  const { guard, club, calendar, today, getClientIp, countUses, hasBookedBefore, now } = deps;
  const codes = new PromoCodeStore(club.db);
  const guesses = new RateLimiter(GUESS_LIMIT, now);
  const discounts = (request: DiscountRequest) =>
    discountsFor({ codes, guesses, countUses, hasBookedBefore, today }, request);
  const jobs: Job[] = [];
  return {
    routes: codeRoutes({
      ...{ guard, club, codes, countUses, calendar, getClientIp },
      requests: new RateLimiter(CHECK_LIMIT, now),
      discountsFor: discounts,
    }),
    jobs,
    api: {
      discountsFor: discounts,
      /** Whether there are codes to type, and the discounts that pages apply today without a code. */
      pageData: () => ({
        codes: codes.hasCodes(),
        discounts: codes
          .listOpen()
          .filter(({ book_from, book_to }) => (book_from ?? '') <= today() && today() <= (book_to ?? '~'))
          .map((code): OpenDiscount => ({ ...toDiscount(code), members_only: code.members_only })),
      }),
    },
  };
}
export type PromoCodesModule = ReturnType<typeof createPromoCodesModule>;
