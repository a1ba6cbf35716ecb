import { lazy, Suspense, useState } from 'react';
import type {
  AdminClubEvent,
  EventDetails,
  EventPlace,
  EventSession,
} from '../../../src/domain/api/event-routes.ts';
import { businessDayOf } from '../../../src/domain/business-day.ts';
import { cancelEventSchema, eventEditSchema } from '../../../src/domain/event.ts';
import { EVENT_KIND_LABELS } from '../../../src/domain/event-kinds/labels.ts';
import { priceLabel, sessionLabel, whomLabel } from '../../../src/domain/event-labels.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { isFree } from '../../../src/domain/item-words.ts';
import { endOfPlay, startOfPlay } from '../../../src/domain/play-time.ts';
import { callApi } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { CopyButton } from '../../shared/booking-view/copy-button.tsx';
import { useToday } from '../../shared/club-time-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { InputField } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { ActionButton } from '../action-button.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useChange } from '../use-change.ts';
import { AddPlaceDialog } from './add-place-dialog.tsx';
import { Attendance } from './attendance.tsx';
import { copyOf, type TextDraft, textBodyOf, textDraftOf } from './event-draft.ts';
import { EventFields } from './event-fields.tsx';
import { EventBadge } from './events-panel.tsx';
import { MoveSessionDialog } from './move-session-dialog.tsx';
import { NewEventDialog } from './new-event-dialog.tsx';

const TournamentPanel = lazy(() => import('../tournaments/tournament-panel.tsx'));

/** One event: its dates with who came, its places, and what can be done with it. */
export default function EventDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useAdminQuery('GET /api/admin/events/:id', { params: { id } });
  return (
    <Dialog title={data?.event.title ?? 'Event'} onClose={onClose} drawer>
      <QueryStatus data={data} error={error} />
      {data && <EventView details={data} />}
    </Dialog>
  );
}

type Open = 'edit' | 'copy' | 'add' | { cancel: EventSession | null } | { move: EventSession } | null;

function EventView({ details }: { details: EventDetails }) {
  const { event, places, attendance } = details;
  const [open, setOpen] = useState<Open>(null);
  const now = serverNow();
  const held = event.sessions.filter(({ cancelled }) => !cancelled);
  const isComing = held.some((session) => endOfPlay(session) > now);
  const publish = () =>
    callApi('POST /api/admin/events/:id/publish', {
      params: { id: event.id },
      body: { version: event.version },
    });
  const today = businessDayOf(now);
  const over = event.sessions.filter(({ date }) => date < today);
  const coming = event.sessions.filter(({ date }) => date >= today);
  const playersOf = ({ id }: EventSession) =>
    attendance.find(({ session_id }) => session_id === id)?.players ?? [];
  const guestsOf = (session: EventSession) => playersOf(session).filter(({ makes_up }) => makes_up);
  const sessionSection = (session: EventSession) => (
    <section key={session.id} className="event-session" aria-label={sessionLabel(session)}>
      <div className="event-session-head">
        <p>
          <strong translate="no">
            {session.cancelled ? <s>{sessionLabel(session)}</s> : sessionLabel(session)}
          </strong>
          <br />
          <span className="muted">
            {session.cancelled ? 'Cancelled' : session.courts.map(({ name }) => name).join(', ')}
          </span>
          {startOfPlay(session) > now && guestsOf(session).length > 0 && (
            <span className="muted">
              , to make up a date: <span translate="no">{namesOf(guestsOf(session))}</span>
            </span>
          )}
        </p>
        {!session.cancelled && event.state !== 'cancelled' && endOfPlay(session) > now && (
          <>
            <button type="button" className="quiet" onClick={() => setOpen({ move: session })}>
              Move<span className="visually-hidden"> {sessionLabel(session)}</span>
            </button>
            {held.length > 1 && (
              <button type="button" className="quiet" onClick={() => setOpen({ cancel: session })}>
                Cancel<span className="visually-hidden"> {sessionLabel(session)}</span>
              </button>
            )}
          </>
        )}
      </div>
      {!session.cancelled && startOfPlay(session) - now < 60 * 60_000 && (
        <Attendance event={event} session={session} places={places} players={playersOf(session)} />
      )}
    </section>
  );
  return (
    <>
      <p className="cluster">
        <EventBadge event={event} />
        <span>
          {event.joined} of {event.most} places, {event.confirmed} confirmed
          {event.waiting > 0 && `, ${event.waiting} ${isComing ? 'waiting' : 'waited in vain'}`}
        </span>
      </p>
      {event.image_url && <img src={event.image_url} alt="" className="event-image" />}
      <Facts
        of={{
          Kind: EVENT_KIND_LABELS[event.kind],
          For: whomLabel(event),
          Coach: event.coach_name,
          Price: priceLabel(event),
          'Join until':
            event.stage === 'open' || event.stage === 'full' ? formatPayBy(event.join_until) : null,
          Text: event.text,
        }}
      />
      <div className="cluster">
        {event.state === 'draft' && (
          <ActionButton
            className=""
            act={publish}
            onDone={() => showToast('success', 'Published', event.title)}
            failure="The event could not be published. Please try again."
          >
            Publish
          </ActionButton>
        )}
        {event.state === 'published' && isComing && (
          <button type="button" className="quiet" onClick={() => setOpen('add')}>
            Add a player
          </button>
        )}
        {event.state !== 'cancelled' && isComing && (
          <button type="button" className="quiet" onClick={() => setOpen('edit')}>
            Edit
          </button>
        )}
        <button type="button" className="quiet" onClick={() => setOpen('copy')}>
          Plan again
        </button>
        {event.state === 'published' && <CopyButton value={event.share} noun="link" label="to the event" />}
        {event.state !== 'cancelled' && isComing && (
          <button type="button" className="danger" onClick={() => setOpen({ cancel: null })}>
            Cancel {held.length > 1 ? 'all dates' : 'it'}
          </button>
        )}
      </div>
      {event.kind === 'tournament' && event.state === 'published' && (
        <Suspense>
          <TournamentPanel
            eventId={event.id}
            isNear={held.some((session) => startOfPlay(session) - now < 6 * 60 * 60_000)}
          />
        </Suspense>
      )}
      <h3>{held.length === 1 ? 'Date' : 'Dates'}</h3>
      {coming.map(sessionSection)}
      {over.length > 0 && (
        <details className="series-over" open={coming.length === 0}>
          <summary>{`Over (${over.length})`}</summary>
          {over.map(sessionSection)}
        </details>
      )}
      <Places places={places} isComing={isComing} />
      <Picture event={event} />
      {open === 'edit' && <EditDialog event={event} onClose={() => setOpen(null)} />}
      {open === 'copy' && <CopyDialog event={event} onClose={() => setOpen(null)} />}
      {open === 'add' && <AddPlaceDialog event={event} onClose={() => setOpen(null)} />}
      {open !== null && typeof open === 'object' && 'cancel' in open && (
        <CancelDialog
          event={event}
          session={open.cancel}
          places={places}
          guests={(open.cancel ? [open.cancel] : coming).flatMap(guestsOf)}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && typeof open === 'object' && 'move' in open && (
        <MoveSessionDialog event={event} session={open.move} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** Who has a place, waits or left; a press opens the money. */
function Places({ places, isComing }: { places: readonly EventPlace[]; isComing: boolean }) {
  const { href } = useUrlParams();
  const present = places.filter(({ state }) => state !== 'left');
  const left = places.filter(({ state }) => state === 'left');
  const list = (of: readonly EventPlace[]) => (
    <ul className="lines">
      {of.map((place) => (
        <li key={place.payer_id} className="list-line">
          <a href={href({ item: String(place.payer_id) })}>
            <strong translate="no">{place.name}</strong>
            {place.guardian && <span className="muted"> with {place.guardian}</span>}
            <br />
            <span className="muted small">{[place.phone, place.email].filter(Boolean).join(', ')}</span>
          </a>
          <span>{moneyText(place, isComing)}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <h3>Players</h3>
      {present.length === 0 ? (
        <p className="muted">{isComing ? 'Nobody has joined yet.' : 'Nobody joined.'}</p>
      ) : (
        list(present)
      )}
      {left.length > 0 && (
        <details className="series-over">
          <summary>{`Left (${left.length})`}</summary>
          {list(left)}
        </details>
      )}
    </>
  );
}

function moneyText(place: EventPlace, isComing: boolean): string {
  const { state, balance, hold_until, receipt_waits } = place;
  if (isFree(place)) return 'Free';
  if (state === 'waiting') return isComing ? 'Waiting' : 'Got no place';
  if (balance < 0) return `${formatPkr(-balance)} to give back`;
  if (receipt_waits) return 'Receipt to check';
  if (hold_until) return `Held until ${formatPayBy(hold_until)}`;
  if (balance > 0) return `${formatPkr(balance)} to collect`;
  return state === 'left' ? 'Left' : 'Paid';
}

function EditDialog({ event, onClose }: { event: AdminClubEvent; onClose: () => void }) {
  const { data } = useAdminQuery('GET /api/admin/events');
  const form = useForm<TextDraft>({
    isStaff: true,
    schema: eventEditSchema,
    initialValues: textDraftOf(event),
    toBody: (values) => ({ ...textBodyOf(values), version: event.version }),
    onSubmit: async (values) => {
      await callApi('PUT /api/admin/events/:id', {
        params: { id: event.id },
        body: { ...textBodyOf(values), version: event.version },
      });
      showToast('success', 'Saved', values.title);
      onClose();
    },
    failure: 'The event could not be saved. Please try again.',
  });
  return (
    <FormDialog title="Edit the event" form={form} submitLabel="Save" onClose={onClose}>
      <InputField label="Title" maxLength={100} autoComplete="off" {...form.fieldProps('title')} />
      <p className="hint">Existing places keep their price.</p>
      <EventFields
        values={form.values}
        coaches={data?.coaches ?? []}
        fieldProps={form.fieldProps}
        set={(name, value) => form.set(name, value as never)}
      />
    </FormDialog>
  );
}

function CopyDialog({ event, onClose }: { event: AdminClubEvent; onClose: () => void }) {
  const { navigate } = useUrlParams();
  const { data } = useAdminQuery('GET /api/admin/events');
  const today = useToday();
  if (!data || !today) return null;
  return (
    <NewEventDialog
      start={copyOf(event, today)}
      coaches={data.coaches}
      onClose={onClose}
      onDone={(id) => {
        onClose();
        navigate({ event: String(id) });
      }}
    />
  );
}

type Player = EventDetails['attendance'][number]['players'][number];

const namesOf = (players: readonly Player[]) => players.map(({ name }) => name).join(', ');

function CancelDialog({
  event,
  session,
  places,
  guests,
  onClose,
}: {
  event: AdminClubEvent;
  session: EventSession | null;
  places: readonly EventPlace[];
  /** Players of other events who make up a date then. */
  guests: readonly Player[];
  onClose: () => void;
}) {
  const form = useForm({
    isStaff: true,
    schema: cancelEventSchema,
    initialValues: { reason: '' },
    toBody: ({ reason }) => ({
      reason,
      version: event.version,
      ...(session ? { session_id: session.id } : {}),
    }),
    onSubmit: async ({ reason }) => {
      const body = { reason, version: event.version, ...(session ? { session_id: session.id } : {}) };
      await callApi('POST /api/admin/events/:id/cancel', { params: { id: event.id }, body });
      showToast('success', 'Cancelled', session ? sessionLabel(session) : event.title);
      onClose();
    },
    failure: 'It could not be cancelled. Please try again.',
  });
  const affected = places.filter(({ state }) => state !== 'left');
  const untold = affected.filter(({ email }) => email === '').length;
  const told = affected.length - untold;
  return (
    <FormDialog
      title={session ? `Cancel ${sessionLabel(session)}` : `Cancel ${event.title}`}
      form={form}
      submitLabel={session ? 'Cancel the date' : 'Cancel it'}
      closeLabel={session ? 'Keep the date' : 'Keep it'}
      onClose={onClose}
    >
      <p>
        {affected.length + guests.length === 0 && 'Nobody has joined, so no message goes out.'}
        {told > 0 && `${told === 1 ? '1 player gets' : `${told} players get`} a message. `}
        {untold > 0 &&
          `Please tell ${untold === 1 ? '1 player' : `${untold} players`} without an email yourself. `}
        {affected.length > 0 &&
          `${
            session
              ? 'Each place costs less by this date, and anything overpaid goes back.'
              : 'What was paid for dates still to come goes back.'
          } Credit goes back at once; the rest is listed in Money under Refunds due.`}
      </p>
      {guests.length > 0 && (
        <p>
          <span translate="no">{namesOf(guests)}</span> would make up a date then, and will need another one.
        </p>
      )}
      <InputField
        label="Reason"
        maxLength={200}
        autoComplete="off"
        hint="The players read it."
        {...form.fieldProps('reason')}
      />
    </FormDialog>
  );
}

function Picture({ event }: { event: AdminClubEvent }) {
  const { error, busy, run } = useChange('The picture could not be saved. Please try again.');
  return (
    <p className="cluster">
      <FileButton
        label="Choose a picture"
        disabled={busy}
        onFile={(file) =>
          void run(() => callApi('PUT /api/admin/events/:id/image', { params: { id: event.id }, body: file }))
        }
      >
        Choose a picture
      </FileButton>
      <ErrorAlert text={error} />
    </p>
  );
}
