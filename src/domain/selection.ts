import { blocksOf, inPlayingOrder, MINIMUM_SLOTS, PLAYING_ORDER, positionOf, timeLabel } from './slot.ts';

/**
 * Choosing half-hours by hand. Sets of half-hours are lists in playing order; `free` holds the indexes that
 * can still be had on the court and day in question.
 */

/** One tap: takes the half-hour up or lets it go, and touches no other. */
export function toggleHour(hours: readonly number[], hour: number): number[] {
  return hours.includes(hour) ? hours.filter((other) => other !== hour) : inPlayingOrder([...hours, hour]);
}

/** The run from `from` towards `to`, both included; it ends before the first half-hour that is not free. */
export function stretch(from: number, to: number, free: ReadonlySet<number>): number[] {
  const step = positionOf(to) < positionOf(from) ? -1 : 1;
  const run: number[] = [];
  for (let at = positionOf(from); ; at += step) {
    const hour = PLAYING_ORDER[at];
    if (hour === undefined || !free.has(hour)) break;
    run.push(hour);
    if (hour === to) break;
  }
  return inPlayingOrder(run);
}

/** A half-hour that stands alone, with the free neighbours that would make it an hour. */
export interface LoneHour {
  hour: number;
  neighbours: number[];
}

export function loneHours(hours: readonly number[], free: ReadonlySet<number>): LoneHour[] {
  return blocksOf(hours)
    .filter((block) => block.hours.length < MINIMUM_SLOTS)
    .map(({ first }) => ({
      hour: first,
      neighbours: [1, -1]
        .map((step) => PLAYING_ORDER[positionOf(first) + step])
        .filter((hour) => hour !== undefined)
        .filter((hour) => free.has(hour)),
    }));
}

/** `6:30 PM alone is half an hour. Add 7:00 PM or 6:00 PM to make it one hour.` */
export function explainLone({ hour, neighbours }: LoneHour): string {
  const alone = `${timeLabel(hour)} alone is half an hour`;
  if (neighbours.length === 0)
    return `${alone} and both its neighbours are taken. Please choose another time.`;
  return `${alone}. Add ${neighbours.map(timeLabel).join(' or ')} to make it one hour.`;
}

/** One block made `count` half-hours long, forwards first, then backwards; null when the day has no room. */
export function lengthen(
  hours: readonly number[],
  count: number,
  free: ReadonlySet<number>,
): number[] | null {
  const [block, ...others] = blocksOf(hours);
  if (!block || others.length > 0 || block.hours.length >= count) return null;
  const grown = [...block.hours];
  for (const step of [1, -1]) {
    while (grown.length < count) {
      const edge = step > 0 ? grown.at(-1) : grown[0];
      const next = PLAYING_ORDER[positionOf(edge ?? -1) + step];
      if (next === undefined || !free.has(next)) break;
      if (step > 0) grown.push(next);
      else grown.unshift(next);
    }
  }
  return grown.length === count ? grown : null;
}

/** The same pattern of half-hours at the free times nearest to it, at most `limit` of them, nearest first. */
export function nearestFree(hours: readonly number[], free: ReadonlySet<number>, limit: number): number[][] {
  const found: number[][] = [];
  const distances = PLAYING_ORDER.flatMap((_, step) => (step === 0 ? [0] : [step, -step]));
  for (const distance of distances) {
    if (found.length === limit) break;
    const moved = hours.map((hour) => PLAYING_ORDER[positionOf(hour) + distance] ?? -1);
    if (moved.every((hour) => free.has(hour))) found.push(moved);
  }
  return found;
}
