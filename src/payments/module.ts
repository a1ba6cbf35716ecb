import { Elysia } from 'elysia';
import type { Config } from '../config/load-config.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { ImageReencoder } from '../images/image-reencoder.ts';
import type { Job } from '../jobs.ts';
import { BankQrImage } from './bank-qr-image.ts';
import { CardPaymentService, type CardPaymentServiceDeps } from './card-payment-service.ts';
import { CheckoutStore } from './checkout-store.ts';
import { paymentRoutes } from './routes.ts';
import { Safepay } from './safepay.ts';

/**
 * Card payments and the bank's QR image. Without a provider `api.cardPaymentService` is null; the bookings of a
 * former provider still have their deadline.
 */
export function createPaymentsModule(
  deps: Omit<CardPaymentServiceDeps, 'checkouts' | 'provider'> & {
    guard: SessionGuard;
    club: ClubDb;
    config: Config['payments'];
    mediaDir: string;
    bankQrFile: () => string;
    imageReencoder: ImageReencoder;
  },
) {
  const { guard, config, findBooking } = deps;
  const checkouts = new CheckoutStore(deps.club.db);
  const bankQrImage = new BankQrImage(deps.mediaDir, deps.bankQrFile, deps.imageReencoder);
  // Pages show the image from the start; the job notices changes of the file and reports errors.
  void bankQrImage.refresh().catch(() => {});
  deps.club.onEventInTransaction((event, tx) => {
    if (event.kind === 'booking.cancelled') checkouts.release(tx, event.booking_id);
  });
  deps.club.onEventCommitted(({ kind }) => {
    if (kind === 'settings.changed') void bankQrImage.refresh().catch(() => {});
  });
  const jobs: Job[] = [{ name: 'publish bank QR image', minutes: 1, run: () => bankQrImage.refresh() }];
  const provider = config.provider ? new Safepay(config.safepay) : null;
  const cardPaymentService = provider && new CardPaymentService({ ...deps, checkouts, provider });
  return {
    routes:
      provider && cardPaymentService
        ? paymentRoutes({ guard, provider, cardPaymentService, findBooking })
        : new Elysia({ name: 'payments' }),
    jobs,
    api: { cardPaymentService, currentBankQrImage: () => bankQrImage.current() },
  };
}
