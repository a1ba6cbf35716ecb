import type { ClubDb, Transaction } from '../db/club-db.ts';
import { type Actor, SYSTEM_ACTOR } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import type { Checkout, CheckoutStore } from './checkout-store.ts';

export interface ReleaseCheckoutDeps {
  club: ClubDb;
  checkouts: CheckoutStore;
  findBooking: (id: number) => Booking | null;
  changeStatus: (tx: Transaction, id: number, to: BookingStatus, actor: Actor) => unknown;
}

/** Ends a checkout that nobody paid: its half-hours are free again. One that was paid meanwhile is left alone. */
export function releaseCheckout(tx: Transaction, deps: ReleaseCheckoutDeps, { booking_id }: Checkout): void {
  if (deps.checkouts.findByBooking(booking_id)?.state !== 'open') return;
  if (deps.findBooking(booking_id)?.status === 'pending') {
    deps.changeStatus(tx, booking_id, 'cancelled', SYSTEM_ACTOR);
  }
  deps.checkouts.setState(tx, booking_id, 'released');
}

/** Lets go what was not paid in time, also when the club has stopped taking cards since. */
export async function releaseExpiredCheckouts(deps: ReleaseCheckoutDeps, now: number): Promise<void> {
  for (const checkout of deps.checkouts.listExpired(now)) {
    await deps.club.write((tx) => releaseCheckout(tx, deps, checkout));
  }
}
