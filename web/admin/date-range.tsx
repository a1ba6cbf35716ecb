import { addDays, businessDayOf } from '../../src/domain/business-day.ts';
import { useParams } from './params.ts';

/** The dates everything on the tab follows; both are included. `unchosen` is what it shows while there are none. */
export function DateRange({ unchosen = 'All days' }: { unchosen?: '30 days' | 'All days' }) {
  const { params, go } = useParams();
  const set = (patch: { startDate?: string | undefined; endDate?: string | undefined }) =>
    go({ ...patch, cursor: undefined }, { replace: true });
  const today = businessDayOf(Date.now());
  const presets = [
    ['Today', today, today],
    ['7 days', addDays(today, -6), today],
    ['30 days', addDays(today, -29), today],
    ['All days', undefined, undefined],
  ] as const;
  const shown = presets.filter(([label]) => label !== 'All days' || label === unchosen);
  const none = params.startDate === undefined && params.endDate === undefined;
  return (
    <fieldset className="desk-dates">
      <legend>Dates</legend>
      <label>
        <span>From</span>
        <input
          type="date"
          value={params.startDate ?? ''}
          onChange={(event) => set({ startDate: event.target.value || undefined })}
        />
      </label>
      <label>
        <span>To</span>
        <input
          type="date"
          value={params.endDate ?? ''}
          onChange={(event) => set({ endDate: event.target.value || undefined })}
        />
      </label>
      <div className="desk-presets">
        {shown.map(([label, startDate, endDate]) => (
          <button
            key={label}
            type="button"
            className="quiet"
            aria-pressed={
              none ? label === unchosen : params.startDate === startDate && params.endDate === endDate
            }
            onClick={() => set({ startDate, endDate })}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
