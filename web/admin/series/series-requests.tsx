import { useState } from 'react';
import type { Series, SeriesRequest } from '../../../src/domain/api/series-routes.ts';
import { weekdayOf } from '../../../src/domain/business-day.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { longDate } from '../../../src/domain/format-date.ts';
import { sendsWords } from '../../../src/domain/reach-words.ts';
import { countDates, everyLabel, seriesTimeLabel, weekdayName } from '../../../src/domain/series.ts';
import { seriesDeclineSchema } from '../../../src/domain/series-input.ts';
import { callApi } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { ActionButton } from '../action-button.tsx';
import { ActionForm } from '../action-form.tsx';
import { InboxSection } from '../inbox/inbox-section.tsx';
import { TextInput } from '../inputs.tsx';
import { useUrlParams } from '../url-params.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { SeriesLine } from './series-list-panel.tsx';

/** Series in To do: members' requests, and series that end soon. */
export function SeriesRequests({
  requests,
  ending,
}: {
  requests: readonly SeriesRequest[];
  ending: readonly Series[];
}) {
  return (
    <>
      <InboxSection title="Weekly requests" lines={requests}>
        {(request) => <RequestLine request={request} />}
      </InboxSection>
      <InboxSection title="Weekly, ending soon" lines={ending}>
        {(series) => (
          <>
            <SeriesLine series={series} />
            <ActionButton
              aria-label={`Let it end: the weekly booking of ${series.name}`}
              failure="This could not be saved. Please try again."
              act={() => callApi('POST /api/admin/series/:id/let-end', { params: { id: series.id } })}
            >
              Let it end
            </ActionButton>
          </>
        )}
      </InboxSection>
    </>
  );
}

function RequestLine({ request }: { request: SeriesRequest }) {
  const { href } = useUrlParams();
  const { club } = usePageData();
  const [isDeclining, setIsDeclining] = useState(false);
  const decline = useForm({
    isStaff: true,
    schema: seriesDeclineSchema,
    initialValues: { reason: '' },
    onSubmit: (body) =>
      callApi('POST /api/admin/series-requests/:id/decline', { params: { id: request.id }, body }),
    failure: 'The request could not be declined. Please try again.',
  });
  const every = `${everyLabel(request.every_weeks)} ${weekdayName(weekdayOf(request.from))}`;
  return (
    <div className="series-request">
      <p>
        <strong>{request.name}</strong>{' '}
        <span className="muted small">{[request.phone, request.email].filter(Boolean).join(', ')}</span>{' '}
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
        <WhatsAppMenu phone={request.phone} name={request.name} />
        <button type="button" className="quiet" onClick={() => setIsDeclining(!isDeclining)}>
          Decline
        </button>
      </div>
      {isDeclining && (
        <ActionForm form={decline} submitLabel={club.no_mail ? 'Decline' : 'Decline and send the email'}>
          {club.no_mail && (
            <p className="muted">{sendsWords({ ...request, phone: request.phone ?? '' }, club)}</p>
          )}
          <TextInput label="Reason for the member" maxLength={200} {...decline.fieldProps('reason')} />
        </ActionForm>
      )}
    </div>
  );
}
