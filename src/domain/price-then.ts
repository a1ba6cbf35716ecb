/** A line of a booking's history, as far as its price is told by it. */
interface Line {
  action: string;
  details: Record<string, unknown>;
}

/**
 * What a booking cost in PKR when it was marked paid, from its history in order; null while it is not paid or
 * has not been moved since.
 */
export function priceWhenPaid(history: readonly Line[]): number | null {
  const at = history.findLastIndex(({ action }) => action === 'status');
  return history[at]?.details.to === 'paid' ? priceBeforeMoves(history.slice(at + 1)) : null;
}

/** What it cost when its receipt came; null when it has not been moved since. */
export function priceWhenSent(history: readonly Line[]): number | null {
  const at = history.findLastIndex(({ action }) => action === 'receipt');
  return at < 0 ? null : priceBeforeMoves(history.slice(at + 1));
}

function priceBeforeMoves(history: readonly Line[]): number | null {
  const moved = history.find(({ action }) => action === 'moved');
  return (moved?.details.from as { amount: number } | undefined)?.amount ?? null;
}
