import { useRef, useState } from 'react';
import { ApiError, sentenceOf } from '../lib/api.ts';
import { invalidate, useQuery } from '../lib/query.ts';

interface Desk<T> {
  /** The newest answer; while another one is on its way, the one before. */
  data: T | undefined;
  loading: boolean;
  error: Error | null;
}

/** An admin answer's `data`. What was shown stays until something newer is there, so nothing jumps. */
export function useDesk<T>(url: string | null): Desk<T> {
  const answer = useQuery<{ data: T }>(url ? [url] : null);
  const kept = useRef<T | undefined>(undefined);
  if (answer.data) kept.current = answer.data.data;
  if (!url) kept.current = undefined;
  const failed = answer.state === 'failed';
  return {
    data: failed ? undefined : (answer.data?.data ?? kept.current),
    loading: answer.state === 'loading' && url !== null,
    error: failed ? answer.error : null,
  };
}

/** Why a list is not there, and the way to ask again. */
export function QueryError({ error }: { error: Error | null }) {
  if (!error) return null;
  const code = error instanceof ApiError ? error.status : 0;
  return (
    <div className="notice danger" role="alert">
      <p>{code ? `HTTP error! status: ${code}` : 'The club’s computer cannot be reached.'}</p>
      <button type="button" className="quiet" onClick={() => void invalidate('/api/admin')}>
        Try again
      </button>
    </div>
  );
}

/** Runs one action at a time and keeps the sentence of what went wrong. */
export function useAction(otherwise: string) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const running = useRef(false);
  const run = async <T,>(work: () => Promise<T>): Promise<T | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      return await work();
    } catch (problem) {
      setError(sentenceOf(problem, otherwise));
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, error, run };
}
