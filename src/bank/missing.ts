import { lastTransferQuestion, recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { MissingTransfer } from '../domain/api/bank-routes.ts';
import { ASK_AFTER_DAYS, type AskedTransfer, type BankWeekend } from '../domain/bank.ts';
import { addDays, clubInstant, clubTimestamp, weekdayOf } from '../domain/business-day.ts';
import { consentedChannels } from '../domain/consent.ts';
import { Failure } from '../domain/failure.ts';
import type { Settings } from '../settings/settings.ts';
import type { BankStore, UnprovenTransfer } from './store.ts';

/** How often a customer may be asked. */
const ASK_INTERVAL_MS = 3 * 24 * 3_600_000;
/** A club that has stopped uploading statements needs no older ones. */
const LISTED_DAYS = 60;

/** How many banking days after `date` a statement that ends on `until` covers. */
function bankingDaysBetween(date: string, until: string, weekend: BankWeekend): number {
  let days = 0;
  for (let day = addDays(date, 1); day <= until; day = addDays(day, 1)) {
    if (!weekend.includes(weekdayOf(day))) days += 1;
  }
  return days;
}

/** Receipts and recorded transfers that should appear in the bank's statements by now but don't. */
export class MissingTransfers {
  readonly #store: BankStore;
  readonly #settings: Settings;

  constructor(store: BankStore, settings: Settings) {
    this.#store = store;
    this.#settings = settings;
  }

  /** Images sent for two bookings first, then by how long they have been missing. */
  list(now: number): MissingTransfer[] {
    const { text_messages } = this.#settings.facts();
    return this.#find().map((found) => {
      const { since, reused, has_email, consents, phone, ...transfer } = found;
      const isReachable = has_email === 1 || (text_messages && consentedChannels(consents).includes('sms'));
      const isLate = found.banking_days >= ASK_AFTER_DAYS;
      // The payer of a place or purchase has to be asked by phone.
      const { booking_id } = found;
      const mayAsk = isLate && isReachable && booking_id !== null;
      const asked = mayAsk ? lastTransferQuestion(this.#store.db, { ...found, booking_id }) : null;
      return {
        ...transfer,
        since: clubTimestamp(since),
        reused: reused === 1,
        asked_at: asked === null ? null : clubTimestamp(asked),
        can_ask: mayAsk && (asked === null || asked + ASK_INTERVAL_MS <= now),
        call: isLate && !mayAsk ? phone : null,
      };
    });
  }

  /** How many raise an alarm. */
  countLate(): number {
    const period = this.#period(Math.max(ASK_AFTER_DAYS, this.#settings.current().bank.statement_days));
    return period === null ? 0 : this.#store.countUnproven(period.from, period.before);
  }

  /** Asks the customer about a transfer that the bank doesn't show, by email or text message. */
  ask(tx: Transaction, wanted: AskedTransfer, actor: Actor): void {
    const found = this.list(tx.now).find(
      (one) =>
        one.booking_id === wanted.booking_id &&
        one.payer_id === wanted.payer_id &&
        one.entry_id === wanted.entry_id,
    );
    if (!found?.can_ask || found.booking_id === null) {
      throw new Failure(
        'wrong_state',
        found?.call != null
          ? 'Neither an email nor a text message reaches this customer. Please call them.'
          : 'This customer has already been asked, or the transfer has reached the bank by now. Please reload the list.',
      );
    }
    const { booking_id, payer_id, entry_id, amount, since } = found;
    recordAuditEntry(tx, actor, 'transfer_asked', 'booking', booking_id, {
      payer: payer_id,
      entry: entry_id,
      amount,
    });
    tx.emit({ kind: 'payment.not_in_bank', booking_id, payer_id, entry_id, amount, since, at: tx.now });
  }

  #find(): (UnprovenTransfer & { banking_days: number })[] {
    const { statement_days: days, weekend } = this.#settings.current().bank;
    const period = this.#period(days);
    if (period === null) return [];
    const daysByDate = new Map<string, number>();
    const daysSince = (date: string) => {
      const known = daysByDate.get(date) ?? bankingDaysBetween(date, period.until, weekend);
      daysByDate.set(date, known);
      return known;
    };
    return this.#store
      .listUnproven(period.from, period.before)
      .map((transfer) => ({
        ...transfer,
        banking_days: daysSince(clubTimestamp(transfer.since).slice(0, 10)),
      }))
      .sort((a, b) => b.reused - a.reused || b.banking_days - a.banking_days);
  }

  /**
   * The range of instants whose transfers have been covered by statements for `days` banking days; null without
   * statements.
   */
  #period(days: number): { from: number; before: number; until: string } | null {
    const { iban, weekend } = this.#settings.current().bank;
    const covered = this.#store.coverage(iban);
    if (!covered) return null;
    const { until } = covered;
    let last = until;
    while (last >= covered.from && bankingDaysBetween(last, until, weekend) < days) last = addDays(last, -1);
    const oldest = addDays(until, -LISTED_DAYS);
    return {
      from: Math.max(clubInstant(covered.from, 0), clubInstant(oldest, 0)),
      before: clubInstant(addDays(last, 1), 0),
      until,
    };
  }
}
