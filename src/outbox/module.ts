import { join } from 'node:path';
import type { ClubDb } from '../db/club-db.ts';
import { siteHost } from '../domain/club.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { Outbox } from './outbox.ts';
import { OutboxList } from './outbox-list.ts';
import { readOutboxStats } from './outbox-stats.ts';
import { outboxPersonalData } from './personal-data.ts';
import { outboxRoutes } from './routes.ts';

/** Keeps the messages to send, and lists them for admins. Only this module writes the table outbox. */
export function createOutboxModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  dataDir: string;
  publicUrl: string;
  /** The mail server of club.toml and the gateway for text messages; an empty URL means none. */
  transports: { mail: { smtp_url: string }; sms: { url: string } };
  now: () => number;
}) {
  const { guard, club, now } = deps;
  const outbox = new Outbox(club.db, siteHost(deps.publicUrl));
  const mail = deps.transports.mail.smtp_url ? ('smtp' as const) : ('files' as const);
  const sms = deps.transports.sms.url ? ('on' as const) : ('off' as const);
  const folder = join(deps.dataDir, 'outbox');
  const jobs: Job[] = [
    { name: 'outbox', minutes: 12 * 60, run: () => club.write((tx) => outbox.deleteExpired(tx)) },
  ];
  return {
    routes: outboxRoutes({ guard, club, mail, sms, outbox: new OutboxList(club.db) }),
    jobs,
    api: {
      outbox,
      /** Where emails are written while no mail server is set up. */
      folder,
      mail,
      notifyAccount: outbox.enqueueAccountMessage.bind(outbox),
      personalData: outboxPersonalData(club.db, folder),
      stats: () => readOutboxStats(club.db, now()),
    },
  };
}
