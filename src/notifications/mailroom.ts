import { join } from 'node:path';
import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { type Club, siteHost } from '../domain/club.ts';
import type { Log } from '../http/log.ts';
import { compose } from './compose.ts';
import type { Pace } from './lane.ts';
import { fileOutlet, type Patience, smtpOutlet } from './mail-outlets.ts';
import { Outbox } from './outbox.ts';
import { People } from './people.ts';
import { Postman } from './postman.ts';
import { NoticeQueue } from './queue.ts';
import { ReminderRound } from './reminders.ts';
import { textOutlet } from './text-outlets.ts';

/** The ways out that the owner has set up. */
export interface Outlets {
  mail: { smtp_url: string; from: string };
  sms: { url: string; token: string; from: string };
}

export interface MailroomDeps {
  club: ClubDb;
  facts: Club;
  outlets: Outlets;
  findBooking: (id: number) => Booking | null;
}

/** Everything that writes messages down. It sends nothing: that is the postman's work. */
export function openMailroom(deps: MailroomDeps) {
  const { club, facts, findBooking } = deps;
  const outbox = new Outbox(club.db, siteHost(facts.public_url));
  const people = new People(club.db);
  const sms = deps.outlets.sms.url !== '';
  const queue = new NoticeQueue({ outbox, people, findBooking, sms });
  const reminders = new ReminderRound(club, findBooking, queue);
  return { outbox, people, queue, reminders };
}

/** The worker that carries messages out; `start()` sets it to work. */
export function hirePostman(
  deps: MailroomDeps & {
    dataDir: string;
    log: Log;
    now: () => number;
    pace?: Pace;
    patience?: Patience;
    random?: () => number;
  },
): Postman {
  const { club, facts, outlets, findBooking } = deps;
  const { outbox, people } = openMailroom(deps);
  const from = outlets.mail.from || `"${facts.name.replace(/["\\]/g, '')}" <${facts.email}>`;
  const mail = outlets.mail.smtp_url
    ? smtpOutlet({ url: outlets.mail.smtp_url, from }, deps.patience)
    : fileOutlet(join(deps.dataDir, 'outbox'), from);
  return new Postman({
    club,
    outbox,
    log: deps.log,
    now: deps.now,
    compose: (row, now) => compose(row, now, { facts, people, findBooking }),
    mail,
    text: outlets.sms.url ? textOutlet(outlets.sms) : null,
    ...(deps.pace ? { pace: deps.pace } : {}),
    ...(deps.random ? { random: deps.random } : {}),
  });
}
