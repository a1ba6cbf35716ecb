import { Fragment, type ReactNode } from 'react';
import { WEEKDAYS, type Weekday } from '../../src/domain/business-day.ts';
import { shortCourtName } from '../../src/domain/court.ts';
import { everyLabel, MAX_EVERY_WEEKS, MAX_SERIES_DATES, weekdayName } from '../../src/domain/series.ts';
import { slotIndexOf, timeLabel } from '../../src/domain/slot.ts';
import { InputField, Options, SelectField } from '../ui/field.tsx';
import { useCourts } from './use-courts.ts';

/** A series' time fields, as a form holds them. */
type SeriesTimeField =
  | 'court_id'
  | 'from'
  | 'weekday'
  | 'start_time'
  | 'half_hours'
  | 'every_weeks'
  | 'count'
  | 'until';

interface FieldProps {
  name: string;
  value?: string;
  onChange: (event: { target: { value: string } }) => void;
  error?: string | undefined;
}

/** One to four hours. */
const LENGTHS = [2, 3, 4, 5, 6, 7, 8];
const WEEK_STEPS = Array.from({ length: MAX_EVERY_WEEKS }, (_, index) => index + 1);

/** A series' time; each form says which fields it asks for, in rows. */
export function SeriesTimeFields<Name extends SeriesTimeField>({
  rows,
  fieldProps,
  weekday,
  starts = [],
  hasLastDate = false,
}: {
  rows: readonly (readonly Name[])[];
  fieldProps: (name: Name) => FieldProps;
  /** The repeating weekday, if known. */
  weekday?: Weekday | undefined;
  /** The start times on offer. */
  starts?: readonly string[];
  /** Asks for a last date instead of the number of dates. */
  hasLastDate?: boolean;
}) {
  const { courts } = useCourts();
  const fields: Record<SeriesTimeField, (props: FieldProps) => ReactNode> = {
    court_id: (props) => (
      <SelectField label="Court" {...props}>
        <Options of={courts.map(({ id, name }) => [id, shortCourtName(name)])} />
      </SelectField>
    ),
    from: (props) => (
      <InputField label="First date" type="date" hint={weekday && weekdayName(weekday)} {...props} />
    ),
    weekday: (props) => (
      <SelectField label="Weekday" {...props}>
        <Options of={WEEKDAYS.map((day) => [day, weekdayName(day)])} />
      </SelectField>
    ),
    start_time: (props) => (
      <SelectField label="Start" {...props}>
        <Options of={starts.map((start) => [start, timeLabel(slotIndexOf(start) ?? 0)])} />
      </SelectField>
    ),
    half_hours: (props) => (
      <SelectField label="Length" {...props}>
        <Options of={LENGTHS.map((count) => [count, count === 2 ? '1 hour' : `${count / 2} hours`])} />
      </SelectField>
    ),
    every_weeks: (props) => (
      <SelectField label="Repeats" {...props}>
        <Options
          of={WEEK_STEPS.map((weeks) => [
            weeks,
            `${everyLabel(weeks)} ${weekday ? weekdayName(weekday) : 'week'}`,
          ])}
        />
      </SelectField>
    ),
    count: (props) => (
      <InputField
        label="Number of dates"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_SERIES_DATES}
        autoComplete="off"
        required={!hasLastDate}
        disabled={hasLastDate}
        {...props}
      />
    ),
    until: (props) => <InputField label="Or last date" type="date" {...props} />,
  };
  return rows.map((names) => (
    <div key={names.join()} className="field-row">
      {names.map((name) => (
        <Fragment key={name}>{fields[name](fieldProps(name))}</Fragment>
      ))}
    </div>
  ));
}

/** Field props for a form whose values are text in a state. */
export function textFieldProps<Values extends Record<string, string>>(
  values: Values,
  onChange: (values: Values) => void,
) {
  return (name: keyof Values & string): FieldProps => ({
    name,
    value: values[name] ?? '',
    onChange: (event) => onChange({ ...values, [name]: event.target.value }),
  });
}
