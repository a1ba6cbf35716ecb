import { useRef } from 'react';
import type { SeriesRequest } from '../../src/domain/api/series-routes.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { addDays, daysBetween, weekdayOf } from '../../src/domain/business-day.ts';
import { shortCourtName } from '../../src/domain/court.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { endOfPlay, playTimes, shortPlayDate, startOfPlay } from '../../src/domain/play-time.ts';
import { callInstead } from '../../src/domain/reach-words.ts';
import type { RegularSlot } from '../../src/domain/regular-slot-path.ts';
import {
  countDates,
  eveningName,
  everyLabel,
  isRepeatable,
  seriesTimeLabel,
} from '../../src/domain/series.ts';
import { seriesRequestSchema } from '../../src/domain/series-input.ts';
import { callApi } from '../lib/api.ts';
import { invalidateQueries, useQuery } from '../lib/query.ts';
import { serverNow } from '../lib/server-time.ts';
import { useAction } from '../lib/use-action.ts';
import { useForm } from '../lib/use-form.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Options, SelectField, TextareaField } from '../ui/field.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';
import { usePageData } from './page-data.tsx';
import { SeriesTimeFields } from './series-time-fields.tsx';
import { useCourt } from './use-courts.ts';

/** What can be asked for: a booking's court and time again, or what was chosen before it is booked. */
interface Choice extends RegularSlot {
  court_name: string;
  /** The first date. */
  from: string;
}

/**
 * A member asks the reception for a booking's court and time every week, or for what was `asked` for in the wizard.
 * `today` is the business day.
 */
export function SeriesRequestCard({
  bookings,
  asked = null,
  today,
}: {
  bookings: readonly Booking[];
  asked?: RegularSlot | null;
  today: string;
}) {
  const { data } = useQuery('GET /api/series-requests');
  const summary = useRef<HTMLElement>(null);
  // The request is now listed above; an open form would ask for a second one.
  const closeForm = () => {
    summary.current?.closest('details')?.removeAttribute('open');
    summary.current?.focus();
  };
  const court = useCourt(asked?.court_id ?? null);
  const wanted = asked && court && { ...asked, court_name: court.name, from: asked.date };
  const isNew = wanted && wanted.from >= today && !data?.requests.some((request) => isSame(request, wanted));
  const repeated = bookings.filter(isRepeatable).slice(0, 10);
  const choices = withoutRepeats([
    ...(isNew ? [wanted] : []),
    ...repeated.map((booking) => ({ ...booking, from: nextDate(booking.date, today) })),
  ]);
  const standing = standingSeries(bookings);
  if (choices.length === 0 && standing.length === 0 && !data?.requests.length) return null;
  return (
    <section className="card series-ask" aria-label="Weekly bookings">
      <h2>Weekly bookings</h2>
      {standing.length > 0 && (
        <ul className="account-lines">
          {standing.map((dates) => (
            <li key={dates[0]?.series_id}>
              <StandingSeries dates={dates} />
            </li>
          ))}
        </ul>
      )}
      {data?.requests.map((request) => (
        <OpenRequest key={request.id} request={request} />
      ))}
      {choices[0] && (
        <details open={choices[0] === wanted}>
          <summary ref={summary}>Ask us for a regular slot</summary>
          <RequestForm choices={choices} first={choices[0]} onSent={closeForm} />
        </details>
      )}
    </section>
  );
}

/** The dates to come of each series, earliest first. */
function standingSeries(bookings: readonly Booking[]): [Booking, ...Booking[]][] {
  const now = serverNow();
  const coming = bookings
    .filter(({ series_id }) => series_id !== null)
    .filter((booking) => booking.status !== 'cancelled' && endOfPlay(booking) > now)
    .toSorted((one, other) => startOfPlay(one) - startOfPlay(other));
  return [...Map.groupBy(coming, ({ series_id }) => series_id).values()] as [Booking, ...Booking[]][];
}

/** One line of the account for a series: when, where, how many dates, and what is still to pay. */
function StandingSeries({ dates }: { dates: readonly [Booking, ...Booking[]] }) {
  const [next] = dates;
  const last = dates.at(-1) ?? next;
  const usual = usualDates(dates);
  const [{ court_name, date, start_time }] = usual;
  const owed = dates.reduce((sum, { balance }) => sum + Math.max(0, balance), 0);
  const counted = [
    countDates(dates.length),
    ...(usual.length < dates.length ? ['some at another time or court'] : []),
    ...(hasPause(dates) ? ['with a pause'] : []),
  ];
  return (
    <>
      <strong>
        <NoWrap>
          {`${eveningName(weekdayOf(date), start_time)}, ${playTimes(usual[0])
            .map(({ timeRange }) => timeRange)
            .join(', ')}`}
        </NoWrap>
      </strong>
      <span className="muted small account-line-text">
        <NoWrap>
          {[
            shortCourtName(court_name),
            counted.join(', '),
            dates.length === 1 ? shortPlayDate(next) : `${shortPlayDate(next)} to ${shortPlayDate(last)}`,
            owed > 0 ? `${formatPkr(owed)} to pay` : 'All paid',
          ].join(' · ')}
        </NoWrap>
      </span>
    </>
  );
}

/** Those at the weekday, time and court that most dates of the series have. */
function usualDates(dates: readonly [Booking, ...Booking[]]): [Booking, ...Booking[]] {
  const places = Map.groupBy(dates, ({ court_id, start_time, duration, date }) =>
    [court_id, start_time, duration, weekdayOf(date)].join(' '),
  );
  const [most] = [...places.values()].toSorted((one, other) => other.length - one.length);
  return most as [Booking, ...Booking[]];
}

/** Whether at least one date of the rhythm is missing; a date on another day is not. */
function hasPause(dates: readonly [Booking, ...Booking[]]): boolean {
  const gaps = dates.slice(1).map(({ date }, at) => daysBetween((dates[at] as Booking).date, date));
  const step = Math.min(...gaps.filter((gap) => gap > 0 && gap % 7 === 0));
  return gaps.some((gap) => gap >= 2 * step);
}

function OpenRequest({ request }: { request: SeriesRequest }) {
  const { club } = usePageData();
  const { error, run } = useAction('The request could not be withdrawn. Please try again.');
  const takeBack = async () => {
    await run(() => callApi('DELETE /api/series-requests/:id', { params: { id: request.id } }));
    await invalidateQueries('GET /api/series-requests');
  };
  return (
    <>
      <p role="status">
        You asked for{' '}
        <strong>
          <NoWrap>{requestLabel(request)}</NoWrap>
        </strong>
        . {club.no_mail ? callInstead(club, 'for the answer') : 'We’ll email you the answer.'}
      </p>
      <ErrorAlert text={error} />
      <p>
        <button type="button" className="quiet" onClick={() => void takeBack()}>
          Withdraw the request
        </button>
      </p>
    </>
  );
}

function RequestForm({
  choices,
  first,
  onSent,
}: {
  choices: readonly Choice[];
  first: Choice;
  onSent: () => void;
}) {
  const choiceOf = ({ choice }: { choice: string }) => choices[Number(choice)] ?? first;
  const toBody = (values: Record<'choice' | 'every_weeks' | 'count' | 'note', string>) => {
    const { court_id, slots, from } = choiceOf(values);
    return {
      court_id,
      start_time: slots[0] ?? '',
      half_hours: slots.length,
      from,
      every_weeks: Number(values.every_weeks),
      dates: Number(values.count),
      note: values.note,
    };
  };
  const { values, fieldProps, formProps, problem, busy } = useForm({
    schema: seriesRequestSchema,
    initialValues: { choice: '0', every_weeks: '1', count: '10', note: '' },
    toBody,
    fieldForPath: (path) => (path === 'dates' ? 'count' : path),
    onSubmit: async (values) => {
      await callApi('POST /api/series-requests', { body: toBody(values) });
      await invalidateQueries('GET /api/series-requests');
      onSent();
    },
    failure: 'Your request could not be sent. Please try again.',
  });
  return (
    <form {...formProps}>
      {choices.length > 1 ? (
        <SelectField label="Court and time" {...fieldProps('choice')} name="series_choice">
          <Options of={choices.map((choice, index) => [index, choiceLabel(choice)])} />
        </SelectField>
      ) : (
        <p>
          <NoWrap>{choiceLabel(first)}</NoWrap>
        </p>
      )}
      <SeriesTimeFields
        rows={[['every_weeks', 'count']]}
        fieldProps={fieldProps}
        weekday={weekdayOf(choiceOf(values).date)}
      />
      <TextareaField
        label="Anything we should know? (optional)"
        rows={2}
        maxLength={500}
        {...fieldProps('note')}
        name="series_note"
      />
      <ErrorAlert text={problem} />
      <button type="submit" aria-busy={busy}>
        Ask the club
      </button>
    </form>
  );
}

/** `Tuesday, 8 PM – 9:30 PM, Court 1, from Tue, Nov 24` */
function choiceLabel({ court_name, slots, from }: Choice): string {
  const [start_time = ''] = slots;
  const time = seriesTimeLabel({ start_time, half_hours: slots.length });
  return `${eveningName(weekdayOf(from), start_time)}, ${time}, ${shortCourtName(court_name)}, from ${shortDate(from)}`;
}

/** Two bookings of one weekday and time ask for the same. */
function withoutRepeats(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.toReversed().map((choice) => [choiceLabel(choice), choice])).values()].reverse();
}

function isSame(request: SeriesRequest, { court_id, slots, from }: Choice): boolean {
  const { start_time, half_hours } = request;
  return (
    request.court_id === court_id &&
    request.from === from &&
    start_time === slots[0] &&
    half_hours === slots.length
  );
}

/** `every Tuesday, 8 PM – 9:30 PM, Court 1, 10 dates from Tue, Nov 24` */
function requestLabel(request: SeriesRequest): string {
  const every = `${everyLabel(request.every_weeks).toLowerCase()} ${eveningName(weekdayOf(request.from), request.start_time)}`;
  const court = shortCourtName(request.court_name);
  return `${every}, ${seriesTimeLabel(request)}, ${court}, ${countDates(request.dates)} from ${shortDate(request.from)}`;
}

/** The same weekday at least a week after the booking, and not before `today`. */
function nextDate(date: string, today: string): string {
  let next = addDays(date, 7);
  while (next < today) next = addDays(next, 7);
  return next;
}
