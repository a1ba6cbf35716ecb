import type { Bookings } from '../bookings/module.ts';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { ItemView } from '../domain/api/payer-routes.ts';
import { addDays } from '../domain/business-day.ts';
import { shortCourtName } from '../domain/court.ts';
import { Failure } from '../domain/failure.ts';
import { endOf, keptOfPurchase, PURCHASE_PAY_DAYS, statusOf } from '../domain/plan.ts';
import { purchaseDetails } from '../domain/plan-texts.ts';
import type { ItemKind } from '../payers/items.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import type { HeldPlans } from './held-plans.ts';
import { hasBegun, type PurchaseStore, type StoredPurchase } from './purchase-store.ts';

const WITHOUT_ACCOUNT = 'Book with it at the reception, or online with an account that has this email';
const DAY_MS = 24 * 60 * 60_000;

export interface PurchaseParts {
  bookings: Bookings;
  calendar: ClubCalendar;
  purchases: PurchaseStore;
  held: HeldPlans;
}

/** How a purchase follows its money: it begins when paid, and waits again if the payment is undone. */
export class PurchaseKind implements ItemKind {
  readonly #parts: PurchaseParts;

  constructor(parts: PurchaseParts) {
    this.#parts = parts;
  }

  view(payer: SolePayer): ItemView {
    const { calendar, held, bookings } = this.#parts;
    const courtNames = new Map(
      bookings.services.courts.listAll().map(({ id, name }) => [id, shortCourtName(name)]),
    );
    const purchase = this.#purchaseOf(payer);
    const status = statusOf(purchase, calendar.today());
    return {
      kind: 'purchase',
      id: purchase.id,
      title: purchase.name,
      details: [
        ...purchaseDetails({ ...purchase, status, ...held.hoursOf(purchase) }, courtNames),
        ...(payer.user_id === null ? [WITHOUT_ACCOUNT] : []),
      ],
      lines: [{ label: purchase.name, amount: payer.charge }],
      contact_name: null,
      page: payer.user_id === null ? null : '/account?tab=plans',
      cancelled: purchase.state === 'ended',
      begins: null,
      ends: null,
      attended: false,
    };
  }

  payBy(_payer: SolePayer, now: number): number {
    return now + PURCHASE_PAY_DAYS * DAY_MS;
  }

  allowsCash(): boolean {
    return true;
  }

  companionsOf(): SolePayer[] {
    return [];
  }

  /** Members can give back only what waits for its money; the reception ends the rest. */
  keptNow(payer: SolePayer): number | null {
    return this.#purchaseOf(payer).state === 'waiting' ? this.keptIfUnpaid(payer) : null;
  }

  /** A purchase may have been used before a payment for it was undone. */
  keptIfUnpaid(payer: SolePayer): number {
    const { purchases, calendar } = this.#parts;
    const purchase = this.#purchaseOf(payer);
    if (!hasBegun(purchase)) return 0;
    return keptOfPurchase(purchase.terms, purchase, purchases.usedInAll(purchase.id), calendar.today());
  }

  settled(tx: Transaction, payer: SolePayer, actor: Actor): void {
    const { purchases } = this.#parts;
    const purchase = this.#purchaseOf(payer);
    if (purchase.state === 'ended' || payer.state !== 'joined') return;
    const isPaid = payer.balance <= 0;
    if (isPaid && purchase.state === 'waiting') {
      this.#parts.bookings.services.grants.assertSalesProven(tx, actor);
      purchases.begin(tx, purchase.id, this.#periodOf(purchase, payer));
    } else if (!isPaid && purchase.state === 'active') purchases.setState(tx, purchase.id, 'waiting');
    else return;
    tx.emit({ kind: 'purchase.changed', purchase_id: purchase.id });
  }

  left(tx: Transaction, payer: SolePayer, _actor: Actor): void {
    const purchase = this.#purchaseOf(payer);
    if (purchase.state === 'active')
      throw new Failure(
        'wrong_state',
        'This plan has begun. Please end it on the customer’s page, which takes what was used into account.',
      );
    this.#parts.purchases.setState(tx, purchase.id, 'ended');
    tx.emit({ kind: 'purchase.changed', purchase_id: purchase.id });
  }

  /** A purchase that was once paid keeps its days; a plan follows on from the one the member has. */
  #periodOf(purchase: StoredPurchase, payer: SolePayer): { starts_on: string; ends_on: string } {
    if (hasBegun(purchase)) return purchase;
    const { purchases, calendar } = this.#parts;
    const today = calendar.today();
    const lastDays = purchases
      .listByBuyer(payer)
      .filter(hasBegun)
      .filter(({ kind, state }) => kind === 'plan' && purchase.kind === 'plan' && state === 'active')
      .map(({ ends_on }) => addDays(ends_on, 1));
    const starts_on = [today, ...lastDays].toSorted().at(-1) ?? today;
    return { starts_on, ends_on: endOf(purchase.terms, starts_on) };
  }

  #purchaseOf({ purchase_id }: SolePayer): StoredPurchase {
    return this.#parts.purchases.require(purchase_id as number);
  }
}
