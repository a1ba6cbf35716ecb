import { type FormEvent, useRef, useState } from 'react';
import type { Share } from '../../src/domain/api/player-routes.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { formatPlayDate, playTimes } from '../../src/domain/play-time.ts';
import { MAX_OTHERS } from '../../src/domain/player.ts';
import { splitBlock } from '../../src/domain/self-service.ts';
import { callApi } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { bookingKeyHeader } from '../lib/stored-booking-keys.ts';
import { useAction } from '../lib/use-action.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import { CopyButton } from '../shared/booking-view/copy-button.tsx';
import type { CustomerDetails } from '../shared/booking-view/use-booking-details.ts';
import { usePageData } from '../shared/page-data.tsx';
import { whatsappLink } from '../ui/contact-links.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField } from '../ui/field.tsx';
import { RadioChoice } from '../ui/radio-choice.tsx';

const COUNTS = ['2', '3', '4'] as const;
type Count = (typeof COUNTS)[number];
const REST_LABELS = { host: 'I pay what is left', open: 'Give the place to others' };

/** Splits the price of a booking between its players, then shows who has paid and sends each their link. */
export function SplitCard({ details, now }: { details: CustomerDetails; now: number }) {
  const { booking, players } = details;
  const card = useRef<HTMLDetailsElement>(null);
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  const canChange = splitBlock(booking, now) === null;
  const isSplit = players.some(({ is_host, state }) => !is_host && state !== 'left');
  if (!isSplit && !canChange) return null;

  const change = (action: () => Promise<unknown>) =>
    run(async () => {
      await action();
      await invalidateQueries('/api/booking/');
      // The pressed button is gone now.
      card.current?.querySelector('summary')?.focus();
    });
  return (
    <details className="card" ref={card} open={isSplit} aria-busy={busy}>
      <summary>{isSplit ? 'Players and shares' : 'Split the price'}</summary>
      <ErrorAlert text={error} />
      {isSplit ? (
        <ShareList details={details} canChange={canChange} busy={busy} change={change} />
      ) : (
        <SplitForm details={details} busy={busy} change={change} />
      )}
    </details>
  );
}

interface ChangeProps {
  details: CustomerDetails;
  busy: boolean;
  change: (action: () => Promise<unknown>) => void;
}

function SplitForm({ details: { booking }, busy, change }: ChangeProps) {
  const [count, setCount] = useState<Count>('4');
  const [names, setNames] = useState<string[]>([]);
  const [rest, setRest] = useState<keyof typeof REST_LABELS>('host');
  const retryHeader = useIdempotencyKey();
  const others = Array.from({ length: Number(count) - 1 }, (_, index) => names[index]?.trim() ?? '');
  const shareOf = (players: number) => Math.floor(booking.charge / players);
  const ownShare = booking.charge - shareOf(Number(count)) * others.length;
  const split = (event: FormEvent) => {
    event.preventDefault();
    change(() => {
      const body = { players: others.map((name) => (name ? { name } : {})), rest };
      const headers = retryHeader({ id: booking.id, version: booking.version, body });
      const call = { params: { id: booking.id }, body, headers };
      // All players may have left or been taken off.
      return booking.activity_id === null
        ? callApi('POST /api/booking/:id/players', call)
        : callApi('PUT /api/booking/:id/players', call);
    });
  };
  const label = (players: Count) => `${players} players, ${formatPkr(shareOf(Number(players)))} each`;
  return (
    <form noValidate onSubmit={split}>
      <RadioChoice
        legend="How many play?"
        name="split-count"
        labels={{ 2: label('2'), 3: label('3'), 4: label('4') }}
        value={count}
        onChange={setCount}
      />
      {ownShare !== shareOf(Number(count)) && (
        <p className="hint">Your own share is {formatPkr(ownShare)}.</p>
      )}
      {others.map((_, index) => (
        <InputField
          // biome-ignore lint/suspicious/noArrayIndexKey: a player without a name is only a place
          key={index}
          label={`Name of player ${index + 2} (optional)`}
          name={`split-name-${index}`}
          autoComplete="off"
          value={names[index] ?? ''}
          onChange={({ target }) => setNames(Object.assign([...names], { [index]: target.value }))}
        />
      ))}
      <RadioChoice
        legend="If a player does not pay in time"
        name="split-rest"
        labels={REST_LABELS}
        value={rest}
        onChange={setRest}
      />
      <button type="submit" className="wide" disabled={busy}>
        Split
      </button>
    </form>
  );
}

function ShareList({ details, canChange, busy, change }: ChangeProps & { canChange: boolean }) {
  const { booking, players } = details;
  const retryHeader = useIdempotencyKey();
  const others = players.filter(({ is_host, state }) => !is_host && state !== 'left');
  const addPlayer = () =>
    change(() => {
      const body = { players: [...others.map(({ id }) => ({ id })), {}] };
      return callApi('PUT /api/booking/:id/players', {
        params: { id: booking.id },
        body,
        headers: retryHeader({ id: booking.id, version: booking.version, body }),
      });
    });
  return (
    <>
      <ul className="manage-shares">
        {players.map((player, index) => (
          <ShareRow
            key={player.id}
            player={player}
            name={player.is_host ? 'You' : player.name || `Player ${index + 1}`}
            details={details}
            canChange={canChange}
            busy={busy}
            change={change}
          />
        ))}
      </ul>
      {canChange && others.length < MAX_OTHERS && (
        <button type="button" className="ghost wide" disabled={busy} onClick={addPlayer}>
          Add a player
        </button>
      )}
    </>
  );
}

/** One player: who, how much, paid or not; the host sends the link or takes the player off. */
export function ShareRow({
  player,
  name,
  details: { booking, court_name },
  canChange,
  busy,
  change,
}: ChangeProps & { player: Share; name: string; canChange: boolean }) {
  const { club } = usePageData();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { id, is_host, state, charge, received, join_url } = player;
  const times = playTimes(booking).map(({ timeRange }) => timeRange);
  const invitation = `Padel at ${club.name}: ${court_name}, ${formatPlayDate(booking)}, ${times.join(' and ')}. Your share is ${formatPkr(charge)}. Pay it here: ${join_url}`;
  const takeOff = () =>
    change(() =>
      callApi('POST /api/players/:id/leave', {
        params: { id },
        body: { amount_back: received, ...(reason.trim() ? { reason: reason.trim() } : {}) },
        headers: bookingKeyHeader(`/api/booking/${booking.id}`),
      }),
    );
  return (
    <li>
      <p className="manage-share">
        <strong>{name}</strong>
        <span className="number">{formatPkr(charge)}</span>
        <span>
          {stateOf(player)}
          {player.level && `, ${player.level}`}
        </span>
      </p>
      {canChange && !is_host && state !== 'left' && (
        <div className="cluster">
          {join_url && !asking && (
            <>
              <a
                className="button ghost"
                href={whatsappLink('', invitation)}
                target="_blank"
                rel="noopener noreferrer"
              >
                Send by WhatsApp<span className="visually-hidden"> to {name}</span>
              </a>
              <CopyButton value={join_url} noun="link" label={`for ${name}`} />
            </>
          )}
          {asking ? (
            <>
              <p>
                {received > 0 && `${name} gets ${formatPkr(received)} back. `}
                You pay for the place until another player takes it.
              </p>
              {!join_url && (
                <InputField
                  label={`Reason, which ${name} reads (optional)`}
                  name={`reason-${id}`}
                  autoComplete="off"
                  maxLength={200}
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              )}
              <button type="button" className="danger" disabled={busy} onClick={takeOff}>
                Take {name} off
              </button>
              <button type="button" className="ghost" onClick={() => setAsking(false)}>
                Keep
              </button>
            </>
          ) : (
            <button type="button" className="quiet" onClick={() => setAsking(true)}>
              Take off<span className="visually-hidden"> {name}</span>
            </button>
          )}
        </div>
      )}
    </li>
  );
}

function stateOf(player: Share): string {
  const { is_host, state, balance, payment_method, receipt_received, hold_until } = player;
  if (!is_host && balance < 0) return `Gets ${formatPkr(-balance)} back`;
  if (state === 'left') return 'Does not play';
  if (state === 'waiting') return 'Waits for a place';
  if (hold_until) return `Held until ${formatPayBy(hold_until, Date.now())}`;
  if (balance <= 0) return 'Paid';
  if (receipt_received) return 'Receipt under review';
  return payment_method === 'cash' ? 'Pays at the club' : 'Not paid yet';
}
