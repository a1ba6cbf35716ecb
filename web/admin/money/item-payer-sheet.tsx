import { useState } from 'react';
import { itemReceiptRejectionSchema } from '../../../src/domain/admin-inputs.ts';
import type { AdminItemPayer } from '../../../src/domain/api/item-routes.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { hasBegun, isFree } from '../../../src/domain/item-words.ts';
import { describeBalance, MONEY_METHOD_LABELS } from '../../../src/domain/ledger.ts';
import { sendsWords } from '../../../src/domain/reach-words.ts';
import { callApi } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { phoneLink } from '../../ui/contact-links.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField } from '../../ui/field.tsx';
import { ActionButton } from '../action-button.tsx';
import { ReceiptAmount, ReceiptDoubts, ReceiptPicture } from '../bookings/receipt-picture.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { FormDialog } from '../dialog-form.tsx';
import { HandLink, useMayHandLink } from '../handed-link.tsx';
import { MoneyLine } from '../list-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { EntryForm } from './entry-form.tsx';
import { KIND_LABELS } from './ledger-labels.ts';
import { AccountNumber, PayeeChanges } from './payee.tsx';

/** A place or purchase in a list; pressing it opens its sheet. */
export function ItemPayerLine({ payer }: { payer: AdminItemPayer }) {
  const { href } = useUrlParams();
  return (
    <MoneyLine
      href={href({ item: String(payer.id) })}
      name={payer.name}
      amount={payer.receipt_waits ? payer.balance : Math.abs(payer.balance)}
      details={[
        payer.item.title,
        payer.item.details[0],
        payer.receipt_waits ? 'receipt to check' : payer.balance < 0 ? 'to give back' : '',
      ]
        .filter(Boolean)
        .join(', ')}
    />
  );
}

/**
 * Who owes for a place or purchase: the money received, the receipt, and everything the reception can do about it.
 */
export function ItemPayerSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: payer, error } = useAdminQuery('GET /api/admin/payers/:id', { params: { id } });
  return (
    <Dialog title={payer?.item.title ?? 'Place or purchase'} onClose={onClose}>
      <QueryStatus data={payer} error={error} />
      {payer && (
        <div className="stack">
          <p>
            <strong translate="no">{payer.name}</strong>{' '}
            {payer.item.contact_name && (
              <>
                with <span translate="no">{payer.item.contact_name}</span>{' '}
              </>
            )}
            {payer.phone && <a href={phoneLink(payer.phone)}>{payer.phone}</a>}
            <br />
            <span className="muted">{[...payer.item.details, stateText(payer)].join(' · ')}</span>
          </p>
          <p className="money-amount">
            {isFree(payer) ? (
              <strong>Free</strong>
            ) : (
              <>
                <strong>{formatPkr(payer.charge)}</strong>{' '}
                <span className="muted">{describeBalance(payer.balance)}</span>
              </>
            )}
          </p>
          {payer.receipt_waits && <WaitingReceipt payer={payer} />}
          {payer.balance !== 0 && (
            <EntryForm
              key={Math.sign(payer.balance)}
              payer={payer}
              due={payer.balance}
              ways={payer.ways}
              before={
                <>
                  {payer.refund_account && (
                    <p className="small">
                      To <AccountNumber account={payer.refund_account} />
                    </p>
                  )}
                  {payer.balance < 0 && <PayeeChanges changes={payer.payee_changes} />}
                </>
              }
              seen={payer.entries.length}
              send={(kind, body, headers) =>
                callApi(`POST /api/admin/payers/:id/${kind}`, { params: { id }, body, headers })
              }
            />
          )}
          <Entries payer={payer} />
          <Reach payer={payer} />
          {payer.state !== 'left' && !payer.item.cancelled && <TakeOff payer={payer} />}
        </div>
      )}
    </Dialog>
  );
}

/** Their chat in WhatsApp, and a link to their page where no email takes it to them. */
function Reach({ payer: { id, name, phone, email, item } }: { payer: AdminItemPayer }) {
  const mayHand = useMayHandLink()({ email });
  return (
    <div className="stack">
      <WhatsAppMenu phone={phone} name={name} />
      {mayHand && <HandLink key={email} payerId={id} name={name} phone={phone} opens={item.title} />}
    </div>
  );
}

function stateText({ state, hold_until, receipt_waits, item }: AdminItemPayer): string {
  if (item.cancelled) return 'cancelled';
  if (state === 'left') return 'given back';
  if (state === 'waiting') return hasBegun(item, serverNow()) ? 'got no place' : 'on the waiting list';
  if (hold_until && receipt_waits) return 'held until the receipt is checked';
  return hold_until ? `held until ${formatPayBy(hold_until)}` : 'confirmed';
}

/** The receipt beside the amount it must show, and the decision; a doubtful one takes a second press. */
function WaitingReceipt({ payer }: { payer: AdminItemPayer }) {
  const { id, name, receipt, balance, price } = payer;
  const amount = balance > 0 ? balance : price;
  // A part that was recorded since may be all that this receipt shows.
  const isPartTaken = payer.entries.some(
    ({ method, reversed_by, reverses, at }) =>
      method === 'bank_transfer' &&
      reversed_by === null &&
      reverses === null &&
      receipt !== null &&
      Date.parse(at) >= Date.parse(receipt.uploaded_at),
  );
  const isDoubted = isPartTaken || (receipt?.reused_in.length ?? 0) > 0;
  const [isAsked, setAsked] = useState(false);
  const [isRejecting, setRejecting] = useState(false);
  const retryHeader = useIdempotencyKey();
  const approve = () => {
    const body = { amount, method: 'bank_transfer' } as const;
    return callApi('POST /api/admin/payers/:id/payments', {
      params: { id },
      body,
      headers: retryHeader(body),
    });
  };
  return (
    <section aria-label="Receipt" className="stack">
      {receipt && (
        <ReceiptPicture url={receipt.url} name={`Receipt of ${name}`}>
          <ReceiptAmount amount={amount} name={name} />
        </ReceiptPicture>
      )}
      {receipt && <ReceiptDoubts doubt={receipt} />}
      {isAsked && <p>{`Has ${isPartTaken ? 'another ' : ''}${formatPkr(amount)} arrived in the bank?`}</p>}
      <div className="cluster">
        {isDoubted && !isAsked ? (
          <button type="button" className="quiet" onClick={() => setAsked(true)}>
            Approve …
          </button>
        ) : (
          <ActionButton
            className=""
            data-autofocus
            failure="The payment could not be recorded. Please try again."
            act={approve}
            onDone={() => showToast('success', 'Payment recorded', `${name}, ${formatPkr(amount)}`)}
          >
            {isAsked ? 'Yes, approve' : 'Approve'}
          </ActionButton>
        )}
        <button type="button" className="ghost" onClick={() => setRejecting(true)}>
          Reject<span className="visually-hidden"> receipt</span>
        </button>
      </div>
      {isRejecting && <RejectDialog payer={payer} onClose={() => setRejecting(false)} />}
    </section>
  );
}

function RejectDialog({ payer, onClose }: { payer: AdminItemPayer; onClose: () => void }) {
  const form = useForm({
    isStaff: true,
    schema: itemReceiptRejectionSchema,
    initialValues: { reason: '' },
    onSubmit: async (body) => {
      await callApi('POST /api/admin/payers/:id/receipt/reject', { params: { id: payer.id }, body });
      showToast('success', 'Receipt rejected', 'The customer has been told.');
      onClose();
    },
    failure: 'The receipt could not be rejected. Please try again.',
  });
  return (
    <FormDialog title="Reject this receipt?" form={form} submitLabel="Reject receipt" onClose={onClose}>
      <p>{payer.name} gets your reason and has time to send another one.</p>
      <InputField
        label="Reason"
        hint="Such as: The picture shows PKR 500 instead of PKR 5,000."
        maxLength={200}
        {...form.fieldProps('reason')}
      />
    </FormDialog>
  );
}

function Entries({ payer: { entries } }: { payer: AdminItemPayer }) {
  if (entries.length === 0) return null;
  return (
    <ul className="lines" aria-label="Money">
      {entries.map((entry) => (
        <li key={entry.id}>
          <MoneyLine
            name={`${KIND_LABELS[entry.kind]}, ${MONEY_METHOD_LABELS[entry.method]}`}
            amount={entry.amount}
            details={[dateTimeLabel(entry.at), entry.reference, entry.reversed_by !== null && 'undone']
              .filter(Boolean)
              .join(' · ')}
          />
          {entry.reverses === null && entry.reversed_by === null && (
            <ActionButton
              failure="The entry could not be undone. Please try again."
              act={() =>
                callApi('POST /api/admin/ledger/:id/reverse', {
                  params: { id: entry.id },
                  body: { reason: 'Recorded by mistake' },
                })
              }
            >
              Undo
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The reception takes the place or purchase back; everything received is to be refunded. */
function TakeOff({ payer }: { payer: AdminItemPayer }) {
  const { id, name, received } = payer;
  const { club } = usePageData();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <button type="button" className="ghost danger" onClick={() => setAsked(true)}>
        Take it back
      </button>
    );
  }
  return (
    <div className="stack">
      <p>
        {received > 0 && `${name} gets ${formatPkr(received)} back. `}
        {sendsWords(payer, club, 'about it')}
      </p>
      <div className="cluster">
        <ActionButton
          className="danger"
          failure="It could not be taken back. Please try again."
          act={() => callApi('POST /api/payers/:id/leave', { params: { id }, keyOf: null, body: {} })}
        >
          Take it back
        </ActionButton>
        <button type="button" className="ghost" onClick={() => setAsked(false)}>
          Keep it
        </button>
      </div>
    </div>
  );
}
