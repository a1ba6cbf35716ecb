import type { ApiAnswer } from '../../src/domain/api.ts';
import { longDate } from '../../src/domain/format-date.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { MONEY_METHOD_LABELS } from '../../src/domain/money-labels.ts';

type Entry = ApiAnswer<'GET /api/players/:id'>['entries'][number];

/** What came in for a share and what went back: `PKR 1,250, card; PKR 500, cash`, with the day of each on a receipt. */
export function moneyFacts(entries: readonly Entry[], { withDay = false } = {}) {
  const describe = ({ at, amount, method }: Entry) =>
    [
      formatPkr(Math.abs(amount)),
      MONEY_METHOD_LABELS[method].toLowerCase(),
      ...(withDay ? [longDate(at.slice(0, 10))] : []),
    ].join(', ');
  const list = (some: readonly Entry[]) => some.map(describe).join('; ');
  return {
    Received: list(entries.filter(({ amount }) => amount > 0)),
    'Given back': list(entries.filter(({ amount }) => amount < 0)),
  };
}
