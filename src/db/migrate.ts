import type { Database } from 'bun:sqlite';
import club from './migrations/0001_courts_users_and_bookings.sql' with { type: 'text' };
import deskTables from './migrations/0002_booking_totals_and_search.sql' with { type: 'text' };
import outbox from './migrations/0003_create_outbox.sql' with { type: 'text' };
import accounts from './migrations/0004_identities_mail_links_and_limits.sql' with { type: 'text' };
import backups from './migrations/0005_create_backup_run.sql' with { type: 'text' };
import receipts from './migrations/0006_create_receipt.sql' with { type: 'text' };
import payments from './migrations/0007_create_card_checkout.sql' with { type: 'text' };
import searchMark from './migrations/0008_search_index_updated_later.sql' with { type: 'text' };
import cardReceived from './migrations/0009_card_money_received.sql' with { type: 'text' };
import outboxRecipients from './migrations/0011_outbox_recipients_and_limits.sql' with { type: 'text' };
import keptReceipts from './migrations/0012_keep_replaced_receipts.sql' with { type: 'text' };
import bookingOrigin from './migrations/0014_create_booking_origin.sql' with { type: 'text' };
import ledger from './migrations/0015_ledger_shifts_and_credit.sql' with { type: 'text' };
import roles from './migrations/0016_user_roles.sql' with { type: 'text' };
import payBy from './migrations/0017_booking_payment_deadline.sql' with { type: 'text' };
import courtOrder from './migrations/0018_court_order.sql' with { type: 'text' };
import attendance from './migrations/0019_attendance_and_customer_notes.sql' with { type: 'text' };
import lateReceipts from './migrations/0020_rejected_and_late_receipts.sql' with { type: 'text' };
import setting from './migrations/0021_create_setting.sql' with { type: 'text' };
import calendarFeed from './migrations/0022_create_calendar_feed.sql' with { type: 'text' };
import people from './migrations/0023_passkeys_second_factors_and_invitations.sql' with { type: 'text' };
import calendar from './migrations/0024_calendar_court_prices_and_claims.sql' with { type: 'text' };
import inbox from './migrations/0025_index_waiting_receipts.sql' with { type: 'text' };
import personalData from './migrations/0026_create_personal_data_link.sql' with { type: 'text' };
import series from './migrations/0027_series_and_series_requests.sql' with { type: 'text' };
import waitingList from './migrations/0028_waiting_list_wishes_and_offers.sql' with { type: 'text' };
import checkouts from './migrations/0029_several_checkouts_of_a_booking.sql' with { type: 'text' };
import halfHour from './migrations/0030_allow_half_hour_bookings.sql' with { type: 'text' };
import bookingLine from './migrations/0031_add_ons_codes_and_booking_lines.sql' with { type: 'text' };
import pin from './migrations/0032_user_pin.sql' with { type: 'text' };
import missingBooking from './migrations/0033_create_missing_booking.sql' with { type: 'text' };
import bookingWrites from './migrations/0034_fewer_pages_for_a_booking.sql' with { type: 'text' };
import outboxKeys from './migrations/0035_outbox_keys_begin_with_booking.sql' with { type: 'text' };
import nouns from './migrations/0036_one_noun_for_each_table.sql' with { type: 'text' };
import { OperatorError } from './operator-error.ts';

/** A migration's number is its place in this list, counted from 1. Never edit one that was released. */
const MIGRATIONS: readonly string[] = [
  club,
  deskTables,
  outbox,
  accounts,
  backups,
  receipts,
  payments,
  searchMark,
  cardReceived,
  outboxRecipients,
  keptReceipts,
  bookingOrigin,
  ledger,
  roles,
  payBy,
  courtOrder,
  attendance,
  lateReceipts,
  setting,
  calendarFeed,
  people,
  calendar,
  inbox,
  personalData,
  series,
  waitingList,
  checkouts,
  halfHour,
  bookingLine,
  pin,
  missingBooking,
  bookingWrites,
  outboxKeys,
  nouns,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

export function schemaVersionOf(db: Database): number {
  return db.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
}

/** KiB of pages that an upgrade keeps in memory: a page that several steps change is written once. */
const CACHE_KIB = 256_000;

/**
 * Upgrades the file to `targetVersion` in one transaction, so that a failure leaves the file as it was; each step is
 * told to `onStep` first.
 */
export function migrate(
  db: Database,
  targetVersion: number = SCHEMA_VERSION,
  onStep: (version: number) => void = () => {},
): void {
  const from = schemaVersionOf(db);
  if (from > SCHEMA_VERSION) {
    throw new OperatorError(
      `This database has schema ${from}, but this program knows only up to ${SCHEMA_VERSION}. Install a newer version of padel-club.`,
    );
  }
  if (from >= targetVersion) return;
  const cacheSize = db.query<{ cache_size: number }, []>('PRAGMA cache_size').get()?.cache_size ?? 0;
  db.run(`PRAGMA cache_size = -${CACHE_KIB}`);
  // A migration may rebuild a table; dropping the old one must not delete the rows that refer to it.
  db.run('PRAGMA foreign_keys = OFF');
  try {
    db.transaction(() => applyMigrations(db, targetVersion, onStep)).immediate();
  } finally {
    db.run('PRAGMA foreign_keys = ON');
    db.run(`PRAGMA cache_size = ${cacheSize}`);
  }
}

function applyMigrations(db: Database, targetVersion: number, onStep: (version: number) => void): void {
  // Another process may have upgraded the file while this one waited for the lock.
  const from = schemaVersionOf(db);
  if (from >= targetVersion) return;
  for (const [index, sql] of MIGRATIONS.slice(0, targetVersion).entries()) {
    if (index < from) continue;
    onStep(index + 1);
    db.run(sql);
  }
  // One check reads every row that refers to another, so it stands at the end of all steps.
  const [orphan] = db.query<{ table: string }, []>('PRAGMA foreign_key_check').all();
  if (orphan) throw new Error(`The upgrade would leave rows of ${orphan.table} that refer to missing rows.`);
  db.run(`PRAGMA user_version = ${targetVersion}`);
}
