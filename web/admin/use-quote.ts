import { useEffect, useState } from 'react';
import type { RescheduleQuote } from '../../src/domain/admin-api.ts';
import { call, sentenceOf } from '../lib/api.ts';

export interface Place {
  court_id: number;
  date: string;
  slots: string[];
}

/** What it would cost to play booking `id` at `place`, asked anew whenever the place changes. */
export function useQuote(id: number, place: Place) {
  const key = JSON.stringify(place);
  const [answer, setAnswer] = useState<{
    key: string;
    quote: RescheduleQuote | null;
    error: string | null;
  }>();
  useEffect(() => {
    const leave = new AbortController();
    call<{ data: RescheduleQuote }>('POST', `/api/admin/bookings/${id}/quote`, {
      body: JSON.parse(key) as Place,
      signal: leave.signal,
    }).then(
      ({ data }) => setAnswer({ key, quote: data, error: null }),
      (error: unknown) => {
        if (leave.signal.aborted) return;
        setAnswer({ key, quote: null, error: sentenceOf(error, 'The price could not be worked out.') });
      },
    );
    return () => leave.abort();
  }, [id, key]);
  return answer?.key === key ? answer : { quote: null, error: null };
}
