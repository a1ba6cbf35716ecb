import { clubTimestamp } from './business-day.ts';
import { shortDate } from './format-date.ts';
import { formatTimeOfDay } from './format-time.ts';

const MINUTE_MS = 60_000;

/** `Sat, Nov 21, 6 AM`; with `now` on the same calendar day, only the time, such as `9 PM`. */
export function formatPayBy(payBy: string, now?: number): string {
  // Stored instants carry the club's offset, so their text is already club time.
  const [date = '', time = ''] = clubTimestamp(Date.parse(payBy)).split('T');
  const label = formatTimeOfDay(time);
  if (now !== undefined && clubTimestamp(now).startsWith(date)) return label;
  return `${shortDate(date)}, ${label}`;
}

/** `2 days 3 h`, `11 h 20 min`, `25 min`, `less than a minute`; null once time is up. */
export function formatTimeLeft(payBy: string, now: number): string | null {
  const left = Date.parse(payBy) - now;
  if (left <= 0) return null;
  const minutes = Math.floor(left / MINUTE_MS);
  if (minutes === 0) return 'less than a minute';
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return joinParts([days, days === 1 ? 'day' : 'days'], [hours % 24, 'h']);
  return joinParts([hours, 'h'], [minutes % 60, 'min']);
}

function joinParts(...parts: [count: number, unit: string][]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
