import { useEffect, useState } from 'react';
import { ApiError, errorMessage } from '../../lib/api.ts';

interface Result<Quote> {
  key: string;
  quote: Quote | null;
  error: string | null;
  /** A sentence for each field that the server rejected. */
  fields: Partial<Record<string, string>>;
}

/** The server's answer to `body`, requested again `delayMs` after it changes. */
export function useQuote<Body, Quote>(
  body: Body,
  load: (body: Body, signal: AbortSignal) => Promise<Quote>,
  delayMs = 0,
): Omit<Result<Quote>, 'key'> & { isCurrent: boolean } {
  const key = JSON.stringify(body);
  const [result, setResult] = useState<Result<Quote>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is another function in each render
  useEffect(() => {
    const abortController = new AbortController();
    const timer = setTimeout(() => {
      load(JSON.parse(key) as Body, abortController.signal).then(
        (quote) => setResult({ key, quote, error: null, fields: {} }),
        (error: unknown) => {
          if (abortController.signal.aborted) return;
          const fields = (error instanceof ApiError && error.failure?.fields) || {};
          setResult({
            key,
            quote: null,
            error: errorMessage(error, 'The price could not be calculated.'),
            fields,
          });
        },
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      abortController.abort();
    };
  }, [key, delayMs]);
  const { quote = null, error = null, fields = {} } = result ?? {};
  return { quote, error, fields, isCurrent: result?.key === key };
}
