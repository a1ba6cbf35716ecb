import { addDays } from '../../../src/domain/business-day.ts';
import { todayOf } from '../../../src/domain/day-plan.ts';
import { useCalendar } from '../../shared/use-calendar.ts';
import { useUrlParams } from '../url-params.ts';

/** The date range of the tab, both dates included; `defaultPreset` is selected while the URL has no dates. */
export function DateRangeFilter({
  defaultPreset = 'All days',
  today: givenToday,
}: {
  defaultPreset?: 'Today' | '30 days' | 'All days';
  today?: string;
}) {
  const calendar = useCalendar();
  const today = givenToday ?? todayOf(calendar, Date.now());
  const { params, navigate } = useUrlParams();
  const setDates = (patch: { startDate?: string | undefined; endDate?: string | undefined }) =>
    navigate({ ...patch, cursor: undefined }, { replace: true });
  const presets = [
    ['Today', today, today],
    ['7 days', addDays(today, -6), today],
    ['30 days', addDays(today, -29), today],
    ['All days', undefined, undefined],
  ] as const;
  const visiblePresets = presets.filter(([label]) => label !== 'All days' || label === defaultPreset);
  const noDates = params.startDate === undefined && params.endDate === undefined;
  return (
    <fieldset className="admin-date-range">
      <legend>Dates</legend>
      <label>
        <span>From</span>
        <input
          type="date"
          value={params.startDate ?? ''}
          onChange={(event) => setDates({ startDate: event.target.value || undefined })}
        />
      </label>
      <label>
        <span>To</span>
        <input
          type="date"
          value={params.endDate ?? ''}
          onChange={(event) => setDates({ endDate: event.target.value || undefined })}
        />
      </label>
      <div className="admin-date-presets">
        {visiblePresets.map(([label, startDate, endDate]) => (
          <button
            key={label}
            type="button"
            className="quiet"
            aria-pressed={
              noDates ? label === defaultPreset : params.startDate === startDate && params.endDate === endDate
            }
            onClick={() => setDates({ startDate, endDate })}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
