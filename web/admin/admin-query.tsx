import { useRef, useState } from 'react';
import { ApiError, errorMessage } from '../lib/api.ts';
import { invalidateQueries, useQuery } from '../lib/query.ts';

interface AdminQueryResult<T> {
  /** The newest answer; while another one is on its way, the one before. */
  data: T | undefined;
  loading: boolean;
  error: Error | null;
}

/** An admin answer's `data`. What was shown stays until something newer is there, so nothing jumps. */
export function useAdminQuery<T>(url: string | null): AdminQueryResult<T> {
  const query = useQuery<{ data: T }>(url ? [url] : null);
  const lastData = useRef<T | undefined>(undefined);
  if (query.data) lastData.current = query.data.data;
  if (!url) lastData.current = undefined;
  const failed = query.state === 'failed';
  return {
    data: failed ? undefined : (query.data?.data ?? lastData.current),
    loading: query.state === 'loading' && url !== null,
    error: failed ? query.error : null,
  };
}

/** Why a list is not there, and the way to ask again. */
export function QueryError({ error }: { error: Error | null }) {
  if (!error) return null;
  const code = error instanceof ApiError ? error.status : 0;
  return (
    <div className="alert danger" role="alert">
      <p>{code ? `HTTP error! status: ${code}` : 'The club’s computer cannot be reached.'}</p>
      <button type="button" className="quiet" onClick={() => void invalidateQueries('/api/admin')}>
        Try again
      </button>
    </div>
  );
}

/** Runs one action at a time and keeps the sentence of what went wrong. */
export function useAction(fallbackMessage: string) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isRunning = useRef(false);
  const run = async <T,>(action: () => Promise<T>): Promise<T | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      return await action();
    } catch (cause) {
      setError(errorMessage(cause, fallbackMessage));
      return undefined;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, error, run };
}
