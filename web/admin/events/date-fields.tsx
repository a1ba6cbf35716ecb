import { type Court, shortCourtName } from '../../../src/domain/court.ts';
import { BUSINESS_DAY_SLOTS, startTimeOf, timeLabel } from '../../../src/domain/slot.ts';
import { durationLabel } from '../../../src/domain/waitlist.ts';
import type { Form } from '../../lib/use-form.ts';
import { Options, SelectField } from '../../ui/field.tsx';

type FieldProps = Form<Record<string, unknown>>['fieldProps'];

export function StartField({ fieldProps }: { fieldProps: (name: 'start_time') => ReturnType<FieldProps> }) {
  return (
    <SelectField label="Start" {...fieldProps('start_time')}>
      <Options of={BUSINESS_DAY_SLOTS.map((slot) => [startTimeOf(slot), timeLabel(slot)])} />
    </SelectField>
  );
}

/** The length in half-hours, at most `most`. */
export function LengthField({
  most,
  fieldProps,
}: {
  most: number;
  fieldProps: (name: 'duration') => ReturnType<FieldProps>;
}) {
  const lengths = Array.from({ length: most }, (_, at) => 30 * (at + 1));
  return (
    <SelectField label="Length" {...fieldProps('duration')}>
      <Options of={lengths.map((minutes) => [minutes, durationLabel(minutes)])} />
    </SelectField>
  );
}

/** Which courts a date is played on. */
export function CourtsField({
  courts,
  chosen,
  error,
  onChange,
}: {
  courts: readonly Court[];
  chosen: readonly number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  return (
    <fieldset className="choice">
      <legend>Courts</legend>
      <div className="cluster">
        {courts.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((court) => court !== id))
              }
            />
            {shortCourtName(name)}
          </label>
        ))}
      </div>
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
