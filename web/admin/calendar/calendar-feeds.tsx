import { useState } from 'react';
import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import type { CalendarFeed } from '../../../src/domain/api/feed-routes.ts';
import { FEED_AUDIENCES, FEED_CONTENTS, newFeedSchema } from '../../../src/domain/calendar-feed.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { useForm } from '../../lib/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { ActionButton } from '../action-button.tsx';
import { dateLabel } from '../date-time-labels.ts';
import { DialogActions } from '../dialog-actions.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { ListLine } from '../list-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const AUDIENCE_LABELS: Record<CalendarFeed['audience'], string> = {
  owner: 'me, with names and phone numbers',
  coach: 'a coach, without customers’ data',
};
const CONTENT_LABELS: Record<CalendarFeed['content'], string> = {
  bookings: 'Bookings and closures',
  closures: 'Closures only',
};

/** Calendars that phones subscribe to: add one, see its address once, revoke it. */
export function CalendarFeeds({ courts }: { courts: readonly AdminCourt[] }) {
  const { data, error } = useAdminQuery('GET /api/admin/feeds');
  const [adding, setAdding] = useState(false);
  const courtLabel = (id: number | null) =>
    id === null ? 'all courts' : shortCourtName(courts.find((court) => court.id === id)?.name);
  return (
    <section className="admin-feeds" aria-labelledby="feeds-title">
      <div className="admin-day-head">
        <h2 id="feeds-title">Calendar feeds</h2>
        <button type="button" className="ghost" onClick={() => setAdding(true)}>
          Add a feed
        </button>
      </div>
      <p className="muted">
        A phone or computer that subscribes to a feed shows the bookings in its own calendar.
      </p>
      <QueryStatus data={data} error={error} />
      {data && data.feeds.length === 0 && <p className="muted">There are no feeds yet.</p>}
      <ul className="lines">
        {data?.feeds.map((feed) => (
          <ListLine
            key={feed.id}
            name={feed.label}
            details={[
              CONTENT_LABELS[feed.content],
              courtLabel(feed.court_id),
              feed.audience === 'owner'
                ? `with customers’ data, for ${feed.user_name}`
                : 'without customers’ data',
              `since ${dateLabel(feed.created_at)}`,
            ].join(', ')}
          >
            <ActionButton
              failure="The feed could not be revoked. Please try again."
              act={() => callApi('DELETE /api/admin/feeds/:id', { params: { id: feed.id } })}
              onDone={() => showToast('success', 'Feed revoked', feed.label)}
            >
              Revoke <span className="visually-hidden">{feed.label}</span>
            </ActionButton>
          </ListLine>
        ))}
      </ul>
      {adding && <AddFeedDialog courts={courts} onClose={() => setAdding(false)} />}
    </section>
  );
}

function AddFeedDialog({ courts, onClose }: { courts: readonly AdminCourt[]; onClose: () => void }) {
  const [url, setUrl] = useState('');
  const toBody = (values: { label: string; audience: string; content: string; court_id: string }) => ({
    label: values.label,
    audience: values.audience as CalendarFeed['audience'],
    content: values.content as CalendarFeed['content'],
    court_id: values.court_id ? Number(values.court_id) : null,
  });
  const form = useForm({
    isStaff: true,
    schema: newFeedSchema,
    initialValues: { label: '', audience: 'owner', content: 'bookings', court_id: '' },
    toBody,
    onSubmit: async (values) => {
      const { data } = await callApi('POST /api/admin/feeds', { body: toBody(values) });
      setUrl(data.url);
    },
    failure: 'The feed could not be added. Please try again.',
  });
  if (url) return <FeedAddress url={url} onClose={onClose} />;
  return (
    <FormDialog title="Add a feed" form={form} submitLabel="Add the feed" onClose={onClose}>
      <InputField label="Name" placeholder="My phone, Coach Bilal …" {...form.fieldProps('label')} />
      <SelectField label="Who sees it" {...form.fieldProps('audience')}>
        <Options of={FEED_AUDIENCES.map((audience) => [audience, AUDIENCE_LABELS[audience]])} />
      </SelectField>
      <div className="field-row">
        <SelectField label="Shows" {...form.fieldProps('content')}>
          <Options of={FEED_CONTENTS.map((content) => [content, CONTENT_LABELS[content]])} />
        </SelectField>
        <SelectField label="Courts" {...form.fieldProps('court_id')}>
          <option value="">All courts</option>
          <Options of={courts.map((court) => [court.id, court.name])} />
        </SelectField>
      </div>
    </FormDialog>
  );
}

/** The address with its key, which the server can't show again. */
function FeedAddress({ url, onClose }: { url: string; onClose: () => void }) {
  const { error, run } = useAction(
    'The browser could not copy the address. Please select and copy it yourself.',
  );
  const copy = () =>
    run(async () => {
      await navigator.clipboard.writeText(url);
      showToast('success', 'Address copied');
    });
  return (
    <Dialog title="The feed’s address" onClose={onClose}>
      <p className="alert warning">
        Copy this address now: it’s only shown once. Anyone who has it can read the feed until you revoke it.
      </p>
      <div className="field">
        <label htmlFor="feed-address">Address</label>
        <input id="feed-address" readOnly value={url} onFocus={(event) => event.target.select()} />
        <p className="hint">
          iPhone: Calendar, Add Calendar, Add Subscription Calendar. Google Calendar: Other calendars, From
          URL.
        </p>
      </div>
      <DialogActions error={error} onClose={onClose} closeLabel="Done" label="Copy" onAct={copy} hasFocus />
    </Dialog>
  );
}
