import { useState } from 'react';
import type { SeriesDate, SeriesPreview } from '../../../src/domain/api/series-routes.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { openSlotIndexesOf } from '../../../src/domain/day-plan.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { shortPlayDate } from '../../../src/domain/play-time.ts';
import { type SeriesPlace, seriesTimeLabel } from '../../../src/domain/series.ts';
import type { SeriesDecision } from '../../../src/domain/series-input.ts';
import { startTimeOf, timeLabel } from '../../../src/domain/slot.ts';
import { useDayPlan } from '../../shared/use-calendar.ts';
import { useCourts } from '../../shared/use-courts.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { Options } from '../../ui/field.tsx';
import { NoWrap } from '../../ui/no-wrap.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import type { useSeriesPreview } from './use-series-preview.ts';

const CHOOSE = 'choose';

interface DateProps {
  date: SeriesDate;
  halfHours: number;
  /** What choosing no other place means. */
  leaveOutLabel: string;
}

/** Every date of a plan with the total; a conflict has to be decided before the plan can be saved. */
export function SeriesPlan({
  plan,
  dates,
  total,
  totalLabel,
  note,
  actLabel,
  onAct,
  ...shared
}: Omit<DateProps, 'date'> &
  Pick<SeriesPreview, 'dates' | 'total'> & {
    plan: ReturnType<typeof useSeriesPreview>;
    totalLabel: string;
    note?: string | false;
    actLabel: string;
    onAct: () => Promise<void>;
  }) {
  return (
    <>
      <ol className="lines series-dates">
        {dates.map((date) => (
          <li key={date.date} data-open={date.place_conflicts.length > 0}>
            <DateLine date={date} {...shared} />
            {date.conflicts.length > 0 && (
              <DateDecision
                date={date}
                {...shared}
                decision={plan.decisions.find((decision) => decision.date === date.date)}
                onDecide={plan.decide}
              />
            )}
          </li>
        ))}
      </ol>
      <p className="admin-total">
        {totalLabel} <strong>{formatPkr(total)}</strong>
      </p>
      {note && <p className="muted">{note}</p>}
      <p className="muted" role="status">
        {plan.openLabel}
      </p>
      <DialogActions
        error={plan.error}
        busy={plan.busy}
        disabled={!plan.isReady}
        closeLabel="Back"
        onClose={plan.back}
        label={actLabel}
        onAct={onAct}
      />
    </>
  );
}

function DateLine({ date: { date, place, place_conflicts }, halfHours, leaveOutLabel }: DateProps) {
  const isFree = place !== null && place_conflicts.length === 0;
  return (
    <p className="series-date">
      <span>
        <span aria-hidden="true">{isFree ? '✓ ' : place ? '! ' : '– '}</span>
        <strong>
          {place ? shortPlayDate({ date: place.date, slots: [place.start_time] }) : shortDate(date)}
        </strong>{' '}
        {place ? (
          <NoWrap>{placeLabel(place, halfHours)}</NoWrap>
        ) : (
          <span className="muted">{leaveOutLabel}</span>
        )}
      </span>
      {isFree && <span className="series-amount">{formatPkr(place.amount)}</span>}
    </p>
  );
}

function DateDecision({
  date: { date, conflicts, choices, place, place_conflicts },
  halfHours,
  leaveOutLabel,
  decision,
  onDecide,
}: DateProps & {
  decision: SeriesDecision | undefined;
  /** Undefined takes the decision back. */
  onDecide: (date: string, decision: SeriesDecision | undefined) => void;
}) {
  const [isChoosing, setIsChoosing] = useState(false);
  const to = decision?.to;
  const chosen = to ? choices.findIndex((choice) => isSamePlace(choice, to)) : -1;
  const value = isChoosing ? CHOOSE : decision === undefined ? '' : to === null ? 'out' : String(chosen);
  const decide = (text: string) => {
    setIsChoosing(text === CHOOSE);
    const choice = choices[text === CHOOSE ? 0 : Number(text)] ?? place;
    if (text === '') onDecide(date, undefined);
    else onDecide(date, { date, to: text === 'out' || !choice ? null : toPlace(choice) });
  };
  return (
    <div className="series-decision">
      <p className="series-conflict">{conflicts.map(({ text }) => text).join('; ')}</p>
      <select
        aria-label={`What to do on ${shortDate(date)}`}
        value={value}
        onChange={(event) => decide(event.target.value)}
      >
        <option value="">Please decide …</option>
        <option value="out">{leaveOutLabel}</option>
        {choices.map((choice, index) => (
          <option key={`${choice.court_id} ${choice.start_time}`} value={index}>
            {`${placeLabel(choice, halfHours)}, ${formatPkr(choice.amount)}`}
          </option>
        ))}
        <option value={CHOOSE}>Another court, day or time …</option>
      </select>
      {isChoosing && to && (
        <PlaceFields date={date} place={to} onChange={(next) => onDecide(date, { date, to: next })} />
      )}
      {isChoosing && place_conflicts.length > 0 && (
        <p className="series-conflict">{place_conflicts.map(({ text }) => text).join('; ')}</p>
      )}
    </div>
  );
}

/** Any court, day and start for one date. */
function PlaceFields({
  date,
  place,
  onChange,
}: {
  date: string;
  place: SeriesPlace;
  onChange: (place: SeriesPlace) => void;
}) {
  const { courts } = useCourts();
  const open = openSlotIndexesOf(useDayPlan(place.date));
  const inFull = shortDate(date);
  return (
    <div className="series-place-fields">
      <select
        aria-label={`Court instead of ${inFull}`}
        value={place.court_id}
        onChange={(event) => onChange({ ...place, court_id: Number(event.target.value) })}
      >
        <Options of={courts.map((court) => [court.id, shortCourtName(court.name)])} />
      </select>
      <DateInput
        aria-label={`Day instead of ${inFull}`}
        date={place.date}
        onDate={(day) => onChange({ ...place, date: day })}
      />
      <select
        aria-label={`Start instead of ${inFull}`}
        value={place.start_time}
        onChange={(event) => onChange({ ...place, start_time: event.target.value })}
      >
        <Options of={open.map((slotIndex) => [startTimeOf(slotIndex), timeLabel(slotIndex)])} />
      </select>
    </div>
  );
}

/** `8 PM – 9:30 PM, Court 2` */
function placeLabel(place: SeriesPlace & { court_name: string }, halfHours: number): string {
  const { start_time, court_name } = place;
  return `${seriesTimeLabel({ start_time, half_hours: halfHours })}, ${shortCourtName(court_name)}`;
}

function isSamePlace(one: SeriesPlace, other: SeriesPlace): boolean {
  return one.court_id === other.court_id && one.date === other.date && one.start_time === other.start_time;
}

function toPlace({ court_id, date, start_time }: SeriesPlace): SeriesPlace {
  return { court_id, date, start_time };
}
