import { invalidateQueries } from './query.ts';

/** Fetches the booking of this page again, as its customer or another payer sees it. */
export function reloadBooking(): Promise<void> {
  return invalidateQueries(
    'GET /api/booking/:id',
    'GET /api/booking/:id/statement',
    'GET /api/payers/:id',
    'GET /api/payers/:id/tournament',
  );
}

/** Fetches the free slots that this page shows again. */
export function reloadSlots(): Promise<void> {
  return invalidateQueries('GET /api/slots', 'GET /api/slots-by-court');
}
