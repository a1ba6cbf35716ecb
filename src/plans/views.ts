import type { Purchase } from '../domain/api/plan-answers.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { statusOf } from '../domain/plan.ts';
import type { PurchaseParts } from './purchase-kind.ts';
import type { PurchaseContact, StoredPurchase } from './purchase-store.ts';
import type { PlanSales } from './sales.ts';

/** Purchases as members and the reception see them. */
export class PurchaseViews {
  readonly #parts: PurchaseParts & { sales: PlanSales };

  constructor(parts: PurchaseParts & { sales: PlanSales }) {
    this.#parts = parts;
  }

  /** What a member bought, or a contact without an account; newest first. */
  listOf(buyer: PurchaseContact & { user_id: number | null }): Purchase[] {
    return this.#parts.purchases.listByBuyer(buyer).map((purchase) => this.view(purchase));
  }

  view(purchase: StoredPurchase): Purchase {
    const { calendar, sales } = this.#parts;
    const { id, plan_id, version_id, kind, name, terms, starts_on, ends_on, paused_on, version } = purchase;
    const { id: payer_id, charge, received, balance, receipt_waits } = sales.payerOf(purchase);
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
      ...this.#parts.held.hoursOf(purchase),
      payer_id,
      charge,
      received,
      balance,
      receipt_waits: receipt_waits === 1,
      friends: this.#parts.purchases.friendsOf(id),
      gives_back: sales.givesBack(purchase),
      created_at: clubTimestamp(purchase.created_at),
      version,
    };
  }
}
