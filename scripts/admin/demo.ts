import { join } from 'node:path';
import { openDataDir } from '../../src/backups/open-data-dir.ts';
import { type Command, UsageError } from '../../src/cli/command.ts';
import { DEMO_ADMIN, DEMO_MEMBER, generateDemoData } from '../../src/cli/demo/generate-demo-data.ts';
import { createProgressLine } from '../../src/cli/progress-line.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { OperatorError } from '../../src/db/operator-error.ts';
import { businessDayOf, clubInstant, isDate } from '../../src/domain/business-day.ts';

export const demo: Command = {
  name: 'demo',
  summary: 'fill an empty club with made-up bookings',
  help: `
Fills an empty data folder with courts, members, bookings, messages and a history, the same ones for the
same seed and day. It refuses a club that has bookings or members. Two accounts can sign in with the
password it prints: ${DEMO_ADMIN} (an admin) and ${DEMO_MEMBER}.

Options
  --bookings N       how many, 1 to 1000000 (default: 400)
  --seed N           another seed makes another club (default: 1)
  --today DATE       the day the diary lies around (default: today)
  --password TEXT    for all demo accounts, at least 8 characters (default: a random one)`,
  example: 'padel-club demo --data /tmp/demo --bookings 1000',
  options: {
    bookings: { type: 'string' },
    seed: { type: 'string' },
    today: { type: 'string' },
    password: { type: 'string' },
  },
  async run(context) {
    const bookings = context.getInteger('bookings', 400, 1, 1_000_000);
    const seed = context.getInteger('seed', 1, 0, 4_294_967_295);
    const todayOption = context.getString('today');
    if (todayOption !== undefined && !isDate(todayOption)) {
      throw new UsageError(`--today is "${todayOption}", but a date such as 2026-11-21 is expected.`);
    }
    const password = context.getString('password') ?? randomPassword();
    if (password.length < 8) throw new UsageError('--password needs at least 8 characters.');
    const { dataDir } = context.loadConfig();
    const lock = openDataDir(dataDir);
    const db = openDatabase(join(dataDir, 'club.db'));
    try {
      migrate(db);
      const found = db
        .query<{ found: number }, []>(
          'SELECT EXISTS (SELECT 1 FROM booking) + EXISTS (SELECT 1 FROM user) AS found',
        )
        .get()?.found;
      if (found) {
        throw new OperatorError(
          `${dataDir} already holds a club with bookings or members. Choose an empty folder with --data.`,
        );
      }
      const started = performance.now();
      // Afternoon of the wished day, so that a fixed day gives the same rows at any hour.
      const now = todayOption ? clubInstant(todayOption, 15 * 60) : Date.now();
      const passwordHash = await Bun.password.hash(password, 'argon2id');
      const progress = createProgressLine('bookings');
      try {
        generateDemoData(db, {
          bookings,
          seed,
          today: todayOption ?? businessDayOf(now),
          now,
          passwordHash,
          progress,
        });
      } finally {
        progress.clear();
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      context.printStatus(`${bookings} bookings written to ${dataDir} in ${seconds} s.`);
      context.print(`Sign in as ${DEMO_ADMIN} (admin) or ${DEMO_MEMBER} with the password ${password}`);
      return 0;
    } finally {
      db.close();
      lock.release();
    }
  },
};

function randomPassword(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString('base64url');
}
