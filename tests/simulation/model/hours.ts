import { takeOff } from './plan-lines.ts';
import { slotsLeft } from './purchases.ts';
import type { Booking, HeldHours, Place, State } from './state.ts';

const needed = (place: Place, { extras }: Booking): HeldHours[] => takeOff(place, extras.lines).hours;

/** Whether the purchases have the hours that a booking needs at a place. */
export function hasHours(state: State, booking: Booking, place: Place = booking): boolean {
  return needed(place, booking).every(({ purchase: id, slots }) => {
    const purchase = state.purchases.find((one) => one.id === id);
    return purchase !== undefined && slots <= slotsLeft(state, purchase, booking.id);
  });
}

/** The hours that its price says, in addition to any that an earlier cancellation has lost. */
export function takeHours(booking: Booking): void {
  const held = booking.hours;
  const wanted = needed(booking, booking).map(({ purchase, slots }) => {
    const kept = held.find((one) => one.purchase === purchase)?.slots ?? 0;
    return { purchase, slots: Math.max(slots, kept) };
  });
  const others = held.filter(({ purchase }) => !wanted.some((one) => one.purchase === purchase));
  booking.hours = [...wanted, ...others];
}

/** A cancellation gives back what the policy says, rounded in the customer's favour; the rest is lost. */
export function giveBackHours(booking: Booking, percent: number): void {
  const all = booking.hours.reduce((sum, { slots }) => sum + slots, 0);
  let lost = all - Math.ceil((all * percent) / 100);
  booking.hours = booking.hours
    .toSorted((one, other) => one.purchase - other.purchase)
    .flatMap(({ purchase, slots }) => {
      const part = Math.min(slots, lost);
      lost -= part;
      return part > 0 ? [{ purchase, slots: part }] : [];
    });
}
