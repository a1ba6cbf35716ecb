import type { Database } from 'bun:sqlite';

export interface OutboxStats {
  /** Messages whose time has come and that are not out yet. */
  waiting: number;
  /** Messages that somebody at the desk has to look at. */
  failed: number;
  /** How long the oldest of the waiting ones has waited, in seconds. */
  oldest_seconds: number;
}

/** How the outbox does, for monitors and the doctor. Nothing personal. */
export function readOutboxStats(db: Database, now: number): OutboxStats {
  const waiting = db
    .query<{ n: number; since: number | null }, [number]>(
      `SELECT COUNT(*) AS n, MIN(MAX(created_at, not_before)) AS since FROM outbox
       WHERE state = 'queued' AND not_before <= ?`,
    )
    .get(now);
  const failed = db.query<{ n: number }, []>("SELECT COUNT(*) AS n FROM outbox WHERE state = 'failed'").get();
  return {
    waiting: waiting?.n ?? 0,
    failed: failed?.n ?? 0,
    oldest_seconds: waiting?.since ? Math.max(0, Math.round((now - waiting.since) / 1000)) : 0,
  };
}
