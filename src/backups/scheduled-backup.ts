import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../http/log.ts';
import { isBackupDue } from './is-backup-due.ts';
import type { BackupRunLog } from './run-log.ts';

/**
 * What the server does every minute: when the daily backup is due, it runs its own `backup` command as a
 * process of low priority, so that a visitor never waits for it. `signal` ends it when the server stops.
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
    const createdAt = statSync(join(dataDir, 'club.db')).birthtimeMs;
    if (!isBackupDue({ at: deps.at, now: deps.now(), createdAt, ...runs.lastRunTimes() })) return;
    const child = Bun.spawn([...ownCommand(), 'backup', '--data', dataDir, '--keep', String(deps.keep)], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
      signal: deps.signal,
    });
    const [code, errorOutput] = await Promise.all([child.exited, new Response(child.stderr).text()]);
    if (deps.signal.aborted) return;
    if (code === 0) log.info('backup created', { file: runs.lastSuccess()?.file });
    else log.error('backup failed', { code, message: errorOutput.trim().split('\n').at(-1)?.slice(0, 300) });
  };
}

/** How to call this program again: the executable itself, or in development Bun with the same script. */
function ownCommand(): string[] {
  const compiled = /[\\/](\$bunfs|~BUN)[\\/]/.test(Bun.main);
  return compiled ? [process.execPath] : [process.execPath, Bun.main];
}
