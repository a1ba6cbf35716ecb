import type { Database } from 'bun:sqlite';
import { closeSync, openSync, writeSync } from 'node:fs';
import Papa from 'papaparse';
import { AdminBookingList } from '../../src/bookings/admin-booking-list.ts';
import { type BookingFilter, parseFilter } from '../../src/bookings/admin-booking-query.ts';
import { streamBookingsCsv } from '../../src/bookings/admin-csv-export.ts';
import { type Command, type CommandContext, UsageError } from '../../src/cli/command.ts';
import { withOpenClub } from '../../src/cli/open-club.ts';
import { createProgressLine } from '../../src/cli/progress-line.ts';
import { clubTimestamp, isDate } from '../../src/domain/business-day.ts';

/** What a spreadsheet would compute. A plus sign with digits only is a phone number. */
const FORMULA = /^(?!\+\d+$)[=+\-@\t\r＝＋－＠]/;
const PAGE_SIZE = 1000;

type Cell = string | number | null;

const TABLES: Record<string, { columns: string[]; sql: string; instants: string[] }> = {
  users: {
    columns: ['id', 'name', 'email', 'phone', 'is_admin', 'email_verified', 'oauth_provider', 'created_at'],
    sql: 'SELECT * FROM user WHERE id > ? ORDER BY id LIMIT ?',
    instants: ['created_at'],
  },
  messages: {
    columns: ['id', 'name', 'email', 'subject', 'message', 'created_at', 'read_at'],
    sql: 'SELECT * FROM contact_message WHERE id > ? ORDER BY id LIMIT ?',
    instants: ['created_at', 'read_at'],
  },
};

export const exportCsv: Command = {
  name: 'export',
  positionals: ['bookings|users|messages'],
  summary: 'write a table as CSV for a spreadsheet',
  help: `
Writes all bookings, users or messages as CSV, to standard output or to a file that only you may read.
Passwords are not part of it. Bookings have the columns of the dashboard's own download.

Options
  --to FILE    write to this file instead; it must not exist
  --from DATE  bookings from this business day on
  --until DATE bookings up to this business day`,
  example: 'padel-club export bookings --from 2026-11-01 --to november.csv',
  options: { to: { type: 'string' }, from: { type: 'string' }, until: { type: 'string' } },
  run(context) {
    const [table = ''] = context.positionals;
    if (table !== 'bookings' && !Object.hasOwn(TABLES, table)) {
      throw new UsageError(`"${table}" cannot be exported, but bookings, users and messages can.`);
    }
    const dateOption = ['from', 'until'].find((option) => context.getString(option) !== undefined);
    if (table !== 'bookings' && dateOption) throw new UsageError(`--${dateOption} is for bookings only.`);
    const filter = table === 'bookings' ? readDateFilter(context) : null;
    return withOpenClub(context, async ({ club }) => {
      const chunks = filter ? streamBookings(filter, club.db) : streamRows(club.db, table);
      const path = context.getString('to');
      if (path === undefined) {
        for await (const chunk of chunks) await Bun.write(Bun.stdout, chunk);
        return 0;
      }
      const fd = openSync(path, 'wx', 0o600);
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
  },
};

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

function streamBookings(filter: BookingFilter, db: Database): AsyncIterable<Uint8Array> {
  return streamBookingsCsv(new AdminBookingList(db), filter) as unknown as AsyncIterable<Uint8Array>;
}

async function* streamRows(db: Database, table: string): AsyncGenerator<Uint8Array> {
  const { columns, sql, instants } = TABLES[table] as (typeof TABLES)[string];
  const encoder = new TextEncoder();
  const page = db.prepare<Record<string, Cell>, [number, number]>(sql);
  // The mark in front tells spreadsheets that the file is UTF-8.
  yield encoder.encode(`\ufeff${columns.join(',')}\r\n`);
  for (let after = 0; ; ) {
    const batch = page.all(after, PAGE_SIZE);
    if (batch.length === 0) return;
    const lines = batch.map((row) =>
      columns.map((name) =>
        instants.includes(name) && row[name] ? clubTimestamp(Number(row[name])) : row[name],
      ),
    );
    yield encoder.encode(`${Papa.unparse(lines, { escapeFormulae: FORMULA })}\r\n`);
    after = Number(batch.at(-1)?.id);
  }
}
