import { invalidateQueries } from './query.ts';

/** Fetches this page's booking again, as its customer or another payer sees it. */
export async function reloadBooking(): Promise<void> {
  await Promise.all([invalidateQueries('/api/booking/'), invalidateQueries('/api/payers/')]);
}
