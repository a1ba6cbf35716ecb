import type { ModelBooking } from './club-model.ts';

/** What a booking has beside its court: rackets, the sequence's code, and the members' price. */
export interface ModelExtras {
  rackets: number;
  code: boolean;
  member: boolean;
}
export const NO_EXTRAS: ModelExtras = { rackets: 0, code: false, member: false };

/** PKR for each half-hour of a racket, and how many the club has. */
export const RACKET = { id: 1, price: 150, max_at_once: 3 };
export const CODE = { percent: 15, max_uses: 2 };
export const MEMBER_PERCENT = 10;

/** PKR: the members' price comes off the court first, the code off what is left. */
export function priceWithExtras(courtPrice: number, halfHours: number, extras: ModelExtras): number {
  const percentOf = (amount: number, percent: number) => Math.round((amount * percent) / 100);
  let court = courtPrice;
  if (extras.member) court -= percentOf(court, MEMBER_PERCENT);
  if (extras.code) court -= percentOf(court, CODE.percent);
  return court + extras.rackets * RACKET.price * halfHours;
}

/** Whether the club has `rackets` more in each of these half-hours, on whichever court they are played. */
export function hasRackets(
  bookings: Iterable<ModelBooking>,
  rackets: number,
  { date, slotIndexes }: Pick<ModelBooking, 'date' | 'slotIndexes'>,
  except?: number,
): boolean {
  if (rackets === 0) return true;
  const others = [...bookings].filter(
    (booking) => booking.status !== 'cancelled' && booking.id !== except && booking.date === date,
  );
  return slotIndexes.every((slotIndex) => {
    const here = others.filter((booking) => booking.slotIndexes.includes(slotIndex));
    return rackets + here.reduce((sum, { extras }) => sum + extras.rackets, 0) <= RACKET.max_at_once;
  });
}

/** A use is a booking that stands, or a cancelled one of which the club keeps a part. */
export function codeUses(bookings: Iterable<ModelBooking>): number {
  return [...bookings].filter(
    ({ extras, status, charge }) => extras.code && (status !== 'cancelled' || charge > 0),
  ).length;
}
