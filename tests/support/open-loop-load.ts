import { addDays } from '../../src/domain/business-day.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { clubToday } from './default-day-plan.ts';
import { bookingBody } from './test-club.ts';

/**
 * Sends `rate` requests a second for `seconds` without waiting for answers: mostly slots and pages, sometimes a
 * booking. Returns the latencies in milliseconds.
 */
export async function runOpenLoopLoad(
  url: string,
  seconds: number,
  rate: number,
  seed: number,
): Promise<number[]> {
  const today = clubToday();
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  const started = performance.now();
  for (let index = 0; index < seconds * rate; index += 1) {
    const dueAt = started + (index * 1000) / rate;
    const delayMs = dueAt - performance.now();
    if (delayMs > 0) await Bun.sleep(delayMs);
    pending.push(
      sendRequest(url, index, today, seed).then(() => {
        latencies.push(performance.now() - dueAt);
      }),
    );
  }
  await Promise.all(pending);
  return latencies;
}

async function sendRequest(url: string, index: number, today: string, seed: number): Promise<void> {
  const date = addDays(today, 1 + ((seed + index) % 60));
  if (index % 20 === 19) {
    const bookingIndex = Math.floor(index / 20) + seed;
    const start_time = startTimeOf(14 + (bookingIndex % 16) * 2);
    const body = bookingBody({ date, start_time, court_id: 1 + (bookingIndex % 2) });
    const response = await fetch(`${url}/api/book`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    return;
  }
  const path = index % 5 === 0 ? '/' : `/api/slots?date=${date}&courtId=${1 + (index % 2)}`;
  await (await fetch(url + path)).arrayBuffer();
}

export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}
