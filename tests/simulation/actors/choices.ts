import { DAY_SLOTS, plusDays, startOf, timeOf } from '../model/slots.ts';
import { type Booking, DAY, type Place } from '../model/state.ts';
import { CUSTOMERS, type Person } from '../people.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';

/** A time that people want: mostly an evening in the next days, so that they meet. */
export function choosePlace({ today }: Simulation, random: Random, length?: number): Place {
  const days = random.pick([0, 0, 0, 1, 1, 1, 2, 2, 3, 7]);
  const first = random.chance(0.85) ? random.int(22, 34) : random.int(0, 40);
  const slots = DAY_SLOTS.slice(first, first + (length ?? random.pick([2, 2, 2, 3, 4])));
  return { court: random.int(1, 2), date: plusDays(today, days), slots: [...slots] };
}

export const choosePerson = (random: Random): Person => random.pick(CUSTOMERS);

/** The story's name for a booking. */
export function labelOf(sim: Simulation, letter: string, id: number): string | null {
  for (const [label, made] of sim.made) if (made === id && label.startsWith(letter)) return label;
  return null;
}

/** A booking that a person has in mind: one that isn't long over. */
export function chooseBooking(
  sim: Simulation,
  random: Random,
  suits: (booking: Booking) => boolean = () => true,
): { label: string; booking: Booking } | null {
  const near = sim.state.bookings.filter((booking) => startOf(booking) > sim.now - DAY && suits(booking));
  const booking = random.maybe(near);
  const label = booking && labelOf(sim, 'b', booking.id);
  return booking && label ? { label, booking } : null;
}

/** Whether somebody is waiting for its time. */
export const isWaitedFor = ({ state }: Simulation, { court, date, slots }: Booking): boolean =>
  state.waiting.some((entry) => {
    const isPlace = entry.isOpen && entry.date === date && (entry.court ?? court) === court;
    return isPlace && entry.window.some((slot) => slots.includes(slot));
  });

/** The booking that a step names; null if the step that made it was left out or refused. */
export function findBooking(sim: Simulation, label: string): Booking | null {
  const id = sim.made.get(label);
  return sim.state.bookings.find((booking) => booking.id === id) ?? null;
}

export const placeBody = ({ court, date, slots }: Place) => ({
  court_id: court,
  date,
  slots: slots.map(timeOf),
});
