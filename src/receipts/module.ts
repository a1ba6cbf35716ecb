import { join } from 'node:path';
import type { Bookings } from '../bookings/module.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import type { Settings } from '../settings/settings.ts';
import { ReceiptFiles } from './receipt-files.ts';
import { receiptRoutes } from './routes.ts';
import { ReceiptStore } from './store.ts';

/** Receipts that customers upload for bank transfers. */
export function createReceipts(
  base: Base,
  { settings, bookings }: { settings: Settings; bookings: Bookings },
) {
  const store = new ReceiptStore(base.club.db, settings);
  const files = new ReceiptFiles(join(base.config.dataDir, 'receipts'));
  const jobs: Job[] = [
    {
      name: 'remove orphaned receipts',
      minutes: 6 * 60,
      run: () => files.removeOrphans((name) => store.isReferenced(name), base.now()),
    },
  ];
  return { store, files, jobs, routes: receiptRoutes(base, store, files, bookings) };
}

export type Receipts = ReturnType<typeof createReceipts>;
