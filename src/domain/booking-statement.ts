/** A booking's money as its customer reads it: on the receipt, in the account, on the confirmation, in emails. */

import type { StatementEntry } from './api/ledger-answers.ts';
import type { Booking } from './booking.ts';
import { isUnderReview } from './booking-heading.ts';
import { formatPkr } from './format-money.ts';
import type { LedgerEntry } from './ledger.ts';
import { describeBalanceToCustomer } from './money-labels.ts';
import { type PriceLine, type SoldBooking, soldPriceOf } from './price.ts';

export type { Statement, StatementEntry } from './api/ledger-answers.ts';

/** Leaves out entries that were undone, along with their reversals. */
export function statementEntries(entries: readonly LedgerEntry[]): StatementEntry[] {
  return entries
    .filter(({ reverses, reversed_by }) => reverses === null && reversed_by === null)
    .map(({ id, at, kind, method, amount, reference }) => ({ id, at, kind, method, amount, reference }));
}

/**
 * An invoice while something is owed, a receipt afterwards; `R-12` is the receipt of booking 12, `R-12-7` that of its
 * payer 7. Companies always need an invoice for their books, which a club with a tax number can give.
 */
export function statementTitle({
  id,
  balance,
  isForCompany = false,
}: {
  id: number | string;
  balance: number;
  /** It names a company and the club's tax number. */
  isForCompany?: boolean;
}): string {
  return balance > 0 || isForCompany ? `Invoice I-${id}` : `Receipt R-${id}`;
}

/** A booking's balance from the customer's side, who owes nothing while the club checks a receipt. */
export function bookingBalance(
  booking: Pick<Booking, 'balance' | 'status' | 'receipt_received' | 'pay_by'>,
): string {
  const isChecked = booking.balance > 0 && isUnderReview(booking);
  return isChecked ? 'Being checked' : describeBalanceToCustomer(booking.balance);
}

type PricedBooking = SoldBooking & Pick<Booking, 'status' | 'charge' | 'is_shared'>;

/** The lines of a booking's price: hours, discount and add-ons. */
export function priceLines(booking: SoldBooking): PriceLine[] {
  const [court, ...others] = soldPriceOf(booking).lines;
  if (!court) return [];
  const { duration } = booking;
  const rate = formatPkr((court.amount * 60) / duration);
  return [{ ...court, label: `Court, ${hoursInWords(duration)} at ${rate}` }, ...others];
}

export function hoursInWords(minutes: number): string {
  const hours = minutes / 60;
  if (minutes === 30) return '30 minutes';
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/**
 * The lines of a booking's charge, which add up to it: its price, the customer's own share, or what the club keeps
 * after a cancellation.
 */
export function chargeLines(booking: PricedBooking): PriceLine[] {
  const { status, charge, is_shared, computed_amount } = booking;
  if (status === 'cancelled') return [{ label: 'Kept after cancellation', amount: charge }];
  if (is_shared) return [{ label: `Share of ${formatPkr(computed_amount)}`, amount: charge }];
  return priceLines(booking);
}
