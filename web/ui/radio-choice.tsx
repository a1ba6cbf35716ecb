import { type ReactNode, useId } from 'react';
import { fieldId } from './field-id.ts';

/** One of a few labelled values; `name` tells the group apart from others on the page. */
export function RadioChoice<Value extends string>({
  legend,
  name,
  labels,
  value,
  onChange,
  isRow = false,
  wraps = false,
  error,
}: {
  legend: string;
  name: string;
  labels: Record<Value, ReactNode>;
  /** Empty until one is chosen. */
  value: Value | '';
  onChange: (value: Value) => void;
  /** Side by side instead of stacked. */
  isRow?: boolean;
  /** A row that continues on a second line. */
  wraps?: boolean;
  /** Shown below the choice and announced with it. */
  error?: string | undefined;
}) {
  const errorId = useId();
  return (
    <fieldset className={wraps ? 'choice wraps' : 'choice'} aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      <div className={isRow || wraps ? 'segments' : 'choice-list'}>
        {(Object.keys(labels) as Value[]).map((option, at) => (
          <label key={option}>
            <input
              id={at === 0 ? fieldId(name) : undefined}
              type="radio"
              aria-invalid={error ? true : undefined}
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {labels[option]}
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
