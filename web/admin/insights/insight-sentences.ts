import type { Insights } from '../../../src/domain/api/insight-routes.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { PARTS_OF_DAY } from '../../../src/domain/part-of-day.ts';

/** How much of the open time nobody booked, and the weekday and part of the day with the most of it. */
export function emptySentence({ totals, occupancy }: Pick<Insights, 'totals' | 'occupancy'>): string {
  const { booked, open } = totals;
  if (open === 0) return 'The club was closed on these dates.';
  const percent = Math.round(((open - booked) / open) * 100);
  const empty = new Map<string, number>();
  for (const { weekday, hour, ...slots } of occupancy) {
    const part = PARTS_OF_DAY.find(({ from, until }) => hour * 2 >= from && hour * 2 < until);
    const day = weekday.charAt(0).toUpperCase() + weekday.slice(1);
    const name = `${day} ${part?.label.toLowerCase()}`;
    empty.set(name, (empty.get(name) ?? 0) + slots.open - slots.booked);
  }
  const [most] = [...empty].toSorted(([, one], [, other]) => other - one);
  const fill = most && most[1] > 0 ? ` Emptiest time: ${most[0]} (${most[1] / 2} court hours).` : '';
  return `${percent}% of the open court hours stayed empty.${fill}`;
}

/** How far one percentage is from another, which is not a percentage of it. */
export function pointsLabel(points: number): string {
  return `${points} percentage ${points === 1 ? 'point' : 'points'}`;
}

/** The revenue against as many days before; `beforeLabel` names them. */
export function revenueSentence(
  { totals, before }: Pick<Insights, 'totals' | 'before'>,
  beforeLabel: string,
): string {
  const change = totals.revenue - before.revenue;
  const than = `than in ${beforeLabel}`;
  const due =
    totals.to_give_back > 0 ? ` ${formatPkr(totals.to_give_back)} of it is still to give back.` : '';
  if (change === 0)
    return `${formatPkr(totals.revenue)} for play on these dates: as much as in ${beforeLabel}.${due}`;
  return `${formatPkr(totals.revenue)} for play on these dates: ${formatPkr(Math.abs(change))} ${change > 0 ? 'more' : 'less'} ${than}.${due}`;
}

/** What customers have still to pay, for play that is over and that comes. */
export function owedSentence(due: readonly { balance: number }[], count: number): string {
  if (count === 0) return 'Nobody owes anything.';
  const sum = due.reduce((total, { balance }) => total + balance, 0);
  // The lists are bounded, so the sum of a long one is at least this.
  const least = due.length < count ? 'At least ' : '';
  return `${least}${formatPkr(sum)} is still to be paid for ${count} ${count === 1 ? 'booking' : 'bookings'}.`;
}
