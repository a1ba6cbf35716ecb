import { useState } from 'react';
import type { RoomDecision } from '../../../src/domain/admin-inputs.ts';
import type { AdminDaySchedule } from '../../../src/domain/api/day-routes.ts';
import type { ApiAnswer, ApiBody } from '../../../src/domain/api.ts';
import { addDays } from '../../../src/domain/business-day.ts';
import type { Calendar } from '../../../src/domain/calendar.ts';
import { closedForText } from '../../../src/domain/closed-for.ts';
import { closingSchema, MAX_CLOSED_DAYS } from '../../../src/domain/closing.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { dayPlanOf, openSlotIndexesOf } from '../../../src/domain/day-plan.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import {
  endInstantOf,
  inPlayingOrder,
  positionOf,
  startTimeOf,
  timeLabel,
} from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { useCalendar } from '../../shared/use-calendar.ts';
import { phoneLink, whatsappLink } from '../../ui/contact-links.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField, Options, SelectField, TextareaField } from '../../ui/field.tsx';
import { type Decided, InTheWay } from '../bookings/in-the-way.tsx';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { DialogFoot } from '../dialog-foot.tsx';
import { FormDialog } from '../dialog-form.tsx';

type ClosingRequest = ApiBody<'POST /api/admin/close-courts'>;
type Preview = ApiAnswer<'POST /api/admin/close-courts/preview'>['data'];

const TITLE = 'Block time';

/** Closes courts for a time, with a single decision about everything booked there; nothing changes until then. */
export function CloseCourtsDialog({
  day,
  courtId = day.courts[0]?.court.id,
  now,
  onClose,
}: {
  day: AdminDaySchedule;
  courtId?: number | undefined;
  now: number;
  onClose: () => void;
}) {
  const calendar = useCalendar();
  const [seen, setSeen] = useState<{ request: ClosingRequest; preview: Preview } | null>(null);
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  const [note, setNote] = useState('');

  const look = async (request: ClosingRequest) => {
    const { court_ids, first_day, last_day, from, until } = request;
    const span = { court_ids, first_day, last_day, from, until };
    const { data } = await callApi('POST /api/admin/close-courts/preview', { body: span });
    return data;
  };
  const close = async (request: ClosingRequest) => {
    const { data } = await callApi('POST /api/admin/close-courts', { body: request });
    const names = day.courts.filter(({ court }) => request.court_ids.includes(court.id));
    showToast(
      'success',
      data.closures.length === 1 ? 'Court closed' : 'Courts closed',
      `${names.map(({ court }) => shortCourtName(court.name)).join(', ')}: ${request.reason}`,
    );
  };
  const form = useForm({
    isStaff: true,
    schema: closingSchema,
    initialValues: {
      court_ids: courtId === undefined ? [] : [courtId],
      first_day: day.date,
      last_day: day.date,
      // The slots themselves, because those that are over leave the list.
      from: '',
      to: '',
      reason: '',
    },
    toBody: (values) => requestOf(values, hoursOf(calendar, values, now)),
    fieldForPath: (path) => (path === 'until' ? 'to' : path),
    onSubmit: async (values) => {
      const request = requestOf(values, hoursOf(calendar, values, now));
      const preview = await look(request);
      if (preview.in_the_way.length > 0) return setSeen({ request, preview });
      await close(request);
      onClose();
    },
    failure: 'The courts could not be closed. Please try again.',
  });
  const { values, set } = form;
  const hours = hoursOf(calendar, values, now);
  const [from, to] = spanIn(hours, values);

  if (decided.length > 0 && seen) {
    return (
      <TellCustomers decided={decided} closed={{ reason: seen.request.reason, note }} onClose={onClose} />
    );
  }
  if (seen) {
    const { in_the_way, offers } = seen.preview;
    const decide = async (decisions: readonly RoomDecision[]) => {
      const chosen = new Set(decisions.map(({ booking_id }) => booking_id));
      const leave = in_the_way.map(({ booking }) => booking.id).filter((id) => !chosen.has(id));
      const request = { ...seen.request, note, decisions: [...decisions], leave };
      try {
        await close(request);
      } catch (error) {
        // A booking may have come, gone or changed; choices that still fit stay.
        const preview = await look(request).catch(() => seen.preview);
        setSeen({ request, preview });
        throw error;
      }
    };
    return (
      <Dialog title={TITLE} onClose={onClose}>
        <InTheWay
          lines={in_the_way}
          preset="cancel"
          decide={decide}
          keepLabel={in_the_way.length === 1 ? 'Block around it' : 'Block around them'}
          onDone={(all) => (all.some(({ line }) => line.booking.phone) ? setDecided(all) : onClose())}
          onClose={() => setSeen(null)}
          closeLabel="Back"
          message={
            <TextareaField
              label={`A personal note to ${in_the_way.length === 1 ? 'the customer' : 'all of them'} (optional)`}
              name="closing-note"
              rows={2}
              maxLength={300}
              value={note}
              onChange={({ target }) => setNote(target.value)}
              hint={`It follows “${closedForText(seen.request)}”`}
            />
          }
        >
          <p>
            Nothing is closed yet.{' '}
            {in_the_way.length === 1
              ? '1 booking is in this time.'
              : `${in_the_way.length} bookings are in this time.`}
            {offers > 0 &&
              (offers === 1 ? ' 1 waiting list offer ends.' : ` ${offers} waiting list offers end.`)}
          </p>
        </InTheWay>
      </Dialog>
    );
  }
  return (
    <FormDialog title={TITLE} form={form} submitLabel="Block time" onClose={onClose}>
      <fieldset className="choice">
        <legend>Courts</legend>
        <div className="cluster">
          {day.courts.map(({ court }) => (
            <label key={court.id}>
              <input
                type="checkbox"
                checked={values.court_ids.includes(court.id)}
                onChange={({ target }) =>
                  set(
                    'court_ids',
                    target.checked
                      ? [...values.court_ids, court.id]
                      : values.court_ids.filter((id) => id !== court.id),
                  )
                }
              />
              {shortCourtName(court.name)}
            </label>
          ))}
          {values.court_ids.length < day.courts.length && (
            <button
              type="button"
              className="quiet"
              onClick={() =>
                set(
                  'court_ids',
                  day.courts.map(({ court }) => court.id),
                )
              }
            >
              All courts
            </button>
          )}
        </div>
        {form.errors.court_ids && <p className="field-error">{form.errors.court_ids}</p>}
      </fieldset>
      <div className="field-row">
        <InputField
          label="First day"
          type="date"
          min={day.today}
          {...form.fieldProps('first_day')}
          onChange={({ target: { value } }) => {
            set('first_day', value);
            if (values.last_day < value || values.last_day === values.first_day) set('last_day', value);
          }}
        />
        <InputField label="Last day" type="date" min={values.first_day} {...form.fieldProps('last_day')} />
      </div>
      <div className="field-row">
        <SelectField label="From" {...form.fieldProps('from')} value={from}>
          <Options of={hours.map((slotIndex) => [slotIndex, timeLabel(slotIndex)])} />
        </SelectField>
        <SelectField label="Until" {...form.fieldProps('to')} value={to}>
          {hours.map((slotIndex) => (
            <option
              key={slotIndex}
              value={slotIndex}
              disabled={positionOf(slotIndex) < positionOf(from ?? slotIndex)}
            >
              {timeLabel(slotIndex + 1)}
            </option>
          ))}
        </SelectField>
      </div>
      {hours.length === 0 && (
        <p className="alert warning">The club is closed on these days, or they’re over.</p>
      )}
      <InputField
        label="Reason"
        placeholder="Rain, maintenance, tournament …"
        {...form.fieldProps('reason')}
        hint="Customers see it on the booking page and in their messages."
      />
    </FormDialog>
  );
}

interface ClosingValues {
  court_ids: number[];
  first_day: string;
  last_day: string;
  from: string;
  to: string;
  reason: string;
}

/** Half-hours that are open and not over on one of the days, in playing order. */
function hoursOf(
  calendar: Calendar,
  { first_day, last_day }: Pick<ClosingValues, 'first_day' | 'last_day'>,
  now: number,
): number[] {
  const found = new Set<number>();
  let date = first_day;
  for (let day = 0; day < MAX_CLOSED_DAYS && date && date <= last_day; day += 1) {
    for (const slotIndex of openSlotIndexesOf(dayPlanOf(calendar, date))) {
      if (endInstantOf(date, slotIndex) > now) found.add(slotIndex);
    }
    date = addDays(date, 1);
  }
  return inPlayingOrder(found);
}

/** The chosen first and last half-hour; all of them if the choice is gone or none was made. */
function spanIn(hours: readonly number[], { from, to }: Pick<ClosingValues, 'from' | 'to'>) {
  const first = from !== '' && hours.includes(Number(from)) ? Number(from) : hours[0];
  const last = to !== '' && hours.includes(Number(to)) ? Number(to) : hours.at(-1);
  return [first, last] as const;
}

function requestOf(values: ClosingValues, hours: readonly number[]): ClosingRequest {
  const [first, last] = spanIn(hours, values);
  const { court_ids, first_day, last_day, reason } = values;
  return {
    court_ids,
    first_day,
    last_day,
    from: first === undefined ? '' : startTimeOf(first),
    until: last === undefined ? '' : startTimeOf((last + 1) % 48),
    reason,
  };
}

/** After the closure: who gets an email, and the same text for WhatsApp for anyone who won't read it in time. */
function TellCustomers({
  decided,
  closed,
  onClose,
}: {
  decided: readonly Decided[];
  closed: { reason: string; note: string };
  onClose: () => void;
}) {
  const byWay = decided.toSorted((a, b) => Number(a.line.gets_email) - Number(b.line.gets_email));
  return (
    <Dialog title="Tell the customers" onClose={onClose}>
      <p>
        Everything is closed and decided. Send a WhatsApp message to anyone who might read an email too late.
      </p>
      <ul className="lines">
        {byWay.map(({ line: { booking, gets_email }, choice }) => (
          <li key={booking.id} className="list-line">
            <span translate="no">
              <strong>{booking.name}</strong> <span className="muted">#{booking.id}</span>
            </span>
            <span>
              {choice === 'cancel' ? 'Cancelled' : 'Moved'} · {gets_email ? 'gets an email' : 'no email'}
            </span>
            {booking.phone && (
              <span className="cluster">
                <a
                  className="button quiet"
                  href={whatsappLink(booking.phone, textTo({ line: { booking }, choice }, closed))}
                  target="_blank"
                  rel="noreferrer"
                >
                  WhatsApp<span className="visually-hidden"> to {booking.name}</span>
                </a>
                <a className="button quiet" href={phoneLink(booking.phone)} translate="no">
                  {booking.phone}
                </a>
              </span>
            )}
          </li>
        ))}
      </ul>
      <DialogFoot>
        <button type="button" onClick={onClose}>
          Done
        </button>
      </DialogFoot>
    </Dialog>
  );
}

function textTo(
  { line: { booking }, choice }: { line: Pick<Decided['line'], 'booking'>; choice: Decided['choice'] },
  closed: { reason: string; note: string },
): string {
  const time = `${dayLabel(booking)}, ${timesLabel(booking.slots)}`;
  const what =
    choice === 'cancel'
      ? `We’re sorry, but we had to cancel your booking ${booking.id} (${time}).`
      : `We’ve moved your booking ${booking.id} (${time}) to ${dayLabel({ date: choice.date, start_time: choice.slots[0] ?? '' })}, ${timesLabel(choice.slots)}, ${shortCourtName(choice.court_name)}.`;
  const money =
    choice === 'cancel' && booking.received > 0
      ? `You’ll get everything back: ${formatPkr(booking.received)}.`
      : '';
  return [`Salam ${booking.name}. ${closedForText(closed)}`, what, closed.note.trim(), money]
    .filter(Boolean)
    .join(' ');
}
