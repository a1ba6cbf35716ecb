import { courtNotFound } from '../courts/store.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { RescheduleInput } from '../domain/admin-inputs.ts';
import type { RescheduleQuote } from '../domain/api/admin-booking-routes.ts';
import type { AuditedCourtTime } from '../domain/audit-log.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingLine } from '../domain/booking-price-lines.ts';
import type { ClosedFor } from '../domain/closing.ts';
import { hourlyRateOn } from '../domain/court.ts';
import { dayPlanOf } from '../domain/day-plan.ts';
import { Failure } from '../domain/failure.ts';
import { payByAfterMove, payerReminderAt } from '../domain/payment-deadline.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { priceOf } from '../domain/price.ts';
import { startTimeOf } from '../domain/slot.ts';
import { customerKeysOf } from './booking-origins.ts';
import { parseSlotIndexes } from './parse-admin-slots.ts';
import { owedOf, reopen, settle } from './payments.ts';
import type { BookingServices } from './services.ts';
import { limitCode, limitWriteOff } from './staff-rules.ts';
import { slotIndexesOf } from './store.ts';

interface ReschedulePlan {
  slotIndexes: number[];
  hourlyRate: number;
  lines: BookingLine[];
  quote: RescheduleQuote;
}

/**
 * Checks and prices `booking` at another time or court. If an admin moves it within its court, it keeps the rate it
 * was sold at; a different court, or a move by the customer, uses the rate of the new day. Its lines stay as sold but
 * are priced for the new time. Throws `wrong_state` or `invalid`.
 */
export function planReschedule(
  deps: Pick<BookingServices, 'bookings' | 'courts' | 'calendar'>,
  booking: Booking,
  target: Pick<RescheduleInput, 'court_id' | 'date' | 'slots'>,
  now: number,
  byCustomer = false,
): ReschedulePlan {
  if (booking.status === 'cancelled') {
    throw new Failure('wrong_state', 'A cancelled booking cannot be rescheduled. Restore it first.');
  }
  const { bookings } = deps;
  const calendar = deps.calendar.current();
  const court = deps.courts.find(target.court_id);
  const sameCourt = target.court_id === booking.court_id;
  if (!court || !(court.active || (sameCourt && !byCustomer))) throw courtNotFound();
  const sameDay = target.date === booking.date;
  const ownSlots: ReadonlySet<number> = new Set(sameCourt && sameDay ? slotIndexesOf(booking) : []);
  const own = { sameDay, slotIndexes: ownSlots };
  const isHalfHour = booking.slots.length === 1 && !byCustomer;
  const slotIndexes = parseSlotIndexes(target, calendar, now, own, isHalfHour);
  // A closure may have taken some of the booking's own slots.
  const claimedSlots = bookings.takenSlotIndexes(target.court_id, target.date, booking.id);
  const taken = slotIndexes.filter((slotIndex) => claimedSlots.has(slotIndex)).map(startTimeOf);
  const hourlyRate = sameCourt && !byCustomer ? booking.hourly_rate : hourlyRateOn(court, target.date);
  const items = booking.lines ?? [];
  bookings.addOns.assertLeft(items, { date: target.date, slotIndexes }, booking.id);
  const plan = dayPlanOf(calendar, target.date);
  const rate = { court_id: court.id, hourly_rate: hourlyRate };
  const { total: to, items: lines } = priceOf(slotIndexes, rate, plan, items);
  const from = booking.computed_amount;
  return { slotIndexes, hourlyRate, lines, quote: { from, to, difference: to - from, taken } };
}

/** Moves a booking to other slots, another day or another court, at the new price. */
export function rescheduleBooking(
  tx: Transaction,
  deps: Pick<BookingServices, 'bookings' | 'courts' | 'calendar' | 'settings' | 'grants' | 'ledger'>,
  id: number,
  input: RescheduleInput,
  actor: Actor,
  byCustomer = false,
  closed_for?: ClosedFor,
): Booking {
  const { bookings } = deps;
  const booking = bookings.require(id, input.version);
  const plan = planReschedule(deps, booking, input, tx.now, byCustomer);
  const { slotIndexes, hourlyRate, lines, quote } = plan;
  const before = owedOf(bookings, booking);
  if (quote.taken.length > 0) {
    throw new Failure('slot_taken', 'This time is already taken. Please choose another one.', {
      slots: quote.taken,
    });
  }
  if (input.amount !== undefined && input.amount !== quote.to) {
    const reason = byCustomer ? 'price_changed' : 'changed_meanwhile';
    throw new Failure(reason, 'The price has changed. Please check it and try again.', { amount: quote.to });
  }
  const { court_id, date } = input;
  bookings.reschedule(tx, id, {
    court_id,
    date,
    slotIndexes,
    hourly_rate: hourlyRate,
    computed_amount: quote.to,
    lines,
    freedBy: byCustomer ? customerKeysOf(booking) : [],
  });
  const moved = bookings.require(id);
  limitWriteOff(tx, deps, booking, moved, actor);
  limitCode(tx, deps, moved, actor, booking);
  const isReopened = moved.status === 'paid' && reopen(tx, deps, id, before, actor);
  if (moved.status !== 'paid' && moved.pay_by !== null) {
    const payBy = Date.parse(moved.pay_by);
    const newPayBy = payByAfterMove(
      { ...moved, pay_by: payBy },
      deps.settings.facts().booking_rules,
      tx.now,
      startOfPlay(moved),
    );
    if (newPayBy !== payBy) bookings.setPayBy(tx, moved, newPayBy);
  }
  const rescheduled = bookings.require(id);
  bookings.payers.resetReminders(tx, id, payerReminderAt(rescheduled, tx.now));
  recordAuditEntry(tx, actor, 'moved', 'booking', id, {
    from: courtTimeOf(booking),
    to: courtTimeOf(rescheduled),
    ...(byCustomer ? { by_customer: true } : {}),
  });
  const { court_name, slots, computed_amount } = booking;
  const from = { court_name, date: booking.date, slots, amount: computed_amount };
  tx.emit({ kind: 'booking.moved', booking_id: id, from, by_customer: byCustomer, closed_for });
  // What has been paid may already cover a cheaper time, or be too little to hold a dearer one.
  return settle(tx, deps, id, actor, !isReopened);
}

function courtTimeOf({ court_id, date, slots, computed_amount }: Booking): AuditedCourtTime {
  return { court_id, date, slots, amount: computed_amount };
}
