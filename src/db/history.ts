import type { Transaction } from './club-db.ts';
import type { Actor } from './club-event.ts';

/** Adds a line to the append-only history. `details` must hold nothing personal. */
export function recordHistory(
  tx: Transaction,
  actor: Actor,
  action: string,
  subject: 'booking' | 'court' | 'user' | 'closure',
  subjectId: number,
  details: Record<string, unknown> = {},
): void {
  tx.db
    .query(
      'INSERT INTO history (at, actor, actor_id, action, subject, subject_id, details) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(tx.now, actor.kind, actor.user_id, action, subject, subjectId, JSON.stringify(details));
}
