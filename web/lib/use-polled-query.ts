import { useEffect, useRef } from 'react';
import type { ApiAnswer } from '../../src/domain/api.ts';
import type { Optional } from './api.ts';
import {
  invalidateQueries,
  type QueryOptionsOf,
  type QueryState,
  type ReadRoute,
  useQuery,
} from './query.ts';

/**
 * What changes without this browser: asked for again every `everyMs`, and when the page is looked at again. The last
 * answer stays while the server cannot be reached.
 */
export function usePolledQuery<R extends ReadRoute>(
  route: R,
  everyMs: number,
  ...[options]: Optional<QueryOptionsOf<R>>
): QueryState<ApiAnswer<R>> {
  const query = useQuery<R>(route, ...([options] as never));
  const settled = useRef(query);
  const last = useRef(query.data);
  if (query.state !== 'loading') settled.current = query;
  if (query.data !== undefined) last.current = query.data;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async () => {
      clearTimeout(timer);
      if (!document.hidden) await invalidateQueries(route);
      clearTimeout(timer);
      if (!isGone) timer = setTimeout(() => void ask(), everyMs);
    };
    const onVisible = () => void ask();
    // What the page's HTML or an earlier visit has may be older than that.
    if (last.current !== undefined && performance.now() > everyMs) void ask();
    else timer = setTimeout(onVisible, everyMs);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [route, everyMs]);
  return { ...settled.current, data: query.data ?? last.current };
}
