import { inPlayingOrder, slotIndexOf, startTimeOf } from '../../src/domain/slot.ts';

type Status = 'pending' | 'paid' | 'cancelled';
interface ModelBooking {
  court: number;
  date: string;
  hours: number[];
  status: Status;
  /** Made by card, and the time to pay is not over. */
  awaitsCard: boolean;
}

/** What a step must be answered with: a status and, for a conflict, the half-hours that are gone. */
export interface Expected {
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
  held(court: number, date: string, except?: number): Set<number> {
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
  static fits(hours: readonly number[]): boolean {
    if (hours.length < 2) return false;
    const place = (hour: number) => (hour + 34) % 48;
    return hours.every(
      (hour) => hours.some((other) => Math.abs(place(other) - place(hour)) === 1) && place(hour) < 42,
    );
  }

  /** The time to pay by card is over: who has not paid lets go. */
  expire(): void {
    for (const booking of this.bookings.values()) {
      if (booking.awaitsCard && booking.status === 'pending') booking.status = 'cancelled';
      booking.awaitsCard = false;
    }
  }

  place(court: number, date: string, hours: readonly number[], success: number, except?: number): Expected {
    if (!ClubModel.fits(hours)) return { status: 422 };
    const held = this.held(court, date, except);
    const gone = inPlayingOrder(hours.filter((hour) => held.has(hour))).map(startTimeOf);
    return gone.length > 0 ? { status: 409, slots: gone } : { status: success };
  }

  book(court: number, date: string, hours: readonly number[]): Expected {
    return this.place(court, date, hours, 201);
  }

  setStatus(id: number, to: Status): Expected {
    const booking = this.bookings.get(id);
    if (!booking) return { status: 404 };
    const allowed = { pending: ['paid', 'cancelled'], paid: ['cancelled'], cancelled: ['paid'] }[
      booking.status
    ];
    if (!allowed.includes(to)) return { status: 409 };
    if (booking.status !== 'cancelled') return { status: 200 };
    return this.place(booking.court, booking.date, booking.hours, 200);
  }

  move(id: number, court: number, date: string, hours: readonly number[]): Expected {
    const booking = this.bookings.get(id);
    if (!booking) return { status: 404 };
    if (booking.status === 'cancelled') return { status: 409 };
    return this.place(court, date, hours, 200, id);
  }

  close(court: number, date: string, hours: readonly number[]): Expected {
    const held = this.held(court, date);
    const gone = inPlayingOrder(hours.filter((hour) => held.has(hour))).map(startTimeOf);
    return gone.length > 0 ? { status: 409, slots: gone } : { status: 201 };
  }
}

export function hoursOfSlots(slots: readonly string[]): number[] {
  return slots.map((slot) => slotIndexOf(slot) ?? -1);
}
