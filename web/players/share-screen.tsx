import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import type { ApiAnswer } from '../../src/domain/api.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { describeBalanceToCustomer } from '../../src/domain/money-labels.ts';
import { formatPlayDate, formatPlayTime, playTimes } from '../../src/domain/play-time.ts';
import { callApi, readAnswer } from '../lib/api.ts';
import { type KeyLink, parseKeyLink } from '../lib/key-link.ts';
import { takeOpenedLink } from '../lib/opened-link.ts';
import { useAction } from '../lib/use-action.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Facts } from '../ui/facts.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';
import type { OnNewLink } from './share-actions.tsx';
import { moneyFacts } from './share-money.ts';

const ShareActions = lazy(() => import('./share-actions.tsx'));

type SharePage = ApiAnswer<'GET /api/players/:id'>;

/** The page of one player's share: who plays, when, what it costs, pay, give the place back. */
export default function ShareScreen() {
  const { token } = useLinkToken('share');
  const [newLink, setNewLink] = useState<KeyLink | null>(null);
  const [paymentError, setPaymentError] = useState<string | null>(null);
  const link = newLink ?? parseKeyLink(token ?? '');
  return (
    <main id="main" className="container waiting-layout" tabIndex={-1}>
      <div className="stack">
        {link ? (
          <SharePanel
            key={link.key}
            link={link}
            isAnswered={newLink !== null}
            paymentError={paymentError}
            onNewLink={(next, error) => {
              setNewLink(next);
              setPaymentError(error);
            }}
          />
        ) : (
          <p className="card">Please open the link that your host or our email sent you.</p>
        )}
      </div>
    </main>
  );
}

function SharePanel({
  link,
  isAnswered,
  paymentError,
  onNewLink,
}: {
  link: KeyLink;
  /** The player has just answered and got this link. */
  isAnswered: boolean;
  paymentError: string | null;
  onNewLink: OnNewLink;
}) {
  const [page, setPage] = useState<SharePage | null>(null);
  const { error, run } = useAction('The connection was lost. Please try again.');
  const { id, key } = link;
  const load = async () =>
    setPage(await callApi('GET /api/players/:id', { params: { id }, headers: { 'x-player-key': key } }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link alone decides what is read
  useEffect(() => {
    const opened = takeOpenedLink();
    void run(opened ? async () => setPage(await readAnswer<SharePage>(await opened)) : load);
  }, [key]);
  const result = page && headingOf(page);
  const heading = useRef<HTMLHeadingElement>(null);
  const lastResult = useRef(isAnswered ? '' : null);
  useEffect(() => {
    // The pressed button may stand far below what it changed.
    if (lastResult.current !== null && result !== lastResult.current) heading.current?.focus();
    lastResult.current = result ?? lastResult.current;
  }, [result]);
  if (!page) {
    return (
      <div className="card">
        <ErrorAlert text={error} />
        {!error && <p aria-busy="true">One moment …</p>}
      </div>
    );
  }
  const { player } = page;
  return (
    <>
      <PlayCard page={page} headingRef={heading} />
      {player.hold_until && isStanding(page) && (
        <p className="alert warning">
          The place is yours as soon as you pay
          {player.prepaid ? ' or send a receipt' : ', send a receipt or say that you pay at the club'}.
        </p>
      )}
      <ErrorAlert text={error ?? paymentError} />
      <Suspense>
        <ShareActions
          page={page}
          link={link}
          isStanding={isStanding(page)}
          onDone={load}
          onNewLink={onNewLink}
        />
      </Suspense>
    </>
  );
}

function PlayCard({
  page,
  headingRef,
}: {
  page: SharePage;
  headingRef: RefObject<HTMLHeadingElement | null>;
}) {
  const { player, booking, court_name, host_name, players, pay_by, entries } = page;
  const times = playTimes(booking).map((time) => formatPlayTime(booking.date, time));
  return (
    <section className="card highlighted">
      <h1 ref={headingRef} tabIndex={-1}>
        {headingOf(page)}
      </h1>
      <Facts
        of={{
          Host: host_name,
          Court: court_name,
          Date: formatPlayDate(booking),
          Time: times.map((time) => <NoWrap key={time}>{time}</NoWrap>),
          Players: players
            .map(({ name, paid }, index) => `${name || `Player ${index + 1}`}${paid ? ' (paid)' : ''}`)
            .join(', '),
          'Your share': <NoWrap>{formatPkr(player.charge)}</NoWrap>,
          ...moneyFacts(entries),
          // Without a payment it is the share.
          Balance: player.balance !== player.charge && describeBalanceToCustomer(player.balance),
          'Pay by': pay_by && player.balance > 0 && formatPayBy(pay_by),
        }}
      />
      {isStanding(page) && player.state === 'joined' && (
        <a className="button ghost wide" href={`/api/booking/${booking.id}/calendar.ics`}>
          Add to calendar
        </a>
      )}
    </section>
  );
}

function headingOf({ player, booking }: SharePage): string {
  if (booking.status === 'cancelled') return 'The booking is cancelled';
  if (player.state === 'left') return 'You are no longer in this booking';
  if (player.state === 'waiting') return 'You wait for a place';
  if (player.hold_until) return `Held for you until ${formatPayBy(player.hold_until, Date.now())}`;
  return player.state === 'invited' ? 'You are invited to play' : 'You play';
}

function isStanding({ booking, player }: SharePage): boolean {
  return booking.status !== 'cancelled' && player.state !== 'left';
}
