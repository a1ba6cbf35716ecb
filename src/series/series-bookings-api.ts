import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { ChosenAddOn } from '../domain/add-on.ts';
import type { RescheduleInput, StatusChange } from '../domain/admin-inputs.ts';
import type { RescheduleQuote } from '../domain/api/admin-booking-routes.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingLine, PricedPlay, PriceItem } from '../domain/booking-price-lines.ts';
import type { MoneyMethod } from '../domain/ledger.ts';

/** What the series ask of the bookings module, which alone writes bookings and their slots. */
export interface SeriesBookingsApi {
  list: (seriesId: number) => Booking[];
  listCreditDue: (from: string, to: string) => Booking[];
  book: (
    tx: Transaction,
    date: Pick<Booking, 'court_id' | 'court_name' | 'user_id' | 'date' | 'name' | 'email' | 'phone'> &
      Pick<Booking, 'payment_method' | 'hourly_rate' | 'computed_amount'> & {
        series_id: number;
        slotIndexes: readonly number[];
        lines: BookingLine[];
        dueBefore: number;
      },
    actor: Actor,
  ) => Booking;
  /** The add-ons of every date, and the price that a member gets. */
  itemsFor: (
    customer: Pick<Booking, 'user_id' | 'email' | 'phone'>,
    addOns: readonly ChosenAddOn[],
  ) => (play: PricedPlay) => PriceItem[];
  /**
   * A sentence when the club has too few of an add-on at a time; null when it has enough. `planned` is what other dates
   * of the series will hold on that day.
   */
  shortageText: (
    items: readonly PriceItem[],
    place: { date: string; slotIndexes: readonly number[] },
    exceptBookingId: number | undefined,
    planned: readonly { items: readonly PriceItem[]; slotIndexes: readonly number[] }[],
  ) => string | null;
  cancel: (tx: Transaction, id: number, decision: Omit<StatusChange, 'status'>, actor: Actor) => Booking;
  quote: (booking: Booking, target: Omit<RescheduleInput, 'version'>, now: number) => RescheduleQuote;
  move: (tx: Transaction, id: number, target: RescheduleInput, actor: Actor) => Booking;
  pay: (tx: Transaction, booking: Booking, method: MoneyMethod, actor: Actor) => Booking;
}
