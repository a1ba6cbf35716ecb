import { courtPrice, isQuiet } from './slots.ts';
import type { HeldHours, Place, PlanLine, Scope } from './state.ts';

/** Whether a plan is for one half-hour of a place. */
function isFor({ band, court, onlyWeekends }: Scope, place: Place, slot: number): boolean {
  const weekday = new Date(`${place.date}T12:00:00Z`).getUTCDay();
  const isBand = band === null || isQuiet(slot) === (band === 'quiet');
  return isBand && (court === null || court === place.court) && (!onlyWeekends || weekday % 6 === 0);
}

/**
 * What the lines leave of each half-hour's price, in their order, and the half-hours that they pay for. All half-hours
 * of a booking cost the same.
 */
export function takeOff(place: Place, lines: readonly PlanLine[]): { left: number; hours: HeldHours[] } {
  const left = place.slots.map(() => courtPrice(place) / place.slots.length);
  const hours: HeldHours[] = [];
  for (const { purchase, from, to, gives } of lines) {
    let paid = 0;
    for (const [at, slot] of place.slots.entries()) {
      const price = left[at] ?? 0;
      if (place.date < from || place.date > to || !isFor(gives.for, place, slot) || price === 0) continue;
      if ('slots' in gives) {
        if (paid === gives.slots) continue;
        paid += 1;
        left[at] = 0;
      } else left[at] = Math.max(0, price - ('off' in gives ? gives.off / 2 : (price * gives.percent) / 100));
    }
    if (paid > 0) hours.push({ purchase, slots: paid });
  }
  return { left: left.reduce((sum, price) => sum + price, 0), hours };
}
