import { useRef } from 'react';
import type { ApiAnswer } from '../../src/domain/api.ts';
import { type ApiAddress, ApiError, type Optional } from '../lib/api.ts';
import { type ReadRoute, useQuery } from '../lib/query.ts';
import { onUserChange } from '../shared/user-switch.ts';

interface AdminQueryResult<T> {
  /** The newest answer; while the next one is loading, the previous one. */
  data: T | undefined;
  loading: boolean;
  error: Error | null;
}

type AdminRoute = Extract<ReadRoute, `GET /api/admin/${string}`>;
type AdminData<R extends AdminRoute> = ApiAnswer<R> extends { data: infer Data } ? Data : never;

/** This visit's answers by route and address, which stay readable while offline. */
const knownAnswers = new Map<string, unknown>();
onUserChange(() => knownAnswers.clear());

/** Fetches an admin route, unless `skip`. The last answer stays visible while the next one is loading. */
export function useAdminQuery<R extends AdminRoute>(
  route: R,
  ...options: Optional<ApiAddress<R> & { skip?: boolean }>
): AdminQueryResult<AdminData<R>> {
  const query = useQuery<R>(route, ...(options as never));
  const response = query.data as { data: AdminData<R> } | undefined;
  const key = `${route} ${JSON.stringify(options)}`;
  const lastData = useRef<AdminData<R> | undefined>(undefined);
  if (response) {
    lastData.current = response.data;
    knownAnswers.set(key, response.data);
  }
  const failed = query.state === 'failed';
  const hasNoAnswer = failed && !(query.error instanceof ApiError);
  const known = hasNoAnswer ? (knownAnswers.get(key) as AdminData<R> | undefined) : undefined;
  return {
    data: failed ? known : (response?.data ?? lastData.current),
    loading: query.state === 'loading',
    error: failed && known === undefined ? query.error : null,
  };
}
