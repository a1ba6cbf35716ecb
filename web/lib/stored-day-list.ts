/** The reception's list of the day, which `service-worker.js` shows at the dashboard's address while offline. */
const CACHE_NAME = 'day-list';
const ADDRESS = '/day-list';

/** `html` is the list as rendered by the browser. Without HTTPS, there is no such storage. */
export async function storeDayList(html: string): Promise<void> {
  const cache = await globalThis.caches?.open(CACHE_NAME);
  await cache?.put(ADDRESS, new Response(html, { headers: { 'content-type': 'text/html' } }));
}

export function forgetDayList(): void {
  void globalThis.caches?.delete(CACHE_NAME);
}
