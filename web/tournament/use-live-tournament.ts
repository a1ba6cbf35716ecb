import { useEffect, useState } from 'react';
import type { ShownTournament } from '../../src/domain/api/tournament-routes.ts';
import { ApiError, callApi } from '../lib/api.ts';
import { serverNow } from '../lib/server-time.ts';

/** The server sends nothing while nothing has changed. */
const POLL_MS = 4000;

interface Live {
  tournament: ShownTournament | null;
  /** Since when nothing arrives; null while it does. */
  lostAt: number | null;
}

/** The tournament as it is now. Without a network, or while the server restarts, it stays as it was. */
export function useLiveTournament(id: number, key: string | undefined, drawn: ShownTournament | null): Live {
  const [live, setLive] = useState<Live>({ tournament: drawn, lostAt: null });
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    const show = (next: (live: Live) => Live) => {
      if (!isGone) setLive(next);
    };
    const poll = async () => {
      try {
        const tournament = await callApi('GET /api/events/:id/tournament', {
          params: { id },
          query: { key },
        });
        show((before) =>
          before.lostAt === null && JSON.stringify(before.tournament) === JSON.stringify(tournament)
            ? before
            : { tournament, lostAt: null },
        );
      } catch (error) {
        const isNotStarted = error instanceof ApiError && error.status === 404;
        if (isNotStarted) show(() => ({ tournament: null, lostAt: null }));
        else show(({ tournament, lostAt }) => ({ tournament, lostAt: lostAt ?? serverNow() }));
      }
      if (!isGone) timer = setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id, key]);
  return live;
}
