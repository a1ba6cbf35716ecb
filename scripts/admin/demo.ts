import type { Command } from '../../src/cli/command.ts';
import { DEMO_ADMIN, DEMO_MEMBER, DEMO_STAFF } from '../../src/cli/demo/generate-demo-data.ts';
import { runDemo } from '../../src/cli/demo/run-demo.ts';

export const demo: Command = {
  name: 'demo',
  summary: 'fill an empty club with generated bookings',
  help: `
Fills an empty data folder with courts, members, bookings, contact messages, an audit log and, from 150 bookings
on, events. The same seed and day give the same rows. A folder whose club has bookings or members is left unchanged.
Three accounts can sign in with the password it prints: ${DEMO_ADMIN} (an owner), ${DEMO_STAFF} and
${DEMO_MEMBER}.

Options
  --bookings N       the number of bookings, 1 to 1000000 (default: 400)
  --courts N         the number of courts, 1 to 24 (default: 2, more for more than 90000 bookings)
  --seed N           another seed generates another club (default: 1)
  --today DATE       the day that the bookings are centred on (default: today)
  --password TEXT    the password of all demo accounts, at least 8 characters (default: a random one)`,
  example: 'padel-club demo --data /tmp/demo --bookings 1000',
  options: {
    bookings: { type: 'string' },
    courts: { type: 'string' },
    seed: { type: 'string' },
    today: { type: 'string' },
    password: { type: 'string' },
  },
  run: runDemo,
};
