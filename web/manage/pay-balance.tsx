import type { Booking, PaymentMethod } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { payOnlineBlock } from '../../src/domain/self-service.ts';
import { callApi } from '../lib/api.ts';
import { invalidateQueries, useQuery } from '../lib/query.ts';
import { reloadBooking } from '../lib/reload.ts';
import { useAction } from '../lib/use-action.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import { CardOrRow } from '../shared/booking-view/row.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { openPaymentPage, PayButtons } from './pay-buttons.tsx';

/** Pays a booking's balance by card, or with its member's credit. */
export function PayBalance({
  booking,
  isOfOthers,
  onDone,
}: {
  booking: Booking;
  /** The balance is what the other players have not paid. */
  isOfOthers: boolean;
  onDone: (message: string) => void;
}) {
  const { user } = useAuth();
  const { payment_methods } = usePageData();
  const isOwn = user != null && user.id === booking.user_id;
  const credit = useQuery('GET /api/auth/credit', { skip: !isOwn }).data?.credit ?? 0;
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  const retryHeader = useIdempotencyKey();
  const { balance } = booking;
  const byCard = payment_methods.includes('card');
  const byCredit = isOwn && credit > 0;
  if (payOnlineBlock(booking) || !(byCard || byCredit)) return null;

  const pay = async (method: PaymentMethod) => {
    await run(async () => {
      const body = { method: method === 'credit' ? ('credit' as const) : ('card' as const), amount: balance };
      const { payment_url } = await callApi('POST /api/booking/:id/pay', {
        params: { id: booking.id },
        keyOf: booking.id,
        body,
        headers: retryHeader({ id: booking.id, version: booking.version, body }),
      });
      if (payment_url) await openPaymentPage(payment_url);
      onDone(`Paid with your credit: ${formatPkr(balance)}. Thank you!`);
    });
    void invalidateQueries('GET /api/auth/*');
    await reloadBooking();
  };

  return (
    <CardOrRow
      folds={isOfOthers}
      id="pay-online-title"
      title={isOfOthers ? 'Pay for the others' : 'Pay now'}
      isBusy={busy}
    >
      <p>
        {isOfOthers ? 'The other players have not paid' : 'Still to pay'}:{' '}
        <strong className="no-wrap">{formatPkr(balance)}</strong>
        {byCredit && credit < balance && `. Your credit of ${formatPkr(credit)} is not enough for it.`}
      </p>
      <ErrorAlert text={error} />
      <PayButtons
        methods={[
          ...(byCard ? (['card'] as const) : []),
          ...(credit >= balance && byCredit ? (['credit'] as const) : []),
        ]}
        credit={credit}
        busy={busy}
        onPay={(method) => void pay(method)}
      />
    </CardOrRow>
  );
}
