import type { ClubDb } from '../db/club-db.ts';
import { truncateWal } from '../db/wal-checkpoint.ts';
import type { RequestMetric } from '../http/request-lifecycle.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { MetricsRegistry } from './metrics.ts';
import { healthRoutes } from './routes.ts';

/** What monitors ask, and the upkeep of the database file. */
export function createHealthModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  dataDir: string;
  version: string;
  backups: { enabled: boolean; lastSuccess: () => number | null };
  outboxStats: () => { waiting: number; failed: number; oldest_seconds: number };
  mail: 'smtp' | 'files';
  stopSignal: AbortSignal;
  now: () => number;
}) {
  const metrics = new MetricsRegistry();
  const jobs: Job[] = [{ name: 'checkpoint', minutes: 2 / 60, run: () => truncateWal(deps.club.db) }];
  return {
    routes: healthRoutes({ ...deps, metrics }),
    jobs,
    api: { observe: (metric: RequestMetric) => metrics.observe(metric) },
  };
}
