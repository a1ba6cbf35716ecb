import { useId, useState } from 'react';
import { weekdayOf } from '../../../src/domain/business-day.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { longDate } from '../../../src/domain/format-date.ts';
import {
  countDates,
  everyLabel,
  type Series,
  type SeriesRequest,
  seriesTimeLabel,
  weekdayName,
} from '../../../src/domain/series.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useUrlParams } from '../url-params.ts';
import { SeriesLine } from './series-list-panel.tsx';

/** The series in To do: requests of members, and series that end soon. */
export function SeriesRequests({
  requests,
  ending,
}: {
  requests: readonly SeriesRequest[];
  ending: readonly Series[];
}) {
  const requestsId = useId();
  const endingId = useId();
  return (
    <>
      {requests.length > 0 && (
        <section className="card admin-inbox" aria-labelledby={requestsId}>
          <h2 id={requestsId}>
            Requests for a weekly booking <span className="muted">({requests.length})</span>
          </h2>
          <ul className="money-lines">
            {requests.map((request) => (
              <li key={request.id} className="admin-inbox-line">
                <RequestLine request={request} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {ending.length > 0 && (
        <section className="card admin-inbox" aria-labelledby={endingId}>
          <h2 id={endingId}>
            Weekly bookings that end soon <span className="muted">({ending.length})</span>
          </h2>
          <ul className="money-lines">
            {ending.map((series) => (
              <li key={series.id} className="admin-inbox-line">
                <SeriesLine series={series} />
                <LetEndButton series={series} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function RequestLine({ request }: { request: SeriesRequest }) {
  const { href } = useUrlParams();
  const [isDeclining, setIsDeclining] = useState(false);
  const [reason, setReason] = useState('');
  const { busy, error, run } = useAction('The request could not be declined. Please try again.');
  const decline = () =>
    run(async () => {
      await callApi('POST /api/admin/series-requests/:id/decline', {
        params: { id: request.id },
        body: { reason },
      });
      await invalidateQueries('/api/admin');
    });
  const every = `${everyLabel(request.every_weeks)} ${weekdayName(weekdayOf(request.from))}`;
  return (
    <div className="series-request">
      <p>
        <strong>{request.name}</strong>{' '}
        <span className="muted small">{[request.phone, request.email].filter(Boolean).join(', ')}</span>
        <br />
        {`${every}, ${seriesTimeLabel(request)}, ${shortCourtName(request.court_name)}`}
        <br />
        <span className="muted small">{`${countDates(request.dates)} from ${longDate(request.from)}`}</span>
      </p>
      {request.note && <p className="series-note">{request.note}</p>}
      <div className="cluster">
        <a className="button" href={href({ request: String(request.id) })}>
          Check the dates
        </a>
        <button type="button" className="quiet" onClick={() => setIsDeclining(!isDeclining)}>
          Decline
        </button>
      </div>
      {isDeclining && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void decline();
          }}
        >
          <label>
            Reason for the member
            <input
              value={reason}
              required
              maxLength={200}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
          <button type="submit" aria-busy={busy}>
            Decline and send the email
          </button>
        </form>
      )}
      <ErrorAlert text={error} />
    </div>
  );
}

function LetEndButton({ series }: { series: Series }) {
  const { busy, error, run } = useAction('This could not be saved. Please try again.');
  return (
    <>
      <button
        type="button"
        className="quiet"
        aria-busy={busy}
        aria-label={`Let it end: the weekly booking of ${series.name}`}
        onClick={() =>
          void run(async () => {
            await callApi('POST /api/admin/series/:id/let-end', { params: { id: series.id } });
            await invalidateQueries('/api/admin');
          })
        }
      >
        Let it end
      </button>
      <ErrorAlert text={error} />
    </>
  );
}
