import { useState } from 'react';
import type { RoomDecision } from '../../../src/domain/admin-inputs.ts';
import type { Coach, PlannedDate } from '../../../src/domain/api/event-routes.ts';
import type { ApiBody } from '../../../src/domain/api.ts';
import { EVENT_KIND_RULES, EVENT_KINDS, type EventKind, newEventSchema } from '../../../src/domain/event.ts';
import { EVENT_KIND_LABELS } from '../../../src/domain/event-kinds/labels.ts';
import { datesLabel } from '../../../src/domain/event-labels.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { useCourts } from '../../shared/use-courts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField } from '../../ui/field.tsx';
import { InTheWay } from '../bookings/in-the-way.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { useChange } from '../use-change.ts';
import { CourtsField, LengthField, StartField } from './date-fields.tsx';
import { bodyOf, type EventDraft, emptyDraft } from './event-draft.ts';
import { EventFields } from './event-fields.tsx';

type Request = ApiBody<'POST /api/admin/events'>;

const FAILURE = 'The event could not be saved. Please try again.';
/** Plans an event; what is in the way of its dates is decided before anything is written. */
export function NewEventDialog({
  start,
  coaches,
  onDone,
  onClose,
}: {
  start: EventDraft;
  coaches: readonly Coach[];
  onDone: (id: number) => void;
  onClose: () => void;
}) {
  const [seen, setSeen] = useState<{ request: Request; dates: PlannedDate[] } | null>(null);
  const { courts } = useCourts();
  const create = async (request: Request) => {
    const { data } = await callApi('POST /api/admin/events', { body: request });
    showToast('success', request.publish ? 'Published' : 'Saved as a draft', data.event.title);
    onDone(data.event.id);
  };
  const form = useForm<EventDraft>({
    isStaff: true,
    schema: newEventSchema,
    initialValues: start,
    toBody: (values) => bodyOf(values, true),
    fieldForPath: (path) =>
      path.startsWith('sessions') ? (path.endsWith('date') ? 'first' : 'court_ids') : path,
    onSubmit: async (values) => {
      const request = bodyOf(values, true);
      const { coach_id = null, sessions } = request;
      const { data } = await callApi('POST /api/admin/events/preview', { body: { coach_id, sessions } });
      if (data.dates.some((date) => date.error !== null || date.in_the_way.length > 0))
        return setSeen({ request, dates: data.dates });
      await create(request);
    },
    failure: FAILURE,
  });
  const { values } = form;
  const set = (name: keyof EventDraft, value: unknown) => form.set(name, value as never);
  const rules = EVENT_KIND_RULES[values.kind];

  if (seen) {
    return (
      <Conflicts dates={seen.dates} request={seen.request} create={create} onBack={() => setSeen(null)} />
    );
  }
  return (
    <FormDialog title="New event" form={form} submitLabel="Publish" onClose={onClose}>
      <fieldset className="choice">
        <legend>What</legend>
        <div className="segments">
          {EVENT_KINDS.map((kind) => (
            <label key={kind}>
              <input
                type="radio"
                name="kind"
                checked={kind === values.kind}
                onChange={() => void form.form.setValues({ ...changeKind(values, kind) })}
              />
              {EVENT_KIND_LABELS[kind]}
            </label>
          ))}
        </div>
      </fieldset>
      <InputField
        label="Title"
        maxLength={100}
        autoComplete="off"
        placeholder={rules.start.title}
        {...form.fieldProps('title')}
      />
      <div className="field-row">
        <InputField label="First date" type="date" {...form.fieldProps('first')} />
        {rules.maxDates > 1 && (
          <InputField
            label="Weeks"
            inputMode="numeric"
            autoComplete="off"
            hint="The same time every week."
            {...form.fieldProps('weeks')}
          />
        )}
      </div>
      <div className="field-row">
        <StartField fieldProps={form.fieldProps} />
        <LengthField most={12} fieldProps={form.fieldProps} />
      </div>
      <CourtsField
        courts={courts}
        chosen={values.court_ids}
        error={form.errors.court_ids}
        onChange={(ids) => set('court_ids', ids)}
      />
      <EventFields values={values} coaches={coaches} fieldProps={form.fieldProps} set={set} />
    </FormDialog>
  );
}

/** The other kind's usual length and players, where nobody has changed them. */
function changeKind(values: EventDraft, kind: EventKind): EventDraft {
  const before = emptyDraft(values.kind, values.first);
  const after = emptyDraft(kind, values.first);
  const changed = (name: 'least' | 'most' | 'duration') =>
    values[name] === before[name] ? after[name] : values[name];
  return {
    ...values,
    kind,
    least: changed('least'),
    most: changed('most'),
    duration: changed('duration'),
  };
}

/** Date by date what is in the way; a date whose booking stays, or that cannot be, is left out. */
function Conflicts({
  dates,
  request,
  create,
  onBack,
}: {
  dates: readonly PlannedDate[];
  request: Request;
  create: (request: Request) => Promise<void>;
  onBack: () => void;
}) {
  const { busy, error, run } = useChange(FAILURE);
  const broken = dates.filter((date) => date.error !== null);
  const possible = dates.filter((date) => date.error === null);
  const lines = possible.flatMap(({ in_the_way }) => in_the_way);
  const offers = possible.reduce((sum, date) => sum + date.offers, 0);
  const [isEmpty, setEmpty] = useState(false);
  const publish = async (decisions: readonly RoomDecision[]) => {
    const decided = new Set(decisions.map(({ booking_id }) => booking_id));
    const isFree = (date: PlannedDate) =>
      date.error === null && date.in_the_way.every(({ booking }) => decided.has(booking.id));
    const kept = request.sessions.filter((_, at) => dates[at] && isFree(dates[at]));
    const ofKept = new Set(
      dates.filter(isFree).flatMap(({ in_the_way }) => in_the_way.map(({ booking }) => booking.id)),
    );
    setEmpty(kept.length === 0);
    if (kept.length === 0) return;
    await create({
      ...request,
      sessions: kept,
      decisions: decisions.filter(({ booking_id }) => ofKept.has(booking_id)),
    });
  };
  const text = (
    <>
      <p>
        Nothing is saved yet. {datesLabel(dates.length - broken.length)} of {dates.length} can be held
        {lines.length > 0 && ' once what is booked there is decided'}. A date whose booking you keep is left
        out.
        {offers > 0 && ` ${offers === 1 ? '1 offer' : `${offers} offers`} of the waiting list will end.`}
      </p>
      {isEmpty && <p className="alert warning">No date is left. Please go back and choose another time.</p>}
      {broken.length > 0 && (
        <ul className="lines">
          {broken.map((date) => (
            <li key={date.date}>
              <strong>{shortDate(date.date)}</strong> is left out: {date.error}
            </li>
          ))}
        </ul>
      )}
    </>
  );
  return (
    <Dialog title="What is in the way" onClose={onBack}>
      {lines.length > 0 ? (
        <InTheWay
          lines={lines}
          preset="move"
          decide={(decisions) => publish(decisions)}
          keepLabel="Publish the other dates"
          applyLabel="Publish"
          onDone={() => {}}
          onClose={onBack}
          closeLabel="Back"
        >
          {text}
        </InTheWay>
      ) : (
        <>
          {text}
          <DialogActions
            error={error}
            busy={busy}
            onClose={onBack}
            closeLabel="Back"
            label="Publish the other dates"
            disabled={possible.length === 0}
            onAct={() => run(() => publish([]))}
          />
        </>
      )}
    </Dialog>
  );
}
