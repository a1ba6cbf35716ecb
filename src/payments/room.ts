import type { Config } from '../config/load-config.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import { Cashier, type CashierDeps } from './cashier.ts';
import { CheckoutStore } from './checkouts.ts';
import { releaseDue } from './release.ts';
import { paymentRoutes } from './routes.ts';
import { Safepay } from './safepay.ts';

/**
 * The card-payment room, or null while the owner has chosen no provider; checkouts of a time when there was
 * one are let go even then.
 */
export function paymentsRoom(
  deps: Pick<CashierDeps, 'findBooking' | 'moveStatus' | 'publicUrl'> & {
    guard: SessionGuard;
    club: ClubDb;
    schedule: { every(minutes: number, name: string, work: () => unknown): void };
    config: Config['payments'];
    now: () => number;
  },
) {
  const { guard, club, config, findBooking, moveStatus, publicUrl } = deps;
  const checkouts = new CheckoutStore(club.db);
  deps.schedule.every(1, 'checkouts', () =>
    releaseDue({ club, checkouts, findBooking, moveStatus }, deps.now()),
  );
  if (!config.provider) return null;
  const provider = new Safepay(config.safepay);
  const cashier = new Cashier({
    ...{ club, provider, checkouts, findBooking, moveStatus, publicUrl },
    holdMinutes: config.hold_minutes,
  });
  return { cashier, routes: paymentRoutes({ guard, provider, cashier, findBooking }) };
}
