import type { UserStore } from '../accounts/user-store.ts';
import type { PlanHolderRef } from '../bookings/booking-items.ts';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { HeldPlan, Purchase } from '../domain/api/plan-answers.ts';
import { addDays } from '../domain/business-day.ts';
import { lastDayOf, monthOf, monthsOf, slotsOf } from '../domain/plan.ts';
import { type BegunPurchase, hasBegun, type PurchaseStore, type StoredPurchase } from './purchase-store.ts';

/** What members hold: paid, not paused, and not over. */
export class HeldPlans {
  readonly #purchases: PurchaseStore;
  readonly #calendar: ClubCalendar;
  readonly #users: UserStore;

  constructor(purchases: PurchaseStore, calendar: ClubCalendar, users: UserStore) {
    this.#purchases = purchases;
    this.#calendar = calendar;
    this.#users = users;
  }

  /**
   * The plans and packages that count for a person's bookings, today or later; those of friends are among them. A phone
   * or an email proves nobody, so only the reception names a contact.
   */
  of({ user_id, contact }: PlanHolderRef): HeldPlan[] {
    const today = this.#calendar.today();
    return [
      ...(user_id === null ? [] : this.#purchases.listByUser(user_id)),
      ...(user_id === null ? [] : this.#listShared(user_id)),
      ...(contact ? this.#purchases.listByContact(contact) : []),
    ]
      .filter(hasBegun)
      .filter(({ state, paused_on, ends_on }) => state === 'active' && paused_on === null && ends_on >= today)
      .map((purchase) => this.#toHeld(purchase))
      .reverse();
  }

  /** Only a confirmed address proves who the friend is. */
  #listShared(userId: number): StoredPurchase[] {
    const user = this.#users.find(userId);
    if (user?.email_verified !== 1) return [];
    return this.#purchases.listSharedWith(user.email).filter(({ user_id }) => user_id !== userId);
  }

  /** Half-hours left in each month, or in the package. */
  leftOf(purchase: StoredPurchase): number[] {
    const used = this.#purchases.usedSlots(purchase.id);
    return Array.from({ length: monthsOf(purchase.terms) }, (_, month) =>
      Math.max(0, slotsOf(purchase.terms) - (used.get(month) ?? 0)),
    );
  }

  /** Half-hours left now, and when the next month's begin. */
  hoursOf(purchase: StoredPurchase): Pick<Purchase, 'slots_left' | 'hours_again_on'> {
    const { terms } = purchase;
    if (slotsOf(terms) === 0 || !hasBegun(purchase)) return { slots_left: null, hours_again_on: null };
    const month = monthOf(terms, purchase, this.#calendar.today());
    const start = addDays(purchase.starts_on, purchase.paused_days);
    const hasNext = month + 1 < monthsOf(terms);
    return {
      slots_left: this.leftOf(purchase)[month] ?? 0,
      hours_again_on: hasNext ? addDays(lastDayOf(start, month + 1), 1) : null,
    };
  }

  #toHeld(purchase: BegunPurchase): HeldPlan {
    const { id, name, starts_on, ends_on, paused_days, terms } = purchase;
    const { months, hours_for, discounts, add_ons, days_ahead, cancel_hours, events_percent, with_codes } =
      terms;
    return {
      id,
      name,
      starts_on,
      ends_on,
      paused_days,
      months,
      left: this.leftOf(purchase),
      hours_for,
      discounts,
      add_ons,
      days_ahead,
      cancel_hours,
      events_percent,
      with_codes,
    };
  }
}
