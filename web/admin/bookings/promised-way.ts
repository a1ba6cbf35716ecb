import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import type { LedgerEntry } from '../../../src/domain/ledger.ts';
import { paymentMethodLabel } from '../../../src/domain/payment-instructions.ts';

/** How the customer said they would pay; the payments below it say how they did. */
export function promisedWay(
  { computed_amount, payment_method }: Pick<BookingDetail['booking'], 'computed_amount' | 'payment_method'>,
  entries: readonly Pick<LedgerEntry, 'kind' | 'method' | 'reversed_by'>[],
): string {
  if (computed_amount === 0) return 'Nothing to pay';
  const isPaidOtherwise = entries.some(
    ({ kind, method, reversed_by }) =>
      kind === 'payment' && reversed_by === null && method !== payment_method,
  );
  return isPaidOtherwise ? '' : paymentMethodLabel(payment_method);
}
