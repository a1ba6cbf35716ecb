import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '../../src/domain/business-day.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { createDataDir } from './data-dir.ts';
import { clubToday, OPEN_SLOTS } from './default-day-plan.ts';
import { runSql } from './run-sql.ts';

const COURTS = 60;
/** Demo bookings use courts below it. */
const FIRST_COURT = 1001;

/** A club with enough courts and days for the bookings of a load test. */
export function createBusyClub(bookings: number, receipts = 0): string {
  const dataDir = createDataDir({ bookings, receipts });
  appendFileSync(join(dataDir, 'club.toml'), '\n[booking]\ndays_ahead = 730\n');
  const courts = Array.from(
    { length: COURTS },
    (_, at) => `(${FIRST_COURT + at}, 'Court ${FIRST_COURT + at}')`,
  );
  runSql(dataDir, `INSERT INTO court (id, name) VALUES ${courts.join(', ')}`);
  return dataDir;
}

/** Booking `index` of up to 800,000, each of another hour and another guest. */
export function busyBooking(index: number): Record<string, unknown> {
  const hour = OPEN_SLOTS[(Math.floor(index / COURTS) % 21) * 2] ?? 14;
  return {
    court_id: FIRST_COURT + (index % COURTS),
    date: addDays(clubToday(), 40 + Math.floor(index / COURTS / 21)),
    start_time: startTimeOf(hour),
    duration: 60,
    name: 'Load Tester',
    email: `load${index}@example.com`,
    phone: `0300 ${String(index % 10_000_000).padStart(7, '0')}`,
    payment_method: 'cash',
  };
}

export interface LoadResult {
  /** The numbers of the confirmed bookings, with the moment of each answer in epoch milliseconds. */
  acknowledged: Map<number, number>;
  latenciesMs: number[];
  /** Answers other than 201, by status; 0 is a connection that failed. */
  refused: Map<number, number>;
}

/**
 * Books at a fixed rate for `seconds` without waiting for answers, from `from` on, or until `signal` is aborted.
 * The latency of a booking counts from the moment it was due.
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
