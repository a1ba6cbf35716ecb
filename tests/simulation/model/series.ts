import { addBooking, type Cancellation, cancel, type Order } from './bookings.ts';
import { payByOf, setPayBy } from './deadlines.ts';
import { hasRackets } from './extras.ts';
import { tellSeries } from './messages.ts';
import { chargeOf, creditOf, received } from './money.ts';
import { payDue } from './payments.ts';
import { instantOf, isPlayable, isTaken, plusDays, soldDayOf, startOf } from './slots.ts';
import { CONFLICT, CREATED, type Expected, HOUR, INVALID, NOT_FOUND, OK, type State } from './state.ts';

/** All dates of a series are booked, or none. */
export function bookSeries(state: State, order: Order, count: number, now: number): Expected {
  const { place, rackets, method } = order;
  if (method === 'credit' && !order.isMembers) return INVALID;
  if (!isPlayable(place.slots) || place.date < soldDayOf(now)) return INVALID;
  const dates = Array.from({ length: count }, (_, week) => plusDays(place.date, 7 * week));
  const isFree = dates.every((date) => {
    const taken = isTaken(state, place.court, date);
    const isPast = place.slots.some((slot) => instantOf(date, slot) <= now);
    const isClear = !isPast && !place.slots.some((slot) => taken.has(slot));
    return isClear && hasRackets(state, rackets, { date, slots: place.slots });
  });
  if (!isFree) return CONFLICT;
  const booked = dates.map((date) => {
    const booking = addBooking(state, { ...order, place: { ...place, date }, withoutHours: true }, now);
    booking.series = state.nextSeries;
    setPayBy(booking, payByOf(state.rules, method, booking, now, true), now);
    return booking;
  });
  state.nextSeries += 1;
  const [first] = booked;
  collectCredit(state, now);
  if (first) tellSeries(state, first, booked);
  return CREATED;
}

/** How long before play a date on credit is paid. */
export const CREDIT_BEFORE = 48 * HOUR;

/** Dates on credit are paid in order while the member has enough. */
export function collectCredit(state: State, now: number): void {
  const dates = state.bookings.filter(
    ({ series, payers: [{ method, isMembers }], status }) =>
      series !== null && method === 'credit' && status === 'pending' && isMembers,
  );
  for (const booking of dates.sort((one, other) => one.date.localeCompare(other.date) || one.id - other.id)) {
    const left = startOf(booking) - now;
    if (left <= 0 || left > CREDIT_BEFORE) continue;
    if (creditOf(state, booking.payers[0].person) < chargeOf(booking) - received(state, booking)) continue;
    payDue(state, booking, 'credit');
  }
}

/** Ends the remaining dates from a date on. */
export function cancelSeries(
  state: State,
  id: number,
  from: string,
  decision: Cancellation,
  now: number,
): Expected {
  const dates = state.bookings.filter(({ series }) => series === id);
  if (dates.length === 0) return NOT_FOUND;
  const coming = dates
    .filter((booking) => booking.status !== 'cancelled' && booking.date >= from && startOf(booking) > now)
    .sort((one, other) => one.date.localeCompare(other.date));
  const [first] = coming;
  if (!first) return CONFLICT;
  for (const booking of coming) {
    const toCredit = decision.toCredit && booking.payers[0].isMembers;
    cancel(state, booking, { ...decision, toCredit, inSeries: true }, now);
  }
  tellSeries(state, first, []);
  return OK;
}
