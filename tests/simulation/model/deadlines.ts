import { startOf } from './slots.ts';
import { type Booking, DAY, HOUR, type Method, MINUTE, type Place, type State } from './state.ts';

/** How long a payment page is handed out again. */
export const PAGE_MINUTES = 30;
const BEFORE_PLAY = 2 * HOUR;
const LEAST = 30 * MINUTE;
/** This close to play, nobody else would buy the court. */
export const NEAR_PLAY = 30 * MINUTE;
/** Nothing is offered closer to play, … */
export const OFFER_NOTICE = 45 * MINUTE;
const OFFERED = 15 * MINUTE;
/** How long before its decision the host of an unfilled match is asked. */
export const ASKED_BEFORE = 12 * HOUR;

const fullMinute = (at: number) => Math.ceil(at / MINUTE) * MINUTE;

/**
 * A transfer has the hours of the owner's setting, or until 9 AM if these end in the night, ends two hours before
 * play, and is never shorter than half an hour unless play starts sooner. A date of a series is due before its play.
 * Cash has no deadline, and credit is taken before play.
 */
export function payByOf(
  { cardMinutes, transferHours }: State['rules'],
  method: Method,
  place: Pick<Place, 'date' | 'slots'>,
  now: number,
  inSeries = false,
): number | null {
  if (method === 'card') return fullMinute(now + cardMinutes * MINUTE);
  if (method === 'cash') return null;
  const start = startOf(place);
  if (start <= now) return null;
  const latest = inSeries ? start - BEFORE_PLAY : Math.min(now + transferHours * HOUR, start - BEFORE_PLAY);
  const payBy = afterNight(Math.min(start, fullMinute(Math.max(now + LEAST, latest))), start - BEFORE_PLAY);
  return inSeries && payBy >= start - NEAR_PLAY ? null : payBy;
}

/** The time to pay starts again, unless it would end in the last half hour before play, or a receipt is waiting. */
export function restartClock(state: State, booking: Booking, now: number): void {
  const [customer] = booking.payers;
  if (customer.receiptWaits) return;
  const payBy = payByAskedAgain(state, booking, now);
  if (payBy !== null && payBy < startOf(booking) - NEAR_PLAY) setPayBy(booking, payBy, now);
}

/** Somebody who is asked again no longer pays by card; an open match has until it is decided. */
export function payByAskedAgain({ rules }: State, booking: Booking, now: number): number | null {
  const { payers, series, match } = booking;
  const [customer] = payers;
  if (customer.method === 'card') customer.method = 'bank_transfer';
  const payBy = payByOf(rules, customer.method ?? 'cash', booking, now, series !== null);
  return payBy === null ? null : Math.max(payBy, (match?.isOpen && match.decideAt) || 0);
}

/** Nobody has to pay between 11 PM and 9 AM in Karachi, if 9 AM is early enough before play. */
function afterNight(payBy: number, latest: number): number {
  const midnight = Math.floor((payBy + 5 * HOUR) / DAY) * DAY - 5 * HOUR;
  const isLate = payBy > midnight + 23 * HOUR;
  const isEarly = payBy < midnight + 9 * HOUR;
  const morning = midnight + 9 * HOUR + (isLate ? DAY : 0);
  return (isLate || isEarly) && morning <= latest ? morning : payBy;
}

/** What was due more than five minutes ago, when play has begun by now. */
export function isMissed(booking: Place, due: number, now: number): boolean {
  return startOf(booking) <= now && now - due > 5 * MINUTE;
}

/** A match's place waits half an hour for its money, but not beyond the start of play. */
export function heldUntil(booking: Place, now: number): number {
  return Math.min(fullMinute(now + 30 * MINUTE), startOf(booking));
}

export const isTooLateToOffer = (place: Pick<Place, 'date' | 'slots'>, now: number): boolean =>
  startOf(place) - now < OFFER_NOTICE;

/** An offer ends after fifteen minutes, or at 9 AM if that is at night, unless play or `decision` come before. */
export function offeredUntil(
  place: Pick<Place, 'date' | 'slots'>,
  now: number,
  decision = Number.POSITIVE_INFINITY,
): number {
  return afterNight(fullMinute(now + OFFERED), Math.min(startOf(place) - OFFER_NOTICE, decision));
}

/** At half-time, but at most a day before; a card payment has no reminder. */
export function setPayBy(booking: Booking, payBy: number | null, now: number): void {
  const [customer] = booking.payers;
  booking.payBy = payBy;
  const isReminded = payBy !== null && customer.method !== 'card';
  customer.remindAt = isReminded ? Math.max(now + Math.floor((payBy - now) / 2), payBy - DAY) : null;
}

/** A move is not a payment: a transfer keeps its remaining time, and a date of a series follows its play. */
export function movePayBy(state: State, booking: Booking, now: number): void {
  const { payBy, payers, series } = booking;
  const [{ method }] = payers;
  if (payBy === null || method === 'card') return;
  const fresh = payByOf(state.rules, method ?? 'cash', booking, now, series !== null);
  const moved = method === 'cash' || series !== null || fresh === null ? fresh : Math.min(payBy, fresh);
  if (moved !== payBy) setPayBy(booking, moved, now);
}

/** When something is next due on its own, after `now`; the club checks once a second. */
export function nextDue(state: State, now: number): number {
  const instants = state.bookings.flatMap(({ status, payBy }) => (status === 'pending' ? [payBy ?? 0] : []));
  const offers = state.offers.map(({ expiresAt }) => expiresAt);
  const places = state.bookings.flatMap((booking) =>
    booking.payers.flatMap(({ remindAt, holdUntil }) => [remindAt ?? 0, holdUntil ?? 0]),
  );
  const decisions = state.bookings.flatMap(({ match }) => {
    const decideAt = match?.decideAt ?? 0;
    return [decideAt, decideAt - ASKED_BEFORE];
  });
  const onCredit = state.bookings
    .filter(
      ({ series, payers, status }) =>
        series !== null && payers[0].method === 'credit' && status === 'pending',
    )
    .map((booking) => startOf(booking) - 2 * DAY);
  const items = state.items.flatMap(({ remindAt, holdUntil }) => [remindAt ?? 0, holdUntil ?? 0]);
  const events = state.events.map(({ joinUntil }) => joinUntil);
  const next = Math.min(
    ...[...events, ...onCredit, ...instants, ...offers, ...places, ...decisions, ...items].filter(
      (at) => at > now,
    ),
    Number.POSITIVE_INFINITY,
  );
  return Math.ceil(next / 1000) * 1000;
}

/** The customer gives up the time, and the payment pages end; money for them still counts. */
export function end(state: State, booking: Booking, bySystem: boolean, byClub = false): void {
  booking.endedBySystem = bySystem;
  for (const checkout of booking.checkouts) if (checkout.state === 'open') checkout.state = 'released';
  if (!byClub) giveUp(state, booking, booking.slots);
}

/** What customers give up is not offered to them again. */
export function giveUp(state: State, { court, date, payers }: Booking, slots: readonly number[]): void {
  const [{ email, person }] = payers;
  if (slots.length > 0) state.givenUp.push({ court, date, slots: [...slots], email, person });
}
