import { join } from 'node:path';
import { siteHost } from '../domain/club.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import { repairFutureTimes } from './future-times.ts';
import { Outbox } from './outbox.ts';
import { Templates } from './templates.ts';

/** Keeps the messages to send. Only this module writes to the table outbox. */
export function createOutbox({ club, config }: Base) {
  const store = new Outbox(club.db, siteHost(config.publicUrl));
  club.onClockSetBack(repairFutureTimes);
  const jobs: Job[] = [
    {
      name: 'outbox',
      minutes: 12 * 60,
      clock: 'confirmed',
      run: () => club.write((tx) => store.deleteExpired(tx)),
    },
  ];
  return {
    store,
    templates: new Templates(club.db),
    /** Where emails are written while no mail server is set up. */
    folder: join(config.dataDir, 'outbox'),
    mail: config.mail.smtp_url ? ('smtp' as const) : ('files' as const),
    jobs,
  };
}

export type OutboxModule = ReturnType<typeof createOutbox>;
