import type { Database } from 'bun:sqlite';

export interface OutboxStats {
  /** Messages that are due but not sent. */
  waiting: number;
  /** Messages that an admin has to retry or ignore. */
  failed: number;
  /** Age of the oldest waiting message in seconds. */
  oldest_seconds: number;
  /** Its channel; null if none is waiting. */
  oldest_channel: string | null;
  /** Channels whose provider accepts no more for now: a limit is reached, or the balance is used up. */
  limited: string[];
}

/** Counts waiting and failed messages, for monitoring and the doctor. */
export function readOutboxStats(db: Database, now: number): OutboxStats {
  const waiting = db
    .query<{ n: number; since: number | null; channel: string | null }, [number]>(
      `SELECT COUNT(*) AS n, MIN(MAX(created_at, not_before)) AS since, channel FROM outbox
       WHERE state = 'queued' AND not_before <= ?`,
    )
    .get(now);
  const failed = db.query<{ n: number }, []>("SELECT COUNT(*) AS n FROM outbox WHERE state = 'failed'").get();
  const limited = db
    .query<{ channel: string }, []>(
      "SELECT DISTINCT channel FROM outbox WHERE state = 'queued' AND reason LIKE 'limited:%' ORDER BY channel",
    )
    .all()
    .map(({ channel }) => channel);
  return {
    limited,
    waiting: waiting?.n ?? 0,
    failed: failed?.n ?? 0,
    oldest_channel: waiting?.channel ?? null,
    oldest_seconds: waiting?.since ? Math.max(0, Math.round((now - waiting.since) / 1000)) : 0,
  };
}
