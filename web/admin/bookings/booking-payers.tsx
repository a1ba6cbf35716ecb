import { useState } from 'react';
import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import type { BookingPayer } from '../../../src/domain/api/payer-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import type { LedgerEntry } from '../../../src/domain/ledger.ts';
import { heldWays, waysInWords } from '../../../src/domain/money-ways.ts';
import { changesFor } from '../../../src/domain/payee.ts';
import { leaveSchema, type SplitInput } from '../../../src/domain/payer.ts';
import { sendsWords } from '../../../src/domain/reach-words.ts';
import { payerBlock } from '../../../src/domain/self-service.ts';
import { dueOf, shownPart } from '../../../src/domain/share.ts';
import { callApi } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { SplitForm } from '../../shared/booking-view/split-card.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { emailLink, phoneLink } from '../../ui/contact-links.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { InputField } from '../../ui/field.tsx';
import { ActionMenu, type MenuItem } from '../action-menu.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { HandedLink, handLink, useMayHandLink } from '../handed-link.tsx';
import { PayeeChanges, RefundAccounts } from '../money/payee.tsx';
import { PaymentButton } from '../money/payment-sheet.tsx';
import { useUrlParams } from '../url-params.ts';
import { useChange } from '../use-change.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';

/** Whose share an entry or a button is about; a player whom the host did not name goes by the place. */
export function payerName(payers: readonly BookingPayer[], id: number | null): string {
  const index = payers.findIndex((payer) => payer.id === id);
  return payers[index]?.name || `Player ${index + 1}`;
}

/** Who shares a booking's price: what each has paid and how, and the actions for each. */
export function BookingPayers({ detail }: { detail: BookingDetail }) {
  const { payers } = detail;
  if (payers.length === 1) return null;
  return (
    <section aria-labelledby="booking-players">
      <h3 id="booking-players">Players</h3>
      <ul className="shares">
        {payers.map((payer) => (
          <li key={payer.id}>
            <PayerLine payer={payer} name={payerName(payers, payer.id)} detail={detail} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PayerLine({ payer, name, detail }: { payer: BookingPayer; name: string; detail: BookingDetail }) {
  const { booking, entries } = detail;
  const { href } = useUrlParams();
  const { id, phone, email, missed } = payer;
  const isHost = payer.position === 1;
  const own = shownPart(payer, detail.payers);
  const { charge, balance } = own;
  const isKnown = !isHost && (phone !== '' || email !== '');
  const customer = { customer: String(booking.id), payer: String(id), booking: undefined };
  return (
    <>
      <p className="share">
        <strong>
          {isKnown ? (
            <a translate="no" href={href(customer)}>
              {name}
            </a>
          ) : (
            name
          )}
          {isHost && <span className="muted"> (host)</span>}
        </strong>
        <span className="number" translate="no">
          {formatPkr(charge)}
        </span>
        <span>
          {stateOf(own, entries)}
          {!isHost && missed.length > 0 && (
            <>
              {' '}
              <span className="badge warning">
                {missed.length === 1 ? '1 no-show' : `${missed.length} no-shows`}
              </span>
            </>
          )}
        </span>
      </p>
      {isHost ? (
        balance > 0 &&
        // The bar below collects everything that is open.
        dueOf(detail.payers) > balance && (
          <div className="cluster admin-player">
            <PaymentButton booking={booking} payer={{ id, name }} due={balance} />
          </div>
        )
      ) : (
        <div className="cluster admin-player">
          <PaymentButton
            booking={booking}
            payer={{ id, name }}
            due={balance}
            className={balance > 0 ? '' : 'quiet'}
          />
          {isKnown && <PayerContact payer={payer} name={name} booking={booking} />}
          <PayerActions payer={payer} name={name} booking={booking} />
        </div>
      )}
      {payer.position > 1 && balance < 0 && (
        <>
          <RefundAccounts
            paidFrom={detail.paid_from.filter(({ payer_id }) => payer_id === id)}
            account={payer.refund_account}
            receipt={null}
            bookingId={booking.id}
          />
          <PayeeChanges changes={changesFor(detail.payee_changes, id)} />
        </>
      )}
    </>
  );
}

function PayerContact({ payer, name, booking }: { payer: BookingPayer; name: string; booking: Booking }) {
  const { phone, email } = payer;
  return (
    <>
      {phone && (
        <>
          <a href={phoneLink(phone)} aria-label={`Call ${name}, ${phone}`}>
            {phone}
          </a>
          <WhatsAppMenu phone={phone} name={name} about={{ booking, payer }} />
        </>
      )}
      {email && (
        <a href={emailLink(email, `Booking ${booking.id}`)}>
          <EmailAddress address={email} />
        </a>
      )}
    </>
  );
}

function PayerActions({ payer, name, booking }: { payer: BookingPayer; name: string; booking: Booking }) {
  const [now] = useState(serverNow);
  const [isLeaving, setLeaving] = useState(false);
  const { error, run } = useChange('The link could not be sent. Please try again.');
  const { id, phone, email } = payer;
  const mayHand = useMayHandLink();
  const [link, setLink] = useState<string | null>(null);
  const make = () =>
    run(
      () => handLink(id),
      ({ data }) => setLink(data.link),
    );
  const send = () =>
    run(
      () => callApi('POST /api/admin/payers/:id/resend', { params: { id } }),
      ({ data }) => showToast('success', 'Link sent', `To ${data.recipient}`),
    );
  if (payerBlock(booking, payer, now)) return null;
  // Without an email of their own, players get their link through the host.
  const hands = mayHand(email ? payer : booking);
  const items: MenuItem[] = [
    hands
      ? { label: 'Make a link for the player', run: () => void make() }
      : { label: email ? 'Resend the link' : 'Email the link to the host', run: () => void send() },
    { label: 'Remove …', danger: true, run: () => setLeaving(true) },
  ];
  return (
    <>
      <ActionMenu label={`More actions for ${name}`} items={items}>
        ⋯
      </ActionMenu>
      <ErrorAlert text={error} />
      {link && <HandedLink link={link} name={name} phone={phone} />}
      {isLeaving && (
        <RemoveDialog payer={payer} name={name} booking={booking} onClose={() => setLeaving(false)} />
      )}
    </>
  );
}

function RemoveDialog({
  payer: { id, received, phone, email },
  name,
  booking,
  onClose,
}: {
  payer: BookingPayer;
  name: string;
  booking: Booking;
  onClose: () => void;
}) {
  const { club } = usePageData();
  const toBody = ({ reason }: { reason: string }) => ({
    amount_back: received,
    ...(reason.trim() ? { reason } : {}),
  });
  const form = useForm({
    isStaff: true,
    schema: leaveSchema,
    initialValues: { reason: '' },
    toBody,
    onSubmit: async (values) => {
      await callApi('POST /api/payers/:id/leave', { params: { id }, keyOf: null, body: toBody(values) });
      showToast('success', `${name} was removed`);
      onClose();
    },
    failure: 'The player could not be removed. Please try again.',
  });
  return (
    <FormDialog title={`Remove ${name}?`} form={form} submitLabel="Remove" onClose={onClose}>
      <p>
        {received > 0 && `${name} gets ${formatPkr(received)} back. `}
        {booking.name} pays for the place until another player takes it.
      </p>
      <InputField
        label="Reason (optional)"
        {...(email ? { hint: sendsWords({ name, phone, email }, club, 'with it') } : {})}
        maxLength={200}
        {...form.fieldProps('reason')}
      />
    </FormDialog>
  );
}

/** Splits the price for the host, who gets the links. */
export function SplitDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { busy, error, run } = useChange('The price could not be split. Please try again.');
  const { no_mail } = usePageData().club;
  const retryHeader = useIdempotencyKey();
  const split = (body: SplitInput) => {
    const { id, version } = booking;
    const headers = retryHeader({ id, version, body });
    return run(
      () => callApi('PUT /api/booking/:id/payers', { params: { id }, keyOf: null, body, headers }),
      () => {
        showToast('success', 'The price is split');
        onClose();
      },
    );
  };
  return (
    <Dialog title={`Split the price of booking #${booking.id}`} onClose={onClose}>
      <ErrorAlert text={error} />
      <p className="muted">
        {no_mail
          ? `No mail server is set up: ${booking.name} finds each player’s link on the booking’s page. You can take each share here.`
          : booking.email
            ? `${booking.name} gets each player’s link by email.`
            : 'The links go to the host by email, so add an email to the booking first. You can take each share here.'}
      </p>
      <SplitForm
        charge={booking.charge}
        words={{
          own: `The share of ${booking.name} is`,
          rest: { host: `${booking.name} pays what is left`, open: 'Give the place to others' },
        }}
        busy={busy}
        onSplit={(input) => void split(input)}
      />
    </Dialog>
  );
}

function stateOf(
  { id, state, received, balance, payment_method, receipt_received }: BookingPayer,
  entries: readonly LedgerEntry[],
): string {
  const ways = waysInWords(heldWays(entries.filter(({ payer_id }) => payer_id === id)));
  const came = received > 0 ? `paid ${balance > 0 ? `${formatPkr(received)} ` : ''}by ${ways}` : '';
  const due =
    balance < 0
      ? `${formatPkr(-balance)} to give back`
      : balance > 0 && came
        ? `${formatPkr(balance)} to collect`
        : '';
  const promised = payment_method === 'cash' ? 'pays at the club' : 'not paid';
  const text = [
    state === 'left' && 'no longer playing',
    state === 'waiting' && 'waiting for a place',
    came,
    due,
    state !== 'left' && balance > 0 && !came && (receipt_received ? 'receipt to check' : promised),
    balance === 0 && !came && state === 'joined' && 'settled',
  ]
    .filter(Boolean)
    .join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
