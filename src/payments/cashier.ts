import type { ClubDb, Transaction } from '../db/club-db.ts';
import { type Actor, SYSTEM } from '../db/club-event.ts';
import { recordHistory } from '../db/history.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import type { Status } from '../domain/status.ts';
import type { Checkout, CheckoutStore } from './checkouts.ts';
import type { PaymentNews, PaymentProvider } from './provider.ts';

const MINUTE = 60_000;

/** Where a customer pays, and the address of this site that gives the half-hours back. */
export interface PaymentPage {
  payment_url: string;
  leave_url: string;
}

export interface CashierDeps {
  club: ClubDb;
  checkouts: CheckoutStore;
  provider: PaymentProvider;
  findBooking: (id: number) => Booking | null;
  moveStatus: (tx: Transaction, id: number, to: Status, actor: Actor) => unknown;
  /** The site's own address, without a slash at the end. */
  publicUrl: string;
  /** How long an unpaid checkout keeps its half-hours. */
  holdMinutes: number;
}

/** Card payments: a booking waits for its money, gets it once, or lets its half-hours go. */
export class Cashier {
  readonly #deps: CashierDeps;
  readonly #opening = new Map<number, Promise<PaymentPage>>();

  constructor(deps: CashierDeps) {
    this.#deps = deps;
  }

  /** Notes that a booking waits for a card payment, in the transaction that makes it. */
  reserve(tx: Transaction, booking: Booking): void {
    const until = tx.now + this.#deps.holdMinutes * MINUTE;
    this.#deps.checkouts.create(tx, booking.id, booking.computed_amount, until);
  }

  /**
   * The booking's payment page, the same one however often it is asked for. Throws
   * `unavailable` and lets the half-hours go when the provider cannot be reached.
   */
  open(bookingId: number): Promise<PaymentPage> {
    const under = this.#opening.get(bookingId);
    if (under) return under;
    const opening = this.#open(bookingId).finally(() => this.#opening.delete(bookingId));
    this.#opening.set(bookingId, opening);
    return opening;
  }

  async #open(bookingId: number): Promise<PaymentPage> {
    const { club, checkouts, provider, publicUrl } = this.#deps;
    const checkout = checkouts.ofBooking(bookingId);
    if (checkout?.state !== 'open') {
      throw new Failure('wrong_state', 'The time to pay for this booking is over. Please book again.');
    }
    const leave_url = `/api/payments/left/${checkout.token}`;
    if (checkout.payment_url) return { payment_url: checkout.payment_url, leave_url };
    try {
      const page = await provider.open({
        booking_id: bookingId,
        amount: checkout.amount,
        return_url: `${publicUrl}/api/payments/return`,
        cancel_url: publicUrl + leave_url,
      });
      await club.write((tx) => checkouts.opened(tx, bookingId, page));
      return { payment_url: page.payment_url, leave_url };
    } catch (error) {
      await club.write((tx) => this.#release(tx, checkout));
      throw error;
    }
  }

  /**
   * Believes news that was signed. Money that came marks the booking paid, once: a repeated word finds the
   * checkout settled and does nothing. Money for a booking that is gone is told to the desk, to be given back.
   */
  settle(news: PaymentNews): Promise<Checkout | null> {
    const { club, checkouts } = this.#deps;
    return club.write((tx) => {
      const checkout = checkouts.byReference(news.reference);
      const settled = checkout?.state === 'paid' || checkout?.state === 'refund_due';
      // After a failed try the customer may take another card until the time is over.
      if (!checkout || settled || news.outcome === 'failed') return checkout;
      if (news.amount !== null && news.amount !== checkout.amount) {
        this.#note(tx, checkout, 'another amount', { amount: news.amount });
        if (news.amount > 0) {
          tx.announce({ kind: 'payment.stray', booking_id: checkout.booking_id, amount: news.amount });
        }
        return checkout;
      }
      const state = this.#markPaid(tx, checkout) ? 'paid' : 'refund_due';
      checkouts.move(tx, checkout.booking_id, state);
      // The desk may have moved the booking to another price meanwhile: what came stands in the history.
      this.#note(tx, checkout, state, { amount: checkout.amount });
      if (state === 'refund_due') {
        tx.announce({ kind: 'payment.stray', booking_id: checkout.booking_id, amount: checkout.amount });
      }
      return checkout;
    });
  }

  /** The customer gave up on the provider's page: the half-hours are free again at once. */
  leave(token: string): Promise<Booking | null> {
    const { club, checkouts, findBooking } = this.#deps;
    return club.write((tx) => {
      const checkout = checkouts.byToken(token);
      if (!checkout) return null;
      this.#release(tx, checkout);
      return findBooking(checkout.booking_id);
    });
  }

  /** Lets go what was not paid in time. */
  async releaseDue(now: number): Promise<void> {
    for (const checkout of this.#deps.checkouts.due(now)) {
      await this.#deps.club.write((tx) => this.#release(tx, checkout));
    }
  }

  #release(tx: Transaction, seen: Checkout): void {
    const { checkouts, findBooking, moveStatus } = this.#deps;
    // It may have been paid since it was looked at.
    if (checkouts.ofBooking(seen.booking_id)?.state !== 'open') return;
    if (findBooking(seen.booking_id)?.status === 'pending') {
      moveStatus(tx, seen.booking_id, 'cancelled', SYSTEM);
    }
    checkouts.move(tx, seen.booking_id, 'released');
  }

  /** False when the booking can no longer have this money. */
  #markPaid(tx: Transaction, { booking_id, state }: Checkout): boolean {
    const status = this.#deps.findBooking(booking_id)?.status;
    // Late money revives a booking that only the clock cancelled, if nobody else has its half-hours.
    if (status !== 'pending' && !(status === 'cancelled' && state === 'released')) return false;
    try {
      this.#deps.moveStatus(tx, booking_id, 'paid', SYSTEM);
      return true;
    } catch (error) {
      if (error instanceof Failure && error.reason === 'slot_taken') return false;
      throw error;
    }
  }

  #note(tx: Transaction, checkout: Checkout, result: string, more: object = {}): void {
    const provider = this.#deps.provider.name;
    recordHistory(tx, SYSTEM, 'card_payment', 'booking', checkout.booking_id, { provider, result, ...more });
  }
}
