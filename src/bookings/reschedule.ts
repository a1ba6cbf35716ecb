import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { RescheduleInput, RescheduleQuote, WalkInInput } from '../domain/admin-api.ts';
import { type Booking, dateError, parseRequestedSlots } from '../domain/booking.ts';
import type { Court } from '../domain/court.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import { priceOf } from '../domain/price.ts';
import { endInstantOf, SLOT_MINUTES, slotIndexOf, startTimeOf } from '../domain/slot.ts';
import type { BookingStore } from './store.ts';

/** The desk may write into the diary this far ahead, whatever visitors may. */
const ADMIN_DAYS_AHEAD = 730;

type FindCourt = (id: number) => Court | null;
type CourtSlots = Pick<RescheduleInput, 'court_id' | 'date' | 'slots'>;

/** The half-hours of `place`, in playing order; `own` are held already and may be under way. */
function parseSlotIndexes(
  target: CourtSlots,
  now: number,
  ownSlots: ReadonlySet<number>,
  sameDay: boolean,
): number[] {
  const dateMessage = sameDay ? null : dateError(target.date, now, ADMIN_DAYS_AHEAD);
  if (dateMessage) throw invalidField('date', dateMessage);
  const requested = parseRequestedSlots({
    start_time: target.slots[0] ?? '',
    duration: target.slots.length * SLOT_MINUTES,
    slots: target.slots,
  });
  if ('error' in requested) throw invalidField('slots', requested.error);
  if (
    requested.slotIndexes.some(
      (slotIndex) => !ownSlots.has(slotIndex) && endInstantOf(target.date, slotIndex) <= now,
    )
  ) {
    throw invalidField('slots', 'This time is over. Please choose a later one.');
  }
  return requested.slotIndexes;
}

interface ReschedulePlan {
  slotIndexes: number[];
  hourlyRate: number;
  quote: RescheduleQuote;
}

/**
 * What it means to play booking `booking` at `place`: checked and priced afresh. On its own court it keeps
 * the rate it was sold at; another court is charged at that court's rate of now.
 */
export function planReschedule(
  bookings: BookingStore,
  findCourt: FindCourt,
  booking: Booking,
  target: CourtSlots,
  now: number,
): ReschedulePlan {
  if (booking.status === 'cancelled') {
    throw new Failure('wrong_state', 'A cancelled booking cannot be moved. Restore it first.');
  }
  const court = findCourt(target.court_id);
  const sameCourt = target.court_id === booking.court_id;
  if (!court || !(court.active || sameCourt)) throw courtNotFoundError();
  const sameDay = target.date === booking.date;
  const bookedSlots = new Set(booking.slots.map((slot) => slotIndexOf(slot) ?? -1));
  const ownSlots: ReadonlySet<number> = sameCourt && sameDay ? bookedSlots : new Set();
  const slotIndexes = parseSlotIndexes(target, now, ownSlots, sameDay);
  const claimedSlots = bookings.takenSlotIndexes(target.court_id, target.date);
  const taken = slotIndexes
    .filter((slotIndex) => claimedSlots.has(slotIndex) && !ownSlots.has(slotIndex))
    .map(startTimeOf);
  const hourlyRate = sameCourt ? booking.hourly_rate : court.hourly_rate;
  const to = priceOf(slotIndexes, hourlyRate).total;
  const from = booking.computed_amount;
  return { slotIndexes, hourlyRate, quote: { from, to, difference: to - from, taken } };
}

/** Gives a booking other half-hours, another day or another court, at the price that goes with them. */
export function rescheduleBooking(
  tx: Transaction,
  bookings: BookingStore,
  findCourt: FindCourt,
  id: number,
  input: RescheduleInput,
  actor: Actor,
): Booking {
  const booking = bookings.require(id, input.version);
  const { slotIndexes, hourlyRate, quote } = planReschedule(bookings, findCourt, booking, input, tx.now);
  if (quote.taken.length > 0) {
    throw new Failure('slot_taken', 'Somebody else has this time. Please choose another one.', {
      slots: quote.taken,
    });
  }
  if (input.amount !== undefined && input.amount !== quote.to) {
    throw new Failure('changed_meanwhile', 'The price changed meanwhile. Please look at it again.');
  }
  tx.db.query('DELETE FROM claim WHERE booking_id = ?').run(id);
  const slots = slotIndexes.map(startTimeOf);
  tx.db
    .query(
      `UPDATE booking SET court_id = ?, date = ?, start_time = ?, duration = ?, slots = ?, hourly_rate = ?,
         computed_amount = ?, version = version + 1 WHERE id = ?`,
    )
    .run(
      input.court_id,
      input.date,
      slots[0] ?? '',
      slots.length * SLOT_MINUTES,
      JSON.stringify(slots),
      hourlyRate,
      quote.to,
      id,
    );
  bookings.claimSlots(input.court_id, input.date, slotIndexes, id);
  recordAuditEntry(tx, actor, 'moved', 'booking', id, {
    from: auditSnapshot(booking),
    to: { court_id: input.court_id, date: input.date, slots, amount: quote.to },
  });
  tx.emit({ kind: 'booking.moved', booking_id: id });
  return bookings.require(id);
}

/** Writes down somebody who stands at the counter; the half-hour that is under way may still be sold. */
export function bookWalkIn(
  tx: Transaction,
  bookings: BookingStore,
  findCourt: FindCourt,
  input: WalkInInput,
  actor: Actor,
): Booking {
  const court = findCourt(input.court_id);
  if (!court?.active) throw courtNotFoundError();
  const slotIndexes = parseSlotIndexes(input, tx.now, new Set(), false);
  const booking = bookings.create(tx, {
    court_id: court.id,
    court_name: court.name,
    user_id: null,
    date: input.date,
    slotIndexes,
    name: input.name,
    email: input.email,
    phone: normalizePhone(input.phone),
    payment_method: input.payment_method,
    hourly_rate: court.hourly_rate,
    computed_amount: priceOf(slotIndexes, court.hourly_rate).total,
  });
  recordAuditEntry(tx, actor, 'walk_in', 'booking', booking.id);
  return input.paid ? bookings.changeStatus(tx, booking.id, 'paid', actor) : booking;
}

function auditSnapshot(booking: Booking) {
  return {
    court_id: booking.court_id,
    date: booking.date,
    slots: booking.slots,
    amount: booking.computed_amount,
  };
}

function courtNotFoundError(): Failure {
  return invalidField('court_id', 'There is no such court. Please choose another one.');
}
