import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { describeBalance } from '../../../src/domain/ledger.ts';
import { refundWays } from '../../../src/domain/money-ways.ts';
import { changesFor } from '../../../src/domain/payee.ts';
import { awaitsCardPayment } from '../../../src/domain/payment-instructions.ts';
import { customerOf, dueOf, shownPart } from '../../../src/domain/share.ts';
import { callApi } from '../../lib/api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { QueryStatus } from '../query-error.tsx';
import { type UrlParams, useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { CustomerQr } from './customer-qr.tsx';
import { EntryForm } from './entry-form.tsx';
import { PayeeChanges, RefundAccounts } from './payee.tsx';

/**
 * Opens the sheet to take a payment or give money back; nothing once everything is settled. The sheet is in the URL,
 * so it stays when this button's line goes.
 */
export function PaymentButton({
  booking,
  payer = null,
  due,
  className = '',
}: {
  booking: Booking;
  /** Whose part it is; if missing, the customer's and, when taking money, all open parts. */
  payer?: { id: number; name: string } | null;
  /** PKR: positive to take, negative to give back; if missing, the balance of the whole booking. */
  due?: number;
  className?: string;
}) {
  const { navigate } = useUrlParams();
  const balance = due ?? booking.balance;
  if (balance === 0) return null;
  const target = paymentTarget(booking, payer, due);
  const name = payer?.name ?? (target.pay ? booking.name : `the players of ${booking.name}`);
  return (
    <button type="button" className={className} onClick={() => navigate(target)}>
      {balance < 0 ? 'Give back' : 'Take payment'}
      <span className="visually-hidden">{balance < 0 ? ` to ${name}` : ` from ${name}`}</span>
    </button>
  );
}

/**
 * The sheet, or the booking itself where several players' balance is to give back: who gets how much stands there, and
 * the host's own part may be settled.
 */
export function paymentTarget(
  { id, is_shared, balance }: Pick<Booking, 'id' | 'is_shared' | 'balance'>,
  payer: { id: number } | null,
  due?: number,
): UrlParams {
  if (payer === null && due === undefined && is_shared && balance < 0) return { booking: String(id) };
  return { pay: String(id), payer: payer ? String(payer.id) : undefined };
}

/** The one sheet for money; `payerId` is whose part it is, null for the customer and all open parts. */
export function PaymentSheet({
  id,
  payerId,
  onClose,
}: {
  id: number;
  payerId: number | null;
  onClose: () => void;
}) {
  const { data, error } = useAdminQuery('GET /api/admin/bookings/:id', { params: { id } });
  const booking = data?.booking;
  const paying = data && payingOf(data, payerId);
  const due = paying?.due ?? 0;
  return (
    <Dialog title={due < 0 ? 'Give back' : 'Take payment'} onClose={onClose}>
      <QueryStatus data={data} error={error} />
      {booking && paying && (
        <>
          <p>
            <strong>{paying.name}</strong>{' '}
            <span className="muted">
              {paying.isPart && `share of the booking of ${booking.name} `}#{booking.id}
            </span>
            <br />
            {`${dayLabel(booking)}, ${timesLabel(booking.slots)}`}
          </p>
          {awaitsCardPayment(booking) && (
            <p className="alert warning">
              The customer is paying online: refund any card payment that still arrives.
            </p>
          )}
          {due === 0 ? (
            <p role="status">{describeBalance(0)}</p>
          ) : (
            <EntryForm
              key={Math.sign(due)}
              payer={paying}
              due={due}
              ways={refundWays(
                data.entries.filter(({ payer_id }) => payer_id === paying.id),
                -due,
              )}
              mayShare={data.payers.length === 1}
              before={
                <>
                  <PayeeChanges changes={changesFor(data.payee_changes, paying.id)} />
                  <RefundAccounts
                    paidFrom={data.paid_from.filter(({ payer_id }) => payer_id === paying.id)}
                    account={paying.refund_account}
                    receipt={paying.receipt}
                    bookingId={id}
                  />
                </>
              }
              qr={(choose) =>
                paying.transfer_qr && <CustomerQr qr={paying.transfer_qr} bookingId={id} onOpen={choose} />
              }
              seen={booking.version}
              send={(kind, entry, headers) =>
                callApi(`POST /api/admin/bookings/:id/${kind}`, {
                  params: { id },
                  body: { ...entry, payer_id: paying.id, version: booking.version },
                  headers,
                })
              }
              onClose={onClose}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

/** Who pays or gets money back, and how much. */
function payingOf({ payers, transfer_qr }: BookingDetail, payerId: number | null) {
  const part = payers.find(({ id }) => id === payerId);
  const payer = part ?? customerOf(payers);
  return {
    ...payer,
    name: payer.name || 'a player',
    isPart: part !== undefined,
    due: part ? shownPart(part, payers).balance : dueOf(payers),
    transfer_qr: part ? part.transfer_qr : transfer_qr,
  };
}
