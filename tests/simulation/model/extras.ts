import { chargeOf } from './money.ts';
import { setPrice } from './payers.ts';
import { takeOff } from './plan-lines.ts';
import type { Booking, Extras, Place, State } from './state.ts';

/** PKR per half-hour of a racket, and how many the club has. */
export const RACKET = { id: 1, price: 150, most: 3 };
export const CODE = { name: 'SPRING', percent: 15, uses: 2 };
export const MEMBER_PERCENT = 10;
export const NO_EXTRAS: Extras = { rackets: 0, code: false, member: false, lines: [], freeHours: 24 };

/** Plans come off the court first, then the members' price, then the code off the rest; rackets cost what they cost. */
export function priceOf(place: Place, { rackets, code, member, lines }: Extras): number {
  let court = Math.round(takeOff(place, lines).left);
  if (member) court -= Math.round((court * MEMBER_PERCENT) / 100);
  if (code) court -= Math.round((court * CODE.percent) / 100);
  return court + rackets * RACKET.price * place.slots.length;
}

/** Whether the club has enough rackets in each of these half-hours, on whichever court they are used. */
export function hasRackets(
  state: State,
  rackets: number,
  { date, slots }: Pick<Place, 'date' | 'slots'>,
  except?: number,
): boolean {
  if (rackets === 0) return true;
  const others = state.bookings.filter(
    (booking) => booking.status !== 'cancelled' && booking.id !== except && booking.date === date,
  );
  return slots.every((slot) => {
    const here = others.filter((booking) => booking.slots.includes(slot));
    return rackets + here.reduce((sum, { extras }) => sum + extras.rackets, 0) <= RACKET.most;
  });
}

/** A use is a booking that stands, or a cancelled one of which the club keeps a part. */
export function codeUses({ bookings }: State): number {
  return bookings.filter(
    (booking) => booking.extras.code && (booking.status !== 'cancelled' || chargeOf(booking) > 0),
  ).length;
}

/** A different number of rackets changes the price; the court stays as it was sold. */
export function setRackets(booking: Booking, rackets: number): void {
  const more = (rackets - booking.extras.rackets) * RACKET.price * booking.slots.length;
  setPrice(booking, chargeOf(booking) + more, true);
  booking.extras = { ...booking.extras, rackets };
}
