import type { Command } from '../../src/cli/command.ts';
import { runMissingBookings } from '../../src/cli/run-missing-bookings.ts';

export const missingBookings: Command = {
  name: 'missing-bookings',
  summary: "list bookings that only the club's own emails know",
  help: `
Reads the emails that told the club of new bookings and lists those that the club does not have: in the inbox
of the dashboard, where the reception enters them, and as CSV for a spreadsheet. Use it after a restore: what
was booked between the last copy and the loss of the machine is missing. The site may be running.

Options
  --mail PATH  a folder of .eml files, a Maildir, or an mbox file that a mail program has exported
  --to FILE    write to this file, which must not exist yet (default: standard output)`,
  example: 'padel-club missing-bookings --mail ~/inbox.mbox --to missing.csv',
  options: { mail: { type: 'string' }, to: { type: 'string' } },
  run: runMissingBookings,
};
