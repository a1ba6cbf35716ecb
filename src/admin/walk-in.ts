import { recordAttendance } from '../bookings/attendance.ts';
import { accountGuesser } from '../bookings/discounts.ts';
import { makeBooking } from '../bookings/make-booking.ts';
import { parseSlotIndexes } from '../bookings/parse-admin-slots.ts';
import { payDue } from '../bookings/payments.ts';
import type { BookingServices } from '../bookings/services.ts';
import { assertNoOverpayment } from '../bookings/staff-rules.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { courtRateOn } from '../domain/court.ts';
import { isOpen } from '../domain/day-plan.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { proposedMethod } from '../domain/ledger.ts';
import { normalizePhone } from '../domain/phone.ts';
import { priceOf } from '../domain/price.ts';
import { endInstantOf, neighboursOf } from '../domain/slot.ts';
import { WALK_IN_NAME, type WalkInInput, type WalkInQuoteInput } from '../domain/walk-in.ts';
import type { Offers } from '../waitlist/offers.ts';

/** A walk-in's price; throws `invalid` for a time that can't be sold or a code that can't be used. */
export function priceWalkIn(services: BookingServices, input: WalkInQuoteInput, now: number, actor: Actor) {
  const { calendar, courts, users, items } = services;
  const court = courts.requireActive(input.court_id);
  const { add_ons, code, email, date } = input;
  const user_id = email === '' ? null : users.findConfirmed(email);
  const slotIndexes = parseSlotIndexes(input, calendar.current(), now, undefined, true);
  const rate = courtRateOn(court, date);
  const phone = normalizePhone(input.phone);
  const itemsFor = items.of({
    add_ons,
    code: code === undefined ? code : { text: code, guesser: accountGuesser(actor.user_id) },
    customer: { user_id, email, phone },
    isMember: user_id !== null,
    atReception: true,
  });
  const price = priceOf(slotIndexes, rate, calendar.planOf(date), itemsFor);
  return { court, user_id, phone, slotIndexes, price };
}

/** Books a customer at the reception; the current slot can be sold until it ends. */
export function bookWalkIn(
  tx: Transaction,
  services: BookingServices,
  offers: Offers,
  input: WalkInInput,
  actor: Actor,
): Booking {
  const { court, user_id, phone: given, slotIndexes, price } = priceWalkIn(services, input, tx.now, actor);
  // Without it, a member booked by email would be listed as another customer, and nobody could call them.
  const phone = given || (user_id !== null && services.users.require(user_id).phone) || '';
  if (input.amount !== undefined && input.amount !== price.total) {
    throw new Failure(
      'price_changed',
      `The price is ${formatPkr(price.total)}, not ${formatPkr(input.amount)}. Please check it and book again.`,
      { amount: price.total },
    );
  }
  if (input.payment?.method === 'credit' && user_id === null) {
    throw invalidField('email', 'Credit belongs to a member: please enter the email of a confirmed account.');
  }
  const place = { court_id: court.id, date: input.date, slotIndexes };
  const endOffers = offers.endFor(tx, input.ends_offers, place);
  assertFillsGap(tx, services, input, slotIndexes);
  const request = {
    court_id: court.id,
    court_name: court.name,
    user_id,
    date: input.date,
    slotIndexes,
    name: input.name || WALK_IN_NAME,
    email: input.email,
    phone,
    payment_method: input.payment_method,
    hourly_rate: price.hourly_rate,
    computed_amount: price.total,
    lines: price.items,
  };
  const made = makeBooking(tx, services, request, actor);
  recordAuditEntry(tx, actor, 'walk_in', 'booking', made.id);
  endOffers();
  const booking = input.arrived
    ? recordAttendance(
        tx,
        services.bookings,
        made.id,
        { attendance: 'arrived', version: made.version },
        actor,
      )
    : made;
  if (price.total === 0) return booking;
  if (input.payment) {
    const { amount = price.total, method } = input.payment;
    assertNoOverpayment(actor, amount, price.total);
    return payDue(tx, services, booking, method, actor, amount);
  }
  if (!input.paid) return booking;
  return payDue(tx, services, booking, proposedMethod(input.payment_method), actor);
}

/** A single half-hour is only sold if the gap has no room for an hour. */
function assertFillsGap(
  tx: Transaction,
  { bookings, calendar }: BookingServices,
  { court_id, date }: WalkInInput,
  slotIndexes: readonly number[],
): void {
  const [only] = slotIndexes;
  if (only === undefined || slotIndexes.length > 1) return;
  const plan = calendar.planOf(date);
  const taken = bookings.takenSlotIndexes(court_id, date);
  const hasRoom = neighboursOf(only).some(
    (slotIndex) => isOpen(plan, slotIndex) && !taken.has(slotIndex) && endInstantOf(date, slotIndex) > tx.now,
  );
  if (hasRoom)
    throw invalidField('slots', 'An hour is free here. Half an hour can only be sold in a 30-minute gap.');
}
