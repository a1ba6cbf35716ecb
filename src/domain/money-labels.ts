import { formatPkr } from './format-money.ts';

/** How money moves. `credit` is a member's prepaid money, so using it moves none. */
export const MONEY_METHODS = ['cash', 'bank_transfer', 'card', 'credit'] as const;
export type MoneyMethod = (typeof MONEY_METHODS)[number];

/** What every club offers. */
export const PAYMENT_METHODS = ['bank_transfer', 'cash'] as const;
/** `card` is offered while a payment provider is set up, `credit` to members who have enough of it. */
export const ALL_PAYMENT_METHODS = ['bank_transfer', 'cash', 'card', 'credit'] as const;
export type PaymentMethod = (typeof ALL_PAYMENT_METHODS)[number];

export const ENTRY_KINDS = ['payment', 'refund', 'correction', 'top_up'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const MONEY_METHOD_LABELS: Record<MoneyMethod, string> = {
  cash: 'Cash',
  bank_transfer: 'Bank transfer',
  card: 'Card',
  credit: 'Credit',
};

/** `by bank transfer`, `in cash`: completes "was refunded …". */
export const REFUNDED_HOW: Record<MoneyMethod, string> = {
  cash: 'in cash',
  bank_transfer: 'by bank transfer',
  card: 'to your card',
  credit: 'as credit',
};

/** `PKR 2,000 to pay`, `PKR 1,500 to be refunded`, `Settled`: `describeBalance` from the customer's side. */
export function describeBalanceToCustomer(balance: number): string {
  if (balance === 0) return 'Settled';
  return balance > 0 ? `${formatPkr(balance)} to pay` : `${formatPkr(-balance)} to be refunded`;
}
