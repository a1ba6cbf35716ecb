import type { Bookings } from '../bookings/module.ts';
import { assertOwnPlace, confirmPlace } from '../bookings/places.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { acceptsLateReceipt } from '../domain/late-receipt.ts';
import type { BookingRules } from '../domain/payment-deadline.ts';
import { shareBlock } from '../domain/self-service.ts';
import { ownPart } from '../domain/share.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import type { Payer } from '../payers/store.ts';

type Deps = Pick<Bookings, 'store' | 'sole' | 'services' | 'deadlines'>;

/** Whoever owes for a booking, a place or a purchase; throws `wrong_state` if the part takes no receipt now. */
export function requireOpenPart(
  { store, sole, services }: Deps,
  payerId: number,
  now: number,
): Payer | SolePayer {
  const item = sole.find(payerId);
  if (item) {
    assertItemAcceptsReceipt(item);
    return item;
  }
  const { booking_rules, phone } = services.settings.facts();
  const [booking, payer] = store.requirePart(payerId);
  if (payer.position === 1) {
    assertAcceptsReceipt(ownPart(booking, store.payers.listOf(booking)), booking_rules, now);
  } else {
    assertPartAcceptsReceipt(booking, payer, now);
    assertOwnPlace(store, payer, phone);
  }
  return payer;
}

export function isOpenPart(deps: Deps, payerId: number, now: number): boolean {
  try {
    requireOpenPart(deps, payerId, now);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** The image becomes the newest receipt of a part, which may have been paid or given back while it was read. */
export function attachReceipt(tx: Transaction, deps: Deps, payerId: number, path: string): Payer | SolePayer {
  const { store, deadlines } = deps;
  const open = requireOpenPart(deps, payerId, tx.now);
  if (open.booking_id === null) {
    store.payers.attachReceipt(tx, open.id, path);
    return open;
  }
  deadlines.attachReceipt(tx, open, path);
  // A later one doesn't hold the place: otherwise every image would hold it again.
  if (open.position > 1 && open.receipts === 0) confirmPlace(tx, store, open.id);
  return open;
}

/**
 * A receipt belongs to a bank transfer that no admin has decided on yet, or that was recently released; the booking
 * has the money for its customer's own part. Throws `wrong_state`.
 */
export function assertAcceptsReceipt(booking: Booking, rules: BookingRules, now: number): void {
  if (booking.payment_method !== 'bank_transfer') {
    throw new Failure('wrong_state', 'A receipt is only needed for bank transfers.');
  }
  if (booking.status === 'paid' || (booking.status === 'pending' && booking.balance <= 0)) {
    throw new Failure('wrong_state', 'This booking is already paid. No receipt is needed.');
  }
  if (booking.status === 'cancelled' && !acceptsLateReceipt(booking, rules, now)) {
    throw new Failure('wrong_state', 'This booking is cancelled. Please call us if you have paid.');
  }
}

/**
 * Another payer's part takes a receipt once there is a contact, because that is where the reception's answer goes.
 */
function assertPartAcceptsReceipt(booking: Booking, payer: Payer, now: number): void {
  const block = shareBlock(booking, payer, now);
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
  if (payer.email === '') throw new Failure('wrong_state', 'Please enter your name and email first.');
}

/** A receipt belongs to a transfer for something that is not paid yet, or was recently lost unpaid. */
function assertItemAcceptsReceipt({ state, balance, payment_method, price, received }: SolePayer): void {
  if (payment_method !== 'bank_transfer')
    throw new Failure('wrong_state', 'A receipt is only needed for bank transfers.');
  if (state === 'waiting') throw new Failure('wrong_state', 'There is nothing to pay yet.');
  const isOwed = state === 'joined' ? balance > 0 : received < price;
  if (!isOwed) throw new Failure('wrong_state', 'This is already paid. No receipt is needed.');
}
