import { writeLastTime } from '../db/last-time.ts';
import { OperatorError } from '../db/operator-error.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { EARLIEST_TIME, PROGRAM_DATE } from '../version.ts';
import type { CommandContext } from './command.ts';
import { requireClub } from './open-club.ts';

/** Stores the current time as the last confirmed one, which a running site reads within a second. */
export async function runConfirmClock(context: CommandContext): Promise<number> {
  const dataDir = context.resolveDataDir();
  await requireClub(context);
  const now = Date.now();
  if (now < EARLIEST_TIME)
    throw new OperatorError(
      `It can't be ${minuteOf(now)}: this program dates from ${minuteOf(PROGRAM_DATE)}. Set the clock.`,
    );
  writeLastTime(dataDir, now);
  context.printStatus(`Confirmed: it is ${minuteOf(now)} (Asia/Karachi).`);
  return 0;
}

const minuteOf = (at: number) => clubTimestamp(at).slice(0, 16).replace('T', ' ');
