import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import {
  describeBalance,
  lastPaymentMethod,
  MONEY_METHOD_LABELS,
  MONEY_METHODS,
  type MoneyMethod,
  proposedMethod,
} from '../../../src/domain/ledger.ts';
import { changesFor } from '../../../src/domain/payee.ts';
import { awaitsCardPayment } from '../../../src/domain/payment-instructions.ts';
import { dueOfShares } from '../../../src/domain/share.ts';
import { callApi } from '../../lib/api.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { AmountInput, ChoiceInput, TextInput } from '../inputs.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useChange } from '../use-change.ts';
import { CustomerQr } from './customer-qr.tsx';
import { PayeeChanges, RefundAccounts } from './payee.tsx';

/** How many people may share a booking's price. */
const PAYERS = [1, 2, 3, 4];

interface Payer {
  /** The player whose share it is; without one the booking's customer pays, of a split booking for all open shares. */
  player?: { id: number; name: string } | null;
}

/**
 * Opens the sheet that takes a payment or gives money back; nothing once all of it is settled. The URL holds the sheet,
 * which stays when the line of this button goes.
 */
export function PaymentButton({
  booking,
  player = null,
  due = booking.balance,
  className = '',
}: Payer & {
  booking: Booking;
  /** PKR: above 0 to take, below 0 to give back. */
  due?: number;
  className?: string;
}) {
  const { navigate } = useUrlParams();
  if (due === 0) return null;
  const name = player?.name ?? booking.name;
  return (
    <button
      type="button"
      className={className}
      onClick={() => navigate({ pay: String(booking.id), payer: player ? String(player.id) : undefined })}
    >
      {due < 0 ? 'Give back' : 'Take payment'}
      <span className="visually-hidden">{due < 0 ? ` to ${name}` : ` from ${name}`}</span>
    </button>
  );
}

/** The one sheet for money; `playerId` is the player whose share it is, null for the booking's customer. */
export function PaymentSheet({
  id,
  playerId,
  onClose,
}: {
  id: number;
  playerId: number | null;
  onClose: () => void;
}) {
  const { data, error } = useAdminQuery('GET /api/admin/bookings/:id', { params: { id } });
  const booking = data?.booking;
  const found = data?.players.find((one) => one.id === playerId);
  const player = found ? { id: found.id, name: found.name || 'a player' } : null;
  const due = data ? dueOf(data, player) : 0;
  return (
    <Dialog title={due < 0 ? 'Give back' : 'Take payment'} onClose={onClose}>
      <QueryStatus data={data} error={error} />
      {booking && (
        <>
          <p>
            <strong>{player ? player.name : booking.name}</strong>{' '}
            <span className="muted">
              {player && `share of the booking of ${booking.name} `}#{booking.id}
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
            <EntryForm key={Math.sign(due)} detail={data} player={player} due={due} onClose={onClose} />
          )}
        </>
      )}
    </Dialog>
  );
}

function dueOf({ booking, players }: BookingDetail, player: Payer['player']): number {
  if (player) return players.find(({ id }) => id === player.id)?.balance ?? 0;
  return players.length > 0 ? dueOfShares(players) : booking.balance;
}

/**
 * Takes a payment or gives money back. It proposes what is due; a price that is not split can be shared by up to four
 * payers, so that it takes four taps.
 */
function EntryForm({
  detail,
  player,
  due: balance,
  onClose,
}: Required<Payer> & { detail: BookingDetail; due: number; onClose: () => void }) {
  const { booking, players, entries } = detail;
  const payer = players.find(({ id }) => id === player?.id) ?? {
    ...booking,
    credit: detail.credit,
    receipt: detail.receipt,
    transfer_qr: detail.transfer_qr,
  };
  const isRefund = balance < 0;
  const [payers, setPayers] = useState(1);
  const [typedAmount, setTypedAmount] = useState<string | null>(null);
  const [method, setMethod] = useState<MoneyMethod>(() => {
    const own = entries.filter(({ player_id }) => player_id === (player?.id ?? null));
    // Money goes back by the way it came.
    return (isRefund && lastPaymentMethod(own)) || proposedMethod(payer.payment_method ?? '');
  });
  const [reference, setReference] = useState('');
  const { error, busy, run } = useChange('The entry could not be saved. Please try again.');
  const retryHeader = useIdempotencyKey();
  const submitRef = useRef<HTMLButtonElement>(null);
  // The form comes after its dialog has opened, and what it proposes is mostly right. What a refund says first stays in view.
  useEffect(() => submitRef.current?.focus({ preventScroll: true }), []);

  const due = Math.abs(balance);
  const credit = payer.credit ?? 0;
  const share = Math.ceil(due / payers);
  const paysWithCredit = method === 'credit' && !isRefund;
  const amount = typedAmount ?? String(paysWithCredit ? Math.min(share, credit) : share);
  const methods = MONEY_METHODS.filter(
    (id) => id !== 'credit' || (isRefund ? payer.user_id !== null : credit > 0),
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      amount: Number(amount),
      method,
      ...(reference ? { reference } : {}),
      ...(player ? { player_id: player.id } : {}),
      version: booking.version,
    };
    // The sheet closes before the reload, so that the keyboard goes on from the balance behind it.
    void run(async () => {
      await callApi(
        isRefund ? 'POST /api/admin/bookings/:id/refunds' : 'POST /api/admin/bookings/:id/payments',
        // The next of several payers may give the same amount.
        { params: { id: booking.id }, body, headers: retryHeader({ ...body, payers }) },
      );
      setPayers((count) => Math.max(1, count - 1));
      setTypedAmount(null);
      setReference('');
      if (paysWithCredit) setMethod('cash');
      toast.success(isRefund ? 'Refund recorded' : 'Payment recorded', {
        description: `${player ? player.name : booking.name}, ${formatPkr(Number(amount))}`,
      });
      if (Number(amount) >= due) onClose();
    });
  };
  return (
    <form className="admin-money-form" onSubmit={submit}>
      {isRefund && (
        <>
          <PayeeChanges changes={changesFor(detail.payee_changes, player?.id ?? null)} />
          <RefundAccounts
            paidFrom={detail.paid_from.filter(({ player_id }) => player_id === (player?.id ?? null))}
            account={payer.refund_account}
            receipt={payer.receipt}
            bookingId={booking.id}
          />
        </>
      )}
      {!isRefund && players.length === 0 && (
        <fieldset>
          <legend>Split by</legend>
          {PAYERS.map((count) => (
            <button
              key={count}
              type="button"
              className="quiet"
              aria-pressed={count === payers}
              onClick={() => {
                setPayers(count);
                setTypedAmount(null);
              }}
            >
              {count}
            </button>
          ))}
        </fieldset>
      )}
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
      {payer.transfer_qr && !isRefund && (
        <CustomerQr qr={payer.transfer_qr} bookingId={booking.id} onOpen={() => setMethod('bank_transfer')} />
      )}
      <div className="admin-dialog-foot">
        <ErrorAlert text={error} />
        <button type="button" className="ghost" onClick={onClose}>
          Close
        </button>
        <button type="submit" ref={submitRef} aria-busy={busy}>
          {`${isRefund ? 'Give back' : 'Take'} ${formatPkr(Number(amount))}`}
        </button>
      </div>
    </form>
  );
}
