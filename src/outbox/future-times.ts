import type { Transaction } from '../db/club-db.ts';
import { latestPlausibleInstant } from '../domain/plausible-instant.ts';
import { CHANNELS } from './channels/table.ts';
import { MAX_BACKOFF_MS, MAX_DELAY_MS } from './outbox.ts';

/** Reasons for messages withdrawn because of the time. */
export const TOO_LATE_REASONS = { full: 'the booking is over', short: 'it was too late to send' } as const;

/**
 * Repairs what a clock that ran ahead has written: queued messages become due, future times become now, and messages
 * that failed or were withdrawn as too late are queued again.
 */
export function repairFutureTimes(tx: Transaction): void {
  const { db, now } = tx;
  const latest = latestPlausibleInstant(now);
  db.query(
    `UPDATE outbox SET state = 'queued', reason = NULL, attempts = 0, first_tried_at = NULL, next_at = 0, settled_at = NULL
     WHERE settled_at > ? AND (state = 'failed' OR state = 'withdrawn' AND reason IN (?, ?))`,
  ).run(latest, TOO_LATE_REASONS.full, TOO_LATE_REASONS.short);
  db.query('UPDATE outbox SET settled_at = ? WHERE settled_at > ?').run(now, latest);
  db.query(
    `UPDATE outbox SET created_at = MIN(created_at, $now), first_tried_at = MIN(first_tried_at, $now),
       not_before = 0, next_at = 0
     WHERE state = 'queued' AND (created_at > $latest OR first_tried_at > $latest
       OR not_before > $latest + ${MAX_DELAY_MS} OR next_at > $latest + ${MAX_BACKOFF_MS * 2})`,
  ).run({ now, latest });
  const waiting = CHANNELS.filter(({ form }) => form === 'short').map(({ id }) => id);
  // A message that met the other clock's quiet hours waits for their end; in this clock's, it waits again.
  db.query(
    `UPDATE outbox SET not_before = 0 WHERE state = 'queued' AND not_before > ?
       AND channel IN (SELECT value FROM json_each(?))`,
  ).run(now, JSON.stringify(waiting));
}
