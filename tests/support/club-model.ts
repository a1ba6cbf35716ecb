import { inPlayingOrder, slotIndexOf, startTimeOf } from '../../src/domain/slot.ts';

type Status = 'pending' | 'paid' | 'cancelled';
interface ModelBooking {
  court: number;
  date: string;
  slotIndexes: number[];
  status: Status;
  /** An unpaid card booking whose checkout is still open. */
  awaitsCardPayment: boolean;
}

/** The expected answer of a step: a status and, for a conflict, the taken slots. */
export interface ExpectedResponse {
  status: number;
  slots?: string[];
}

/** A simple model of which booking or closure holds which slot. It shares only slot names with the server. */
export class ClubModel {
  readonly bookings = new Map<number, ModelBooking>();
  readonly closures = new Map<number, { court: number; date: string; slotIndexes: number[] }>();

  /** The taken slots of a court's day without those of booking `except`. */
  takenSlotIndexes(court: number, date: string, except?: number): Set<number> {
    const slotIndexes = new Set<number>();
    for (const [id, booking] of this.bookings) {
      if (booking.status === 'cancelled' || id === except) continue;
      if (booking.court === court && booking.date === date)
        for (const slotIndex of booking.slotIndexes) slotIndexes.add(slotIndex);
    }
    for (const closure of this.closures.values()) {
      if (closure.court === court && closure.date === date)
        for (const slotIndex of closure.slotIndexes) slotIndexes.add(slotIndex);
    }
    return slotIndexes;
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

  /** Cancels card bookings that were not paid in time. */
  expireCheckouts(): void {
    for (const booking of this.bookings.values()) {
      if (booking.awaitsCardPayment && booking.status === 'pending') booking.status = 'cancelled';
      booking.awaitsCardPayment = false;
    }
  }

  predictPlacement(
    court: number,
    date: string,
    slotIndexes: readonly number[],
    success: number,
    except?: number,
  ): ExpectedResponse {
    if (!ClubModel.isValidSelection(slotIndexes)) return { status: 422 };
    const taken = this.takenSlotIndexes(court, date, except);
    const conflicts = inPlayingOrder(slotIndexes.filter((slotIndex) => taken.has(slotIndex))).map(
      startTimeOf,
    );
    return conflicts.length > 0 ? { status: 409, slots: conflicts } : { status: success };
  }

  book(court: number, date: string, slotIndexes: readonly number[]): ExpectedResponse {
    return this.predictPlacement(court, date, slotIndexes, 201);
  }

  changeStatus(id: number, to: Status): ExpectedResponse {
    const booking = this.bookings.get(id);
    if (!booking) return { status: 404 };
    const allowed = { pending: ['paid', 'cancelled'], paid: ['cancelled'], cancelled: ['paid'] }[
      booking.status
    ];
    if (!allowed.includes(to)) return { status: 409 };
    if (booking.status !== 'cancelled') return { status: 200 };
    return this.predictPlacement(booking.court, booking.date, booking.slotIndexes, 200);
  }

  reschedule(id: number, court: number, date: string, slotIndexes: readonly number[]): ExpectedResponse {
    const booking = this.bookings.get(id);
    if (!booking) return { status: 404 };
    if (booking.status === 'cancelled') return { status: 409 };
    return this.predictPlacement(court, date, slotIndexes, 200, id);
  }

  closeSlots(court: number, date: string, slotIndexes: readonly number[]): ExpectedResponse {
    const taken = this.takenSlotIndexes(court, date);
    const conflicts = inPlayingOrder(slotIndexes.filter((slotIndex) => taken.has(slotIndex))).map(
      startTimeOf,
    );
    return conflicts.length > 0 ? { status: 409, slots: conflicts } : { status: 201 };
  }
}

export function slotIndexesOf(slots: readonly string[]): number[] {
  return slots.map((slot) => slotIndexOf(slot) ?? -1);
}
