import { writeLastTime } from '../db/last-time.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { CommandContext } from './command.ts';
import { requireClub } from './open-club.ts';

/** Stores the current time as the last confirmed one, which a running site reads within a second. */
export async function runConfirmClock(context: CommandContext): Promise<number> {
  const dataDir = context.resolveDataDir();
  await requireClub(context);
  const now = Date.now();
  writeLastTime(dataDir, now);
  context.printStatus(
    `Confirmed: it is ${clubTimestamp(now).slice(0, 16).replace('T', ' ')} (Asia/Karachi).`,
  );
  return 0;
}
