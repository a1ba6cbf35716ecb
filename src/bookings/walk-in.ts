import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { WalkInInput } from '../domain/admin-api.ts';
import type { Booking } from '../domain/booking.ts';
import type { Calendar } from '../domain/calendar.ts';
import { hourlyRateOn } from '../domain/court.ts';
import { dayPlanOf, isOpen } from '../domain/day-plan.ts';
import { invalidField } from '../domain/failure.ts';
import { proposedMethod } from '../domain/ledger.ts';
import { normalizePhone } from '../domain/phone.ts';
import { priceOf } from '../domain/price.ts';
import { endInstantOf, neighboursOf } from '../domain/slot.ts';
import { courtNotFoundError, type FindCourt, parseSlotIndexes } from './admin-slot-input.ts';
import { type BookingItemSource, itemsOf } from './booking-items.ts';
import { type AddLedgerEntry, payBalance } from './change-status.ts';
import type { BookingStore } from './store.ts';

/** Books a customer at the reception; the current slot may be sold until it ends. */
export function bookWalkIn(
  tx: Transaction,
  deps: {
    bookings: BookingStore;
    findCourt: FindCourt;
    calendar: () => Calendar;
    addLedgerEntry: AddLedgerEntry;
    findMember: (email: string) => number | null;
    items: BookingItemSource;
  },
  input: WalkInInput,
  actor: Actor,
): Booking {
  const { bookings, findCourt } = deps;
  const court = findCourt(input.court_id);
  if (!court?.active) throw courtNotFoundError();
  const user_id = input.email === '' ? null : deps.findMember(input.email);
  if (input.payment?.method === 'credit' && user_id === null) {
    throw invalidField('email', 'Credit belongs to a member: please enter the email of a confirmed account.');
  }
  const calendar = deps.calendar();
  const slotIndexes = parseSlotIndexes(input, calendar, tx.now, undefined, true);
  assertFillsGap(tx, deps, input, slotIndexes);
  const hourlyRate = hourlyRateOn(court, input.date);
  const phone = normalizePhone(input.phone);
  const { add_ons, code, email } = input;
  const itemsFor = itemsOf(deps.items, {
    ...{ add_ons, code, customer: { user_id, email, phone } },
    ...{ isMember: user_id !== null, guesser: null },
  });
  const price = priceOf(slotIndexes, hourlyRate, dayPlanOf(calendar, input.date), itemsFor);
  const booking = bookings.create(tx, {
    court_id: court.id,
    court_name: court.name,
    user_id,
    date: input.date,
    slotIndexes,
    name: input.name,
    email: input.email,
    phone,
    payment_method: input.payment_method,
    hourly_rate: hourlyRate,
    computed_amount: price.total,
    lines: price.items,
  });
  recordAuditEntry(tx, actor, 'walk_in', 'booking', booking.id);
  if (input.payment) {
    const { amount, method } = input.payment;
    const entry = { booking_id: booking.id, user_id, kind: 'payment', method, amount } as const;
    deps.addLedgerEntry(tx, actor, entry);
    return bookings.markPaidIfSettled(tx, booking.id, actor);
  }
  if (!input.paid) return booking;
  const paid = bookings.changeStatus(tx, booking.id, 'paid', actor);
  return payBalance(tx, deps, paid, proposedMethod(input.payment_method), actor);
}

/** Half an hour is sold only where the gap has no room for an hour. */
function assertFillsGap(
  tx: Transaction,
  { bookings, calendar }: { bookings: BookingStore; calendar: () => Calendar },
  { court_id, date }: WalkInInput,
  slotIndexes: readonly number[],
): void {
  const [only] = slotIndexes;
  if (only === undefined || slotIndexes.length > 1) return;
  const plan = dayPlanOf(calendar(), date);
  const taken = bookings.takenSlotIndexes(court_id, date);
  const hasRoom = neighboursOf(only).some(
    (slotIndex) => isOpen(plan, slotIndex) && !taken.has(slotIndex) && endInstantOf(date, slotIndex) > tx.now,
  );
  if (hasRoom)
    throw invalidField('slots', 'An hour is free here. Half an hour is sold only in a gap of 30 minutes.');
}
