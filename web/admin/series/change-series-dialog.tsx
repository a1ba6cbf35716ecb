import { useState } from 'react';
import { toast } from 'sonner';
import type { Booking } from '../../../src/domain/booking.ts';
import { WEEKDAYS, type Weekday } from '../../../src/domain/business-day.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { countDates, type Series, seriesTimeLabel, weekdayName } from '../../../src/domain/series.ts';
import { BUSINESS_DAY_SLOTS, startTimeOf } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useCourts } from '../../shared/use-courts.ts';

import { Dialog } from '../dialog.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { useAction } from '../use-action.ts';
import { DateSelect } from './cancel-dates-dialog.tsx';
import { SeriesDates } from './series-date-decisions.tsx';
import { useSeriesPreview } from './use-series-preview.ts';

/** Moves the coming dates to another weekday, time, length or court, after a look at every date. */
export function ChangeSeriesDialog({
  series,
  coming,
  onClose,
}: {
  series: Series;
  coming: readonly Booking[];
  onClose: () => void;
}) {
  const { courts } = useCourts();
  // The dialog keeps the version it opened with; the server refuses the change if there is a newer one.
  const [{ id, version }] = useState(series);
  const [pattern, setPattern] = useState({
    from: coming[0]?.date ?? '',
    court_id: series.court_id,
    weekday: series.weekday,
    start_time: series.start_time,
    half_hours: series.half_hours,
  });
  const plan = useSeriesPreview(async (decisions) => {
    const body = { ...pattern, decisions };
    return (await callApi('POST /api/admin/series/:id/change/preview', { params: { id }, body })).data;
  });
  const check = useAction('The dates could not be checked. Please try again.');
  const set = (patch: Partial<typeof pattern>) => setPattern({ ...pattern, ...patch });
  const save = async () => {
    const { decisions, preview } = plan;
    const body = { ...pattern, decisions, version, amount: preview?.total ?? 0 };
    const answer = await plan.write(() =>
      callApi('POST /api/admin/series/:id/change', { params: { id }, body }),
    );
    await invalidateQueries('/api/admin');
    if (!answer) return;
    toast.success('Series changed', { description: `${series.name}: ${countDates(plan.booked)}` });
    onClose();
  };
  return (
    <Dialog title="Change the series" onClose={onClose}>
      {plan.preview ? (
        <>
          <SeriesDates
            dates={plan.preview.dates}
            halfHours={pattern.half_hours}
            decisions={plan.decisions}
            leaveOutLabel="Stays as it is"
            onDecide={plan.decide}
          />
          <p className="admin-total">
            {`${countDates(plan.booked)} at the new time`} <strong>{formatPkr(plan.preview.total)}</strong>
          </p>
          <p className="muted" role="status">
            {plan.open > 0 ? `${countDates(plan.open)} to decide about.` : 'Every date is free or decided.'}
          </p>
        </>
      ) : (
        <div className="admin-form-row">
          <DateSelect label="From" dates={coming} value={pattern.from} onChange={(from) => set({ from })} />
          <label>
            Court
            <select
              value={pattern.court_id}
              onChange={(event) => set({ court_id: Number(event.target.value) })}
            >
              {courts.map((court) => (
                <option key={court.id} value={court.id}>
                  {shortCourtName(court.name)}
                </option>
              ))}
            </select>
          </label>
          <label>
            Weekday
            <select
              value={pattern.weekday}
              onChange={(event) => set({ weekday: event.target.value as Weekday })}
            >
              {WEEKDAYS.map((weekday) => (
                <option key={weekday} value={weekday}>
                  {weekdayName(weekday)}
                </option>
              ))}
            </select>
          </label>
          <label>
            Start
            <select value={pattern.start_time} onChange={(event) => set({ start_time: event.target.value })}>
              {BUSINESS_DAY_SLOTS.map(startTimeOf).map((start) => (
                <option key={start} value={start}>
                  {seriesTimeLabel({ start_time: start, half_hours: 1 }).split(' – ')[0]}
                </option>
              ))}
            </select>
          </label>
          <label>
            Length
            <select
              value={pattern.half_hours}
              onChange={(event) => set({ half_hours: Number(event.target.value) })}
            >
              {[2, 3, 4, 5, 6, 7, 8].map((count) => (
                <option key={count} value={count}>
                  {count === 2 ? '1 hour' : `${count / 2} hours`}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {plan.preview ? (
        <DialogActions
          error={plan.error}
          busy={plan.busy}
          disabled={!plan.isReady}
          closeLabel="Back"
          onClose={plan.back}
          label={`Move ${countDates(plan.booked)}`}
          onAct={save}
        />
      ) : (
        <DialogActions
          error={check.error}
          busy={check.busy}
          onClose={onClose}
          label="Check the dates"
          onAct={() => check.run(() => plan.load([]))}
        />
      )}
    </Dialog>
  );
}
