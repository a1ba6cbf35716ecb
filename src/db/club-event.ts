import type { Booking } from '../domain/booking.ts';

/**
 * What happened, told by the room that did it. Listeners inside the transaction write what must stand or
 * fall with it (an outgoing message); listeners after the commit wake others (an open dashboard).
 */
export type ClubEvent =
  | { kind: 'booking.created'; booking_id: number; booking: Booking }
  | { kind: 'booking.paid'; booking_id: number }
  | { kind: 'booking.cancelled'; booking_id: number }
  | { kind: 'booking.moved'; booking_id: number }
  | { kind: 'receipt.received'; booking_id: number }
  /** Card money in PKR that came but pays for nothing: its booking is over, paid another way, or costs another sum. */
  | { kind: 'payment.unmatched'; booking_id: number; amount: number }
  /**
   * Card money in PKR that counts for its booking, but is not the `due` it costs by now. `disputed`: the
   * provider first vouched for the whole price, then told of this sum.
   */
  | { kind: 'payment.amount_mismatch'; booking_id: number; amount: number; due: number; disputed: boolean }
  | { kind: 'contact.received'; message_id: number }
  | { kind: 'message.queued'; outbox_id: number }
  | { kind: 'message.retried'; outbox_id: number }
  | { kind: 'court.changed'; court_id: number }
  | { kind: 'closure.changed'; closure_id: number };

/** Who is behind a change; written to the history with it. */
export interface Actor {
  kind: 'guest' | 'member' | 'admin' | 'operator' | 'system';
  user_id: number | null;
}

export const SYSTEM_ACTOR: Actor = { kind: 'system', user_id: null };
