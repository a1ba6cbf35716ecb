import { useEffect, useState } from 'react';
import { longDate } from '../../src/domain/format-date.ts';
import { type Wish, wishLabel } from '../../src/domain/waitlist.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { parseWaitingLink, type WaitingLink, waitingKeyHeader } from '../lib/waiting-list-link.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { useCourt } from '../shared/use-courts.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';

const STATE_TEXTS: Record<Wish['state'], string> = {
  unconfirmed:
    'Please confirm that you want to wait. When a slot becomes free, we hold it for you and email or text you.',
  open: 'You are on the waiting list. When a slot becomes free, we hold it for you and email or text you.',
  booked: 'You have booked the slot that we offered to you.',
  passed: 'You are no longer on the waiting list, because three offers ended without a booking.',
  left: 'You are not on the waiting list any more.',
};

/** Confirms a place on the waiting list or leaves it. Buttons do it, because mail scanners open links. */
export default function WaitingListScreen() {
  const { token } = useLinkToken('waiting-list');
  const link = token ? parseWaitingLink(token) : null;
  return (
    <main id="main" className="container waiting-layout" tabIndex={-1}>
      <div className="card highlighted">
        <h1>Waiting list</h1>
        <JavaScriptRequired feature="The waiting list" />
        <div className="requires-javascript">
          {token === undefined ? (
            <p aria-busy="true">One moment …</p>
          ) : link ? (
            <WishCard key={link.id} link={link} />
          ) : (
            <>
              <p>Please open the link in our message.</p>
              <BookingLink date="" />
            </>
          )}
        </div>
      </div>
    </main>
  );
}

function WishCard({ link }: { link: WaitingLink }) {
  const [wish, setWish] = useState<Wish | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const court = useCourt(wish?.court_id ?? null);
  const { id, key } = link;

  const run = async (call: () => Promise<{ wish: Wish }>) => {
    setBusy(true);
    setProblem('');
    try {
      setWish((await call()).wish);
    } catch (error) {
      setProblem(errorMessage(error, 'The connection was lost. Please try again.'));
    }
    setBusy(false);
  };
  const options = { params: { id }, headers: waitingKeyHeader(link) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link alone decides what is read
  useEffect(() => void run(() => callApi('GET /api/waitlist/:id', options)), [id, key]);

  return (
    <>
      <ErrorAlert text={problem} />
      {!wish && !problem && <p aria-busy="true">One moment …</p>}
      {wish && (
        <>
          <p role="status">{STATE_TEXTS[wish.state]}</p>
          <dl className="facts">
            <dt>Date</dt>
            <dd>
              <NoWrap>{longDate(wish.date)}</NoWrap>
            </dd>
            <dt>Time</dt>
            <dd>
              <NoWrap>{wishLabel(wish)}</NoWrap>
            </dd>
            <dt>Court</dt>
            <dd>{wish.court_id === null ? 'Any court' : (court?.name ?? '')}</dd>
          </dl>
          {wish.state === 'unconfirmed' && (
            <button
              type="button"
              className="wide"
              aria-busy={busy}
              disabled={busy}
              onClick={() => void run(() => callApi('POST /api/waitlist/:id/confirm', options))}
            >
              Yes, tell me
            </button>
          )}
          {(wish.state === 'open' || wish.state === 'unconfirmed') && (
            <button
              type="button"
              className="ghost wide"
              aria-busy={busy}
              disabled={busy}
              onClick={() => void run(() => callApi('DELETE /api/waitlist/:id', options))}
            >
              Leave the waiting list
            </button>
          )}
          {wish.state !== 'unconfirmed' && <BookingLink date={wish.date} />}
        </>
      )}
      {problem && !wish && <BookingLink date="" />}
    </>
  );
}

function BookingLink({ date }: { date: string }) {
  return (
    <a href={date ? `/booking?date=${date}` : '/booking'} className="button wide ghost">
      See the free slots
    </a>
  );
}
