/**
 * Phones are minutes or days off. What the page says of now, today and deadlines counts by the server's clock, which comes
 * with each page and answer of the API.
 */
let ahead = 0;

/** No two clocks agree exactly, and an answer takes its time. */
const TOLERANCE_MS = 10_000;

/** The server's time in epoch milliseconds; the device's until the server has told its own. */
export function serverNow(): number {
  return Date.now() + ahead;
}

/** Learns the time from the `Server-Timing` header of an answer that has come this moment. */
export function learnTime(headers: Headers): void {
  const [, time] = /\bnow;dur=(\d+)/.exec(headers.get('server-timing') ?? '') ?? [];
  if (time) setTime(Number(time));
}

/** Learns the time from the page's own headers, unless the page comes from the browser's memory. */
export function learnTimeOfPage(): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const time = page?.serverTiming?.find(({ name }) => name === 'now')?.duration;
  if (!page || !time || page.transferSize === 0) return;
  setTime(time + performance.now() - page.responseStart);
}

function setTime(time: number): void {
  const difference = time - Date.now();
  ahead = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
}
