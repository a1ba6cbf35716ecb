import type { Transaction } from '../db/club-db.ts';
import { type Actor, SYSTEM_ACTOR } from '../db/club-event.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import {
  type ItemEntryRequest,
  type LedgerEntry,
  type NewLedgerEntry,
  overpaymentError,
} from '../domain/ledger.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Items } from './items.ts';
import type { SolePayer, SolePayerStore } from './sole-payer-store.ts';
import { lateDueOf, type PayerStore } from './store.ts';

type Payment = Pick<NewLedgerEntry, 'method' | 'amount'> &
  Partial<Pick<NewLedgerEntry, 'reference' | 'note' | 'proven' | 'line_id'>> & {
    /** A later report of the card provider corrects an earlier one. */
    kind?: 'payment' | 'correction';
  };

/** The money of places and purchases, by whatever way it comes or goes. Each call runs in a transaction of `ClubDb`. */
export class SoleMoney {
  readonly #payers: PayerStore;
  readonly #sole: SolePayerStore;
  readonly #ledger: LedgerStore;
  readonly #items: Items;

  constructor(parts: { payers: PayerStore; sole: SolePayerStore; ledger: LedgerStore; items: Items }) {
    this.#payers = parts.payers;
    this.#sole = parts.sole;
    this.#ledger = parts.ledger;
    this.#items = parts.items;
  }

  /** Records money that came. The item is the payer's once all of it has. */
  pay(tx: Transaction, payer: SolePayer, payment: Payment, actor: Actor): LedgerEntry {
    const { id, user_id } = payer;
    const entry = this.#ledger.add(tx, actor, {
      kind: 'payment',
      ...payment,
      booking_id: null,
      payer_id: id,
      user_id,
    });
    this.settle(tx, id, actor);
    return entry;
  }

  /** Brings the item in line with its money after anything that changed either: a price of 0 confirms it too. */
  settle(tx: Transaction, id: number, actor: Actor): void {
    const payer = this.#sole.require(id);
    const kind = this.#items.kindOf(payer);
    if (payer.state === 'joined' && payer.balance <= 0) {
      this.#payers.markPaid(tx, id);
      if (this.#payers.confirm(tx, id) && payer.price > 0) tx.emit({ kind: 'item.paid', payer_id: id });
    } else if (payer.state === 'left' && payer.receipt_waits === 1 && lateDueOf(payer) === 0) {
      this.#payers.endReceipt(tx, id);
    }
    this.#returnCredit(tx, id, actor, false);
    kind.settled(tx, this.#sole.require(id), actor);
  }

  /** Records money at the reception, where staff enter no more than is owed. */
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

  /** Records money that went back; at most what is to be given back. */
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
        owed === 0 ? 'Nothing is to be given back.' : `Only ${formatPkr(owed)} is to be given back.`,
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

  /** Follows an entry of a sole payer that was undone. */
  undone(tx: Transaction, { payer_id, amount, method }: LedgerEntry, actor: Actor): void {
    const payer = this.#sole.require(payer_id as number);
    // Refunds would exceed payments, so roll back.
    if (payer.received < 0)
      throw new Failure('wrong_state', 'This money was given back already. Undo the refund first.');
    if (amount > 0) return;
    const { id } = payer;
    const kind = this.#items.kindOf(payer);
    this.#sole.reopen(tx, id, kind.payBy(payer, tx.now));
    const reopened = this.#sole.require(id);
    const isOwing = reopened.state === 'joined' && reopened.balance > 0;
    if (isOwing && method === 'bank_transfer') this.#payers.reopenReceipt(tx, id);
    if (isOwing) tx.emit({ kind: 'item.payment_due', payer_id: id, at: tx.now });
    kind.settled(tx, this.#sole.require(id), actor);
  }

  /**
   * The item is given back or taken away, and the club keeps `keep` PKR of what came. What came as credit goes back as
   * credit at once, with `refund_to` credit all of it; other money waits for the reception.
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
    this.#sole.leave(tx, id, keep, how.cause !== 'left');
    const give_back = Math.max(0, payer.received - keep);
    const { cause, reason } = how;
    tx.emit({ kind: 'item.left', payer_id: id, keep, give_back, cause, ...(reason ? { reason } : {}) });
    this.#returnCredit(tx, id, actor, how.refund_to === 'credit');
  }

  /** Takes back what nobody has paid in time, and reminds those who have half of their time left. */
  runDue(tx: Transaction): void {
    for (const payer of this.#sole.listToRemind(tx.now)) {
      this.#payers.setReminder(tx, payer.id, null);
      const isOwing = payer.state === 'joined' && payer.balance > 0 && payer.receipt_waits === 0;
      if (isOwing) tx.emit({ kind: 'item.payment_due', payer_id: payer.id, at: tx.now });
    }
    for (const payer of this.#sole.listExpired(tx.now)) {
      this.leave(tx, payer, { keep: 0, cause: 'expired' }, SYSTEM_ACTOR);
      this.#items.kindOf(payer).left(tx, this.#sole.require(payer.id), SYSTEM_ACTOR);
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
