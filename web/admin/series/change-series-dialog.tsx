import { useState } from 'react';
import type { Series } from '../../../src/domain/api/series-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import type { Weekday } from '../../../src/domain/business-day.ts';
import { countDates } from '../../../src/domain/series.ts';
import { BUSINESS_DAY_SLOTS, startTimeOf } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { SeriesTimeFields, textFieldProps } from '../../shared/series-time-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { DateSelect } from './cancel-dates-dialog.tsx';
import { SeriesPlan } from './series-date-decisions.tsx';
import { useSeriesPreview } from './use-series-preview.ts';

/** Moves the upcoming dates to another weekday, time, length or court, after a look at each. */
export function ChangeSeriesDialog({
  series,
  coming,
  onClose,
}: {
  series: Series;
  coming: readonly Booking[];
  onClose: () => void;
}) {
  // The dialog keeps the version it opened with; the server refuses the change if there is a newer one.
  const [{ id, version }] = useState(series);
  const [pattern, setPattern] = useState({
    from: coming[0]?.date ?? '',
    court_id: String(series.court_id),
    weekday: series.weekday as string,
    start_time: series.start_time,
    half_hours: String(series.half_hours),
  });
  const halfHours = Number(pattern.half_hours);
  const change = {
    ...pattern,
    weekday: pattern.weekday as Weekday,
    court_id: Number(pattern.court_id),
    half_hours: halfHours,
  };
  const plan = useSeriesPreview(async (decisions) => {
    const body = { ...change, decisions };
    return (await callApi('POST /api/admin/series/:id/change/preview', { params: { id }, body })).data;
  });
  const check = useAction('The dates could not be checked. Please try again.');
  const save = async () => {
    const { decisions, preview } = plan;
    const body = { ...change, decisions, version, amount: preview?.total ?? 0 };
    const answer = await plan.write(() =>
      callApi('POST /api/admin/series/:id/change', { params: { id }, body }),
    );
    await invalidateQueries('GET /api/admin/*');
    if (!answer) return;
    showToast('success', 'Weekly booking changed', `${series.name}: ${countDates(plan.booked)}`);
    onClose();
  };
  return (
    <Dialog title="Change the weekly booking" onClose={onClose}>
      {plan.preview ? (
        <SeriesPlan
          plan={plan}
          {...plan.preview}
          halfHours={halfHours}
          leaveOutLabel="Stays as it is"
          totalLabel={`${countDates(plan.booked)} at the new time`}
          actLabel={`Move ${countDates(plan.booked)}`}
          onAct={save}
        />
      ) : (
        <>
          <DateSelect
            label="From"
            dates={coming}
            value={pattern.from}
            onChange={(from) => setPattern({ ...pattern, from })}
          />
          <SeriesTimeFields
            rows={[
              ['court_id', 'weekday'],
              ['start_time', 'half_hours'],
            ]}
            fieldProps={textFieldProps(pattern, setPattern)}
            starts={BUSINESS_DAY_SLOTS.map(startTimeOf)}
          />
          <DialogActions
            error={check.error}
            busy={check.busy}
            onClose={onClose}
            label="Check the dates"
            onAct={() => check.run(() => plan.load([]))}
          />
        </>
      )}
    </Dialog>
  );
}
