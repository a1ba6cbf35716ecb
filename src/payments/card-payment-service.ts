import { type Payable, settlePayment } from '../bookings/shares.ts';
import type { BookingStore } from '../bookings/store.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import { Failure } from '../domain/failure.ts';
import { MAX_AMOUNT } from '../domain/ledger.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Checkout, CheckoutStore } from './checkout-store.ts';
import type { PaymentEvent, PaymentProvider } from './payment-provider.ts';

/** Where a customer pays, and the address of this site that cancels the checkout. */
export interface PaymentPage {
  payment_url: string;
  cancel_url: string;
}

interface CardPaymentDeps {
  club: ClubDb;
  checkouts: CheckoutStore;
  bookings: BookingStore;
  ledger: LedgerStore;
  provider: PaymentProvider;
  /** The site's own address, without a slash at the end. */
  publicUrl: string;
}

/** An older payment page may have ended at the provider, so its customer gets a new one. */
const PAGE_MS = 30 * 60_000;

/** Card payments: a booking waits for its payment, counts it once, or releases its slots. */
export class CardPaymentService {
  readonly #deps: CardPaymentDeps;
  readonly #pendingPages = new Map<string, Promise<PaymentPage | null>>();

  constructor(deps: CardPaymentDeps) {
    this.#deps = deps;
  }

  /** Records that a booking or a share waits for a card payment of `amount` PKR; two tabs get the same checkout. */
  createCheckout(tx: Transaction, payable: Payable, amount: number): void {
    const { checkouts } = this.#deps;
    const open = checkouts.findOpen(payable);
    if (open?.amount === amount && open.created_at > tx.now - PAGE_MS) return;
    checkouts.release(tx, payable);
    checkouts.create(tx, payable, amount);
  }

  hasCheckout(bookingId: number): boolean {
    return this.#deps.checkouts.hasAny(bookingId);
  }

  /**
   * The payment page of the open checkout, the same one for every call; null once the booking or the share is paid.
   * Throws `wrong_state` when the checkout is over, and `unavailable` when the provider cannot be reached: then
   * the slots of a card booking are released.
   */
  openPaymentPage(payable: Payable): Promise<PaymentPage | null> {
    const key = `${payable.booking_id} ${payable.player_id}`;
    const pending = this.#pendingPages.get(key);
    if (pending) return pending;
    const pagePromise = this.#openPaymentPage(payable).finally(() => this.#pendingPages.delete(key));
    this.#pendingPages.set(key, pagePromise);
    return pagePromise;
  }

  async #openPaymentPage(payable: Payable): Promise<PaymentPage | null> {
    const { club, checkouts, provider, publicUrl } = this.#deps;
    const bookingId = payable.booking_id;
    const checkout = checkouts.findOpen(payable);
    const booking = this.#deps.bookings.find(bookingId);
    // An admin may have cancelled the booking while the checkout is open.
    const stands = booking !== null && booking.status !== 'cancelled';
    const { due, received } = stands ? this.#moneyOf(booking, payable.player_id) : { due: 0, received: 0 };
    if (stands && (!checkout || due <= 0) && (booking.status === 'paid' || received > 0)) return null;
    if (!stands) {
      throw new Failure('wrong_state', 'The time to pay for this booking is over. Please book again.');
    }
    if (!checkout) throw new Failure('wrong_state', 'This payment is over. Please choose again how to pay.');
    const cancel_url = `/api/payments/cancel/${checkout.token}`;
    const toPage = (payment_url: string) => ({ payment_url, cancel_url });
    if (checkout.payment_url) return toPage(checkout.payment_url);
    try {
      const page = await provider.createCheckout({
        booking_id: bookingId,
        amount: checkout.amount,
        return_url: `${publicUrl}/api/payments/return`,
        cancel_url: publicUrl + cancel_url,
      });
      await club.write((tx) => {
        checkouts.setPaymentPage(tx, checkout.id, page);
        this.#deps.bookings.setProviderReference(tx, bookingId, page.reference);
      });
      return toPage(page.payment_url);
    } catch (error) {
      await club.write((tx) => this.#release(tx, checkout));
      throw error;
    }
  }

  #moneyOf(booking: Booking, playerId: number | null): { charge: number; due: number; received: number } {
    const { players } = this.#deps.bookings;
    if (playerId === null) {
      const { charge, received } = booking;
      return { charge, received, due: players.dueOf(booking) };
    }
    const { charge, received, balance } = players.require(booking, playerId);
    return { charge, received, due: balance };
  }

  /**
   * Applies a signed event of the provider. Each checkout's money is counted once; a repeated event changes
   * nothing. What is short, too much or too late is the booking's balance.
   */
  applyPaymentEvent(event: PaymentEvent): Promise<Checkout | null> {
    const { club, checkouts } = this.#deps;
    return club.write((tx) => {
      const checkout = checkouts.findByReference(event.reference);
      // After a failed payment the customer may try another card until the checkout expires.
      if (!checkout || event.outcome === 'failed') return checkout;
      const { state, reported_amount, amount } = checkout;
      if (event.amount !== null) this.#applyReport(tx, checkout, event.amount);
      // The browser's return carries no amount; the provider's own report outranks it.
      else if (state !== 'paid' && reported_amount === null) this.#count(tx, checkout, amount, 0);
      return checkout;
    });
  }

  /**
   * Ends the checkout when the customer cancels on the provider's page; a booking that was made by card releases
   * its slots at once. `charged` is true when the payment had already arrived.
   */
  cancelCheckout(
    token: string,
  ): Promise<{ booking: Booking | null; player_id: number | null; charged: boolean } | null> {
    const { club, checkouts, bookings } = this.#deps;
    return club.write((tx) => {
      const checkout = checkouts.findByToken(token);
      if (!checkout) return null;
      this.#release(tx, checkout);
      const charged = checkout.state === 'paid';
      return { booking: bookings.find(checkout.booking_id), player_id: checkout.player_id, charged };
    });
  }

  /**
   * Ends an unpaid checkout; does nothing when it was paid or replaced meanwhile. A booking by card that nothing
   * else holds is cancelled with it; one that can be paid another way keeps its deadline.
   */
  #release(tx: Transaction, { id, booking_id, player_id }: Checkout): void {
    const { checkouts, bookings } = this.#deps;
    if (checkouts.find(id)?.state !== 'open') return;
    const booking = bookings.find(booking_id);
    const isAlone = booking?.payment_method === 'card' && booking.activity_id === null;
    if (isAlone && booking.status === 'pending' && booking.pay_by !== null) {
      bookings.changeStatus(tx, booking_id, 'cancelled', SYSTEM_ACTOR);
    }
    checkouts.release(tx, { booking_id, player_id });
  }

  /** The provider's callback. A later report can only raise the amount, so that replaying one takes nothing back. */
  #applyReport(tx: Transaction, checkout: Checkout, reported: number): void {
    const { id, reported_amount, state } = checkout;
    const amount = Number.isInteger(reported) && reported >= 1 && reported <= MAX_AMOUNT ? reported : 0;
    if (reported_amount !== null && amount <= reported_amount) return;
    this.#deps.checkouts.setReportedAmount(tx, id, amount);
    if (amount === 0) {
      this.#audit(tx, checkout, 'another amount', {});
      return;
    }
    // A report without a valid amount leaves what the browser's return counted.
    const counted = reported_amount || (state === 'paid' ? checkout.amount : 0);
    if (amount !== counted) this.#count(tx, checkout, amount, counted);
  }

  /** Adds to the ledger what came beyond `counted`. Late money restores a booking that was only released. */
  #count(tx: Transaction, checkout: Checkout, amount: number, counted: number): void {
    const { checkouts, bookings, ledger } = this.#deps;
    const { id, booking_id, player_id, reference, state } = checkout;
    if (amount >= checkout.amount) checkouts.setState(tx, id, 'paid');
    this.#restoreReleased(tx, checkout, amount);
    const entry = ledger.add(tx, SYSTEM_ACTOR, {
      booking_id,
      player_id,
      user_id: null,
      method: 'card',
      amount: amount - counted,
      ...(counted === 0
        ? { kind: 'payment' }
        : { kind: 'correction', note: 'The provider reported another amount' }),
      ...(reference ? { reference } : {}),
    });
    const settled = settlePayment(tx, bookings, entry, SYSTEM_ACTOR, amount >= checkout.amount);
    const { status } = settled;
    const { charge, received } = this.#moneyOf(settled, player_id);
    const balance = charge - received;
    const ofPlayer = player_id === null ? {} : { player_id };
    const disputed = state === 'paid';
    const result = disputed ? 'another amount' : resultOf(status, balance);
    this.#audit(tx, checkout, result, { amount, ...(balance === 0 || disputed ? {} : { due: charge }) });
    // Nothing of it was needed, or it is too little to hold the court.
    const unmatched = status === 'cancelled' || balance <= -amount || (!disputed && amount < checkout.amount);
    if (unmatched) tx.emit({ kind: 'payment.unmatched', booking_id, ...ofPlayer, amount });
    else if (balance !== 0 && (player_id !== null || settled.activity_id === null))
      tx.emit({ kind: 'payment.amount_mismatch', booking_id, ...ofPlayer, amount, due: charge, disputed });
  }

  /** An admin's cancellation stands, and so does one whose play has begun or whose slots or add-ons are taken. */
  #restoreReleased(tx: Transaction, { booking_id, player_id, state }: Checkout, amount: number): void {
    const { checkouts, bookings } = this.#deps;
    const booking = player_id === null ? bookings.find(booking_id) : null;
    if (booking?.status !== 'cancelled' || state !== 'released' || amount < booking.computed_amount) return;
    if (!checkouts.isStatusSetBySystem(booking_id) || startOfPlay(booking) <= tx.now) return;
    try {
      bookings.changeStatus(tx, booking_id, 'paid', SYSTEM_ACTOR);
    } catch (error) {
      const isTaken =
        error instanceof Failure && (error.reason === 'slot_taken' || error.reason === 'invalid');
      if (!isTaken) throw error;
    }
  }

  #audit(tx: Transaction, checkout: Checkout, result: string, details: object): void {
    const provider = this.#deps.provider.name;
    recordAuditEntry(tx, SYSTEM_ACTOR, 'card_payment', 'booking', checkout.booking_id, {
      provider,
      result,
      ...details,
    });
  }
}

function resultOf(status: BookingStatus, balance: number): string {
  if (status === 'cancelled') return 'refund_due';
  return balance === 0 ? 'paid' : balance > 0 ? 'short' : 'over';
}
