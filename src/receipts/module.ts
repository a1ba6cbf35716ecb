import { join } from 'node:path';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingRules } from '../domain/payment-deadline.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { ImageReencoder } from '../images/image-reencoder.ts';
import type { Job } from '../jobs.ts';
import { receiptPersonalData } from './personal-data.ts';
import { ReceiptFiles } from './receipt-files.ts';
import { receiptRoutes } from './routes.ts';
import { ReceiptStore } from './store.ts';
import { UploadLimits } from './upload-limits.ts';
import { UploadMemoryLimit } from './upload-memory-limit.ts';

/** Receipts that customers upload for bank transfers. */
export function createReceiptsModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  dataDir: string;
  imageReencoder: ImageReencoder;
  getClientIp: ClientIpResolver;
  findBooking: (id: number) => Booking | null;
  attachReceipt: (tx: Transaction, bookingId: number, path: string) => void;
  requireBooking: (id: number, expectedVersion?: number) => Booking;
  /** Takes the receipt off its booking, whose clock runs again. */
  rejectReceipt: (tx: Transaction, bookingId: number) => Booking;
  bookingRules: () => BookingRules;
  /** The club's IBAN that the booking's customer was told last before an instant. */
  knownIban: (bookingId: number, until: number) => string;
  isCustomer: Parameters<typeof receiptRoutes>[0]['isCustomer'];
  now: () => number;
}) {
  const { guard, club, imageReencoder, getClientIp, findBooking, attachReceipt, now } = deps;
  const receipts = new ReceiptStore(club.db, deps.knownIban);
  const files = new ReceiptFiles(join(deps.dataDir, 'receipts'));

  const jobs: Job[] = [
    {
      name: 'remove orphaned receipts',
      minutes: 6 * 60,
      run: () => files.removeOrphans((name) => receipts.isReferenced(name), now()),
    },
  ];
  return {
    routes: receiptRoutes({
      ...{ guard, club, receipts, files, imageReencoder, findBooking, attachReceipt, getClientIp },
      ...{ requireBooking: deps.requireBooking, rejectReceipt: deps.rejectReceipt },
      ...{ bookingRules: deps.bookingRules, now },
      isCustomer: deps.isCustomer,
      budget: new UploadMemoryLimit(),
      limits: new UploadLimits(now),
    }),
    jobs,
    api: {
      findReceipt: (bookingId: number) => receipts.findView(bookingId),
      personalData: receiptPersonalData(club.db, files),
    },
  };
}
