import { addDays } from '../../src/domain/business-day.ts';
import { busyBooking } from './busy-club.ts';
import { clubToday } from './default-day-plan.ts';
import { bookingBody } from './test-club.ts';

const tomorrow = addDays(clubToday(), 1);
/** One-hour bookings that don't overlap: days × courts × hours. */
const START_HOURS = [
  '07',
  '08',
  '09',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '17',
  '18',
  '19',
  '20',
  '21',
  '22',
  '23',
];

/** Booking number `index` of up to 3,000 that don't overlap, each by a different guest. */
export function distinctBooking(index: number): Record<string, unknown> {
  return bookingBody({
    email: `guest${index}@example.com`,
    date: addDays(tomorrow, index % 88),
    court_id: 1 + (Math.floor(index / 88) % 2),
    start_time: `${START_HOURS[Math.floor(index / 176) % START_HOURS.length]}:00`,
  });
}

/** Lets a load test send requests from many addresses. */
export const TRUST_PROXY_ENV = { TRUST_PROXY: '1' };
let clientCount = 0;

export async function postBooking(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': nextClientIp(), ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

/** A new address for every call. */
export function nextClientIp(): string {
  clientCount += 1;
  return `10.${(clientCount >> 16) & 255}.${(clientCount >> 8) & 255}.${clientCount & 255}`;
}

/**
 * Books distinct hours on `connections` connections until `count` requests are sent or the server stops.
 * `acknowledged`: the ids of the confirmed bookings.
 */
export async function bookUntilServerStops(
  url: string,
  options: { count: number; connections: number; from?: number },
) {
  const acknowledged = new Set<number>();
  const statuses = new Map<number, number>();
  let next = options.from ?? 0;
  const end = next + options.count;
  const worker = async () => {
    while (next < end) {
      const answer = await postBooking(url, distinctBooking(next++)).catch(() => null);
      if (!answer) return;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 201) acknowledged.add(answer.json.booking.id);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, worker));
  return { acknowledged, statuses, sent: next };
}

/** The `share` quantile (0–1) of numbers. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

export interface LoadResult {
  /** The ids of the confirmed bookings, with the time of each answer in epoch milliseconds. */
  acknowledged: Map<number, number>;
  latenciesMs: number[];
  /** Answers other than 201, by status; 0 is a failed connection. */
  refused: Map<number, number>;
}

/**
 * Books at a fixed rate for `seconds` without waiting for answers, from `from` on, or until `signal` aborts. A
 * booking's latency counts from when it was due.
 */
export async function bookAtRate(
  urls: readonly string[],
  input: { rate: number; seconds: number; from: number; signal?: AbortSignal },
): Promise<LoadResult> {
  const result: LoadResult = { acknowledged: new Map(), latenciesMs: [], refused: new Map() };
  const pending: Promise<void>[] = [];
  const started = performance.now();
  for (let index = 0; index < input.rate * input.seconds && !input.signal?.aborted; index += 1) {
    const dueAt = started + (index * 1000) / input.rate;
    const delayMs = dueAt - performance.now();
    if (delayMs > 0) await Bun.sleep(delayMs);
    pending.push(book(urls[index % urls.length] ?? '', input.from + index, dueAt, result));
  }
  await Promise.all(pending);
  return result;
}

async function book(url: string, index: number, dueAt: number, result: LoadResult): Promise<void> {
  let status = 0;
  try {
    const response = await fetch(`${url}/api/book`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
      },
      body: JSON.stringify(busyBooking(index)),
    });
    const json = (await response.json()) as { booking: { id: number } };
    status = response.status;
    if (status === 201) {
      result.acknowledged.set(json.booking.id, Date.now());
      result.latenciesMs.push(performance.now() - dueAt);
    }
  } catch {
    // The server was killed, or a connection failed.
  }
  if (status !== 201) result.refused.set(status, (result.refused.get(status) ?? 0) + 1);
}
