import type { Database } from 'bun:sqlite';
import { closeSync, openSync, writeSync } from 'node:fs';
import Papa from 'papaparse';
import { AdminBookingList } from '../../src/bookings/admin-booking-list.ts';
import { type BookingFilter, parseFilter } from '../../src/bookings/admin-booking-query.ts';
import { streamBookingsCsv } from '../../src/bookings/admin-csv-export.ts';
import { clubTimestamp, isDate } from '../../src/domain/business-day.ts';
import { type Call, type Command, Misuse } from './command.ts';
import { progressLine } from './progress.ts';
import { withClub } from './with-club.ts';

/** What a spreadsheet would compute. A plus sign with digits only is a phone number. */
const FORMULA = /^(?!\+\d+$)[=+\-@\t\r＝＋－＠]/;
const ROWS_AT_ONCE = 1000;

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
  words: ['bookings|users|messages'],
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
  run(call) {
    const [table = ''] = call.words;
    if (table !== 'bookings' && !Object.hasOwn(TABLES, table)) {
      throw new Misuse(`"${table}" cannot be exported, but bookings, users and messages can.`);
    }
    const dates = ['from', 'until'].find((option) => call.text(option) !== undefined);
    if (table !== 'bookings' && dates) throw new Misuse(`--${dates} is for bookings only.`);
    const filter = table === 'bookings' ? readDates(call) : null;
    return withClub(call, async ({ club }) => {
      const chunks = filter ? bookings(filter, club.db) : rows(club.db, table);
      const path = call.text('to');
      if (path === undefined) {
        for await (const chunk of chunks) await Bun.write(Bun.stdout, chunk);
        return 0;
      }
      const fd = openSync(path, 'wx', 0o600);
      const progress = progressLine('bytes');
      progress.stage('Writing', 0);
      try {
        for await (const chunk of chunks) {
          writeSync(fd, chunk);
          progress.advance(chunk.length);
        }
      } finally {
        progress.end();
        closeSync(fd);
      }
      call.say(`Written to ${path}`);
      return 0;
    });
  },
};

function readDates(call: Call): BookingFilter {
  const days: Record<string, string> = {};
  for (const [option, name] of Object.entries({ from: 'startDate', until: 'endDate' })) {
    const given = call.text(option);
    if (given === undefined) continue;
    if (!isDate(given)) {
      throw new Misuse(`--${option} is "${given}", but a date such as 2026-11-21 is expected.`);
    }
    days[name] = given;
  }
  return parseFilter({ sort: 'created', ...days });
}

function bookings(filter: BookingFilter, db: Database): AsyncIterable<Uint8Array> {
  return streamBookingsCsv(new AdminBookingList(db), filter) as unknown as AsyncIterable<Uint8Array>;
}

async function* rows(db: Database, table: string): AsyncGenerator<Uint8Array> {
  const { columns, sql, instants } = TABLES[table] as (typeof TABLES)[string];
  const encoder = new TextEncoder();
  const page = db.prepare<Record<string, Cell>, [number, number]>(sql);
  // The mark in front tells spreadsheets that the file is UTF-8.
  yield encoder.encode(`\ufeff${columns.join(',')}\r\n`);
  for (let after = 0; ; ) {
    const found = page.all(after, ROWS_AT_ONCE);
    if (found.length === 0) return;
    const lines = found.map((row) =>
      columns.map((name) =>
        instants.includes(name) && row[name] ? clubTimestamp(Number(row[name])) : row[name],
      ),
    );
    yield encoder.encode(`${Papa.unparse(lines, { escapeFormulae: FORMULA })}\r\n`);
    after = Number(found.at(-1)?.id);
  }
}
