/** One of a few values, each with its label; `name` tells the group from others of the page. */
export function RadioChoice<Value extends string>({
  legend,
  name,
  labels,
  value,
  onChange,
}: {
  legend: string;
  name: string;
  labels: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {(Object.keys(labels) as Value[]).map((option) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {labels[option]}
        </label>
      ))}
    </fieldset>
  );
}
