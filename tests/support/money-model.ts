import type { ExpectedResponse, ModelBooking } from './club-model.ts';

export type Method = 'cash' | 'bank_transfer' | 'card' | 'credit';

interface ModelEntry {
  /** The booking, or null for the member's top-up. */
  bookingId: number | null;
  kind: 'payment' | 'refund' | 'correction' | 'top_up';
  method: Method;
  /** PKR: positive to the club, negative from it. */
  amount: number;
  /** How the entry changed the member's credit. */
  creditChange: number;
  state: 'counted' | 'undone' | 'reversal';
}

const OK: ExpectedResponse = { status: 200 };
const CREATED: ExpectedResponse = { status: 201 };
const INVALID: ExpectedResponse = { status: 422 };
const WRONG_STATE: ExpectedResponse = { status: 409 };

/** The open payment pages of a booking end; their money still counts when it comes. */
export function endCheckouts({ checkouts }: ModelBooking): void {
  for (const checkout of checkouts) if (checkout.state === 'open') checkout.state = 'released';
}

/** The books as a list of entries from which every sum is computed anew; the server keeps its sums. */
export class MoneyModel {
  readonly entries: ModelEntry[] = [];
  /** The float and the cash of the open drawer; null while no shift is open. */
  drawer: number | null = null;
  /** What the last count left in the drawer. */
  lastCount = 0;

  /** The member's credit. */
  get credit(): number {
    return this.entries.reduce((sum, { creditChange }) => sum + creditChange, 0);
  }

  entriesOf(bookingId: number | null): ModelEntry[] {
    return this.entries.filter((entry) => entry.bookingId === bookingId);
  }

  received({ id }: ModelBooking): number {
    return this.entriesOf(id).reduce((sum, { amount }) => sum + amount, 0);
  }

  pay(booking: ModelBooking, amount: number, method: Method): ExpectedResponse {
    if (!this.#canUse(booking, amount, method)) return INVALID;
    this.#add(booking.id, 'payment', method, amount);
    this.markPaidIfSettled(booking);
    return CREATED;
  }

  refund(booking: ModelBooking, amount: number, method: Method): ExpectedResponse {
    if (amount > this.received(booking) - booking.charge) return INVALID;
    if (!this.#canUse(booking, -amount, method)) return INVALID;
    this.#add(booking.id, 'refund', method, -amount);
    this.markPaidIfSettled(booking);
    return CREATED;
  }

  topUp(paid: number, credit: number, method: Method): ExpectedResponse {
    this.#add(null, 'top_up', method, paid, credit);
    return CREATED;
  }

  /** Undoes an entry of a booking, or of a top-up where `booking` is null. */
  reverse(entry: ModelEntry, booking: ModelBooking | null): ExpectedResponse {
    if (entry.state !== 'counted') return WRONG_STATE;
    if (this.credit - entry.creditChange < 0) return INVALID;
    if (booking && this.received(booking) - entry.amount < 0) return WRONG_STATE;
    entry.state = 'undone';
    this.#add(entry.bookingId, 'correction', entry.method, -entry.amount, -entry.creditChange, 'reversal');
    if (!booking) return CREATED;
    if (entry.amount < 0) this.markPaidIfSettled(booking);
    else if (booking.status === 'cancelled') {
      booking.charge = Math.min(booking.charge, this.received(booking));
    } else if (this.received(booking) < booking.charge) booking.status = 'pending';
    return CREATED;
  }

  /** Marks a booking paid, or restores a cancelled one; without a method a restored booking stays to be collected. */
  markPaid(booking: ModelBooking, method: Method | undefined): ExpectedResponse {
    const isRestored = booking.status === 'cancelled';
    const usedMethod = method ?? (isRestored ? null : booking.paymentMethod);
    const missing = Math.max(0, booking.price - this.received(booking));
    if (usedMethod && missing > 0 && !this.#canUse(booking, missing, usedMethod)) return INVALID;
    booking.status = 'paid';
    booking.charge = booking.price;
    booking.payBy = null;
    if (usedMethod) this.settle(booking, usedMethod);
    return OK;
  }

  /** Keeps `keep`, or what the policy says `percent` of the price is refunded leaves of what came. */
  cancel(
    booking: ModelBooking,
    decision: { percent: number; keep: number | undefined; toCredit: boolean },
  ): ExpectedResponse {
    const received = this.received(booking);
    const byPolicy = booking.price - Math.round((booking.price * decision.percent) / 100);
    const keep = decision.keep ?? Math.min(byPolicy, received);
    if (keep > received) return INVALID;
    if (booking.status === 'cancelled') return WRONG_STATE;
    const refund = received - keep;
    if (decision.toCredit && refund > 0 && !booking.isMembers) return INVALID;
    booking.status = 'cancelled';
    booking.charge = keep;
    booking.payBy = null;
    booking.isReleased = false;
    endCheckouts(booking);
    if (decision.toCredit && refund > 0) this.#add(booking.id, 'refund', 'credit', -refund);
    return OK;
  }

  takeCard(booking: ModelBooking, amount: number): void {
    this.#add(booking.id, 'payment', 'card', amount);
    this.markPaidIfSettled(booking);
  }

  /** The money of a late receipt becomes credit, or a sum to give back. */
  takeLate(booking: ModelBooking, toCredit: boolean): ExpectedResponse {
    if (toCredit && !booking.isMembers) return INVALID;
    booking.payBy = null;
    this.#add(booking.id, 'payment', 'bank_transfer', booking.price);
    if (toCredit) this.#add(booking.id, 'refund', 'credit', -booking.price);
    return OK;
  }

  /** Pays what is missing. */
  settle(booking: ModelBooking, method: Method): void {
    const missing = booking.charge - this.received(booking);
    if (missing > 0) this.#add(booking.id, 'payment', method, missing);
    this.markPaidIfSettled(booking);
  }

  markPaidIfSettled(booking: ModelBooking): void {
    if (booking.status !== 'pending' || this.received(booking) <= 0) return;
    // Money that came stops the clock.
    booking.payBy = null;
    if (this.received(booking) >= booking.charge) booking.status = 'paid';
  }

  #canUse(booking: ModelBooking, amount: number, method: Method): boolean {
    return method !== 'credit' || (booking.isMembers && this.credit - amount >= 0);
  }

  #add(
    bookingId: number | null,
    kind: ModelEntry['kind'],
    method: Method,
    amount: number,
    creditChange = method === 'credit' ? -amount : 0,
    state: ModelEntry['state'] = 'counted',
  ): void {
    this.entries.push({ bookingId, kind, method, amount, creditChange, state });
    if (method === 'cash') this.drawer = (this.drawer ?? this.lastCount) + amount;
  }
}
