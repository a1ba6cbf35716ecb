import { join } from 'node:path';
import { assertNotLost } from '../../backups/lost-club.ts';
import { openDataDir } from '../../backups/open-data-dir.ts';
import { migrate } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open-database.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { newPasswordSchema } from '../../domain/account.ts';
import { clubInstant, isDate } from '../../domain/business-day.ts';
import { todayOf } from '../../domain/day-plan.ts';
import { DEFAULT_CALENDAR } from '../../domain/default-calendar.ts';
import { validate } from '../../domain/validate.ts';
import { type CommandContext, UsageError } from '../command.ts';
import { placeOf } from '../open-club.ts';
import { createProgressLine } from '../progress-line.ts';
import { DEMO_ADMIN, DEMO_MEMBER, DEMO_STAFF, generateDemoData } from './generate-demo-data.ts';
import { courtCountFor, MAX_BOOKINGS_PER_COURT, MAX_DEMO_COURTS } from './plan-bookings.ts';

/** Fills an empty data folder with a generated club. Throws `OperatorError` if the club is in use. */
export async function runDemo(context: CommandContext): Promise<number> {
  const bookings = context.getInteger('bookings', 400, 1, 1_000_000);
  const courts = context.getInteger('courts', courtCountFor(bookings), 1, MAX_DEMO_COURTS);
  if (bookings > courts * MAX_BOOKINGS_PER_COURT) {
    throw new UsageError(
      `--courts is ${courts}, but ${bookings} bookings need at least ${Math.ceil(bookings / MAX_BOOKINGS_PER_COURT)} courts.`,
    );
  }
  const seed = context.getInteger('seed', 1, 0, 4_294_967_295);
  const todayOption = context.getString('today');
  if (todayOption !== undefined && !isDate(todayOption)) {
    throw new UsageError(`--today is "${todayOption}", but a date such as 2026-11-21 is expected.`);
  }
  const password = context.getString('password') ?? randomPassword();
  const passwordCheck = validate(newPasswordSchema, password);
  if (!passwordCheck.ok) throw new UsageError(`--password: ${Object.values(passwordCheck.fields)[0]}.`);
  await assertNotLost(placeOf(context));
  const { dataDir } = context.loadConfig();
  const lock = openDataDir(dataDir);
  const db = openDatabase(join(dataDir, 'club.db'));
  try {
    migrate(db);
    const used = db
      .query<{ used: number }, []>(
        'SELECT EXISTS (SELECT 1 FROM booking) + EXISTS (SELECT 1 FROM user) AS used',
      )
      .get()?.used;
    if (used) {
      throw new OperatorError(
        `${dataDir} already holds a club with bookings or members. Choose an empty folder with --data.`,
      );
    }
    const started = performance.now();
    // `--today` means that day's afternoon, so that the rows don't depend on the time of the call.
    const now = todayOption ? clubInstant(todayOption, 15 * 60) : Date.now();
    const today = todayOption ?? todayOf(DEFAULT_CALENDAR, now);
    const passwordHash = await Bun.password.hash(password, 'argon2id');
    const progress = createProgressLine('bookings');
    try {
      generateDemoData(db, { bookings, courts, seed, today, now, passwordHash, progress });
    } finally {
      progress.clear();
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    context.printStatus(`${bookings} bookings written to ${dataDir} in ${seconds} s.`);
    context.print(
      `Sign in as ${DEMO_ADMIN} (owner), ${DEMO_STAFF} (staff) or ${DEMO_MEMBER} with the password ${password}`,
    );
    return 0;
  } finally {
    db.close();
    lock.release();
  }
}

function randomPassword(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString('base64url');
}
