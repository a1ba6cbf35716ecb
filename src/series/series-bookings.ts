import type { Database } from 'bun:sqlite';
import type { PlannedItems } from '../bookings/add-on-availability.ts';
import { BOOKING_COLUMNS, BOOKING_TABLES, type BookingRow, toBooking } from '../bookings/booking-row.ts';
import { changeStatusWithMoney } from '../bookings/cancel.ts';
import type { Customer } from '../bookings/has-booked-before.ts';
import { makeBooking } from '../bookings/make-booking.ts';
import { payDue } from '../bookings/payments.ts';
import type { NewBooking } from '../bookings/prepare-booking.ts';
import { planReschedule, rescheduleBooking } from '../bookings/reschedule.ts';
import type { BookingServices } from '../bookings/services.ts';
import { type SlotHolder, SlotHolders } from '../bookings/slot-holders.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor, ClubEvent } from '../db/club-event.ts';
import type { ChosenAddOn } from '../domain/add-on.ts';
import type { RescheduleInput, StatusChange } from '../domain/admin-inputs.ts';
import type { RescheduleQuote } from '../domain/api/admin-booking-routes.ts';
import type { Booking } from '../domain/booking.ts';
import type { PricedPlay, PriceItem } from '../domain/booking-price-lines.ts';
import type { MoneyMethod } from '../domain/ledger.ts';
import { payByOf } from '../domain/payment-deadline.ts';

/** A date of a series to book; due before `dueBefore`, in epoch milliseconds. */
export interface NewSeriesDate extends Omit<NewBooking, 'pay_by' | 'consents'> {
  series_id: number;
  dueBefore: number;
}

/**
 * What a series does with its bookings. Each date goes through the same functions as a single booking, except that
 * the series sends one email about all dates.
 */
export class SeriesBookings {
  readonly #services: BookingServices;
  readonly #holders;
  readonly #selectBySeries;
  readonly #selectCreditDue;

  constructor(db: Database, services: BookingServices) {
    this.#services = services;
    this.#holders = new SlotHolders(db);
    this.#selectBySeries = db.prepare<BookingRow, [number]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.series_id = ?
       ORDER BY booking.date, booking.id`,
    );
    this.#selectCreditDue = db.prepare<BookingRow, [string, string]>(
      `SELECT ${BOOKING_COLUMNS} FROM ${BOOKING_TABLES} WHERE booking.series_id IS NOT NULL
         AND booking.payment_method = 'credit' AND booking.user_id IS NOT NULL AND booking.charge > booking.received
         AND booking.status <> 'cancelled' AND booking.date BETWEEN ? AND ? ORDER BY booking.date, booking.id`,
    );
  }

  /** In date order, including cancelled ones. */
  list(seriesId: number): Booking[] {
    return this.#selectBySeries.all(seriesId).map(toBooking);
  }

  /** Dates on credit with money outstanding, between two business days, both inclusive. */
  listCreditDue(from: string, to: string): Booking[] {
    return this.#selectCreditDue.all(from, to).map(toBooking);
  }

  holdersOf(courtId: number, date: string): Map<number, SlotHolder> {
    return this.#holders.read(courtId, date);
  }

  /** Every date's add-ons and a member's price; throws `invalid` for an unknown add-on. */
  itemsFor(customer: Customer, add_ons: readonly ChosenAddOn[]): (play: PricedPlay) => PriceItem[] {
    const isMember = customer.user_id !== null;
    return this.#services.items.of({ add_ons, customer, isMember, withoutHours: true });
  }

  /**
   * `Racket: only 1 left at 8 PM`; null if the club has enough for a date. `planned` is what the series' other dates
   * will hold on its day.
   */
  shortageText(
    items: readonly PriceItem[],
    place: { date: string; slotIndexes: readonly number[] },
    exceptBookingId: number | undefined,
    planned: readonly PlannedItems[],
  ): string | null {
    const shortage = this.#services.bookings.addOns.findShortage(items, place, exceptBookingId, planned);
    if (!shortage) return null;
    const { label, left, at } = shortage;
    return `${label}: ${left === 0 ? 'none' : `only ${left}`} left at ${at}`;
  }

  book(tx: Transaction, { dueBefore, ...date }: NewSeriesDate, actor: Actor): Booking {
    const rules = this.#services.settings.facts().booking_rules;
    const pay_by = payByOf(date.payment_method, rules, tx.now, dueBefore, true);
    return makeBooking(suppressEmails(tx), this.#services, { ...date, pay_by }, actor);
  }

  /** Cancels one date under the usual rules. */
  cancel(tx: Transaction, id: number, decision: Omit<StatusChange, 'status'>, actor: Actor): Booking {
    return changeStatusWithMoney(
      suppressEmails(tx),
      this.#services,
      id,
      { ...decision, status: 'cancelled' },
      actor,
    );
  }

  /** A date's price at another place; throws if it can't be played there. */
  quote(booking: Booking, target: Omit<RescheduleInput, 'version'>, now: number): RescheduleQuote {
    return planReschedule(this.#services, booking, target, now).quote;
  }

  move(tx: Transaction, id: number, target: RescheduleInput, actor: Actor): Booking {
    return rescheduleBooking(suppressEmails(tx), this.#services, id, target, actor);
  }

  /** Records what a date still costs as paid. */
  pay(tx: Transaction, booking: Booking, method: MoneyMethod, actor: Actor): Booking {
    return payDue(tx, this.#services, booking, method, actor);
  }
}

const TOLD_TOGETHER: ReadonlySet<ClubEvent['kind']> = new Set([
  'booking.created',
  'booking.cancelled',
  'booking.moved',
]);

/** The same transaction, but marks events as covered by the series' own email. */
function suppressEmails(tx: Transaction): Transaction {
  return {
    ...tx,
    emit: (event) =>
      tx.emit(TOLD_TOGETHER.has(event.kind) ? ({ ...event, in_series: true } as ClubEvent) : event),
  };
}
