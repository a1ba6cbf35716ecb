import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { Checkout } from './checkout-store.ts';
import type { PaymentEvent, PaymentProvider } from './payment-provider.ts';
import { type ReleaseCheckoutDeps, releaseCheckout } from './release-checkouts.ts';

const MINUTE = 60_000;

/** Where a customer pays, and the address of this site that gives the half-hours back. */
export interface PaymentPage {
  payment_url: string;
  leave_url: string;
}

export interface CheckoutServiceDeps extends ReleaseCheckoutDeps {
  setProviderReference: (tx: Transaction, bookingId: number, reference: string) => void;
  /** Stores the PKR received by card; with `bumpVersion`, an admin who has the booking open must reload it. */
  recordCardReceived: (tx: Transaction, bookingId: number, amount: number, bumpVersion: boolean) => void;
  provider: PaymentProvider;
  /** The site's own address, without a slash at the end. */
  publicUrl: string;
  /** How long an unpaid checkout keeps its half-hours. */
  holdMinutes: number;
}

/** Card payments: a booking waits for its money, gets it once, or lets its half-hours go. */
export class CheckoutService {
  readonly #deps: CheckoutServiceDeps;
  readonly #pendingPages = new Map<number, Promise<PaymentPage | null>>();

  constructor(deps: CheckoutServiceDeps) {
    this.#deps = deps;
  }

  /** Notes that a booking waits for a card payment, in the transaction that makes it. */
  createCheckout(tx: Transaction, booking: Booking): void {
    const expiresAt = tx.now + this.#deps.holdMinutes * MINUTE;
    this.#deps.checkouts.create(tx, booking.id, booking.computed_amount, expiresAt);
  }

  /**
   * The booking's payment page, the same one however often it is asked for; null once its money is there.
   * Throws `wrong_state` when it is over, and `unavailable` when the provider cannot be reached: then its
   * half-hours are let go.
   */
  openPaymentPage(bookingId: number): Promise<PaymentPage | null> {
    const pending = this.#pendingPages.get(bookingId);
    if (pending) return pending;
    const pagePromise = this.#openPaymentPage(bookingId).finally(() => this.#pendingPages.delete(bookingId));
    this.#pendingPages.set(bookingId, pagePromise);
    return pagePromise;
  }

  async #openPaymentPage(bookingId: number): Promise<PaymentPage | null> {
    const { club, checkouts, provider, publicUrl } = this.#deps;
    const checkout = checkouts.findByBooking(bookingId);
    const booking = this.#deps.findBooking(bookingId);
    if (booking?.status === 'paid' || (booking?.status === 'pending' && booking.card_received !== null)) {
      return null;
    }
    // The desk may have cancelled it while the checkout still runs: nobody is to pay for nothing.
    if (checkout?.state !== 'open' || booking?.status !== 'pending') {
      throw new Failure('wrong_state', 'The time to pay for this booking is over. Please book again.');
    }
    const leave_url = `/api/payments/left/${checkout.token}`;
    if (checkout.payment_url) return { payment_url: checkout.payment_url, leave_url };
    try {
      const page = await provider.createCheckout({
        booking_id: bookingId,
        amount: checkout.amount,
        return_url: `${publicUrl}/api/payments/return`,
        cancel_url: publicUrl + leave_url,
      });
      await club.write((tx) => {
        checkouts.setPaymentPage(tx, bookingId, page);
        this.#deps.setProviderReference(tx, bookingId, page.reference);
      });
      return { payment_url: page.payment_url, leave_url };
    } catch (error) {
      await club.write((tx) => releaseCheckout(tx, this.#deps, checkout));
      throw error;
    }
  }

  /**
   * Believes news that was signed. Money that came is counted once: a repeated word finds the checkout settled
   * and does nothing. It marks the booking paid if it is what the booking costs by now; what is missing or too
   * much is told to the customer and the club. Money for a booking that is gone is to be given back.
   */
  applyPaymentEvent(event: PaymentEvent): Promise<Checkout | null> {
    const { club, checkouts } = this.#deps;
    return club.write((tx) => {
      const checkout = checkouts.findByReference(event.reference);
      // After a failed try the customer may take another card until the time is over.
      if (!checkout || event.outcome === 'failed') return checkout;
      if (event.amount !== null && event.amount !== checkout.amount) {
        this.#recordAmountMismatch(tx, checkout, event.amount);
        return checkout;
      }
      // What the browser brings carries no sum; it does not outweigh one that the provider told.
      const contradicted = event.amount === null && checkout.other_amount !== null;
      if (contradicted || checkout.state === 'paid' || checkout.state === 'refund_due') return checkout;
      this.#applyPayment(tx, checkout);
      return checkout;
    });
  }

  /**
   * The customer gave up on the provider's page: the half-hours are free again at once. `charged` tells that
   * money has come all the same.
   */
  cancelCheckout(token: string): Promise<{ booking: Booking | null; charged: boolean } | null> {
    const { club, checkouts, findBooking } = this.#deps;
    return club.write((tx) => {
      const checkout = checkouts.findByToken(token);
      if (!checkout) return null;
      releaseCheckout(tx, this.#deps, checkout);
      const charged = checkout.state === 'paid' || checkout.state === 'refund_due';
      return { booking: findBooking(checkout.booking_id), charged };
    });
  }

  /** The sum the checkout was opened for has come: what it does depends on what the booking costs by now. */
  #applyPayment(tx: Transaction, checkout: Checkout): void {
    const { checkouts, findBooking } = this.#deps;
    const { booking_id, amount } = checkout;
    const due = findBooking(booking_id)?.computed_amount ?? amount;
    const result = this.#creditBooking(tx, checkout, due);
    checkouts.setState(tx, booking_id, result === 'refund_due' ? result : 'paid');
    this.#recordPayment(tx, checkout, result, { amount, ...(amount === due ? {} : { due }) });
    if (result === 'refund_due') tx.emit({ kind: 'payment.stray', booking_id, amount });
    if (result === 'short' || result === 'over') {
      tx.emit({ kind: 'payment.differs', booking_id, amount, due, disputed: false });
    }
  }

  #creditBooking(tx: Transaction, checkout: Checkout, due: number): 'paid' | 'over' | 'short' | 'refund_due' {
    const { checkouts, findBooking, changeStatus, recordCardReceived } = this.#deps;
    const { booking_id, amount, state } = checkout;
    const booking = findBooking(booking_id);
    if (booking?.status !== 'pending') {
      // Late money revives a booking that only the clock or a turn back cancelled, never one the desk decided
      // on, and none whose play has begun without its player.
      const revivable =
        booking?.status === 'cancelled' && state === 'released' && checkouts.isStatusSetBySystem(booking_id);
      if (!revivable || amount < due || startOfPlay(booking) <= tx.now) return 'refund_due';
    }
    if (amount < due) {
      recordCardReceived(tx, booking_id, amount, true);
      return 'short';
    }
    try {
      changeStatus(tx, booking_id, 'paid', SYSTEM_ACTOR);
    } catch (error) {
      // Somebody else has its half-hours by now.
      if (error instanceof Failure && error.reason === 'slot_taken') return 'refund_due';
      throw error;
    }
    recordCardReceived(tx, booking_id, amount, false);
    return amount > due ? 'over' : 'paid';
  }

  /** The provider tells of another sum than the checkout was opened for. Each such sum is heard once. */
  #recordAmountMismatch(tx: Transaction, checkout: Checkout, reportedAmount: number): void {
    const { checkouts } = this.#deps;
    const { booking_id, amount: due, state } = checkout;
    const amount = Number.isFinite(reportedAmount) ? reportedAmount : -1;
    if (checkout.other_amount === amount) return;
    checkouts.setOtherAmount(tx, booking_id, amount);
    this.#recordPayment(tx, checkout, 'another amount', amount > 0 ? { amount } : {});
    if (amount <= 0) return;
    // The browser's word was believed before: the booking counts as paid with money that is not there.
    if (state === 'paid') {
      this.#deps.recordCardReceived(tx, booking_id, Math.round(amount), true);
      tx.emit({ kind: 'payment.differs', booking_id, amount, due, disputed: true });
    } else tx.emit({ kind: 'payment.stray', booking_id, amount });
  }

  #recordPayment(tx: Transaction, checkout: Checkout, result: string, details: object = {}): void {
    const provider = this.#deps.provider.name;
    recordAuditEntry(tx, SYSTEM_ACTOR, 'card_payment', 'booking', checkout.booking_id, {
      provider,
      result,
      ...details,
    });
  }
}
