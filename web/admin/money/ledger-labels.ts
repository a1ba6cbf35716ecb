import { formatPkr } from '../../../src/domain/format-money.ts';
import { type EntryKind, MONEY_METHOD_LABELS, type MoneyMethod } from '../../../src/domain/ledger.ts';

export const KIND_LABELS: Record<EntryKind, string> = {
  payment: 'Paid',
  refund: 'Given back',
  correction: 'Undone',
  top_up: 'Credit sold',
};

/** `PKR 3,000 card, PKR 500 cash` */
export function describeWays(ways: readonly { method: MoneyMethod; amount: number }[]): string {
  return ways
    .map(({ method, amount }) => `${formatPkr(amount)} ${MONEY_METHOD_LABELS[method].toLowerCase()}`)
    .join(', ');
}
