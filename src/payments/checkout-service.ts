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

/** Where a customer pays, and the address of this site that cancels the checkout. */
export interface PaymentPage {
  payment_url: string;
  cancel_url: string;
  /** The name of `cancel_url` in earlier versions. */
  leave_url: string;
}

export interface CheckoutServiceDeps extends ReleaseCheckoutDeps {
  setProviderReference: (tx: Transaction, bookingId: number, reference: string) => void;
  /** Stores the PKR received by card; with `bumpVersion`, an admin who has the booking open must reload it. */
  recordCardReceived: (tx: Transaction, bookingId: number, amount: number, bumpVersion: boolean) => void;
  provider: PaymentProvider;
  /** The site's own address, without a slash at the end. */
  publicUrl: string;
}

/** Card payments: a booking waits for its payment, counts it once, or releases its slots. */
export class CheckoutService {
  readonly #deps: CheckoutServiceDeps;
  readonly #pendingPages = new Map<number, Promise<PaymentPage | null>>();

  constructor(deps: CheckoutServiceDeps) {
    this.#deps = deps;
  }

  /** Records in the booking's own transaction that it waits for a card payment. */
  createCheckout(tx: Transaction, booking: Booking): void {
    const expiresAt = tx.now + this.#deps.holdMinutes * MINUTE;
    this.#deps.checkouts.create(tx, booking.id, booking.computed_amount, expiresAt);
  }

  /**
   * The booking's payment page, the same one for every call; null once the booking is paid. Throws
   * `wrong_state` when the checkout is over, and `unavailable` when the provider cannot be reached: then the
   * slots are released.
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
    // An admin may have cancelled the booking while the checkout is open.
    if (checkout?.state !== 'open' || booking?.status !== 'pending') {
      throw new Failure('wrong_state', 'The time to pay for this booking is over. Please book again.');
    }
    const cancel_url = `/api/payments/cancel/${checkout.token}`;
    const toPage = (payment_url: string) => ({ payment_url, cancel_url, leave_url: cancel_url });
    if (checkout.payment_url) return toPage(checkout.payment_url);
    try {
      const page = await provider.createCheckout({
        booking_id: bookingId,
        amount: checkout.amount,
        return_url: `${publicUrl}/api/payments/return`,
        cancel_url: publicUrl + cancel_url,
      });
      await club.write((tx) => {
        checkouts.setPaymentPage(tx, bookingId, page);
        this.#deps.setProviderReference(tx, bookingId, page.reference);
      });
      return toPage(page.payment_url);
    } catch (error) {
      await club.write((tx) => releaseCheckout(tx, this.#deps, checkout));
      throw error;
    }
  }

  /**
   * Applies a signed event of the provider. A payment counts once: a repeated event finds the checkout settled
   * and changes nothing. It marks the booking paid when it covers the current price; the customer and the club
   * are told of a difference. A payment for a booking that is over becomes due for refund.
   */
  applyPaymentEvent(event: PaymentEvent): Promise<Checkout | null> {
    const { club, checkouts } = this.#deps;
    return club.write((tx) => {
      const checkout = checkouts.findByReference(event.reference);
      // After a failed payment the customer may try another card until the checkout expires.
      if (!checkout || event.outcome === 'failed') return checkout;
      if (event.amount !== null && event.amount !== checkout.amount) {
        this.#recordAmountMismatch(tx, checkout, event.amount);
        return checkout;
      }
      // The browser's return carries no amount, so it does not override an amount that the provider reported.
      const contradicted = event.amount === null && checkout.other_amount !== null;
      if (contradicted || checkout.state === 'paid' || checkout.state === 'refund_due') return checkout;
      this.#applyPayment(tx, checkout);
      return checkout;
    });
  }

  /**
   * Releases the slots at once when the customer cancels on the provider's page. `charged` is true when the
   * payment had already arrived.
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

  /** Applies a payment of the amount the checkout was opened for to the booking at its current price. */
  #applyPayment(tx: Transaction, checkout: Checkout): void {
    const { checkouts, findBooking } = this.#deps;
    const { booking_id, amount } = checkout;
    const due = findBooking(booking_id)?.computed_amount ?? amount;
    const result = this.#creditBooking(tx, checkout, due);
    checkouts.setState(tx, booking_id, result === 'refund_due' ? result : 'paid');
    this.#recordPayment(tx, checkout, result, { amount, ...(amount === due ? {} : { due }) });
    if (result === 'refund_due') tx.emit({ kind: 'payment.unmatched', booking_id, amount });
    if (result === 'short' || result === 'over') {
      tx.emit({ kind: 'payment.amount_mismatch', booking_id, amount, due, disputed: false });
    }
  }

  #creditBooking(tx: Transaction, checkout: Checkout, due: number): 'paid' | 'over' | 'short' | 'refund_due' {
    const { checkouts, findBooking, changeStatus, recordCardReceived } = this.#deps;
    const { booking_id, amount, state } = checkout;
    const booking = findBooking(booking_id);
    if (booking?.status !== 'pending') {
      // A late payment restores a booking that expired or whose customer cancelled the checkout, but not one
      // that an admin cancelled, and not one whose start has passed.
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
      // Another booking holds its slots.
      if (error instanceof Failure && error.reason === 'slot_taken') return 'refund_due';
      throw error;
    }
    recordCardReceived(tx, booking_id, amount, false);
    return amount > due ? 'over' : 'paid';
  }

  /** Records an amount that is not the one the checkout was opened for; the same amount counts once. */
  #recordAmountMismatch(tx: Transaction, checkout: Checkout, reportedAmount: number): void {
    const { checkouts } = this.#deps;
    const { booking_id, amount: due, state } = checkout;
    const amount = Number.isFinite(reportedAmount) ? reportedAmount : -1;
    if (checkout.other_amount === amount) return;
    checkouts.setOtherAmount(tx, booking_id, amount);
    this.#recordPayment(tx, checkout, 'another amount', amount > 0 ? { amount } : {});
    if (amount <= 0) return;
    // The browser's return had marked the booking paid with money that did not arrive.
    if (state === 'paid') {
      this.#deps.recordCardReceived(tx, booking_id, Math.round(amount), true);
      tx.emit({ kind: 'payment.amount_mismatch', booking_id, amount, due, disputed: true });
    } else tx.emit({ kind: 'payment.unmatched', booking_id, amount });
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
