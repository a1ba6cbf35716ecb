/**
 * Phone clocks are off by minutes or days. Anything the page says about now, today and deadlines uses the server's
 * clock, which comes with every page and API answer.
 */
let ahead = 0;

/** No two clocks agree exactly, and an answer takes time to arrive. */
const TOLERANCE_MS = 10_000;

/** The server's time in epoch milliseconds; the device's until the server's is known. */
export function serverNow(): number {
  return Date.now() + ahead;
}

/** Learns the time from the `Server-Timing` header of an answer that has just arrived. */
export function learnTime(headers: Headers): void {
  const [, time] = /\bnow;dur=(\d+)/.exec(headers.get('server-timing') ?? '') ?? [];
  if (time) setTime(Number(time));
}

/** Learns the time from the page's own headers, unless the page came from the browser's cache. */
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
