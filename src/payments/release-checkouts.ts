import type { ClubDb, Transaction } from '../db/club-db.ts';
import { type Actor, SYSTEM_ACTOR } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import type { Checkout, CheckoutStore } from './checkout-store.ts';

export interface ReleaseCheckoutDeps {
  /** How long an unpaid checkout keeps its slots. */
  holdMinutes: number;
  club: ClubDb;
  checkouts: CheckoutStore;
  findBooking: (id: number) => Booking | null;
  changeStatus: (tx: Transaction, id: number, to: BookingStatus, actor: Actor) => unknown;
}

/** Closes an unpaid checkout and cancels its booking; does nothing when it was paid meanwhile. */
export function releaseCheckout(tx: Transaction, deps: ReleaseCheckoutDeps, { booking_id }: Checkout): void {
  if (deps.checkouts.findByBooking(booking_id)?.state !== 'open') return;
  if (deps.findBooking(booking_id)?.status === 'pending') {
    deps.changeStatus(tx, booking_id, 'cancelled', SYSTEM_ACTOR);
  }
  deps.checkouts.setState(tx, booking_id, 'released');
}

/** Releases expired checkouts, also when the club no longer takes cards. */
export async function releaseExpiredCheckouts(deps: ReleaseCheckoutDeps, now: number): Promise<void> {
  const latestExpiry = now + deps.holdMinutes * 60_000;
  await deps.club.write((tx) => deps.checkouts.clampExpiry(tx, latestExpiry));
  for (const checkout of deps.checkouts.listExpired(now)) {
    await deps.club.write((tx) => releaseCheckout(tx, deps, checkout));
  }
}
