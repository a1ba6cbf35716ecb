import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { RestRule, Share } from '../../../src/domain/api/payer-routes.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { MAX_OTHERS, type SplitInput } from '../../../src/domain/payer.ts';
import { formatPlayDate, playTimes } from '../../../src/domain/play-time.ts';
import { splitBlock } from '../../../src/domain/self-service.ts';
import { othersOf, removePlayerError, shownPart } from '../../../src/domain/share.ts';
import { callApi } from '../../lib/api.ts';
import { reloadBooking } from '../../lib/reload.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useAction } from '../../lib/use-action.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { whatsappLink } from '../../ui/contact-links.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { InputField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { usePageData } from '../page-data.tsx';
import { CopyButton } from './copy-button.tsx';
import { Row } from './row.tsx';
import type { CustomerDetails } from './use-booking-details.ts';

const COUNTS = ['2', '3', '4'] as const;
type Count = (typeof COUNTS)[number];
/** How the form refers to the host. */
interface SplitWords {
  own: string;
  rest: Record<RestRule, string>;
}

const HOST_WORDS: SplitWords = {
  own: 'Your own share is',
  rest: { host: 'I’ll pay what is left', open: 'Give the place to others' },
};

/** Splits a booking's price between its players, then shows who has paid and sends each their link. */
export function SplitCard({
  details,
  now,
  isAskedFor = false,
}: {
  details: CustomerDetails;
  now: number;
  /** The customer asked for it on another page. */
  isAskedFor?: boolean;
}) {
  const { booking, payers } = details;
  const card = useRef<HTMLDetailsElement>(null);
  const { busy, error, change } = useShareChange(card);
  useEffect(() => {
    if (!isAskedFor) return;
    card.current?.querySelector('summary')?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [isAskedFor]);
  const canChange = splitBlock(booking, now) === null;
  const isSplit = othersOf(payers).length > 0;
  // There is nothing to share once all is paid.
  if (!isSplit && (!canChange || booking.balance <= 0)) return null;

  return (
    <Row
      id="split-title"
      ref={card}
      title={isSplit ? 'Players and shares' : 'Split the price'}
      hint={!isSplit && 'Each player gets a link to pay their share.'}
      startsOpen={isAskedFor || owesOf(payers)}
      isBusy={busy}
    >
      <ErrorAlert text={error} />
      {isSplit ? (
        <ShareList details={details} now={now} canChange={canChange} busy={busy} change={change} />
      ) : (
        <SplitOwn details={details} busy={busy} change={change} />
      )}
    </Row>
  );
}

/** True if another player still has to pay. */
const owesOf = (payers: readonly Share[]) =>
  othersOf(payers).some(({ state, balance }) => state !== 'left' && balance > 0);

interface ChangeProps {
  details: CustomerDetails;
  busy: boolean;
  change: (action: () => Promise<unknown>) => void;
}

function SplitOwn({ details: { booking }, busy, change }: ChangeProps) {
  const retryHeader = useIdempotencyKey();
  const split = (body: SplitInput) =>
    change(() => {
      const headers = retryHeader({ id: booking.id, version: booking.version, body });
      return callApi('PUT /api/booking/:id/payers', {
        params: { id: booking.id },
        keyOf: booking.id,
        body,
        headers,
      });
    });
  return <SplitForm charge={booking.charge} words={HOST_WORDS} busy={busy} onSplit={split} />;
}

/** Asks how many play, and who pays for shares that are not paid in time. */
export function SplitForm({
  charge,
  words,
  busy,
  onSplit,
}: {
  /** The booking's charge in PKR. */
  charge: number;
  words: SplitWords;
  busy: boolean;
  onSplit: (input: SplitInput) => void;
}) {
  const [count, setCount] = useState<Count>('4');
  const [names, setNames] = useState<string[]>([]);
  const [rest, setRest] = useState<RestRule>('host');
  const others = Array.from({ length: Number(count) - 1 }, (_, index) => names[index]?.trim() ?? '');
  const shareOf = (players: number) => Math.floor(charge / players);
  const ownShare = charge - shareOf(Number(count)) * others.length;
  const split = (event: FormEvent) => {
    event.preventDefault();
    onSplit({ payers: others.map((name) => (name ? { name } : {})), rest });
  };
  const label = (players: Count) => (
    <span>
      {players} players
      <small>
        {formatPkr(shareOf(Number(players)))}
        <span className="visually-hidden"> each</span>
      </small>
    </span>
  );
  return (
    <form noValidate className="split-form" onSubmit={split}>
      <RadioChoice
        legend="How many play?"
        name="split-count"
        labels={{ 2: label('2'), 3: label('3'), 4: label('4') }}
        value={count}
        onChange={setCount}
        isRow
      />
      {ownShare !== shareOf(Number(count)) && (
        <p className="hint">
          {words.own} {formatPkr(ownShare)}.
        </p>
      )}
      <fieldset className="choice">
        <legend>Names (optional)</legend>
        {others.map((_, index) => (
          <InputField
            // biome-ignore lint/suspicious/noArrayIndexKey: a player without a name is only a place
            key={index}
            label={`Player ${index + 2}`}
            name={`split-name-${index}`}
            autoComplete="off"
            value={names[index] ?? ''}
            onChange={({ target }) => setNames(Object.assign([...names], { [index]: target.value }))}
          />
        ))}
      </fieldset>
      <RadioChoice
        legend="If a player does not pay in time"
        name="split-rest"
        labels={words.rest}
        value={rest}
        onChange={setRest}
      />
      <button type="submit" className="wide" disabled={busy}>
        Split
      </button>
    </form>
  );
}

/** Changes the booking, then moves the focus to its card's summary, because the pressed button is gone. */
export function useShareChange(card: RefObject<HTMLDetailsElement | null>) {
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  const change = (action: () => Promise<unknown>) =>
    run(async () => {
      await action();
      await reloadBooking();
      card.current?.querySelector('summary')?.focus();
    });
  return { busy, error, change };
}

export function ShareRows(props: ChangeProps & { now: number; canChange: boolean }) {
  return (
    <ul className="shares">
      {props.details.payers.map((payer, index) => (
        <ShareRow
          key={payer.id}
          {...props}
          payer={payer}
          name={payer.position === 1 ? 'You' : payer.name || `Player ${index + 1}`}
        />
      ))}
    </ul>
  );
}

function ShareList({
  details,
  now,
  canChange,
  busy,
  change,
}: ChangeProps & { now: number; canChange: boolean }) {
  const { booking, payers } = details;
  const retryHeader = useIdempotencyKey();
  const others = othersOf(payers);
  const addPlayer = () =>
    change(() => {
      const body = { payers: [...others.map(({ id }) => ({ id })), {}] };
      return callApi('PUT /api/booking/:id/payers', {
        params: { id: booking.id },
        keyOf: booking.id,
        body,
        headers: retryHeader({ id: booking.id, version: booking.version, body }),
      });
    });
  return (
    <>
      <ShareRows details={details} now={now} canChange={canChange} busy={busy} change={change} />
      {canChange && others.length < MAX_OTHERS && (
        <button type="button" className="ghost wide" disabled={busy} onClick={addPlayer}>
          Add a player
        </button>
      )}
    </>
  );
}

/** One player: who, how much, paid or not; the host can send the link or remove the player. */
function ShareRow({
  payer,
  name,
  details: { booking, payers, court_name },
  now,
  canChange,
  busy,
  change,
}: ChangeProps & { payer: Share; name: string; now: number; canChange: boolean }) {
  const { club } = usePageData();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { id, position, state, received, join_url } = payer;
  const { charge } = shownPart(payer, payers);
  const error = removePlayerError(payer, payers, booking, now);
  const times = playTimes(booking).map(({ timeRange }) => timeRange);
  const invitation = `Padel at ${club.name}: ${court_name}, ${formatPlayDate(booking)}, ${times.join(' and ')}. Your share is ${formatPkr(charge)}. Pay it here: ${join_url}`;
  const removePlayer = () =>
    change(() =>
      callApi('POST /api/payers/:id/leave', {
        params: { id },
        keyOf: booking.id,
        body: { amount_back: received, ...(reason.trim() ? { reason: reason.trim() } : {}) },
      }),
    );
  return (
    <li>
      <p className="share">
        <strong translate="no">{name}</strong>
        <span className="number" translate="no">
          {formatPkr(charge)}
        </span>
        <span className="muted">
          {stateOf(payer)}
          {payer.level && `, ${payer.level}`}
        </span>
      </p>
      {canChange && position > 1 && state !== 'left' && (
        <div className="cluster">
          {join_url && !asking && (
            <>
              <a
                className="button ghost"
                href={whatsappLink('', invitation)}
                target="_blank"
                rel="noopener noreferrer"
              >
                <Icon name="chat" /> Send<span className="visually-hidden"> by WhatsApp to {name}</span>
              </a>
              <CopyButton value={join_url} noun="link" label={`for ${name}`} />
            </>
          )}
          {asking ? (
            <>
              <p>
                {error ?? (
                  <>
                    {received > 0 && `${name} gets ${formatPkr(received)} back. `}
                    You pay for the place until another player takes it.
                  </>
                )}
              </p>
              {!error && !join_url && (
                <InputField
                  label={`Reason for ${name} (optional)`}
                  name={`reason-${id}`}
                  hint="Sent to players who have paid or have an account. No links or phone numbers."
                  autoComplete="off"
                  maxLength={200}
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              )}
              {!error && (
                <button type="button" className="danger" disabled={busy} onClick={removePlayer}>
                  Remove {name}
                </button>
              )}
              <button type="button" className="ghost" onClick={() => setAsking(false)}>
                Keep
              </button>
            </>
          ) : (
            <button type="button" className="link share-remove" onClick={() => setAsking(true)}>
              Remove<span className="visually-hidden"> {name}</span>
            </button>
          )}
        </div>
      )}
    </li>
  );
}

function stateOf(payer: Share): string {
  const { position, state, balance, payment_method, receipt_received, hold_until } = payer;
  if (position > 1 && balance < 0) return `Gets ${formatPkr(-balance)} back`;
  if (state === 'left') return 'No longer playing';
  if (state === 'waiting') return 'Waiting for a place';
  if (hold_until) return `Held until ${formatPayBy(hold_until, serverNow())}`;
  if (balance <= 0) return 'Paid';
  if (receipt_received) return 'Receipt under review';
  return payment_method === 'cash' ? 'Pays at the club' : 'Not paid yet';
}
