import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import type { Settings } from '../settings/settings.ts';
import { BankQrImage } from './bank-qr-image.ts';
import { CardPaymentService } from './card-payment-service.ts';
import { CheckoutStore } from './checkout-store.ts';
import { paymentRoutes } from './routes.ts';
import { Safepay } from './safepay.ts';

/**
 * Card payments and the bank's QR image. Without a provider `cards` is null; bookings of a former provider keep their
 * deadline.
 */
export function createPayments(
  base: Base,
  { settings, bookings }: { settings: Settings; bookings: Bookings },
) {
  const { club, config, images, mediaDir } = base;
  const checkouts = new CheckoutStore(club.db);
  const bankQrImage = new BankQrImage(mediaDir, settings, images);
  // Pages show the image from the start; the job notices when the file changes and reports errors.
  void bankQrImage.refresh().catch(() => {});
  club.onEventInTransaction((event, tx) => {
    if (event.kind === 'booking.cancelled') checkouts.releaseAll(tx, event.booking_id);
    if (event.kind === 'payer.left' || event.kind === 'item.left') checkouts.release(tx, event.payer_id);
  });
  club.onEventCommitted(({ kind }) => {
    if (kind === 'settings.changed') void bankQrImage.refresh().catch(() => {});
  });
  const jobs: Job[] = [
    { name: 'publish bank QR image', minutes: 1, clock: 'any', run: () => bankQrImage.refresh() },
  ];
  const provider = config.payments.provider ? new Safepay(config.payments.safepay) : null;
  const cards =
    provider &&
    new CardPaymentService({
      club,
      checkouts,
      services: bookings.services,
      sole: bookings.sole,
      soleMoney: bookings.soleMoney,
      provider,
      publicUrl: config.publicUrl,
    });
  return {
    cards,
    bankQrImage,
    jobs,
    routes:
      provider && cards ? paymentRoutes(base, provider, cards, bookings) : new Elysia({ name: 'payments' }),
  };
}

export type Payments = ReturnType<typeof createPayments>;
