import { join } from 'node:path';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { ReceiptFiles } from './receipt-files.ts';
import { receiptRoutes } from './routes.ts';
import { ReceiptStore } from './store.ts';

const UPLOADS_PER_IP = { limit: 60, window: 60_000 };
const UPLOADS_PER_IP_AND_BOOKING = { limit: 20, window: 60 * 60_000 };

/** Receipts that customers upload for bank transfers. */
export function createReceiptsModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  dataDir: string;
  getClientIp: ClientIpResolver;
  findBooking: (id: number) => Booking | null;
  attachReceipt: (tx: Transaction, bookingId: number, path: string) => void;
  now: () => number;
}) {
  const { guard, club, getClientIp, findBooking, now } = deps;
  const receipts = new ReceiptStore(club.db);
  const files = new ReceiptFiles(join(deps.dataDir, 'receipts'));
  const uploadsByIp = new RateLimiter(UPLOADS_PER_IP, now);
  const uploadsByIpAndBooking = new RateLimiter(UPLOADS_PER_IP_AND_BOOKING, now);

  const jobs: Job[] = [
    {
      name: 'receipts',
      minutes: 6 * 60,
      run: () => files.removeOrphans((name) => receipts.isReferenced(name), now()),
    },
  ];

  return {
    routes: receiptRoutes({
      ...{ guard, club, receipts, files, findBooking },
      attachReceipt: deps.attachReceipt,
      limit: (context, bookingId) => {
        uploadsByIp.consume(getClientIp(context));
        uploadsByIpAndBooking.consume(`${getClientIp(context)} ${bookingId}`);
      },
    }),
    jobs,
    api: { findReceipt: (bookingId: number) => receipts.findView(bookingId) },
  };
}
