import { useEffect, useState } from 'react';
import type { RescheduleQuote } from '../../../src/domain/admin-api.ts';
import { callApi, errorMessage } from '../../lib/api.ts';

export interface CourtTime {
  court_id: number;
  date: string;
  slots: string[];
}

/** The price and availability of moving booking `id` to `courtTime`, fetched again when that changes. */
export function useRescheduleQuote(id: number, courtTime: CourtTime) {
  const key = JSON.stringify(courtTime);
  const [result, setResult] = useState<{
    key: string;
    quote: RescheduleQuote | null;
    error: string | null;
  }>();
  useEffect(() => {
    const abortController = new AbortController();
    callApi('POST /api/admin/bookings/:id/quote', {
      params: { id },
      body: JSON.parse(key) as CourtTime,
      signal: abortController.signal,
    }).then(
      ({ data }) => setResult({ key, quote: data, error: null }),
      (error: unknown) => {
        if (abortController.signal.aborted) return;
        setResult({ key, quote: null, error: errorMessage(error, 'The price could not be calculated.') });
      },
    );
    return () => abortController.abort();
  }, [id, key]);
  return result?.key === key ? result : { quote: null, error: null };
}
