import { statSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, businessDayOf, clubInstant } from '../domain/business-day.ts';
import type { Log } from '../http/log.ts';
import type { BackupRunLog } from './backup-run-log.ts';
import { runOwnCommand } from './own-command.ts';

/** How long to wait after a failure. */
const RETRY_DELAY_MS = 30 * 60_000;

/**
 * Makes the daily backup when it is due, by running the program's own `backup` command as a low-priority process, so
 * that visitors don't wait for it. `signal` ends the process when the server stops.
 */
export function createBackupJob(deps: {
  dataDir: string;
  at: string;
  keep: number;
  runs: BackupRunLog;
  log: Log;
  now: () => number;
  signal: AbortSignal;
}): () => Promise<void> {
  const { dataDir, runs, log } = deps;
  return async () => {
    const now = deps.now();
    const createdAt = clubCreatedAt(dataDir);
    if (!isBackupDue({ at: deps.at, now, createdAt, ...runs.lastRunTimes(now) })) return;
    const command = ['backup', '--data', dataDir, '--keep', String(deps.keep)];
    const { code, message } = await runOwnCommand(command, deps.signal);
    if (deps.signal.aborted) return;
    if (code === 0) log.info('backup created', { file: runs.lastSuccess(deps.now())?.file });
    else log.error('backup failed', { code, message });
  };
}

/** When the club's database file was created, in epoch milliseconds; 0 if the file system doesn't know. */
export function clubCreatedAt(dataDir: string): number {
  return statSync(join(dataDir, 'club.db'), { throwIfNoEntry: false })?.birthtimeMs ?? 0;
}

/**
 * Whether the daily backup at club time `at` (`05:00`; empty for never) is due: such a time has passed since the last
 * success, or since the club was created. A machine that was off then makes it afterwards. All times are epoch
 * milliseconds; a creation time in the future, from a clock that ran ahead, is ignored.
 */
export function isBackupDue(input: {
  at: string;
  now: number;
  createdAt: number;
  started: number | null;
  succeeded: number | null;
}): boolean {
  const { at, now, createdAt, started, succeeded } = input;
  if (at === '') return false;
  if (started !== null && now - started < RETRY_DELAY_MS) return false;
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const date = businessDayOf(now);
  // Around midnight, the business day is a calendar day behind, so three candidates cover every case.
  const moments = [-1, 0, 1].map((days) => clubInstant(addDays(date, days), hours * 60 + minutes));
  const last = Math.max(...moments.filter((moment) => moment <= now));
  return (succeeded ?? (createdAt > now ? 0 : createdAt)) < last;
}
