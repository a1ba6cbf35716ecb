import type { HeldOffer, WaitlistEntry } from '../../src/domain/api/waitlist-routes.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { formatPlayDate } from '../../src/domain/play-time.ts';
import { waitlistWords } from '../../src/domain/reach-words.ts';
import { blockLabel, slotIndexOf } from '../../src/domain/slot.ts';
import { waitlistLabel } from '../../src/domain/waitlist.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { type KeyLink, parseKeyLink, waitlistKeyHeader } from '../lib/key-link.ts';
import { setQueryData, useQuery } from '../lib/query.ts';
import { serverNow } from '../lib/server-time.ts';
import { useAction, withoutAnswer } from '../lib/use-action.ts';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useCourt } from '../shared/use-courts.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Facts } from '../ui/facts.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';

const STATE_TEXTS: Record<WaitlistEntry['state'], string> = {
  unconfirmed: 'Please confirm that you want to wait.',
  open: 'You’re on the waiting list.',
  booked: 'You’ve booked the slot we offered you.',
  passed: 'You’re no longer on the waiting list, because three offers ended without a booking.',
  left: 'You’re no longer on the waiting list.',
};

const FAILURE = 'The connection was lost. Please try again.';

/** Confirms a place on the waiting list or leaves it, using buttons because mail scanners open links. */
export default function WaitlistScreen() {
  const { token } = useLinkToken('waiting-list');
  const link = token ? parseKeyLink(token) : null;
  return (
    <main id="main" className="container waiting-layout" tabIndex={-1}>
      <div className="card highlighted">
        <h1>Waiting list</h1>
        <JavaScriptRequired feature="The waiting list" />
        <div className="requires-javascript">
          {token === undefined ? (
            <p aria-busy="true">One moment …</p>
          ) : link ? (
            <EntryCard key={link.id} link={link} />
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

function EntryCard({ link }: { link: KeyLink }) {
  const address = { params: { id: link.id }, headers: waitlistKeyHeader(link) };
  const query = useQuery('GET /api/waitlist/:id', address);
  const entry = query.data?.entry;
  const offer = query.data?.offer;
  const { club } = usePageData();
  const now = useCurrentMinute();
  const court = useCourt(entry?.court_id ?? null);
  const { busy, error: changeError, run } = useAction(FAILURE);
  const change = (route: 'POST /api/waitlist/:id/confirm' | 'DELETE /api/waitlist/:id') =>
    run(async () => {
      const answer = await callApi(route, address);
      setQueryData('GET /api/waitlist/:id', { offer: null, ...answer }, address);
    });
  const error =
    changeError ?? (query.error && (withoutAnswer(query.error) ?? errorMessage(query.error, FAILURE)));

  // An offer whose time has just ended is over here as well.
  const held = entry?.state === 'open' && offer && Date.parse(offer.expires_at) > now ? offer : null;
  const isWaiting = entry?.state === 'open' || entry?.state === 'unconfirmed';
  return (
    <>
      <ErrorAlert text={error} />
      {!entry && !error && <p aria-busy="true">One moment …</p>}
      {entry && (
        <>
          {held ? (
            <Held offer={held} date={entry.date} />
          ) : (
            <p role="status">
              {STATE_TEXTS[entry.state]} {isWaiting && waitlistWords({ ...entry, state: 'open' }, club).text}
            </p>
          )}
          <Facts
            of={{
              Date: <NoWrap>{formatPlayDate({ date: entry.date, slots: [entry.from] })}</NoWrap>,
              Time: <NoWrap>{waitlistLabel(entry)}</NoWrap>,
              Court: entry.court_id === null ? 'Any court' : court?.name,
            }}
          />
          {entry.state === 'unconfirmed' && (
            <button
              type="button"
              className="wide"
              aria-busy={busy}
              disabled={busy}
              onClick={() => void change('POST /api/waitlist/:id/confirm')}
            >
              Yes, tell me
            </button>
          )}
          {isWaiting && (
            <button
              type="button"
              className="ghost wide"
              aria-busy={busy}
              disabled={busy}
              onClick={() => void change('DELETE /api/waitlist/:id')}
            >
              Leave the waiting list
            </button>
          )}
          {entry.state !== 'unconfirmed' && !held && <BookingLink date={entry.date} />}
        </>
      )}
      {error && !entry && <BookingLink date="" />}
    </>
  );
}

/** What became free is held for this customer now, and how it is booked. */
function Held({ offer: { court_name, slots, expires_at, url }, date }: { offer: HeldOffer; date: string }) {
  const time = blockLabel({
    first: slotIndexOf(slots[0] ?? '') ?? 0,
    last: slotIndexOf(slots.at(-1) ?? '') ?? 0,
  });
  return (
    <div className="alert success" role="status">
      <p>
        A slot is free. We hold it for you until{' '}
        <strong translate="no">{formatPayBy(expires_at, serverNow())}</strong>: {court_name},{' '}
        <NoWrap>{formatPlayDate({ date, slots })}</NoWrap>, <span translate="no">{time}</span>.
      </p>
      <a className="button wide" href={url}>
        Book it now
      </a>
    </div>
  );
}

function BookingLink({ date }: { date: string }) {
  return (
    <a href={date ? `/booking?date=${date}` : '/booking'} className="button wide ghost">
      See the free slots
    </a>
  );
}
