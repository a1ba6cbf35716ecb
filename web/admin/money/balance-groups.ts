import type { BookingBalances, ToCollect } from '../../../src/domain/api/ledger-answers.ts';
import { endOfPlay, startOfPlay } from '../../../src/domain/play-time.ts';

const DAY_MS = 24 * 3_600_000;

/** Unpaid bookings by when they are played; the server counts as overdue only what was played before today. */
export function balanceGroups({ to_collect, overdue }: BookingBalances, now: number) {
  const byStart = to_collect.toSorted((a, b) => startOfPlay(a) - startOfPlay(b));
  const isPlayed = (booking: ToCollect) => endOfPlay(booking) <= now;
  const isSoon = (booking: ToCollect) => !isPlayed(booking) && startOfPlay(booking) <= now + DAY_MS;
  return [
    { label: 'Playing within 24 hours', bookings: byStart.filter(isSoon) },
    { label: 'Already played today', bookings: byStart.filter(isPlayed) },
    { label: 'Overdue', bookings: overdue },
    { label: 'Playing later', bookings: byStart.filter((at) => !isPlayed(at) && !isSoon(at)) },
  ].filter(({ bookings }) => bookings.length > 0);
}
