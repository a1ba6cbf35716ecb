import { useEffect, useRef, useState } from 'react';
import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import { priceLines } from '../../../src/domain/booking-statement.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import {
  describeBalance,
  type LedgerEntry,
  MONEY_METHOD_LABELS,
  reverseSchema,
} from '../../../src/domain/ledger.ts';
import { heldWays, paymentLabel } from '../../../src/domain/money-ways.ts';
import { changesFor } from '../../../src/domain/payee.ts';
import { dueOf, ownPart } from '../../../src/domain/share.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { ActionForm } from '../action-form.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { TextInput } from '../inputs.tsx';
import { KIND_LABELS } from '../money/ledger-labels.ts';
import { PayeeChanges, RefundAccounts } from '../money/payee.tsx';
import { payerName } from './booking-payers.tsx';
import { receiptWaits } from './receipt-with-warnings.tsx';

/** A booking's money: what it costs, what came and what is left. */
export function BookingMoney({ detail }: { detail: BookingDetail }) {
  const { booking, entries, payers } = detail;
  const due = dueOf(payers);
  const toPayers = payers.reduce(
    (sum, { position, balance }) => sum + (position === 1 ? 0 : Math.max(0, -balance)),
    0,
  );
  const isSettled = due === 0 && toPayers === 0;
  const isToCheck = receiptWaits(ownPart(booking, payers));
  const balanceRef = useRef<HTMLParagraphElement>(null);
  // The button disappears with the last payment; the keyboard continues from the balance.
  useEffect(() => {
    if (isSettled && document.activeElement === document.body && entries.length > 0)
      balanceRef.current?.focus();
  }, [isSettled, entries.length]);
  return (
    <div>
      <p className="admin-payment-amount">{formatPkr(booking.charge)}</p>
      {booking.lines && booking.status !== 'cancelled' && <PriceLines lines={priceLines(booking)} />}
      <p className="muted">
        {booking.computed_amount === 0
          ? 'Nothing to pay'
          : paymentLabel(heldWays(entries), booking.payment_method)}
      </p>
      <p
        ref={balanceRef}
        className="admin-money-balance"
        data-balance={Math.sign(due || -toPayers)}
        role="status"
        tabIndex={-1}
      >
        {toPayers === 0 || due !== 0 ? dueText(due, isToCheck) : ''}
        {due !== 0 && toPayers > 0 && ', '}
        {toPayers > 0 && `${formatPkr(toPayers)} to give back to players`}
      </p>
      {due < 0 && (
        <>
          <RefundAccounts
            paidFrom={detail.paid_from.filter(({ payer_id }) => payer_id === booking.payer_id)}
            account={booking.refund_account}
            receipt={null}
            bookingId={booking.id}
          />
          <PayeeChanges changes={changesFor(detail.payee_changes, booking.payer_id)} />
        </>
      )}
      {entries.length > 0 && (
        <ul className="admin-money-entries" aria-label="Payments and refunds">
          {entries.map((entry) => (
            <EntryLine
              key={entry.id}
              entry={entry}
              payer={entry.payer_name === null ? '' : payerName(payers, entry.payer_id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function dueText(due: number, isReceiptToCheck: boolean): string {
  return isReceiptToCheck && due > 0 ? `${formatPkr(due)} open, receipt to check` : describeBalance(due);
}

function EntryLine({ entry, payer }: { entry: LedgerEntry; payer: string }) {
  const [asked, setAsked] = useState(false);
  const form = useForm({
    isStaff: true,
    schema: reverseSchema,
    initialValues: { reason: '' },
    onSubmit: async (body) => {
      await callApi('POST /api/admin/ledger/:id/reverse', { params: { id: entry.id }, body });
      showToast('success', 'Entry undone');
    },
    failure: 'The entry could not be undone. Please try again.',
  });
  const undoRef = useRef<HTMLButtonElement>(null);
  const canUndo = entry.reverses === null && entry.reversed_by === null;
  const label = `${KIND_LABELS[entry.kind]} ${formatPkr(Math.abs(entry.amount))}, ${MONEY_METHOD_LABELS[entry.method]}${payer && `, ${payer}`}`;
  const keep = () => {
    setAsked(false);
    form.form.resetForm();
    requestAnimationFrame(() => undoRef.current?.focus());
  };
  return (
    <li data-undone={entry.reversed_by === null ? undefined : ''}>
      <div>
        <span className="admin-money-sum">{label}</span>
        {entry.reversed_by !== null && <span className="visually-hidden"> (undone)</span>}
        <span className="admin-secondary-line">
          {[
            `${dateTimeLabel(entry.at)}${entry.actor_name ? `, ${entry.actor_name}` : ''}`,
            entry.reference,
            entry.note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {canUndo && !asked && (
        <button ref={undoRef} type="button" className="quiet" onClick={() => setAsked(true)}>
          Undo<span className="visually-hidden"> {label}</span>
        </button>
      )}
      {asked && canUndo && (
        <ActionForm
          form={form}
          submitLabel="Undo the entry"
          submitClass="danger"
          actions={
            <button type="button" className="quiet" onClick={keep}>
              Keep it
            </button>
          }
        >
          <TextInput
            label="Why are you undoing it?"
            // The button below it must not be hidden under the panel's foot.
            ref={(input) => {
              input?.focus();
              input?.form?.scrollIntoView({ block: 'nearest' });
            }}
            maxLength={200}
            {...form.fieldProps('reason')}
          />
        </ActionForm>
      )}
    </li>
  );
}

/** What a price consists of. */
export function PriceLines({ lines }: { lines: readonly { label: string; amount: number }[] }) {
  return (
    <ul className="admin-price-lines" aria-label="Price">
      {lines.map(({ label, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two add-ons may have one name
        <li key={at}>
          <span>{label}</span>
          <span className="number">{formatPkr(amount)}</span>
        </li>
      ))}
    </ul>
  );
}
