import { useEffect, useState } from 'react';
import { longDate } from '../../src/domain/format-date.ts';
import { type WaitlistEntry, waitlistLabel } from '../../src/domain/waitlist.ts';
import { callApi } from '../lib/api.ts';
import { type KeyLink, parseKeyLink, waitlistKeyHeader } from '../lib/key-link.ts';
import { useAction } from '../lib/use-action.ts';
import { useLinkToken } from '../lib/use-link-token.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { useCourt } from '../shared/use-courts.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Facts } from '../ui/facts.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';

const STATE_TEXTS: Record<WaitlistEntry['state'], string> = {
  unconfirmed:
    'Please confirm that you want to wait. When a slot becomes free, we’ll hold it for you and write to you.',
  open: 'You’re on the waiting list. When a slot becomes free, we’ll hold it for you and write to you.',
  booked: 'You’ve booked the slot we offered you.',
  passed: 'You’re no longer on the waiting list, because three offers ended without a booking.',
  left: 'You’re no longer on the waiting list.',
};

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
  const [entry, setEntry] = useState<WaitlistEntry | null>(null);
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  const court = useCourt(entry?.court_id ?? null);
  const { id, key } = link;

  const load = (call: () => Promise<{ entry: WaitlistEntry }>) =>
    run(async () => setEntry((await call()).entry));
  const options = { params: { id }, headers: waitlistKeyHeader(link) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link alone decides what is read
  useEffect(() => void load(() => callApi('GET /api/waitlist/:id', options)), [id, key]);

  return (
    <>
      <ErrorAlert text={error} />
      {!entry && !error && <p aria-busy="true">One moment …</p>}
      {entry && (
        <>
          <p role="status">{STATE_TEXTS[entry.state]}</p>
          <Facts
            of={{
              Date: <NoWrap>{longDate(entry.date)}</NoWrap>,
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
              onClick={() => void load(() => callApi('POST /api/waitlist/:id/confirm', options))}
            >
              Yes, tell me
            </button>
          )}
          {(entry.state === 'open' || entry.state === 'unconfirmed') && (
            <button
              type="button"
              className="ghost wide"
              aria-busy={busy}
              disabled={busy}
              onClick={() => void load(() => callApi('DELETE /api/waitlist/:id', options))}
            >
              Leave the waiting list
            </button>
          )}
          {entry.state !== 'unconfirmed' && <BookingLink date={entry.date} />}
        </>
      )}
      {error && !entry && <BookingLink date="" />}
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
