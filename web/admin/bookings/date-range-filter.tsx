import { addDays } from '../../../src/domain/business-day.ts';
import { Options } from '../../ui/field.tsx';
import { useUrlParams } from '../url-params.ts';

/** A span of days, both inclusive; a missing date leaves that end open. */
export interface DateSpan {
  startDate?: string;
  endDate?: string;
}

export type DatePreset = 'coming' | 'today' | 'next7' | 'last7' | 'last30' | 'month' | 'lastMonth' | 'all';

/** What a list covers: the preset that the admin chose, or `custom` for their own dates. */
interface DateChoice extends DateSpan {
  preset: DatePreset | 'custom';
}

function presetsOf(today: string): Record<DatePreset, DateSpan & { label: string }> {
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const lastOfPrevious = addDays(firstOfMonth, -1);
  return {
    coming: { label: 'From today', startDate: today },
    today: { label: 'Today', startDate: today, endDate: today },
    next7: { label: 'Next 7 days', startDate: today, endDate: addDays(today, 6) },
    last7: { label: 'Last 7 days', startDate: addDays(today, -6), endDate: today },
    last30: { label: 'Last 30 days', startDate: addDays(today, -29), endDate: today },
    month: { label: 'This month', startDate: firstOfMonth, endDate: today },
    lastMonth: {
      label: 'Last month',
      startDate: `${lastOfPrevious.slice(0, 7)}-01`,
      endDate: lastOfPrevious,
    },
    all: { label: 'All dates' },
  };
}

/** The list's dates: those in the URL, or those of the preset it names; otherwise `standard`. */
export function useDateChoice(
  today: string,
  presets: readonly DatePreset[],
  standard: DatePreset,
): DateChoice {
  const { startDate, endDate, dates } = useUrlParams().params;
  if (startDate || endDate) return { preset: 'custom', ...dateSpan(startDate, endDate) };
  const preset = presets.find((name) => name === dates) ?? standard;
  const span = presetsOf(today)[preset];
  return { preset, ...dateSpan(span.startDate, span.endDate) };
}

function dateSpan(startDate?: string, endDate?: string): DateSpan {
  return { ...(startDate ? { startDate } : {}), ...(endDate ? { endDate } : {}) };
}

/** One select, whose options spell out their days, and two dates for anything else. */
export function DateRangeFilter({
  choice,
  presets,
  today,
}: {
  choice: DateChoice;
  presets: readonly DatePreset[];
  today: string;
}) {
  const { navigate } = useUrlParams();
  const change = (patch: DateSpan & { dates?: string }) =>
    navigate(
      { startDate: undefined, endDate: undefined, dates: undefined, cursor: undefined, ...patch },
      { replace: true },
    );
  const select = (value: string) => {
    if (value !== 'custom') return change({ dates: value });
    const startDate = choice.startDate ?? today;
    change({ startDate, endDate: choice.endDate ?? addDays(startDate, 6) });
  };
  const spans = presetsOf(today);
  return (
    <fieldset className="admin-date-range">
      <legend className="visually-hidden">Dates</legend>
      <label>
        <span>Dates</span>
        <select value={choice.preset} onChange={(event) => select(event.target.value)}>
          <Options of={presets.map((preset) => [preset, presetLabel(spans[preset])])} />
          <option value="custom">Choose dates</option>
        </select>
      </label>
      {choice.preset === 'custom' && (
        <>
          <label>
            <span>From</span>
            <input
              type="date"
              value={choice.startDate ?? ''}
              onChange={(event) => change(dateSpan(event.target.value, choice.endDate))}
            />
          </label>
          <label>
            <span>To</span>
            <input
              type="date"
              value={choice.endDate ?? ''}
              onChange={(event) => change(dateSpan(choice.startDate, event.target.value))}
            />
          </label>
        </>
      )}
    </fieldset>
  );
}

const spanFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Last 7 days: Nov 17 – 23`, `From today: Nov 23 and later` */
function presetLabel({ label, startDate, endDate }: DateSpan & { label: string }): string {
  if (!startDate) return label;
  return `${label}: ${spanLabel(startDate, endDate ?? startDate)}${endDate ? '' : ' and later'}`;
}

/** `Nov 17 – 23` */
export function spanLabel(from: string, to: string): string {
  const [first = 0, last = 0] = [from, to].map((date) => Date.parse(`${date}T00:00:00Z`));
  return spanFormat.formatRange(first, last);
}
