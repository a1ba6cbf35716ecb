import type { Command } from '../../src/cli/command.ts';
import { readExport, runExport } from '../../src/cli/run-export.ts';

export const exportCsv: Command = {
  name: 'export',
  positionals: ['bookings|users|messages'],
  summary: 'write a table as CSV for a spreadsheet',
  help: `
Writes all bookings, users or messages as CSV to standard output, or to a file that only you can read.
Passwords are never exported. Bookings have the same columns as the download in the dashboard.

Options
  --to FILE    write to this file, which must not exist yet
  --from DATE  only bookings from this business day on
  --until DATE only bookings up to and including this business day`,
  example: 'padel-club export bookings --from 2026-11-01 --to november.csv',
  options: { to: { type: 'string' }, from: { type: 'string' }, until: { type: 'string' } },
  named(context) {
    readExport(context);
    return { output: context.getString('to') };
  },
  run: runExport,
};
