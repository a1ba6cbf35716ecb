import { useRef } from 'react';
import type { ShownTournament } from '../../src/domain/api/tournament-routes.ts';
import { ApiError } from '../lib/api.ts';
import { serverNow } from '../lib/server-time.ts';
import { usePolledQuery } from '../lib/use-polled-query.ts';

const POLL_MS = 4000;

interface Live {
  tournament: ShownTournament | null;
  /** Since when nothing arrives; null while it does. */
  lostAt: number | null;
}

/** The tournament as it is now. Without a network, or while the server restarts, it stays as it was. */
export function useLiveTournament(id: number, key: string | undefined, drawn: ShownTournament | null): Live {
  const { data, state, error } = usePolledQuery('GET /api/events/:id/tournament', POLL_MS, {
    params: { id },
    query: { key },
    drawn: drawn ?? undefined,
  });
  const lostAt = useRef<number | null>(null);
  const isNotStarted = error instanceof ApiError && error.status === 404;
  if (state === 'ready' || isNotStarted) lostAt.current = null;
  else if (state === 'failed') lostAt.current ??= serverNow();
  return { tournament: isNotStarted ? null : (data ?? null), lostAt: lostAt.current };
}
