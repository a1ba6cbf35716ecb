import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { type Booking, refuseDate, requestedHours } from '../domain/booking.ts';
import type { Court } from '../domain/court.ts';
import type { Move, MoveQuote, WalkIn } from '../domain/desk.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import { priceOf } from '../domain/price.ts';
import { endInstantOf, hourOf, SLOT_MINUTES, startTimeOf } from '../domain/slot.ts';
import type { BookingStore } from './store.ts';

/** The desk may write into the diary this far ahead, whatever visitors may. */
const DESK_DAYS_AHEAD = 730;

type FindCourt = (id: number) => Court | null;
type Place = Pick<Move, 'court_id' | 'date' | 'slots'>;

/** The half-hours of `place`, in playing order; `own` are held already and may be under way. */
function readHours(place: Place, now: number, own: ReadonlySet<number>, sameDay: boolean): number[] {
  const late = sameDay ? null : refuseDate(place.date, now, DESK_DAYS_AHEAD);
  if (late) throw invalidField('date', late);
  const requested = requestedHours({
    start_time: place.slots[0] ?? '',
    duration: place.slots.length * SLOT_MINUTES,
    slots: place.slots,
  });
  if ('refusal' in requested) throw invalidField('slots', requested.refusal);
  if (requested.hours.some((hour) => !own.has(hour) && endInstantOf(place.date, hour) <= now)) {
    throw invalidField('slots', 'This time is over. Please choose a later one.');
  }
  return requested.hours;
}

interface Plan {
  hours: number[];
  rate: number;
  quote: MoveQuote;
}

/**
 * What it means to play booking `booking` at `place`: checked and priced afresh. On its own court it keeps
 * the rate it was sold at; another court is charged at that court's rate of now.
 */
export function planMove(
  bookings: BookingStore,
  findCourt: FindCourt,
  booking: Booking,
  place: Place,
  now: number,
): Plan {
  if (booking.status === 'cancelled') {
    throw new Failure('wrong_state', 'A cancelled booking cannot be moved. Restore it first.');
  }
  const court = findCourt(place.court_id);
  const sameCourt = place.court_id === booking.court_id;
  if (!court || !(court.active || sameCourt)) throw noCourt();
  const sameDay = place.date === booking.date;
  const held = new Set(booking.slots.map((slot) => hourOf(slot) ?? -1));
  const own: ReadonlySet<number> = sameCourt && sameDay ? held : new Set();
  const hours = readHours(place, now, own, sameDay);
  const claimed = bookings.takenHours(place.court_id, place.date);
  const taken = hours.filter((hour) => claimed.has(hour) && !own.has(hour)).map(startTimeOf);
  const rate = sameCourt ? booking.hourly_rate : court.hourly_rate;
  const to = priceOf(hours, rate).total;
  const from = booking.computed_amount;
  return { hours, rate, quote: { from, to, difference: to - from, taken } };
}

/** Gives a booking other half-hours, another day or another court, at the price that goes with them. */
export function moveBooking(
  tx: Transaction,
  bookings: BookingStore,
  findCourt: FindCourt,
  id: number,
  move: Move,
  actor: Actor,
): Booking {
  const booking = bookings.require(id, move.version);
  const { hours, rate, quote } = planMove(bookings, findCourt, booking, move, tx.now);
  if (quote.taken.length > 0) {
    throw new Failure('slot_taken', 'Somebody else has this time. Please choose another one.', {
      slots: quote.taken,
    });
  }
  if (move.amount !== undefined && move.amount !== quote.to) {
    throw new Failure('changed_meanwhile', 'The price changed meanwhile. Please look at it again.');
  }
  tx.db.query('DELETE FROM claim WHERE booking_id = ?').run(id);
  const slots = hours.map(startTimeOf);
  tx.db
    .query(
      `UPDATE booking SET court_id = ?, date = ?, start_time = ?, duration = ?, slots = ?, hourly_rate = ?,
         computed_amount = ?, version = version + 1 WHERE id = ?`,
    )
    .run(
      move.court_id,
      move.date,
      slots[0] ?? '',
      slots.length * SLOT_MINUTES,
      JSON.stringify(slots),
      rate,
      quote.to,
      id,
    );
  bookings.claim(move.court_id, move.date, hours, id);
  recordAuditEntry(tx, actor, 'moved', 'booking', id, {
    from: placeOf(booking),
    to: { court_id: move.court_id, date: move.date, slots, amount: quote.to },
  });
  tx.emit({ kind: 'booking.moved', booking_id: id });
  return bookings.require(id);
}

/** Writes down somebody who stands at the counter; the half-hour that is under way may still be sold. */
export function bookWalkIn(
  tx: Transaction,
  bookings: BookingStore,
  findCourt: FindCourt,
  walkIn: WalkIn,
  actor: Actor,
): Booking {
  const court = findCourt(walkIn.court_id);
  if (!court?.active) throw noCourt();
  const hours = readHours(walkIn, tx.now, new Set(), false);
  const booking = bookings.create(tx, {
    court_id: court.id,
    court_name: court.name,
    user_id: null,
    date: walkIn.date,
    hours,
    name: walkIn.name,
    email: walkIn.email,
    phone: normalizePhone(walkIn.phone),
    payment_method: walkIn.payment_method,
    hourly_rate: court.hourly_rate,
    computed_amount: priceOf(hours, court.hourly_rate).total,
  });
  recordAuditEntry(tx, actor, 'walk_in', 'booking', booking.id);
  return walkIn.paid ? bookings.moveStatus(tx, booking.id, 'paid', actor) : booking;
}

function placeOf(booking: Booking) {
  return {
    court_id: booking.court_id,
    date: booking.date,
    slots: booking.slots,
    amount: booking.computed_amount,
  };
}

function noCourt(): Failure {
  return invalidField('court_id', 'There is no such court. Please choose another one.');
}
