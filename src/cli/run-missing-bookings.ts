import { existsSync, writeFileSync } from 'node:fs';
import { BookingStore } from '../bookings/store.ts';
import { OperatorError } from '../db/operator-error.ts';
import type { MissingBooking } from '../domain/missing-booking.ts';
import { toCsvLines } from '../http/csv.ts';
import { MissingBookingStore } from '../missing-bookings/store.ts';
import { readBookingsFromEmails } from '../notifications/read-bookings-from-emails.ts';
import { type CommandContext, UsageError } from './command.ts';
import { withOpenClub } from './open-club.ts';
import { createProgressLine } from './progress-line.ts';

const COLUMNS = [
  ...(['id', 'sent_at', 'court', 'date', 'time', 'length', 'payment'] as const),
  ...(['name', 'phone', 'email', 'total'] as const),
] satisfies (keyof MissingBooking)[];

/** Puts the bookings that the club's own emails name and that the club does not have into the inbox, and prints them as CSV. */
export function runMissingBookings(context: CommandContext): Promise<number> {
  const path = context.getString('mail');
  if (path === undefined) throw new UsageError('Name a folder of .eml files, or an mbox file, with --mail.');
  if (!existsSync(path)) throw new OperatorError(`There is no file or folder ${path}.`);
  return withOpenClub(context, async ({ club }) => {
    const bookings = new BookingStore(club.db);
    const missing = new Map<number, MissingBooking>();
    let found = 0;
    const progress = createProgressLine('bytes');
    progress.stage('Reading emails', 0);
    for await (const booking of readBookingsFromEmails(path, (bytes) => progress.advance(bytes))) {
      found += 1;
      if (!bookings.find(booking.id)) missing.set(booking.id, booking);
    }
    progress.clear();
    const rows = [...missing.values()].sort((a, b) => a.id - b.id);
    const csv = `\ufeff${COLUMNS.join(',')}\r\n${toCsvLines(rows.map((row) => COLUMNS.map((name) => row[name])))}`;
    const target = context.getString('to');
    if (target === undefined) context.print(csv.trimEnd());
    else writeFileSync(target, csv, { flag: 'wx', mode: 0o600 });
    context.printStatus(
      `${found} emails about new bookings, ${rows.length} bookings are missing${target ? `, listed in ${target}` : ''}.`,
    );
    if (rows.length === 0) return 0;
    const list = new MissingBookingStore(club.db);
    const added = await club.write((tx) => rows.filter((row) => list.add(tx, row)).length);
    context.printStatus(
      `${added} of them are new in the inbox of the dashboard. Enter each there, and call the customer where the slot is taken.`,
    );
    return 0;
  });
}
