import { addDays, businessDayOf } from '../../src/domain/business-day.ts';
import { bookingBody } from './club.ts';

const tomorrow = addDays(businessDayOf(Date.now()), 1);
/** One-hour bookings that do not touch each other: days × courts × hours. */
const HOURS = [
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

/** The `at`-th booking of an endless row of bookings that do not overlap (up to 3,000), each by somebody else. */
export function distinctBooking(at: number): Record<string, unknown> {
  return bookingBody({
    email: `guest${at}@example.com`,
    date: addDays(tomorrow, at % 88),
    court_id: 1 + (Math.floor(at / 88) % 2),
    start_time: `${HOURS[Math.floor(at / 176) % HOURS.length]}:00`,
  });
}

/** For a server whose load comes from many homes: it believes the proxy's word about whose request it is. */
export const MANY_HOMES = { TRUST_PROXY: '1' };
let homes = 0;

export async function postBooking(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': nextHome(), ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

/** Another visitor's address at each call. */
function nextHome(): string {
  homes += 1;
  return `10.${(homes >> 16) & 255}.${(homes >> 8) & 255}.${homes & 255}`;
}

/**
 * Books distinct hours with `connections` at once until `count` are asked for or the server is gone.
 * `acknowledged` are the numbers of the bookings it promised.
 */
export async function bookUntilGone(
  url: string,
  options: { count: number; connections: number; from?: number },
) {
  const acknowledged = new Set<number>();
  const statuses = new Map<number, number>();
  let next = options.from ?? 0;
  const last = next + options.count;
  const worker = async () => {
    while (next < last) {
      const answer = await postBooking(url, distinctBooking(next++)).catch(() => null);
      if (!answer) return;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 201) acknowledged.add(answer.json.booking.id);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, worker));
  return { acknowledged, statuses, asked: next };
}

/** The `share` quantile (0–1) of numbers. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
