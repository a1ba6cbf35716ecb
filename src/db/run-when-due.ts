import type { ClubDb } from './club-db.ts';

const MINUTE_MS = 60_000;

/**
 * A job that looks at the rows only when the database has changed, the earliest instant of `nextDue` has come or
 * another minute has begun, so that a quiet club sleeps and a clock that jumps is noticed at once.
 */
export function runWhenDue(options: {
  club: ClubDb;
  now: () => number;
  /** Infinity when nothing will be due. */
  nextDue: () => number;
  run: () => Promise<void>;
}): () => Promise<void> {
  const { now, run } = options;
  const current = options.club.untilChanged(() => ({ due: options.nextDue() }));
  let seen: unknown = null;
  let seenMinute = -1;
  return async () => {
    const next = current();
    const minute = Math.floor(now() / MINUTE_MS);
    if (next === seen && minute === seenMinute && now() < next.due) return;
    await run();
    // A run that fails is repeated.
    seen = next;
    seenMinute = minute;
  };
}
