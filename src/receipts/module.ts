import { join } from 'node:path';
import type { Bookings } from '../bookings/module.ts';
import type { Alarm } from '../domain/api/inbox-routes.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import type { Settings } from '../settings/settings.ts';
import { PictureIntake } from './picture-intake.ts';
import { ReceiptFiles } from './receipt-files.ts';
import { ReceiptRoom } from './receipt-room.ts';
import { receiptRoutes } from './routes.ts';
import { ReceiptStore } from './store.ts';
import { UploadLimits } from './upload-limits.ts';

/** The pages promise customers that their receipt is checked within this time. */
const CHECK_MS = 24 * 60 * 60_000;

/** Receipts that customers upload for bank transfers. */
export function createReceipts(
  base: Base,
  { settings, bookings }: { settings: Settings; bookings: Bookings },
) {
  const store = new ReceiptStore(base.club.db, settings);
  const files = new ReceiptFiles(join(base.config.dataDir, 'receipts'));
  const room = new ReceiptRoom(base.club.db, store, base.config.dataDir);
  const limits = new UploadLimits(base.now);
  const intake = new PictureIntake({ base, store, files, room, limits });
  const jobs: Job[] = [
    {
      name: 'remove orphaned receipts',
      minutes: 6 * 60,
      clock: 'confirmed',
      run: () => files.removeOrphans((name) => store.isReferenced(name), base.now()),
    },
    {
      name: 'remove receipts that were never paid',
      minutes: 6 * 60,
      clock: 'confirmed',
      run: async (now) => {
        const dropped = await base.club.write((tx) => room.forgetEnded(tx, now));
        await Promise.all(dropped.map((name) => files.remove(name)));
      },
    },
  ];
  /** The reception must know: a waiting receipt holds its court until somebody decides. */
  const alarms = (): Alarm[] => {
    const noRoom = room.alarm();
    const alarms: Alarm[] = noRoom === null ? [] : [{ kind: 'receipt', text: noRoom }];
    const late = store.countWaitingSince(base.now() - CHECK_MS);
    if (late === 0) return alarms;
    const what = late === 1 ? 'A receipt has been waiting' : `${late} receipts have been waiting`;
    const text = `${what} for more than a day. The courts are held until you approve or reject.`;
    return [...alarms, { kind: 'receipt', text }];
  };
  return {
    store,
    files,
    intake,
    jobs,
    alarms,
    routes: receiptRoutes(base, store, files, intake, limits, bookings),
  };
}

export type Receipts = ReturnType<typeof createReceipts>;
