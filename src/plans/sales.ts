import type { UserStore } from '../accounts/user-store.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { PaymentMethod } from '../domain/booking.ts';
import { addDays } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import type { MoneyMethod } from '../domain/ledger.ts';
import { keptOfPurchase, PURCHASE_PAY_DAYS, resumed } from '../domain/plan.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import type { Contact } from '../payers/store.ts';
import type { PlanStore } from './plan-store.ts';
import type { PurchaseParts } from './purchase-kind.ts';
import { hasBegun, type StoredPurchase } from './purchase-store.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What members buy and what becomes of it. Each call runs in a `ClubDb` transaction. */
export class PlanSales {
  readonly #parts: PurchaseParts & { plans: PlanStore; users: UserStore };

  constructor(parts: PurchaseParts & { plans: PlanStore; users: UserStore }) {
    this.#parts = parts;
  }

  /**
   * Somebody buys a plan on the terms they saw. It waits for its money, unless `paidBy` says how it was paid. Whoever
   * is already waiting with the same plan gets that purchase again.
   */
  sell(
    tx: Transaction,
    buyer: Contact,
    { version_id, payment_method, paidBy }: Sale,
    actor: Actor,
  ): SolePayer {
    const { plans, purchases, calendar, bookings } = this.#parts;
    const offer = plans.requireOffer(version_id, calendar.today());
    if (buyer.user_id === null && paidBy === 'credit')
      throw invalidField(
        'email',
        'Credit belongs to a member: please enter the email of a confirmed account.',
      );
    const waiting = purchases
      .listByBuyer(buyer)
      .find((each) => each.state === 'waiting' && each.starts_on === null && each.version_id === version_id);
    const payer = waiting ? this.payerOf(waiting) : null;
    if (payer && paidBy === undefined) {
      bookings.services.bookings.payers.setMethod(tx, payer.id, payment_method);
      return bookings.sole.require(payer.id);
    }
    const purchase = waiting ?? purchases.create(tx, { user_id: buyer.user_id, version_id });
    const { price } = offer.terms;
    const bought =
      payer ??
      bookings.sole.add(
        tx,
        { purchase_id: purchase.id },
        {
          ...buyer,
          state: 'joined',
          price,
          payment_method,
          hold_until: tx.now + PURCHASE_PAY_DAYS * DAY_MS,
          remind_at: tx.now + (PURCHASE_PAY_DAYS * DAY_MS) / 2,
        },
      );
    // The link goes to an address that the club has entered.
    if (!payer && buyer.user_id === null) recordAuditEntry(tx, actor, 'walk_in', 'payer', bought.id);
    recordAuditEntry(tx, actor, 'plan_sold', 'purchase', purchase.id, { plan: offer.id, price });
    // Money that arrives at once has its own message.
    if (!paidBy) tx.emit({ kind: 'item.taken', payer_id: bought.id });
    tx.emit({ kind: 'purchase.changed', purchase_id: purchase.id });
    if (price === 0) bookings.soleMoney.settle(tx, bought.id, actor);
    else if (paidBy) bookings.soleMoney.pay(tx, bought, { method: paidBy, amount: bought.balance }, actor);
    return bookings.sole.require(bought.id);
  }

  /** The account with this number, or the confirmed one of an address, buys; else the contact itself. */
  buyerOf(who: { user_id: number } | Omit<Contact, 'user_id'>): Contact {
    const { users } = this.#parts;
    const user_id = 'user_id' in who ? who.user_id : who.email === '' ? null : users.findConfirmed(who.email);
    if (user_id === null) return { user_id, ...(who as Omit<Contact, 'user_id'>) };
    const { name, email, phone } = users.require(user_id);
    return { user_id, name, email, phone: phone ?? '' };
  }

  /** An address that was confirmed proves whose the purchases are that the reception sold to it. */
  link(tx: Transaction, userId: number, email: string): void {
    const { purchases, bookings } = this.#parts;
    for (const purchase of purchases.listByContact({ email, phone: '' })) {
      purchases.setMember(tx, purchase.id, userId);
      bookings.services.bookings.payers.setMember(tx, this.payerOf(purchase).id, userId);
      tx.emit({ kind: 'purchase.changed', purchase_id: purchase.id });
    }
  }

  /** Pauses the plan from `today`, or resumes it with the days added. */
  pause(tx: Transaction, id: number, input: { version: number; paused: boolean }, actor: Actor): void {
    const { purchases } = this.#parts;
    const purchase = purchases.require(id, input.version);
    const today = this.#parts.calendar.today();
    const { starts_on, paused_on } = purchase;
    if (!hasBegun(purchase) || purchase.state !== 'active' || purchase.kind === 'package')
      throw new Failure('wrong_state', 'Only an active plan can be paused.');
    if (input.paused === (paused_on !== null))
      throw new Failure(
        'wrong_state',
        input.paused ? 'This plan is already paused.' : 'This plan is not paused.',
      );
    if (paused_on === null) {
      if ((starts_on ?? '') > today || purchase.ends_on < today)
        throw new Failure('wrong_state', 'Only an active plan can be paused.');
      purchases.setPeriod(tx, id, { ...purchase, paused_on: today });
      recordAuditEntry(tx, actor, 'plan_paused', 'purchase', id);
    } else {
      const period = resumed({ ...purchase, paused_on }, today);
      purchases.setPeriod(tx, id, { ...period, paused_on: null });
      recordAuditEntry(tx, actor, 'plan_resumed', 'purchase', id, {
        days: period.paused_days - purchase.paused_days,
      });
    }
    tx.emit({ kind: 'purchase.changed', purchase_id: id });
  }

  /** Adds days at the end, even to a purchase that is over. */
  extend(
    tx: Transaction,
    id: number,
    { version, days, reason }: { version: number; days: number; reason: string },
    actor: Actor,
  ): void {
    const { purchases } = this.#parts;
    const purchase = purchases.require(id, version);
    if (!hasBegun(purchase) || purchase.state !== 'active')
      throw new Failure('wrong_state', 'Only a paid purchase can be extended.');
    purchases.setPeriod(tx, id, { ...purchase, ends_on: addDays(purchase.ends_on, days) });
    recordAuditEntry(tx, actor, 'plan_extended', 'purchase', id, { days, reason });
    tx.emit({ kind: 'purchase.changed', purchase_id: id });
  }

  /** Names the friends who may book with a package; those who were named and are not any more lose it. */
  share(
    tx: Transaction,
    id: number,
    userId: number,
    { version, emails }: { version: number; emails: readonly string[] },
    actor: Actor,
  ): void {
    const { purchases } = this.#parts;
    const { user_id } = purchases.require(id);
    if (user_id !== userId) throw new Failure('not_found', 'There is no purchase with this number.');
    const { terms, state } = purchases.require(id, version);
    const { friends } = terms;
    if (state === 'ended') throw new Failure('wrong_state', 'This has ended already.');
    if (emails.length > friends)
      throw invalidField(
        'emails',
        friends === 0 ? 'This is yours alone.' : `You can share this with ${friends} friends.`,
      );
    purchases.setFriends(tx, id, emails);
    recordAuditEntry(tx, actor, 'plan_shared', 'purchase', id, { friends: emails.length });
    tx.emit({ kind: 'purchase.changed', purchase_id: id });
  }

  /** Ends a purchase; the rest of its price is to be refunded, credit at once. Bookings made with it stand. */
  end(
    tx: Transaction,
    id: number,
    { version, reason, amount_back }: { version: number; reason: string; amount_back: number },
    actor: Actor,
  ): void {
    const { purchases, bookings } = this.#parts;
    const purchase = purchases.require(id, version);
    if (purchase.state === 'ended') throw new Failure('wrong_state', 'This has already ended.');
    const payer = this.payerOf(purchase);
    const gives_back = this.givesBack(purchase);
    if (gives_back !== amount_back)
      throw new Failure(
        'changed_meanwhile',
        `${formatPkr(gives_back)} would go back now, not ${formatPkr(amount_back)}. Please check it and try again.`,
        { amount: gives_back },
      );
    const keep = Math.max(0, payer.received - gives_back);
    purchases.setState(tx, id, 'ended');
    bookings.soleMoney.leave(tx, payer, { keep, cause: 'taken_off', reason }, actor);
    recordAuditEntry(tx, actor, 'plan_ended', 'purchase', id, { keep, reason });
    tx.emit({ kind: 'purchase.changed', purchase_id: id });
  }

  /** PKR that would be refunded if the purchase ended now. */
  givesBack(purchase: StoredPurchase): number {
    if (purchase.state === 'ended') return 0;
    const { received } = this.payerOf(purchase);
    const { purchases, calendar } = this.#parts;
    const keep = hasBegun(purchase)
      ? keptOfPurchase(purchase.terms, purchase, purchases.usedInAll(purchase.id), calendar.today())
      : 0;
    return Math.max(0, received - keep);
  }

  payerOf({ id }: Pick<StoredPurchase, 'id'>): SolePayer {
    const [payer] = this.#parts.bookings.sole.listOf({ purchase_id: id });
    if (!payer) throw new Error(`Purchase ${id} has no payer`);
    return payer;
  }
}

export interface Sale {
  version_id: number;
  payment_method: PaymentMethod;
  /** How it was paid; if missing, the member pays later. */
  paidBy?: MoneyMethod | undefined;
}
