/** A line of a booking's history, as far as its price is told by it. */
interface HistoryLine {
  action: string;
  details: Record<string, unknown>;
}

/**
 * What a booking cost in PKR when it was marked paid, from its history in order; null while it is not paid or
 * has not been moved since.
 */
export function priceWhenPaid(history: readonly HistoryLine[]): number | null {
  const at = history.findLastIndex(({ action }) => action === 'status');
  return history[at]?.details.to === 'paid' ? priceBeforeReschedule(history.slice(at + 1)) : null;
}

/** What it cost when its receipt came; null when it has not been moved since. */
export function priceAtReceipt(history: readonly HistoryLine[]): number | null {
  const at = history.findLastIndex(({ action }) => action === 'receipt');
  return at < 0 ? null : priceBeforeReschedule(history.slice(at + 1));
}

function priceBeforeReschedule(history: readonly HistoryLine[]): number | null {
  const moved = history.find(({ action }) => action === 'moved');
  return (moved?.details.from as { amount: number } | undefined)?.amount ?? null;
}
