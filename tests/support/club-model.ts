import { inPlayingOrder, startTimeOf } from '../../src/domain/slot.ts';
import { MoneyModel } from './money-model.ts';

export type Status = 'pending' | 'paid' | 'cancelled';

export interface ModelBooking {
  id: number;
  court: number;
  date: string;
  slotIndexes: readonly number[];
  status: Status;
  /** Made by the sequence's member, whose credit can pay for it. */
  isMembers: boolean;
  paymentMethod: 'cash' | 'card' | 'credit';
  /** An unpaid card booking whose checkout is still open. */
  awaitsCardPayment: boolean;
  /** PKR: its price while it stands, what is kept of it after a cancellation. */
  price: number;
  charge: number;
}

/** The expected answer of a step: a status and, for a conflict, the taken slots. */
export interface ExpectedResponse {
  status: number;
  slots?: string[];
}

interface Placement {
  court: number;
  date: string;
  slotIndexes: readonly number[];
}

/** PKR an hour of courts 1 and 2; they differ, so that a move changes the price. */
export const HOURLY_RATES: Record<number, number> = { 1: 5000, 2: 6000 };

/**
 * A simple model of which booking or closure holds which slot and of whose money is where. It shares only slot
 * names with the server, and predicts each answer before it changes.
 */
export class ClubModel {
  readonly bookings = new Map<number, ModelBooking>();
  readonly closures = new Map<number, Placement>();
  readonly money = new MoneyModel();

  /** The taken slots of a court's day without those of booking `except`. */
  takenSlotIndexes(court: number, date: string, except?: number): Set<number> {
    const holders: Placement[] = [...this.closures.values()];
    for (const booking of this.bookings.values()) {
      if (booking.status !== 'cancelled' && booking.id !== except) holders.push(booking);
    }
    const here = holders.filter((holder) => holder.court === court && holder.date === date);
    return new Set(here.flatMap(({ slotIndexes }) => slotIndexes));
  }

  /** Whether these slots could be booked if they were free. */
  static isValidSelection(slotIndexes: readonly number[]): boolean {
    if (slotIndexes.length < 2) return false;
    const playingPosition = (slotIndex: number) => (slotIndex + 34) % 48;
    return slotIndexes.every(
      (slotIndex) =>
        slotIndexes.some((other) => Math.abs(playingPosition(other) - playingPosition(slotIndex)) === 1) &&
        playingPosition(slotIndex) < 42,
    );
  }

  /** In PKR; a booking that starts from 2 AM to 4 AM costs PKR 1,000 an hour less. */
  static priceOf(court: number, slotIndexes: readonly number[]): number {
    const first = slotIndexes[0] ?? 0;
    const discount = first >= 4 && first < 8 ? 1000 : 0;
    return (((HOURLY_RATES[court] ?? 0) - discount) * slotIndexes.length) / 2;
  }

  /** Cancels card bookings that were not paid in time. */
  expireCheckouts(): void {
    for (const booking of this.bookings.values()) {
      if (booking.awaitsCardPayment && booking.status === 'pending') {
        booking.status = 'cancelled';
        booking.charge = 0;
      }
      booking.awaitsCardPayment = false;
    }
  }

  predictPlacement(
    { court, date, slotIndexes }: Placement,
    success: number,
    except?: number,
  ): ExpectedResponse {
    if (!ClubModel.isValidSelection(slotIndexes)) return { status: 422 };
    const taken = this.takenSlotIndexes(court, date, except);
    const conflicts = inPlayingOrder(slotIndexes.filter((slotIndex) => taken.has(slotIndex)));
    return conflicts.length > 0 ? { status: 409, slots: conflicts.map(startTimeOf) } : { status: success };
  }

  /** Credit pays at once, so it must be enough. */
  book(placement: Placement, paymentMethod: ModelBooking['paymentMethod']): ExpectedResponse {
    const expected = this.predictPlacement(placement, 201);
    const price = ClubModel.priceOf(placement.court, placement.slotIndexes);
    return expected.status === 201 && paymentMethod === 'credit' && this.money.credit < price
      ? { status: 422 }
      : expected;
  }

  /** Adds a booking that the club has accepted. */
  add(
    id: number,
    placement: Placement,
    paymentMethod: ModelBooking['paymentMethod'],
    isMembers: boolean,
  ): void {
    const price = ClubModel.priceOf(placement.court, placement.slotIndexes);
    const booking: ModelBooking = {
      ...{ id, ...placement, status: 'pending', isMembers, paymentMethod, price, charge: price },
      awaitsCardPayment: paymentMethod === 'card',
    };
    this.bookings.set(id, booking);
    if (paymentMethod === 'credit') this.money.settle(booking, 'credit');
  }

  /** Moves a booking and its price; what it costs more or less becomes its balance. */
  reschedule(id: number, placement: Placement): ExpectedResponse {
    const booking = this.bookings.get(id);
    if (!booking) return { status: 404 };
    if (booking.status === 'cancelled') return { status: 409 };
    const expected = this.predictPlacement(placement, 200, id);
    if (expected.status === 200) {
      Object.assign(booking, placement);
      booking.price = ClubModel.priceOf(placement.court, placement.slotIndexes);
      booking.charge = booking.price;
      this.money.markPaidIfSettled(booking);
    }
    return expected;
  }

  closeSlots({ court, date, slotIndexes }: Placement): ExpectedResponse {
    const taken = this.takenSlotIndexes(court, date);
    const conflicts = inPlayingOrder(slotIndexes.filter((slotIndex) => taken.has(slotIndex)));
    return conflicts.length > 0 ? { status: 409, slots: conflicts.map(startTimeOf) } : { status: 201 };
  }
}
