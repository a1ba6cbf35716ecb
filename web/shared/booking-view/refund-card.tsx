import { lazy, Suspense } from 'react';
import { type MoneyPart, transferBack } from '../../../src/domain/money-ways.ts';
import { callApi } from '../../lib/api.ts';
import { reloadBooking } from '../../lib/reload.ts';

const RefundAccountCard = lazy(() => import('./refund-account-card.tsx'));

/** Asks a payer who gets a bank transfer back for their account. */
export function RefundCard({
  route,
  id,
  balance,
  paidWays,
  account,
}: {
  route: 'PUT /api/booking/:id/refund-account' | 'PUT /api/payers/:id/refund-account';
  /** The number of the booking or the payer. */
  id: number;
  /** Negative: to give back. */
  balance: number;
  paidWays: readonly MoneyPart[];
  account: string | null;
}) {
  const isPayer = route === 'PUT /api/payers/:id/refund-account';
  const owed = transferBack(paidWays, balance);
  if (owed === 0) return null;
  return (
    <Suspense>
      <RefundAccountCard
        owed={owed}
        account={account}
        onSave={async (body) => {
          await callApi(route, { params: { id }, keyOf: isPayer ? `p${id}` : id, body });
          await reloadBooking();
        }}
      />
    </Suspense>
  );
}
