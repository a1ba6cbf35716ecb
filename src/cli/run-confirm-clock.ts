import { writeLastTime } from '../db/last-time.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { CommandContext } from './command.ts';
import { assertClubExists } from './open-club.ts';

/** Stores the present as the last confirmed time, which a running site reads within a second. */
export async function runConfirmClock(context: CommandContext): Promise<number> {
  const dataDir = context.resolveDataDir();
  assertClubExists(dataDir);
  const now = Date.now();
  writeLastTime(dataDir, now);
  context.printStatus(
    `Confirmed: it is ${clubTimestamp(now).slice(0, 16).replace('T', ' ')} (Asia/Karachi).`,
  );
  return 0;
}
