/** The ways in which money came for something, and in which it goes back. */
import type { MoneyPart } from './api/booking-answers.ts';
import { joinWords } from './join-words.ts';
import { MONEY_METHOD_LABELS, type MoneyMethod } from './money-labels.ts';
import { paymentMethodLabel } from './payment-instructions.ts';

export type { MoneyPart } from './api/booking-answers.ts';

/** How to give back `amount` PKR: each part the way it came, most recent first. */
export function refundWays(entries: readonly MoneyPart[], amount: number): MoneyPart[] {
  const came = new Map<MoneyMethod, number>();
  for (const entry of entries) {
    const sum = (came.get(entry.method) ?? 0) + entry.amount;
    // Keeps the most recent way last.
    if (entry.amount > 0) came.delete(entry.method);
    came.set(entry.method, sum);
  }
  let rest = amount;
  return [...came].reverse().flatMap(([method, sum]) => {
    const part = Math.min(rest, Math.max(0, sum));
    rest -= part;
    return part > 0 ? [{ method, amount: part }] : [];
  });
}

/** The ways that hold the money the club has of these entries, the most recent last. */
export function heldWays(entries: readonly MoneyPart[]): MoneyPart[] {
  const held = entries.reduce((sum, { amount }) => sum + amount, 0);
  return refundWays(entries, held).reverse();
}

/** PKR of `balance` that go back by bank transfer, of money held in these ways. */
export function transferBack(ways: readonly MoneyPart[], balance: number): number {
  const part = refundWays(ways, -balance).find(({ method }) => method === 'bank_transfer');
  return part?.amount ?? 0;
}

/** `cash`, `cash and card`, `cash, card and credit` */
export function waysInWords(ways: readonly Pick<MoneyPart, 'method'>[]): string {
  return joinWords(ways.map(({ method }) => MONEY_METHOD_LABELS[method].toLowerCase()));
}

/** How something is paid: `Cash Payment`, or `Cash and card`; as `promised` while no money is held. */
export function paymentLabel(ways: readonly Pick<MoneyPart, 'method'>[], promised: string): string {
  const [first, ...others] = ways;
  if (others.length === 0) return paymentMethodLabel(first?.method ?? promised);
  const words = waysInWords(ways);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
