import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import type { Calendar } from '../domain/calendar.ts';
import { hourlyRateOn } from '../domain/court.ts';
import { dayPlanOf, isOpen } from '../domain/day-plan.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { proposedMethod } from '../domain/ledger.ts';
import { normalizePhone } from '../domain/phone.ts';
import { priceOf } from '../domain/price.ts';
import { endInstantOf, neighboursOf } from '../domain/slot.ts';
import type { WalkInInput, WalkInQuoteInput } from '../domain/walk-in.ts';
import { type BookingItemSource, itemsOf } from './booking-items.ts';
import { type AddLedgerEntry, payBalance } from './change-status.ts';
import { courtNotFoundError, type FindCourt, parseSlotIndexes } from './parse-admin-slots.ts';
import type { BookingStore } from './store.ts';

interface PriceDeps {
  findCourt: FindCourt;
  calendar: () => Calendar;
  /** The number of the member with a confirmed email. */
  findMember: (email: string) => number | null;
  items: BookingItemSource;
}

/** The price of a walk-in; throws `invalid` for a time that cannot be sold, and for a code that cannot be used. */
export function priceWalkIn(deps: PriceDeps, input: WalkInQuoteInput, now: number) {
  const court = deps.findCourt(input.court_id);
  if (!court?.active) throw courtNotFoundError();
  const { add_ons, code, email, date } = input;
  const user_id = email === '' ? null : deps.findMember(email);
  const calendar = deps.calendar();
  const slotIndexes = parseSlotIndexes(input, calendar, now, undefined, true);
  const hourlyRate = hourlyRateOn(court, date);
  const phone = normalizePhone(input.phone);
  const itemsFor = itemsOf(deps.items, {
    ...{ add_ons, code, customer: { user_id, email, phone } },
    ...{ isMember: user_id !== null, guesser: null },
  });
  const price = priceOf(slotIndexes, hourlyRate, dayPlanOf(calendar, date), itemsFor);
  return { court, user_id, phone, slotIndexes, hourlyRate, price };
}

/** Books a customer at the reception; the current slot may be sold until it ends. */
export function bookWalkIn(
  tx: Transaction,
  deps: PriceDeps & {
    bookings: BookingStore;
    addLedgerEntry: AddLedgerEntry;
    takeOverOffers: TakeOverOffers;
  },
  input: WalkInInput,
  actor: Actor,
): Booking {
  const { bookings } = deps;
  const { court, user_id, phone, slotIndexes, hourlyRate, price } = priceWalkIn(deps, input, tx.now);
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
  const endOffers = deps.takeOverOffers(tx, input.ends_offers, place);
  assertFillsGap(tx, deps, input, slotIndexes);
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
  endOffers();
  if (input.payment && price.total > 0) {
    const { amount = price.total, method } = input.payment;
    const entry = { booking_id: booking.id, user_id, kind: 'payment', method, amount } as const;
    deps.addLedgerEntry(tx, actor, entry);
    return bookings.markPaidIfSettled(tx, booking.id, actor);
  }
  if (!input.paid && price.total > 0) return booking;
  const paid = bookings.changeStatus(tx, booking.id, 'paid', actor);
  return payBalance(tx, deps, paid, proposedMethod(input.payment_method), actor);
}

/** Gives the slots of open offers to a booking; the returned call ends the offers once it is written. */
export type TakeOverOffers = (
  tx: Transaction,
  ids: readonly number[],
  booking: { court_id: number; date: string; slotIndexes: readonly number[] },
) => () => void;

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
