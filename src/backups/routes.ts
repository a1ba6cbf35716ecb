import { Elysia } from 'elysia';
import type { SessionGuard } from '../http/session-guard.ts';
import type { BackupRun, BackupRuns } from './runs.ts';

/** What the dashboard shows of backups. */
export interface BackupsAnswer {
  data: {
    /** Club time of the daily backup, such as `05:00`; empty: none is made. */
    at: string;
    /** How many the folder keeps. */
    keep: number;
    last_success: BackupRun | null;
    /** Newest first. */
    runs: BackupRun[];
  };
}

export function backupRoutes(deps: { guard: SessionGuard; runs: BackupRuns; at: string; keep: number }) {
  return new Elysia({ name: 'backups' }).use(deps.guard).get(
    '/api/admin/backups',
    ({ set }): BackupsAnswer => {
      set.headers['cache-control'] = 'no-store';
      const { runs, at, keep } = deps;
      return { data: { at, keep, last_success: runs.lastSuccess(), runs: runs.recent(20) } };
    },
    { access: 'admin' },
  );
}
