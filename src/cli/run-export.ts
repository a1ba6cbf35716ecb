import type { Database } from 'bun:sqlite';
import { closeSync, writeSync } from 'node:fs';
import { AdminBookingList } from '../bookings/admin-booking-list.ts';
import { bookingsCsv } from '../bookings/booking-csv-export.ts';
import { type BookingFilter, parseFilter } from '../bookings/booking-filter.ts';
import { clubTimestamp, isDate } from '../domain/business-day.ts';
import { type CsvExport, csvChunks } from '../http/csv.ts';
import { type CommandContext, UsageError } from './command.ts';
import { withOpenClub } from './open-club.ts';
import { createProgressLine } from './progress-line.ts';

type Cell = string | number | null;

const TABLES: Record<string, { columns: string[]; sql: string; instants: string[] }> = {
  users: {
    columns: [
      'id',
      'name',
      'email',
      'phone',
      'is_admin',
      'role',
      'email_verified',
      'oauth_provider',
      'created_at',
    ],
    sql: 'SELECT * FROM user WHERE id > ? ORDER BY id LIMIT ?',
    instants: ['created_at'],
  },
  messages: {
    columns: ['id', 'name', 'email', 'subject', 'message', 'created_at', 'read_at'],
    sql: 'SELECT * FROM contact_message WHERE id > ? ORDER BY id LIMIT ?',
    instants: ['created_at', 'read_at'],
  },
};

/** Checks the command line's request: a table, and days of bookings. Throws `UsageError`. */
export function readExport(context: CommandContext): { table: string; filter: BookingFilter | null } {
  const [table = ''] = context.positionals;
  if (table !== 'bookings' && !Object.hasOwn(TABLES, table)) {
    throw new UsageError(`"${table}" is not one of bookings, users and messages.`);
  }
  const dateOption = ['from', 'until'].find((option) => context.getString(option) !== undefined);
  if (table !== 'bookings' && dateOption) throw new UsageError(`--${dateOption} is for bookings only.`);
  return { table, filter: table === 'bookings' ? readDateFilter(context) : null };
}

/** Writes one table as CSV to standard output or to the file given by `--to`. */
export function runExport(context: CommandContext): Promise<number> {
  const { table, filter } = readExport(context);
  return withOpenClub(context, async ({ club }) => {
    const chunks = csvChunks(exportOf(club.db, table, filter));
    const path = context.getString('to');
    if (path === undefined) {
      for await (const chunk of chunks) await Bun.write(Bun.stdout, chunk);
      return 0;
    }
    const fd = context.openOutput(path);
    const progress = createProgressLine('bytes');
    progress.stage('Writing', 0);
    try {
      for await (const chunk of chunks) {
        writeSync(fd, chunk);
        progress.advance(chunk.length);
      }
    } finally {
      progress.clear();
      closeSync(fd);
    }
    context.printStatus(`Written to ${path}`);
    return 0;
  });
}

function readDateFilter(context: CommandContext): BookingFilter {
  const range: Record<string, string> = {};
  for (const [option, name] of Object.entries({ from: 'startDate', until: 'endDate' })) {
    const value = context.getString(option);
    if (value === undefined) continue;
    if (!isDate(value)) {
      throw new UsageError(`--${option} is "${value}", but a date such as 2026-11-21 is expected.`);
    }
    range[name] = value;
  }
  return parseFilter({ sort: 'created', ...range });
}

function exportOf(db: Database, table: string, filter: BookingFilter | null): CsvExport {
  if (filter) return bookingsCsv(new AdminBookingList(db), filter);
  const { columns, sql, instants } = TABLES[table] as (typeof TABLES)[string];
  const page = db.prepare<Record<string, Cell>, [number, number]>(sql);
  let after = 0;
  return {
    columns,
    nextBatch(size) {
      const rows = page.all(after, size);
      after = Number(rows.at(-1)?.id ?? after);
      return rows.map((row) =>
        columns.map((name) =>
          instants.includes(name) && row[name] ? clubTimestamp(Number(row[name])) : row[name],
        ),
      );
    },
  };
}
