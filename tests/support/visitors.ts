import { addDays, businessDayOf } from '../../src/domain/business-day.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { bookingBody } from './club.ts';

/**
 * Visitors who come whether or not the last one was served: `rate` requests a second for `seconds`, mostly
 * looks at slots and pages, now and then a booking. Returns the latencies in milliseconds.
 */
export async function visit(url: string, seconds: number, rate: number, salt: number): Promise<number[]> {
  const today = businessDayOf(Date.now());
  const waits: number[] = [];
  const flights: Promise<void>[] = [];
  const started = performance.now();
  for (let at = 0; at < seconds * rate; at += 1) {
    const due = started + (at * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await Bun.sleep(early);
    flights.push(
      request(url, at, today, salt).then(() => {
        waits.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(flights);
  return waits;
}

async function request(url: string, at: number, today: string, salt: number): Promise<void> {
  const date = addDays(today, 1 + ((salt + at) % 60));
  if (at % 20 === 19) {
    const turn = Math.floor(at / 20) + salt;
    const start_time = startTimeOf(14 + (turn % 16) * 2);
    const body = bookingBody({ date, start_time, court_id: 1 + (turn % 2) });
    const answer = await fetch(`${url}/api/book`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    return;
  }
  const path = at % 5 === 0 ? '/' : `/api/slots?date=${date}&courtId=${1 + (at % 2)}`;
  await (await fetch(url + path)).arrayBuffer();
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
