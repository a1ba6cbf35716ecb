import type { Purchase } from '../domain/api/plan-answers.ts';
import { addDays, clubTimestamp } from '../domain/business-day.ts';
import { lastDayOf, monthOf, monthsOf, slotsOf, statusOf } from '../domain/plan.ts';
import type { PurchaseParts } from './purchase-kind.ts';
import { hasBegun, type StoredPurchase } from './purchase-store.ts';
import type { PlanSales } from './sales.ts';

/** Purchases as members and the reception see them. */
export class PurchaseViews {
  readonly #parts: PurchaseParts & { sales: PlanSales };

  constructor(parts: PurchaseParts & { sales: PlanSales }) {
    this.#parts = parts;
  }

  listOf(userId: number): Purchase[] {
    return this.#parts.purchases.listByUser(userId).map((purchase) => this.view(purchase));
  }

  view(purchase: StoredPurchase): Purchase {
    const { calendar, sales } = this.#parts;
    const { id, plan_id, version_id, kind, name, terms, starts_on, ends_on, paused_on, version } = purchase;
    const { id: payer_id, charge, received, balance } = sales.payerOf(purchase);
    return {
      id,
      plan_id,
      version_id,
      kind,
      name,
      terms,
      status: statusOf(purchase, calendar.today()),
      starts_on,
      ends_on,
      paused_on,
      ...this.#hoursOf(purchase),
      payer_id,
      charge,
      received,
      balance,
      friends: this.#parts.purchases.friendsOf(id),
      gives_back: sales.givesBack(purchase),
      created_at: clubTimestamp(purchase.created_at),
      version,
    };
  }

  #hoursOf(purchase: StoredPurchase): Pick<Purchase, 'slots_left' | 'hours_again_on'> {
    const { held, calendar } = this.#parts;
    const { terms } = purchase;
    if (slotsOf(terms) === 0 || !hasBegun(purchase)) return { slots_left: null, hours_again_on: null };
    const today = calendar.today();
    const month = monthOf(terms, purchase, today);
    const start = addDays(purchase.starts_on, purchase.paused_days);
    const hasNext = month + 1 < monthsOf(terms);
    return {
      slots_left: held.leftOf(purchase)[month] ?? 0,
      hours_again_on: hasNext ? addDays(lastDayOf(start, month + 1), 1) : null,
    };
  }
}
