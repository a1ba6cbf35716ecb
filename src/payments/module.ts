import { Elysia } from 'elysia';
import type { Config } from '../config/load-config.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { BankQrImage } from './bank-qr-image.ts';
import { CheckoutService, type CheckoutServiceDeps } from './checkout-service.ts';
import { CheckoutStore } from './checkout-store.ts';
import { releaseExpiredCheckouts } from './release-checkouts.ts';
import { paymentRoutes } from './routes.ts';
import { Safepay } from './safepay.ts';

/**
 * Card payments and the bank's QR image. Without a provider `api.checkoutService` is null, but the checkouts
 * of a former provider still expire.
 */
export function createPaymentsModule(
  deps: Pick<
    CheckoutServiceDeps,
    'findBooking' | 'changeStatus' | 'setProviderReference' | 'recordCardReceived' | 'publicUrl'
  > & {
    guard: SessionGuard;
    club: ClubDb;
    config: Config['payments'];
    mediaDir: string;
    bankQrFile: string;
    now: () => number;
  },
) {
  const { guard, club, config, findBooking, changeStatus, publicUrl } = deps;
  const { setProviderReference, recordCardReceived } = deps;
  const checkouts = new CheckoutStore(club.db);
  const bankQrImage = new BankQrImage(deps.mediaDir, deps.bankQrFile);
  const jobs: Job[] = [
    {
      name: 'checkouts',
      minutes: 1,
      run: () => releaseExpiredCheckouts({ club, checkouts, findBooking, changeStatus }, deps.now()),
    },
  ];
  const provider = config.provider ? new Safepay(config.safepay) : null;
  const checkoutService =
    provider &&
    new CheckoutService({
      ...{ club, provider, checkouts, findBooking, changeStatus, publicUrl },
      ...{ setProviderReference, recordCardReceived },
      holdMinutes: config.hold_minutes,
    });
  return {
    routes: new Elysia({ name: 'payments module' }).use(
      provider && checkoutService
        ? paymentRoutes({ guard, provider, checkoutService, findBooking })
        : new Elysia(),
    ),
    jobs,
    api: { checkoutService, currentBankQrImage: () => bankQrImage.current() },
  };
}
