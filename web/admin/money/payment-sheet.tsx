import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import {
  describeBalance,
  MONEY_METHOD_LABELS,
  MONEY_METHODS,
  type MoneyMethod,
  proposedMethod,
  refundWays,
} from '../../../src/domain/ledger.ts';
import { changesFor } from '../../../src/domain/payee.ts';
import { awaitsCardPayment } from '../../../src/domain/payment-instructions.ts';
import { customerOf, dueOf, shownPart } from '../../../src/domain/share.ts';
import { callApi } from '../../lib/api.ts';
import { DOUBLE_TAP_MS } from '../../lib/ignore-second-tap.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { AmountInput, ChoiceInput, TextInput } from '../inputs.tsx';
import { QueryStatus } from '../query-error.tsx';
import { type UrlParams, useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useChange } from '../use-change.ts';
import { CustomerQr } from './customer-qr.tsx';
import { describeWays } from './ledger-labels.ts';
import { PayeeChanges, RefundAccounts } from './payee.tsx';

/** How many people may share a payment. */
const PEOPLE = [1, 2, 3, 4];

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
  /** PKR: above 0 to take, below 0 to give back; without it the balance of the whole booking. */
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
            <EntryForm key={Math.sign(due)} detail={data} paying={paying} onClose={onClose} />
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

/**
 * Takes a payment or gives money back. Suggests what is due; for a refund, each part the way it came. A payment can
 * be shared by up to four people, so that it takes four taps.
 */
function EntryForm({
  detail,
  paying,
  onClose,
}: {
  detail: BookingDetail;
  paying: ReturnType<typeof payingOf>;
  onClose: () => void;
}) {
  const { booking, payers, entries } = detail;
  const isRefund = paying.due < 0;
  const due = Math.abs(paying.due);
  const credit = paying.credit ?? 0;
  const ways = isRefund
    ? refundWays(
        entries.filter(({ payer_id }) => payer_id === paying.id),
        due,
      )
    : [];
  const [people, setPeople] = useState(1);
  const [typedAmount, setTypedAmount] = useState<string | null>(null);
  const [chosenMethod, setMethod] = useState<MoneyMethod | null>(null);
  const [reference, setReference] = useState('');
  const { error, busy, run } = useChange('The entry could not be saved. Please try again.');
  const retryHeader = useIdempotencyKey();
  const submitRef = useRef<HTMLButtonElement>(null);
  // The second press of a double press must not take what the first one left.
  const [resting, setResting] = useState(false);
  useEffect(() => {
    if (!resting) return;
    const timer = setTimeout(() => setResting(false), DOUBLE_TAP_MS);
    return () => clearTimeout(timer);
  }, [resting]);
  // The form appears after its dialog has opened, and its suggestion is usually right. A refund's first lines stay in
  // view.
  useEffect(() => {
    if (!resting) submitRef.current?.focus({ preventScroll: true });
  }, [resting]);

  const method = chosenMethod ?? ways[0]?.method ?? proposedMethod(paying.payment_method ?? '');
  const paysWithCredit = method === 'credit' && !isRefund;
  const part = isRefund
    ? (ways.find((way) => way.method === method)?.amount ?? due)
    : Math.ceil(due / people);
  const amount = typedAmount ?? String(paysWithCredit ? Math.min(part, credit) : part);
  const methods = MONEY_METHODS.filter(
    (id) => id !== 'credit' || (isRefund ? paying.user_id !== null : credit > 0),
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      amount: Number(amount),
      method,
      ...(reference ? { reference } : {}),
      payer_id: paying.id,
      version: booking.version,
    };
    // The sheet closes before the reload, so that the keyboard continues from the balance behind it.
    void run(async () => {
      await callApi(
        isRefund ? 'POST /api/admin/bookings/:id/refunds' : 'POST /api/admin/bookings/:id/payments',
        // The next of several people may pay the same amount.
        { params: { id: booking.id }, body, headers: retryHeader({ ...body, people }) },
      );
      setPeople((count) => Math.max(1, count - 1));
      setTypedAmount(null);
      setReference('');
      if (isRefund) setMethod(null);
      else if (paysWithCredit) setMethod('cash');
      toast.success(isRefund ? 'Refund recorded' : 'Payment recorded', {
        description: `${paying.name}, ${formatPkr(Number(amount))}`,
      });
      if (Number(amount) >= due) onClose();
      else setResting(true);
    });
  };
  return (
    <form className="admin-money-form" onSubmit={submit}>
      {isRefund && (
        <>
          <PayeeChanges changes={changesFor(detail.payee_changes, paying.id)} />
          <RefundAccounts
            paidFrom={detail.paid_from.filter(({ payer_id }) => payer_id === paying.id)}
            account={paying.refund_account}
            receipt={paying.receipt}
            bookingId={booking.id}
          />
        </>
      )}
      {!isRefund && payers.length === 1 && (
        <fieldset>
          <legend>Split by</legend>
          {PEOPLE.map((count) => (
            <button
              key={count}
              type="button"
              className="quiet"
              aria-pressed={count === people}
              onClick={() => {
                setPeople(count);
                setTypedAmount(null);
              }}
            >
              {count}
            </button>
          ))}
        </fieldset>
      )}
      {ways.length > 1 && <p className="muted">Give it back the way it came: {describeWays(ways)}.</p>}
      <AmountInput label="Amount in PKR" value={amount} onText={setTypedAmount} />
      <ChoiceInput
        label={isRefund ? 'Given back by' : 'Paid by'}
        of={methods.map((id) => {
          const left = id === 'credit' && !isRefund ? ` (${formatPkr(credit)} left)` : '';
          return [id, `${MONEY_METHOD_LABELS[id]}${left}`] as const;
        })}
        value={method}
        onChoose={setMethod}
      />
      <TextInput label="Reference (optional)" maxLength={200} value={reference} onText={setReference} />
      {paying.transfer_qr && !isRefund && (
        <CustomerQr
          qr={paying.transfer_qr}
          bookingId={booking.id}
          onOpen={() => setMethod('bank_transfer')}
        />
      )}
      <div className="admin-dialog-foot">
        <ErrorAlert text={error} />
        <button type="button" className="ghost" onClick={onClose}>
          Close
        </button>
        <button type="submit" ref={submitRef} aria-busy={busy} disabled={resting}>
          {`${isRefund ? 'Give back' : 'Take'} ${formatPkr(Number(amount))}`}
        </button>
      </div>
    </form>
  );
}
