import type { ClubDb, Transaction } from '../db/club-db.ts';
import { addDays, businessDayOf, daysBetween } from '../domain/business-day.ts';
import { ENDING_DAYS } from '../domain/plan.ts';
import type { PurchaseParts } from './purchase-kind.ts';
import { hasBegun, type StoredPurchase } from './purchase-store.ts';
import type { PlanSales } from './sales.ts';

/** A business day begins at 6 AM; members read about their plan at 10 AM. */
const READING_DELAY_MS = 4 * 60 * 60_000;

/** Reminds members a few days before what they bought ends, unless they have renewed it or used it up. */
export class PurchaseReminders {
  readonly #parts: PurchaseParts & { sales: PlanSales };

  constructor(parts: PurchaseParts & { sales: PlanSales }) {
    this.#parts = parts;
  }

  async run(club: ClubDb, now: number): Promise<void> {
    if (this.#listDue(now).length > 0) await club.write((tx) => this.#remindAll(tx));
  }

  #listDue(now: number): { purchase: StoredPurchase; days: number }[] {
    const today = businessDayOf(now - READING_DELAY_MS);
    return ENDING_DAYS.toSorted((a, b) => a - b).flatMap((days) =>
      this.#parts.purchases
        .listEnding(today, addDays(today, days), days)
        .map((purchase) => ({ purchase, days })),
    );
  }

  #remindAll(tx: Transaction): void {
    const { purchases, sales } = this.#parts;
    const today = businessDayOf(tx.now - READING_DELAY_MS);
    const told = new Set<number>();
    for (const { purchase, days } of this.#listDue(tx.now)) {
      const { id, ends_on } = purchase;
      if (told.has(id)) continue;
      told.add(id);
      purchases.setReminded(tx, id, days);
      if (this.#isDone(purchase)) continue;
      const payer_id = sales.payerOf(purchase).id;
      const last = ends_on ?? today;
      tx.emit({ kind: 'item.ending', payer_id, days: daysBetween(today, last), ends_on: last });
    }
  }

  /** Another purchase of the same plan follows, or nothing is left of a package. */
  #isDone(purchase: StoredPurchase): boolean {
    const { purchases, held, sales } = this.#parts;
    if (purchase.kind === 'package' && held.leftOf(purchase).every((left) => left === 0)) return true;
    return purchases
      .listByBuyer(sales.payerOf(purchase))
      .some(
        (other) =>
          other.kind === purchase.kind &&
          other.id !== purchase.id &&
          other.state === 'active' &&
          hasBegun(other) &&
          other.ends_on > (purchase.ends_on ?? ''),
      );
  }
}
