import { join } from 'node:path';
import type { ClubDb } from '../db/club-db.ts';
import { siteHost } from '../domain/club.ts';
import type { Job } from '../jobs.ts';
import { Outbox } from './outbox.ts';
import { OutboxList } from './outbox-list.ts';
import { readOutboxStats } from './outbox-stats.ts';
import { outboxPersonalData } from './personal-data.ts';

/** Keeps the messages to send. Only this module writes the table outbox. */
export function createOutboxModule(deps: {
  club: ClubDb;
  dataDir: string;
  publicUrl: string;
  /** The mail server of club.toml; an empty URL means none. */
  mail: { smtp_url: string };
  now: () => number;
}) {
  const { club, now } = deps;
  const outbox = new Outbox(club.db, siteHost(deps.publicUrl));
  const mail = deps.mail.smtp_url ? ('smtp' as const) : ('files' as const);
  const folder = join(deps.dataDir, 'outbox');
  const jobs: Job[] = [
    { name: 'outbox', minutes: 12 * 60, run: () => club.write((tx) => outbox.deleteExpired(tx)) },
  ];
  return {
    jobs,
    api: {
      outbox,
      list: new OutboxList(club.db),
      /** Where emails are written while no mail server is set up. */
      folder,
      mail,
      notifyAccount: outbox.enqueueAccountMessage.bind(outbox),
      personalData: outboxPersonalData(club.db, folder),
      stats: () => readOutboxStats(club.db, now()),
    },
  };
}
