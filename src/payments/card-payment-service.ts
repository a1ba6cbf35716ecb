import { type MoneyServices, type Payment, pay } from '../bookings/payments.ts';
import { moneySubject, recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import { Failure } from '../domain/failure.ts';
import { MAX_AMOUNT } from '../domain/field-schemas.ts';
import { startOfPlay } from '../domain/play-time.ts';
import type { SoleMoney } from '../payers/sole-money.ts';
import type { SolePayer, SolePayerStore } from '../payers/sole-payer-store.ts';
import type { Payer } from '../payers/store.ts';
import type { Checkout, CheckoutStore } from './checkout-store.ts';
import type { PaymentEvent, PaymentProvider } from './payment-provider.ts';

/** Where a customer pays, and the address on this site that cancels the checkout. */
export interface PaymentPage {
  payment_url: string;
  cancel_url: string;
}

interface CardPaymentDeps {
  club: ClubDb;
  checkouts: CheckoutStore;
  services: MoneyServices;
  sole: SolePayerStore;
  soleMoney: SoleMoney;
  provider: PaymentProvider;
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
}

/** An older payment page may have expired at the provider, so the customer gets a new one. */
const PAGE_MS = 30 * 60_000;

/** Card payments: a booking waits for its payment, counts it once, or releases its slots. */
export class CardPaymentService {
  readonly #deps: CardPaymentDeps;
  readonly #pendingPages = new Map<number, Promise<PaymentPage | null>>();

  constructor(deps: CardPaymentDeps) {
    this.#deps = deps;
  }

  /** Records that a payer is going to pay `amount` PKR by card; two tabs get the same checkout. */
  createCheckout(tx: Transaction, payer: Pick<Payer | SolePayer, 'id' | 'booking_id'>, amount: number): void {
    const { checkouts } = this.#deps;
    const open = checkouts.findOpen(payer.id);
    if (open?.amount === amount && open.created_at > tx.now - PAGE_MS) return;
    checkouts.release(tx, payer.id);
    checkouts.create(tx, payer, amount);
  }

  hasCheckout(bookingId: number): boolean {
    return this.#deps.checkouts.hasAny(bookingId);
  }

  /**
   * The payment page of a payer's open checkout, the same for every call; null once everything is paid. Throws
   * `wrong_state` if the checkout has ended, and `unavailable` if the provider can't be reached, in which case the
   * slots of a card booking are released.
   */
  openPaymentPage(payerId: number): Promise<PaymentPage | null> {
    const pending = this.#pendingPages.get(payerId);
    if (pending) return pending;
    const pagePromise = this.#openPaymentPage(payerId).finally(() => this.#pendingPages.delete(payerId));
    this.#pendingPages.set(payerId, pagePromise);
    return pagePromise;
  }

  async #openPaymentPage(payerId: number): Promise<PaymentPage | null> {
    const { club, checkouts, provider, publicUrl, services } = this.#deps;
    const checkout = checkouts.findOpen(payerId);
    const { booking_id, stands, isPaid, due } = this.#findDemand(payerId);
    if (stands && (!checkout || due <= 0) && isPaid) return null;
    if (!stands) {
      throw new Failure(
        'wrong_state',
        booking_id === null
          ? 'The deadline to pay has passed. Please start again.'
          : 'The deadline to pay for this booking has passed. Please book again.',
      );
    }
    if (!checkout)
      throw new Failure('wrong_state', 'This payment has ended. Please choose how to pay again.');
    const cancel_url = `/api/payments/cancel/${checkout.token}`;
    const toPage = (payment_url: string) => ({ payment_url, cancel_url });
    if (checkout.payment_url) return toPage(checkout.payment_url);
    try {
      const page = await provider.createCheckout({
        order_id: booking_id === null ? `p${payerId}` : String(booking_id),
        amount: checkout.amount,
        return_url: `${publicUrl}/api/payments/return`,
        cancel_url: publicUrl + cancel_url,
      });
      await club.write((tx) => {
        checkouts.setPaymentPage(tx, checkout.id, page);
        if (booking_id !== null) services.bookings.setProviderReference(tx, booking_id, page.reference);
      });
      return toPage(page.payment_url);
    } catch (error) {
      await club.write((tx) => this.#release(tx, checkout));
      throw error;
    }
  }

  /** What a payer owes now; an admin may have cancelled it while the checkout was open. */
  #findDemand(payerId: number): { booking_id: number | null; stands: boolean; isPaid: boolean; due: number } {
    const { services, sole, soleMoney } = this.#deps;
    const item = sole.find(payerId);
    if (item) {
      const { state, received } = item;
      const due = soleMoney.owedTogether(item).reduce((sum, { balance }) => sum + balance, 0);
      return { booking_id: null, stands: state === 'joined', isPaid: received > 0, due };
    }
    const { bookings } = services;
    const [booking, payer] = bookings.requirePart(payerId);
    // The customer pays for all open parts.
    const due = payer.position === 1 ? bookings.payers.dueOf(booking) : payer.balance;
    const isPaid = booking.status === 'paid' || payer.received > 0;
    return { booking_id: booking.id, stands: booking.status !== 'cancelled', isPaid, due };
  }

  /**
   * Applies a signed event from the provider. Each checkout's money is counted once; a repeated event changes
   * nothing. Anything short, extra or late goes into the booking's balance.
   */
  applyPaymentEvent(event: PaymentEvent): Promise<Checkout | null> {
    const { club, checkouts } = this.#deps;
    return club.write((tx) => {
      const checkout = checkouts.findByReference(event.reference);
      // After a failed payment the customer can try another card until the checkout expires.
      if (!checkout || event.outcome === 'failed') return checkout;
      const { state, reported_amount, amount } = checkout;
      if (event.amount !== null) this.#applyReport(tx, checkout, event.amount);
      // The browser's return carries no amount; the provider's own report takes precedence.
      else if (state !== 'paid' && reported_amount === null) this.#count(tx, checkout, amount, 0);
      return checkout;
    });
  }

  /**
   * Ends the checkout if the customer cancels on the provider's page; a booking made by card releases its slots at
   * once. `charged` is true if the payment had already arrived.
   */
  cancelCheckout(token: string): Promise<{ payer_id: number; charged: boolean } | null> {
    const { club, checkouts } = this.#deps;
    return club.write((tx) => {
      const checkout = checkouts.findByToken(token);
      if (!checkout) return null;
      this.#release(tx, checkout);
      return { payer_id: checkout.payer_id, charged: checkout.state === 'paid' };
    });
  }

  /**
   * Ends an unpaid checkout; does nothing if it has been paid or replaced in the meantime. A card booking that
   * nothing else holds is cancelled with it; one that can be paid another way keeps its deadline.
   */
  #release(tx: Transaction, { id, booking_id, payer_id }: Checkout): void {
    const { checkouts, services } = this.#deps;
    const { bookings } = services;
    if (checkouts.find(id)?.state !== 'open') return;
    if (booking_id !== null) {
      const { payment_method, is_shared, status, pay_by } = bookings.require(booking_id);
      const isAlone = payment_method === 'card' && !is_shared;
      if (isAlone && status === 'pending' && pay_by !== null) {
        bookings.changeStatus(tx, booking_id, 'cancelled', SYSTEM_ACTOR);
      }
    }
    checkouts.release(tx, payer_id);
  }

  /** The provider's callback. A later report can only raise the amount, so replaying one takes nothing back. */
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

  /** Adds anything beyond `counted` to the ledger. Late money restores a booking that was only released. */
  #count(tx: Transaction, checkout: Checkout, amount: number, counted: number): void {
    const { checkouts, services, sole, soleMoney } = this.#deps;
    const { bookings } = services;
    const { id, booking_id, payer_id, reference, state } = checkout;
    if (amount >= checkout.amount) checkouts.setState(tx, id, 'paid');
    const payment = {
      method: 'card' as const,
      amount: amount - counted,
      ...(counted === 0
        ? { kind: 'payment' as const }
        : { kind: 'correction' as const, note: 'The provider reported a different amount' }),
      ...(reference ? { reference } : {}),
    } satisfies Payment;
    if (booking_id === null) {
      const before = sole.require(payer_id);
      soleMoney.payTogether(tx, before, payment, SYSTEM_ACTOR);
      const { state, balance } = sole.require(payer_id);
      const unmatched = Math.max(0, -balance) - Math.max(0, -before.balance);
      if (unmatched > 0) tx.emit({ kind: 'item.unmatched', payer_id, amount: unmatched, at: tx.now });
      this.#audit(tx, checkout, resultOf(state === 'left' ? 'cancelled' : 'paid', balance), { amount });
      return;
    }
    this.#restoreReleased(tx, { ...checkout, booking_id }, amount);
    const { booking: settled } = pay(
      tx,
      services,
      bookings.payers.require(payer_id),
      payment,
      SYSTEM_ACTOR,
      amount >= checkout.amount,
    );
    const { status } = settled;
    const payer = bookings.payers.require(payer_id);
    const { charge, balance } = payer.position === 1 ? settled : payer;
    const disputed = state === 'paid';
    const result = disputed ? 'another amount' : resultOf(status, balance);
    this.#audit(tx, checkout, result, { amount, ...(balance === 0 || disputed ? {} : { due: charge }) });
    // None of it was needed, or it is too little to hold the court.
    const unmatched = status === 'cancelled' || balance <= -amount || (!disputed && amount < checkout.amount);
    const event = { booking_id, payer_id, amount };
    if (unmatched) tx.emit({ kind: 'payment.unmatched', ...event });
    else if (balance !== 0 && (payer.position > 1 || !settled.is_shared))
      tx.emit({ kind: 'payment.amount_mismatch', ...event, due: charge, disputed });
  }

  /** An admin's cancellation stands, as does any whose play has begun or whose slots or add-ons are taken. */
  #restoreReleased(
    tx: Transaction,
    { booking_id, payer_id, state }: Checkout & { booking_id: number },
    amount: number,
  ): void {
    const { checkouts, services } = this.#deps;
    const booking = services.bookings.require(booking_id);
    if (payer_id !== booking.payer_id || booking.status !== 'cancelled') return;
    if (state !== 'released' || amount < booking.computed_amount) return;
    if (!checkouts.isStatusSetBySystem(booking_id) || startOfPlay(booking) <= tx.now) return;
    try {
      services.bookings.changeStatus(tx, booking_id, 'paid', SYSTEM_ACTOR);
    } catch (error) {
      const isTaken =
        error instanceof Failure && (error.reason === 'slot_taken' || error.reason === 'invalid');
      if (!isTaken) throw error;
    }
  }

  #audit(tx: Transaction, checkout: Checkout, result: string, details: object): void {
    const provider = this.#deps.provider.name;
    recordAuditEntry(tx, SYSTEM_ACTOR, 'card_payment', ...moneySubject(checkout), {
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
