import { listFutureInstants } from '../../db/stored-instants.ts';
import { counted } from '../../domain/counted.ts';
import { channelOf } from '../../outbox/channels/table.ts';
import { whatsapp } from '../../outbox/channels/whatsapp.ts';
import { readOutboxStats } from '../../outbox/outbox-stats.ts';
import { Templates } from '../../outbox/templates.ts';
import { EARLIEST_TIME } from '../../version.ts';
import { listOfferFaults } from '../../waitlist/check-offer-integrity.ts';
import { listBookFaults } from '../check-books.ts';
import { clubCommand } from '../club-command.ts';
import { type DatabaseCheckContext, type Finding, fail, ok, warn } from './finding.ts';

export function checkAdmins({ db, config }: DatabaseCheckContext): Finding[] {
  const row = db.query<{ n: number }, []>("SELECT count(*) AS n FROM user WHERE role = 'owner'").get();
  const count = row?.n ?? 0;
  if (count === 0) {
    return [
      warn(
        'The club has no owner.',
        `The set-up asks for the owner and for what is missing below. Its link: ${clubCommand(config.dataDir, 'setup-link')}. To make a member an owner: ${clubCommand(config.dataDir, 'promote EMAIL')}`,
      ),
    ];
  }
  return [ok(`The club has ${counted(count, 'owner')}.`)];
}

export function checkOutbox({ db, config, now }: DatabaseCheckContext): Finding[] {
  const { waiting, failed, oldest_seconds, limited } = readOutboxStats(db, now);
  const findings: Finding[] = [];
  if (!config.mail.smtp_url) {
    findings.push(
      warn(
        'Email is not sent, only saved in the folder outbox, because no mail server is set up.',
        'Enter the mail server in the dashboard, under Settings, Email, or as SMTP_URL.',
      ),
    );
  }
  if (failed > 0) {
    const text = `${counted(failed, 'message')} could not be delivered.`;
    findings.push(
      warn(
        text,
        'Open Club, Message log in the dashboard: each message has its reason and a button to send it again.',
      ),
    );
  }
  for (const channel of limited) {
    const { finding, fix } = channelOf(channel).limited;
    findings.push(warn(finding, fix));
  }
  const hours = Math.floor(oldest_seconds / 3600);
  if (hours > 0) {
    const fix =
      'Start the site; if it runs, look at Settings, Email in the dashboard, and at [sms] url in club.toml.';
    findings.push(
      warn(
        `${counted(waiting, 'message is', 'messages are')} waiting, the oldest for ${counted(hours, 'hour')}.`,
        fix,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok('No email or SMS is late or failed.')];
}

/** A message whose template is not approved goes by email or SMS, where the customer has one. */
export function checkTemplates({ db, config }: DatabaseCheckContext): Finding[] {
  if (!whatsapp.isSetUp(config)) return [];
  const refused = new Templates(db)
    .list(whatsapp.id)
    .filter(({ state, category }) => !['approved', 'pending'].includes(state) || category !== 'utility');
  if (refused.length === 0) return [ok('WhatsApp has refused or paused no template.')];
  const names = refused.map(({ name, state }) => `${name} (${state})`).join(', ');
  const fix = 'Settings, WhatsApp names the reasons; until then these messages go by email or SMS.';
  return [warn(`WhatsApp does not send these templates: ${names}.`, fix)];
}

const BOOK_FIXES = {
  sums: 'The entries are right. Copy the data folder to another disk, and restore the last backup without this fault.',
  shifts: 'Export the ledger as CSV and count these shifts again by hand; later shifts are not affected.',
};

/** Proves that the totals shown by the club match the ledger. */
export function checkBooks({ db }: DatabaseCheckContext): Finding[] {
  const faults = listBookFaults(db);
  if (faults.length === 0) return [ok('The books agree: every total matches its ledger entries.')];
  return faults.map(({ kind, text }) => fail(text, BOOK_FIXES[kind]));
}

/** Proves that every offered slot belongs to an open offer. */
export function checkOffers({ db }: DatabaseCheckContext): Finding[] {
  const faults = listOfferFaults(db);
  if (faults.length === 0) return [ok('No slot is held by a waiting list offer that has ended.')];
  const fix = 'Copy the data folder to another disk, then restore the last backup without this fault.';
  return faults.map((text) => fail(text, fix));
}

/** Finds rows that only a clock running ahead can have written. */
export function checkFutureInstants({ db, now }: DatabaseCheckContext): Finding[] {
  // The clock is wrong now; its own check says so.
  if (now < EARLIEST_TIME) return [];
  const found = listFutureInstants(db, now);
  if (found.length === 0) return [ok('No row has a time in the future.')];
  const tables = found.map(({ table, rows }) => `${rows} in ${table}`).join(', ');
  return [
    warn(
      `Rows have times in the future, from a time when the clock ran ahead: ${tables}.`,
      'Check the clock. The server treats these times as invalid.',
    ),
  ];
}
