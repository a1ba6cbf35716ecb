import { useMemo } from 'react';
import type { Court } from '../../src/domain/court.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { useQuery } from '../lib/query.ts';
import { usePageData } from './page-data.tsx';
import { useAuth } from './session.tsx';
import { useFailureToast } from './use-failure-toast.ts';

interface CourtList {
  state: 'loading' | 'ready' | 'failed';
  /** The member's favourites first; until the server answers, the courts in the page's HTML. */
  courts: readonly Court[];
}

export function useCourts(): CourtList {
  const page = usePageData();
  const { user } = useAuth();
  const { state, data, error } = useQuery('GET /api/courts');
  const drawn = !useHydrated() && page.day !== undefined;
  useFailureToast(state === 'failed', 'Failed to fetch courts', error);
  const favorites = user?.preferences.favorite_courts;
  const courts = useMemo(() => {
    const favoriteRank = (court: Court) => (favorites?.includes(court.id) ? 0 : 1);
    return [...(data ?? page.courts)].sort((a, b) => favoriteRank(a) - favoriteRank(b));
  }, [data, page.courts, favorites]);
  return { state: data || drawn ? 'ready' : state, courts };
}

export function useCourt(id: number | null): Court | undefined {
  return useCourts().courts.find((court) => court.id === id);
}
