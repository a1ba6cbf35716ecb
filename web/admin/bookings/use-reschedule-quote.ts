import { callApi } from '../../lib/api.ts';
import { useQuote } from './use-quote.ts';

export interface CourtTime {
  court_id: number;
  date: string;
  slots: string[];
}

/** The price and availability of moving booking `id` to `courtTime`; null until the server has answered about it. */
export function useRescheduleQuote(id: number, courtTime: CourtTime) {
  const { quote, error, isCurrent } = useQuote({ id, courtTime }, async ({ id, courtTime }, signal) => {
    const route = 'POST /api/admin/bookings/:id/quote';
    return (await callApi(route, { params: { id }, body: courtTime, signal })).data;
  });
  return isCurrent ? { quote, error } : { quote: null, error: null };
}
