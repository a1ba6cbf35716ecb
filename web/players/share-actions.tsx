import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { ApiAnswer } from '../../src/domain/api.ts';
import type { PaymentMethod } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { describeBalanceToCustomer } from '../../src/domain/money-labels.ts';
import { offeredPaymentMethods } from '../../src/domain/payment-instructions.ts';
import { formatPlayDate, formatPlayTime, playTimes } from '../../src/domain/play-time.ts';
import { ApiError, callApi } from '../lib/api.ts';
import { type KeyLink, parseKeyLink } from '../lib/key-link.ts';
import { useQuery } from '../lib/query.ts';
import { useAction } from '../lib/use-action.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import { keepLinkToken } from '../lib/use-link-token.ts';
import { InstructionsCard } from '../shared/booking-view/payment-card.tsx';
import { ReceiptPicker, UploadProgress } from '../shared/booking-view/receipt-card.tsx';
import { useReceiptUpload } from '../shared/booking-view/use-receipt-upload.ts';
import { EmailField } from '../shared/email-field.tsx';
import { NameField, PhoneField } from '../shared/name-phone-fields.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Facts } from '../ui/facts.tsx';
import { moneyFacts } from './share-money.ts';

const RefundAccountCard = lazy(() => import('../shared/booking-view/refund-account-card.tsx'));

type SharePage = ApiAnswer<'GET /api/players/:id'>;

const BUTTONS: Record<PaymentMethod, string> = {
  bank_transfer: 'Pay by bank transfer',
  card: 'Pay by card or wallet',
  credit: 'Pay with my credit',
  cash: 'I pay at the club',
};

/** Says which link works from now on, and why the page of a card payment could not be opened. */
export type OnNewLink = (link: KeyLink, paymentError: string | null) => void;

/** What a player does about the share: pay it, give the place back, print the receipt. */
export default function ShareActions({
  page,
  link,
  isStanding,
  onDone,
  onNewLink,
}: {
  page: SharePage;
  link: KeyLink;
  isStanding: boolean;
  onDone: () => Promise<void>;
  onNewLink: OnNewLink;
}) {
  const { player, instructions } = page;
  const isOpen = player.balance > 0 && ['invited', 'joined'].includes(player.state) && isStanding;
  return (
    <>
      {isOpen && player.receipt_received && (
        <p className="alert" role="status">
          We are checking your receipt and email you when it counts.
        </p>
      )}
      {isOpen && !player.receipt_received && (
        <>
          {instructions && (
            <InstructionsCard instructions={instructions} method={player.payment_method ?? ''} />
          )}
          {player.payment_method === 'bank_transfer' && (
            <ReceiptUploadCard rejected={player.receipt_rejected} link={link} onSent={onDone} />
          )}
          <PayForm page={page} link={link} onDone={onDone} onNewLink={onNewLink} />
        </>
      )}
      {player.balance < 0 && player.paid_by === 'bank_transfer' && (
        <Suspense>
          <RefundAccountCard
            owed={-player.balance}
            account={player.refund_account}
            onSave={async (body) => {
              await callApi('PUT /api/players/:id/refund-account', {
                params: { id: link.id },
                headers: { 'x-player-key': link.key },
                body,
              });
              await onDone();
            }}
          />
        </Suspense>
      )}
      <LeaveCard page={page} link={link} onDone={onDone} />
      {page.entries.length > 0 && <ShareReceipt page={page} />}
    </>
  );
}

function ReceiptUploadCard({
  rejected,
  link: { id, key },
  onSent,
}: {
  /** Why the club did not accept the last receipt. */
  rejected: string | null;
  link: KeyLink;
  onSent: () => Promise<void>;
}) {
  const { upload, selectFile, send } = useReceiptUpload({
    url: `/api/players/${id}/receipt`,
    key: { 'x-player-key': key },
    onSent,
  });
  const { file } = upload;
  const handleFile = async (chosen: File | undefined) => {
    if (chosen && (await selectFile(chosen))) await send(chosen);
  };
  return (
    <section className="card" aria-labelledby="share-receipt" aria-busy={upload.state === 'sending'}>
      <h2 id="share-receipt">Upload your receipt</h2>
      {rejected && <p className="alert warning">We could not accept your receipt: {rejected}</p>}
      <p>Have you sent the money? Upload a screenshot of the transfer.</p>
      <ReceiptPicker upload={upload} onFile={(chosen) => void handleFile(chosen)} />
      <UploadProgress upload={upload} />
      <ErrorAlert text={upload.error} />
      {upload.state === 'failed' && file && (
        <button type="button" className="wide" onClick={() => void send(file)}>
          Retry
        </button>
      )}
    </section>
  );
}

function PayForm({
  page: { player },
  link,
  onDone,
  onNewLink,
}: {
  page: SharePage;
  link: KeyLink;
  onDone: () => Promise<void>;
  onNewLink: OnNewLink;
}) {
  const { payment_methods, club } = usePageData();
  const { user } = useAuth();
  const [contact, setContact] = useState({ name: player.name, email: user?.email ?? '', phone: '' });
  const [fields, setFields] = useState<Record<string, string>>({});
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  const retryHeader = useIdempotencyKey();
  const isNew = player.email === '';
  const credit = useQuery('GET /api/auth/credit', { skip: !user }).data?.credit ?? 0;
  const withCredit = credit >= player.balance ? (['credit'] as const) : [];
  const offered = offeredPaymentMethods([...payment_methods, ...withCredit], club);
  const promised = player.payment_method;
  const methods = offered
    .filter((method) => method !== promised || method === 'card' || method === 'credit')
    .filter((method) => !(method === 'cash' && player.prepaid));
  const pay = (method: PaymentMethod) =>
    run(async () => {
      const { name, email, phone } = contact;
      const typed = isNew ? { name, email, ...(phone ? { phone } : {}) } : {};
      const body = { method, amount: player.balance, ...typed };
      const headers = { 'x-player-key': link.key, ...retryHeader(body) };
      setFields({});
      try {
        const answer = await callApi('POST /api/players/:id/pay', { params: { id: link.id }, body, headers });
        const own = answer.join_url.slice(answer.join_url.indexOf('#') + 1);
        keepLinkToken('share', own);
        if (answer.payment_url) {
          location.assign(answer.payment_url);
          // The buttons stay busy while the browser opens the payment page.
          await new Promise(() => {});
        }
        const next = parseKeyLink(own);
        if (next) onNewLink(next, answer.payment_error ?? null);
        if (next?.key === link.key) await onDone();
      } catch (cause) {
        if (cause instanceof ApiError) setFields(cause.failure?.fields ?? {});
        if (isStale(cause)) await onDone();
        throw cause;
      }
    });
  const edit = (field: keyof typeof contact) => (event: { target: { value: string } }) =>
    setContact({ ...contact, [field]: event.target.value });
  return (
    <form
      className="card"
      noValidate
      aria-labelledby="share-pay"
      aria-busy={busy}
      onSubmit={(event: FormEvent) => event.preventDefault()}
    >
      <h2 id="share-pay">{promised ? 'Pay in another way' : 'How do you want to pay?'}</h2>
      {isNew && (
        <>
          <NameField name="name" value={contact.name} error={fields.name} onChange={edit('name')} />
          <EmailField
            label="Email"
            name="email"
            inputMode="email"
            autoComplete="email"
            value={contact.email}
            error={fields.email}
            onChange={edit('email')}
            onCorrect={(email) => setContact({ ...contact, email })}
          />
          <PhoneField name="phone" value={contact.phone} error={fields.phone} onChange={edit('phone')} />
          <p className="hint">Your own link goes to your email. The link that you have now ends then.</p>
        </>
      )}
      <ErrorAlert text={error} />
      {methods.map((method, index) => (
        <button
          key={method}
          type="button"
          className={index === 0 ? 'wide' : 'ghost wide'}
          disabled={busy}
          onClick={() => void pay(method)}
        >
          {BUTTONS[method]}
          {method === 'credit' && ` (${formatPkr(credit)} left)`}
        </button>
      ))}
    </form>
  );
}

function LeaveCard({
  page: { player, leave_gives_back },
  link,
  onDone,
}: {
  page: SharePage;
  link: KeyLink;
  onDone: () => Promise<void>;
}) {
  const [asking, setAsking] = useState(false);
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  if (leave_gives_back === null) return null;
  const isWaiting = player.state === 'waiting';
  const leave = () =>
    run(async () => {
      try {
        await callApi('POST /api/players/:id/leave', {
          params: { id: link.id },
          headers: { 'x-player-key': link.key },
          body: { amount_back: leave_gives_back },
        });
      } catch (cause) {
        if (isStale(cause)) await onDone();
        throw cause;
      }
      await onDone();
    });
  return (
    <section className="card" aria-labelledby="share-leave">
      <h2 id="share-leave">{isWaiting ? 'You wait' : 'You cannot come?'}</h2>
      <ErrorAlert text={error} />
      {asking ? (
        <>
          <p>
            {isWaiting
              ? 'You get no email about this match any more.'
              : player.received > 0
                ? `You get ${formatPkr(leave_gives_back)} back, and all of it as soon as another player has paid for your place.`
                : 'Nothing was received, so you owe nothing.'}
          </p>
          <button type="button" className="danger wide" disabled={busy} onClick={() => void leave()}>
            {isWaiting ? 'Leave' : 'Give my place back'}
          </button>
          <button type="button" className="ghost wide" onClick={() => setAsking(false)}>
            {isWaiting ? 'Keep waiting' : 'Keep my place'}
          </button>
        </>
      ) : (
        <button type="button" className="ghost wide" onClick={() => setAsking(true)}>
          {isWaiting ? 'Leave the waiting list' : 'I cannot come'}
        </button>
      )}
    </section>
  );
}

/** The player's own receipt: a button on the page, and a sheet of paper. */
function ShareReceipt({ page: { player, booking, court_name, entries, issuer } }: { page: SharePage }) {
  const { name, address, phone, email, tax_number } = issuer;
  const times = playTimes(booking).map((time) => formatPlayTime(booking.date, time));
  return (
    <>
      <button type="button" className="ghost wide" onClick={() => window.print()}>
        Print my receipt
      </button>
      <article className="share-receipt" data-theme="light">
        <h2>
          Receipt R-{booking.id}-{player.id}
        </h2>
        <address>
          {[name, address, phone, email, tax_number && `Tax number: ${tax_number}`]
            .filter(Boolean)
            .map((line) => (
              <span key={line}>{line}</span>
            ))}
        </address>
        <Facts
          of={{
            Player: player.name,
            Booking: booking.id,
            Court: court_name,
            Date: formatPlayDate(booking),
            Time: times.join(', '),
            'Your share': formatPkr(player.charge),
            ...moneyFacts(entries, { withDay: true }),
            Balance: describeBalanceToCustomer(player.balance),
          }}
        />
      </article>
    </>
  );
}

/** The share has changed since the page was read. */
function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.failure?.reason === 'changed_meanwhile';
}
