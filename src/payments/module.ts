import type { Config } from '../config/load-config.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import { CheckoutService, type CheckoutServiceDeps } from './checkout-service.ts';
import { CheckoutStore } from './checkout-store.ts';
import { releaseExpiredCheckouts } from './release-checkouts.ts';
import { paymentRoutes } from './routes.ts';
import { Safepay } from './safepay.ts';

/**
 * The card-payment room, or null while the owner has chosen no provider; checkouts of a time when there was
 * one are let go even then.
 */
export function createPaymentsModule(
  deps: Pick<CheckoutServiceDeps, 'findBooking' | 'changeStatus' | 'publicUrl'> & {
    guard: SessionGuard;
    club: ClubDb;
    schedule: { every(minutes: number, name: string, work: () => unknown): void };
    config: Config['payments'];
    now: () => number;
  },
) {
  const { guard, club, config, findBooking, changeStatus, publicUrl } = deps;
  const checkouts = new CheckoutStore(club.db);
  deps.schedule.every(1, 'checkouts', () =>
    releaseExpiredCheckouts({ club, checkouts, findBooking, changeStatus }, deps.now()),
  );
  if (!config.provider) return null;
  const provider = new Safepay(config.safepay);
  const checkoutService = new CheckoutService({
    ...{ club, provider, checkouts, findBooking, changeStatus, publicUrl },
    holdMinutes: config.hold_minutes,
  });
  return { checkoutService, routes: paymentRoutes({ guard, provider, checkoutService, findBooking }) };
}
