import { inPlayingOrder, slotIndexOf, startTimeOf } from '../../src/domain/slot.ts';

type Status = 'pending' | 'paid' | 'cancelled';
interface ModelBooking {
  court: number;
  date: string;
  hours: number[];
  status: Status;
  /** Made by card, and the time to pay is not over. */
  awaitsCardPayment: boolean;
}

/** What a step must be answered with: a status and, for a conflict, the half-hours that are gone. */
export interface ExpectedResponse {
  status: number;
  slots?: string[];
}

/**
 * The club as a person would keep it on paper: who holds which half-hour. It shares no code with the
 * server but the names of half-hours.
 */
export class ClubModel {
  readonly bookings = new Map<number, ModelBooking>();
  readonly closures = new Map<number, { court: number; date: string; hours: number[] }>();

  /** Half-hours that a court's day has given away, but for those of booking `except`. */
  takenHours(court: number, date: string, except?: number): Set<number> {
    const hours = new Set<number>();
    for (const [id, booking] of this.bookings) {
      if (booking.status === 'cancelled' || id === except) continue;
      if (booking.court === court && booking.date === date) for (const hour of booking.hours) hours.add(hour);
    }
    for (const closure of this.closures.values()) {
      if (closure.court === court && closure.date === date) for (const hour of closure.hours) hours.add(hour);
    }
    return hours;
  }

  /** Whether these half-hours could be sold if nobody had them. */
  static isValidSelection(hours: readonly number[]): boolean {
    if (hours.length < 2) return false;
    const playingPosition = (hour: number) => (hour + 34) % 48;
    return hours.every(
      (hour) =>
        hours.some((other) => Math.abs(playingPosition(other) - playingPosition(hour)) === 1) &&
        playingPosition(hour) < 42,
    );
  }

  /** The time to pay by card is over: who has not paid lets go. */
  expireCheckouts(): void {
    for (const booking of this.bookings.values()) {
      if (booking.awaitsCardPayment && booking.status === 'pending') booking.status = 'cancelled';
      booking.awaitsCardPayment = false;
    }
  }

  predictPlacement(
    court: number,
    date: string,
    hours: readonly number[],
    success: number,
    except?: number,
  ): ExpectedResponse {
    if (!ClubModel.isValidSelection(hours)) return { status: 422 };
    const taken = this.takenHours(court, date, except);
    const conflicts = inPlayingOrder(hours.filter((hour) => taken.has(hour))).map(startTimeOf);
    return conflicts.length > 0 ? { status: 409, slots: conflicts } : { status: success };
  }

  book(court: number, date: string, hours: readonly number[]): ExpectedResponse {
    return this.predictPlacement(court, date, hours, 201);
  }

  changeStatus(id: number, to: Status): ExpectedResponse {
    const booking = this.bookings.get(id);
    if (!booking) return { status: 404 };
    const allowed = { pending: ['paid', 'cancelled'], paid: ['cancelled'], cancelled: ['paid'] }[
      booking.status
    ];
    if (!allowed.includes(to)) return { status: 409 };
    if (booking.status !== 'cancelled') return { status: 200 };
    return this.predictPlacement(booking.court, booking.date, booking.hours, 200);
  }

  reschedule(id: number, court: number, date: string, hours: readonly number[]): ExpectedResponse {
    const booking = this.bookings.get(id);
    if (!booking) return { status: 404 };
    if (booking.status === 'cancelled') return { status: 409 };
    return this.predictPlacement(court, date, hours, 200, id);
  }

  closeSlots(court: number, date: string, hours: readonly number[]): ExpectedResponse {
    const taken = this.takenHours(court, date);
    const conflicts = inPlayingOrder(hours.filter((hour) => taken.has(hour))).map(startTimeOf);
    return conflicts.length > 0 ? { status: 409, slots: conflicts } : { status: 201 };
  }
}

export function hoursOfSlots(slots: readonly string[]): number[] {
  return slots.map((slot) => slotIndexOf(slot) ?? -1);
}
