import type { ReactNode } from 'react';

/** One of a few values, each with its label; `name` tells the group from others of the page. */
export function RadioChoice<Value extends string>({
  legend,
  name,
  labels,
  value,
  onChange,
  isRow = false,
}: {
  legend: string;
  name: string;
  labels: Record<Value, ReactNode>;
  value: Value;
  onChange: (value: Value) => void;
  /** Side by side instead of below each other. */
  isRow?: boolean;
}) {
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div className={isRow ? 'segments' : 'choice-list'}>
        {(Object.keys(labels) as Value[]).map((option) => (
          <label key={option}>
            <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
            {labels[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
