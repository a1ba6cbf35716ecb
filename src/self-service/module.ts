import { Elysia } from 'elysia';
import type { Base } from '../http/base.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { bookingRoutes, type SelfServiceModules } from './booking-routes.ts';
import { createChangeOnce } from './change-once.ts';
import { matchRoutes } from './match-routes.ts';
import { payerRoutes } from './payer-routes.ts';
import { selfServiceRoutes } from './routes.ts';

/** Per network or member. */
const REQUESTS_PER_SOURCE = { limit: 120, window: 60_000 };

/** What customers do alone: book, pay, move and cancel. */
export function createSelfService(base: Base, below: SelfServiceModules) {
  const requestsPerSource = new RateLimiter(REQUESTS_PER_SOURCE, base.now);
  const changeOnce = createChangeOnce(base, requestsPerSource);
  return {
    routes: new Elysia({ name: 'self-service module' })
      .use(bookingRoutes(base, below, requestsPerSource))
      .use(selfServiceRoutes(base, below.bookings, below.payments.cards, requestsPerSource, changeOnce))
      .use(payerRoutes(base, below, requestsPerSource, changeOnce))
      .use(matchRoutes(base, below, changeOnce)),
  };
}
