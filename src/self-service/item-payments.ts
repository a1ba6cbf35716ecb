import type { Bookings } from '../bookings/module.ts';
import { assertCashAllowed } from '../bookings/no-show-policy.ts';
import { hasHandedLink, mayStaffHaveItemLink, recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { ItemPage, ItemView } from '../domain/api/payer-routes.ts';
import { statementEntries } from '../domain/booking-statement.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { chosenUpdates } from '../domain/consent.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { itemSummary } from '../domain/item-heading.ts';
import { heldWays } from '../domain/money-ways.ts';
import type { PayeeDoubt } from '../domain/payee-doubts.ts';
import type { Leave, PayShare } from '../domain/payer.ts';
import { NO_RESALE_MS } from '../domain/payment-deadline.ts';
import { itemInstructions } from '../domain/payment-instructions.ts';
import { actorOf, requireSession, type Session } from '../http/session-guard.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import type { CardPaymentService } from '../payments/card-payment-service.ts';
import { findBalanceQr } from '../payments/transfer-qr.ts';
import type { ReceiptStore } from '../receipts/store.ts';
import { assertEnoughCredit, assertSameAmount } from './pay-online.ts';

/** What an item's payer can do themselves: read, pay, give back. */
export class ItemPayments {
  readonly #bookings: Bookings;
  readonly #receipts: ReceiptStore;
  readonly #cards: CardPaymentService | null;

  constructor(bookings: Bookings, receipts: ReceiptStore, cards: CardPaymentService | null) {
    this.#bookings = bookings;
    this.#receipts = receipts;
    this.#cards = cards;
  }

  page(payer: SolePayer, now: number): ItemPage {
    const { services, items, soleMoney, keys } = this.#bookings;
    const { hold_until, received, state } = payer;
    const kind = items.kindOf(payer);
    const item = kind.view(payer);
    const keep = state === 'left' || item.cancelled ? null : kind.keptNow(payer, now);
    const { name, address, phone, email, tax_number } = services.settings.facts();
    const own = { ...this.own(payer), user_id: payer.user_id, ...chosenUpdates(payer.consents) };
    return {
      summary: itemSummary({ payer: own, item }, now),
      payer: own,
      item,
      pay_by: hold_until === null ? null : clubTimestamp(hold_until),
      instructions: this.#instructions(payer),
      leave_gives_back: keep === null ? null : Math.max(0, received - keep),
      together: soleMoney
        .owedTogether(payer)
        .filter(({ id }) => id !== payer.id)
        .map((other) => ({
          id: other.id,
          name: other.name,
          balance: other.balance,
          pay_by: other.hold_until === null ? null : clubTimestamp(other.hold_until),
          join_url: keys.payerUrl(other),
        })),
      entries: statementEntries(services.ledger.listByPayer(payer)),
      issuer: { name, address, phone, email, tax_number },
    };
  }

  own(payer: SolePayer): Omit<ItemPage['payer'], 'user_id' | 'sms_updates' | 'updates_by'> {
    const { id, name, email, phone, state, charge, received, balance, payment_method } = payer;
    const { ledger } = this.#bookings.services;
    const kind = this.#bookings.items.kindOf(payer);
    return {
      id,
      name,
      email,
      phone,
      state,
      charge,
      received,
      balance,
      payment_method,
      receipt_received: payer.receipt_waits === 1,
      receipt_rejected: this.#receipts.findSoleView(payer)?.rejected ?? null,
      level: null,
      hold_until: payer.hold_until === null ? null : clubTimestamp(payer.hold_until),
      prepaid: payer.hold_until !== null && !kind.allowsCash(payer),
      paid_ways: heldWays(ledger.listByPayer(payer)),
      refund_account: payer.refund_account,
    };
  }

  /** Pays what is owed, or records how it will be paid. */
  pay(tx: Transaction, id: number, { method, amount }: PayShare, session: Session | null): void {
    const { services, sole, soleMoney } = this.#bookings;
    const payer = sole.require(id);
    if (payer.state === 'waiting')
      throw new Failure('wrong_state', 'You’re on the waiting list, so there is nothing to pay yet.');
    if (payer.state === 'left' || this.#bookings.items.kindOf(payer).view(payer).cancelled)
      throw new Failure('wrong_state', 'This is no longer yours. Please start again, or call us.');
    if (payer.receipt_waits === 1)
      throw new Failure(
        'wrong_state',
        'We are checking your receipt. Please wait for our answer, or call us.',
      );
    const together = soleMoney.owedTogether(payer);
    const paid = amount === payer.balance ? [payer] : together;
    assertSameAmount(
      paid.reduce((sum, { balance }) => sum + balance, 0),
      amount,
    );
    if (amount <= 0) throw new Failure('wrong_state', 'There is nothing left to pay.');
    this.#assertOffered(tx, payer, method);
    const user = method === 'credit' ? requireSession(session).user : null;
    if (user && (user.is_admin || (payer.user_id !== null && payer.user_id !== user.id)))
      throw new Failure('forbidden', 'Credit can only pay for what its own account bought.');
    for (const one of paid) {
      services.bookings.payers.setMethod(tx, one.id, method);
      // A promise to pay at the club secures a place; a purchase begins with its money.
      if (method === 'cash' && one.event_id !== null) services.bookings.payers.confirm(tx, one.id);
    }
    if (method === 'card') this.#cards?.createCheckout(tx, payer, amount);
    if (!user) return;
    assertEnoughCredit(services.ledger, user.id, amount);
    for (const one of paid) {
      services.bookings.payers.setMember(tx, one.id, user.id);
      soleMoney.pay(tx, sole.require(one.id), { method, amount: one.balance }, actorOf(session));
    }
  }

  /** Gives it back under the policy, or the reception takes it back and refunds everything. */
  leave(tx: Transaction, id: number, { amount_back, refund_to, reason }: Leave, actor: Actor): void {
    const { sole, soleMoney, items } = this.#bookings;
    const payer = sole.require(id);
    if (payer.state === 'left') throw new Failure('wrong_state', 'This has already been given back.');
    const kind = items.kindOf(payer);
    const isTaken = actor.kind === 'admin';
    const kept = kind.keptNow(payer, tx.now);
    if (!isTaken) assertNotStaff(tx, payer, kind.view(payer), kept ?? 0);
    if (kept === null && !isTaken)
      throw new Failure('wrong_state', 'It is too late to give this back. Please call us.');
    const keep = isTaken ? 0 : Math.min(kept ?? 0, Math.max(0, payer.received));
    const give_back = Math.max(0, payer.received - keep);
    if (amount_back !== undefined && amount_back !== give_back) {
      throw new Failure(
        'changed_meanwhile',
        `The refund is now ${formatPkr(give_back)}, not ${formatPkr(amount_back)}. Please check it and try again.`,
        { amount: give_back },
      );
    }
    const cause = isTaken ? 'taken_off' : 'left';
    soleMoney.leave(tx, payer, { keep, cause, refund_to, reason: isTaken ? reason : undefined }, actor);
    recordAuditEntry(tx, actor, 'payer_left', 'payer', id, { payer: id, keep, taken_off: isTaken });
    kind.left(tx, sole.require(id), actor);
  }

  /** Records where the reception should send the refund. */
  nameAccount(
    tx: Transaction,
    id: number,
    { title, account }: { title: string; account: string },
    actor: Actor,
  ): void {
    const payer = this.#bookings.sole.require(id);
    if (payer.balance >= 0) throw new Failure('wrong_state', 'There is nothing to refund.');
    const change = { from: payer.refund_account ?? '', to: `${account}, ${title}` };
    if (change.to === change.from) return;
    this.#bookings.services.bookings.payers.setRefundAccount(tx, id, change.to);
    const doubt = payeeDoubt(tx, payer, change.from);
    recordAuditEntry(tx, actor, 'refund_account', 'payer', id, {
      ...(actor.kind === 'admin' ? change : doubt && { doubt }),
      payer: id,
    });
    tx.emit({ kind: 'item.refund_account_given', payer_id: id, at: tx.now });
  }

  #assertOffered(tx: Transaction, payer: SolePayer, method: PayShare['method']): void {
    const { bank, booking_rules, phone } = this.#bookings.services.settings.facts();
    if (method === 'card' && !this.#cards)
      throw new Failure('wrong_state', 'Card payments are not available right now.');
    if (method === 'bank_transfer' && !bank.iban)
      throw new Failure('wrong_state', 'Bank transfers are not available right now.');
    if (method !== 'cash') return;
    const contact = { ...payer, payment_method: method };
    assertCashAllowed(tx.db, contact, booking_rules.no_show_limit, phone, tx.now);
    if (!this.#bookings.items.kindOf(payer).allowsCash(payer))
      throw invalidField('payment_method', 'This is paid in advance. Please choose another way to pay.');
  }

  #instructions(payer: SolePayer): ItemPage['instructions'] {
    const { id, payment_method, balance, charge: amount, received, receipt_waits, state, hold_until } = payer;
    if (payment_method === null || balance <= 0 || state !== 'joined') return null;
    const facts = this.#bookings.services.settings.facts();
    const pay_by = hold_until === null ? null : clubTimestamp(hold_until);
    const demand = { status: 'pending', balance, receipt_received: receipt_waits === 1, pay_by } as const;
    const qr = payment_method === 'bank_transfer' ? findBalanceQr(demand, facts) : null;
    return {
      ...itemInstructions(payment_method, { id, amount, received }, facts),
      ...(qr ? { qr } : {}),
    };
  }
}

/** A staff member may have the link, keep the cash and give back as the payer what nobody else can use any more. */
function assertNotStaff(
  tx: Transaction,
  { id, balance }: SolePayer,
  { begins }: ItemView,
  used: number,
): void {
  const isLost = begins === null ? used > 0 : Date.parse(begins) - NO_RESALE_MS <= tx.now;
  if (balance > 0 && isLost && mayStaffHaveItemLink(tx.db, id))
    throw new Failure('wrong_state', 'This was set up at the reception. Please call us to give it back.');
}

/** Why the link that named the account may not be the payer's own. */
function payeeDoubt(tx: Transaction, { id, email }: SolePayer, from: string): PayeeDoubt | null {
  if (hasHandedLink(tx.db, 'payer', id)) return 'handed_link';
  if (email === '') return 'no_email';
  if (mayStaffHaveItemLink(tx.db, id)) return 'club_email';
  return from === '' ? null : 'replaced';
}
