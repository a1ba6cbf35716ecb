import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Elysia } from 'elysia';
import type { BackupsResponse } from '../domain/backup.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { BackupRunLog } from './run-log.ts';

/** What the dashboard shows of backups. */
export function backupRoutes(deps: {
  guard: SessionGuard;
  runs: BackupRunLog;
  at: string;
  keep: number;
  folder: string;
}) {
  const { runs, at, keep, folder } = deps;
  return new Elysia({ name: 'backups' }).use(deps.guard).get(
    '/api/admin/backups',
    ({ set }): BackupsResponse => {
      set.headers['cache-control'] = 'no-store';
      const last = runs.lastSuccess();
      const in_folder = Boolean(last?.file && existsSync(join(folder, last.file)));
      return {
        data: { at, keep, folder, last_success: last, in_folder, runs: runs.listRecent(20) },
      };
    },
    { access: 'admin' },
  );
}
