import type { Transaction } from '../db/club-db.ts';
import { type Actor, actsForClub, SYSTEM_ACTOR } from '../db/club-event.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import {
  type ItemEntryRequest,
  type LedgerEntry,
  type NewLedgerEntry,
  overpaymentError,
} from '../domain/ledger.ts';
import { NO_RESALE_MS } from '../domain/payment-deadline.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { StaffGrants } from '../ledger/staff-grants.ts';
import type { Items } from './items.ts';
import type { SolePayer, SolePayerStore } from './sole-payer-store.ts';
import { lateDueOf, type PayerStore } from './store.ts';

type Payment = Pick<NewLedgerEntry, 'method' | 'amount'> &
  Partial<Pick<NewLedgerEntry, 'reference' | 'note' | 'proven' | 'line_id'>> & {
    /** A later report from the card provider corrects an earlier one. */
    kind?: 'payment' | 'correction';
  };

/** The money of places and purchases, whichever way it comes or goes. Each call runs in a `ClubDb` transaction. */
export class SoleMoney {
  readonly #payers: PayerStore;
  readonly #sole: SolePayerStore;
  readonly #ledger: LedgerStore;
  readonly #grants: StaffGrants;
  readonly #items: Items;

  constructor(parts: {
    payers: PayerStore;
    sole: SolePayerStore;
    ledger: LedgerStore;
    grants: StaffGrants;
    items: Items;
  }) {
    this.#payers = parts.payers;
    this.#sole = parts.sole;
    this.#ledger = parts.ledger;
    this.#grants = parts.grants;
    this.#items = parts.items;
  }

  /** Records incoming money. The item becomes the payer's once it is fully paid. */
  pay(tx: Transaction, payer: SolePayer, payment: Payment, actor: Actor): LedgerEntry {
    const { id, user_id, state, balance } = payer;
    const entry = this.#ledger.add(tx, actor, {
      kind: 'payment',
      ...payment,
      booking_id: null,
      payer_id: id,
      user_id,
    });
    this.settle(tx, id, actor, state === 'joined' && balance > 0);
    return entry;
  }

  /** What a payer owes, and the unpaid items that came with theirs: what one payment can cover. */
  owedTogether(payer: SolePayer): SolePayer[] {
    return [payer, ...this.#items.kindOf(payer).companionsOf(payer)].filter(
      ({ state, balance, receipt_waits }) => state === 'joined' && balance > 0 && receipt_waits === 0,
    );
  }

  /**
   * Records one payment for a payer's item and those that came with it. Each gets what is owed for it; anything beyond
   * that stays with the payer.
   */
  payTogether(tx: Transaction, payer: SolePayer, payment: Payment, actor: Actor): void {
    let rest = payment.amount;
    const parts = new Map<number, number>();
    for (const { id, balance } of this.owedTogether(payer)) {
      const part = Math.min(balance, rest);
      if (part <= 0) break;
      parts.set(id, part);
      rest -= part;
    }
    if (rest > 0 || parts.size === 0) parts.set(payer.id, (parts.get(payer.id) ?? 0) + rest);
    for (const [id, amount] of parts) this.pay(tx, this.#sole.require(id), { ...payment, amount }, actor);
  }

  /**
   * Aligns the item with its money after either changed; a price of 0 confirms it too. `isPayment`: money came that was
   * owed, so even a payer who already has the item gets a message.
   */
  settle(tx: Transaction, id: number, actor: Actor, isPayment = false): void {
    const payer = this.#sole.require(id);
    const kind = this.#items.kindOf(payer);
    if (payer.state === 'joined' && payer.balance <= 0) {
      this.#payers.markPaid(tx, id);
      // A promise has confirmed it before any money came.
      const isPaidNow = this.#payers.confirm(tx, id) || isPayment;
      if (isPaidNow && payer.price > 0)
        tx.emit({ kind: 'item.paid', payer_id: id, at: tx.now, by_club: actsForClub(actor) });
    } else if (payer.state === 'left' && payer.receipt_waits === 1 && lateDueOf(payer) === 0) {
      this.#payers.endReceipt(tx, id);
    }
    this.#returnCredit(tx, id, actor, false);
    kind.settled(tx, this.#sole.require(id), actor);
  }

  /** Records money at the reception; staff can't enter more than is owed. */
  payAtReception(
    tx: Transaction,
    id: number,
    request: ItemEntryRequest & Pick<NewLedgerEntry, 'proven' | 'line_id'>,
    actor: Actor,
  ): LedgerEntry {
    const payer = this.#sole.require(id);
    const isLate = payer.state === 'left' && payer.receipt_waits === 1;
    const due = isLate ? lateDueOf(payer) : Math.max(0, payer.balance);
    const error = actor.role === 'staff' && !request.proven ? overpaymentError(request.amount, due) : null;
    if (error) throw invalidField('amount', error);
    return this.pay(tx, payer, request, actor);
  }

  /** Records money given back, at most what is due. */
  refund(
    tx: Transaction,
    id: number,
    { amount, method, reference, note }: ItemEntryRequest,
    actor: Actor,
  ): LedgerEntry {
    const payer = this.#sole.require(id);
    const owed = Math.max(0, -payer.balance);
    if (amount > owed) {
      throw invalidField(
        'amount',
        owed === 0 ? 'There is nothing to refund.' : `Only ${formatPkr(owed)} can be refunded.`,
      );
    }
    const { user_id } = payer;
    const entry = this.#ledger.add(tx, actor, {
      booking_id: null,
      payer_id: id,
      user_id,
      kind: 'refund',
      method,
      amount: -amount,
      reference,
      note,
    });
    tx.emit({ kind: 'item.refunded', payer_id: id, entry_id: entry.id, amount, method });
    this.#items.kindOf(payer).settled(tx, this.#sole.require(id), actor);
    return entry;
  }

  /** Follows up on an undone entry of a sole payer, which was `recorded` then. */
  undone(
    tx: Transaction,
    { payer_id, amount, method, reverses: entry_id }: LedgerEntry,
    recorded: number,
    actor: Actor,
  ): void {
    const payer = this.#sole.require(payer_id as number);
    // Refunds would exceed payments, so roll back.
    if (payer.received < 0)
      throw new Failure('wrong_state', 'This money has already been refunded. Undo the refund first.');
    const { id } = payer;
    if (amount > 0) {
      if (entry_id !== null) tx.emit({ kind: 'item.refund_undone', payer_id: id, entry_id, amount, method });
      return;
    }
    const kind = this.#items.kindOf(payer);
    this.#sole.reopen(tx, id, kind.payBy(payer, tx.now));
    const reopened = this.#sole.require(id);
    const isOwing = reopened.state === 'joined' && reopened.balance > 0;
    if (isOwing && method === 'bank_transfer') this.#payers.reopenReceipt(tx, id);
    if (isOwing) tx.emit({ kind: 'item.payment_due', payer_id: id, at: tx.now });
    if (payer.state === 'left' && entry_id !== null)
      tx.emit({ kind: 'item.payment_undone', payer_id: id, entry_id, amount: -amount, method, recorded });
    kind.settled(tx, this.#sole.require(id), actor);
  }

  /**
   * The item is given back or taken away, and the club keeps `keep` PKR of the money. Credit goes back as credit at
   * once, with `refund_to` credit everything does; other money waits for the reception.
   */
  leave(
    tx: Transaction,
    payer: SolePayer,
    how: {
      keep: number;
      cause: 'left' | 'taken_off' | 'expired' | 'cancelled';
      refund_to?: 'money' | 'credit' | undefined;
      reason?: string | undefined;
    },
    actor: Actor,
  ): void {
    const { id } = payer;
    const keep = Math.max(0, Math.min(how.keep, payer.received));
    const kind = this.#items.kindOf(payer);
    const { begins } = kind.view(payer);
    const used = kind.keptIfUnpaid(payer, tx.now);
    this.#sole.leave(tx, id, keep, how.cause !== 'left');
    this.limitWriteOff(tx, payer, begins === null ? used : { begins: Date.parse(begins) }, actor);
    const give_back = Math.max(0, payer.received - keep);
    const { cause, reason } = how;
    tx.emit({ kind: 'item.left', payer_id: id, keep, give_back, cause, ...(reason ? { reason } : {}) });
    this.#returnCredit(tx, id, actor, how.refund_to === 'credit');
  }

  /**
   * Counts what staff take off what `before` owed without a payment, because unrecorded cash would never be missed: of a
   * date from half an hour before it begins, of a purchase no more than what was `used`.
   */
  limitWriteOff(tx: Transaction, before: SolePayer, used: number | { begins: number }, actor: Actor): void {
    const { id, balance } = this.#sole.require(before.id);
    const lowered = Math.max(0, before.balance) - Math.max(0, balance);
    const isNear = typeof used === 'object' && used.begins - NO_RESALE_MS <= tx.now;
    const amount = Math.min(lowered, typeof used === 'number' ? used : isNear ? lowered : 0);
    if (amount > 0)
      this.#grants.add(tx, actor, { kind: 'write_off', amount, booking_id: null, payer_id: id });
  }

  /** Takes back what wasn't paid in time, and reminds those who have half of their time left. */
  runDue(tx: Transaction): void {
    for (const payer of this.#sole.listToRemind(tx.now)) {
      this.#payers.setReminder(tx, payer.id, null);
      const isOwing = payer.state === 'joined' && payer.balance > 0 && payer.receipt_waits === 0;
      if (isOwing) tx.emit({ kind: 'item.payment_due', payer_id: payer.id, at: tx.now });
    }
    for (const payer of this.#sole.listExpired(tx.now)) {
      const kind = this.#items.kindOf(payer);
      this.leave(tx, payer, { keep: kind.keptIfUnpaid(payer, tx.now), cause: 'expired' }, SYSTEM_ACTOR);
      kind.left(tx, this.#sole.require(payer.id), SYSTEM_ACTOR);
    }
  }

  hasDue(now: number): boolean {
    return this.#sole.listToRemind(now).length > 0 || this.#sole.listExpired(now).length > 0;
  }

  #returnCredit(tx: Transaction, id: number, actor: Actor, all: boolean): void {
    const { user_id, balance } = this.#sole.require(id);
    if (user_id === null || balance >= 0) return;
    const amount = Math.min(-balance, all ? -balance : this.#ledger.creditPaidBy(id));
    if (amount <= 0) return;
    this.#ledger.add(tx, actor, {
      booking_id: null,
      payer_id: id,
      user_id,
      kind: 'refund',
      method: 'credit',
      amount: -amount,
    });
  }
}
