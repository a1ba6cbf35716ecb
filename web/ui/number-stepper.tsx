/** A number with buttons to change it. */
export function NumberStepper({
  label,
  value,
  max,
  onChange,
}: {
  /** What is being counted; used to name the buttons. */
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}) {
  return (
    <fieldset className="stepper">
      <legend className="visually-hidden">{label}</legend>
      <button
        type="button"
        className="quiet"
        aria-label={`One less: ${label}`}
        disabled={value <= 0}
        onClick={() => onChange(value - 1)}
      >
        −
      </button>
      <output className="number" aria-label={`${label}: ${value}`}>
        {value}
      </output>
      <button
        type="button"
        className="quiet"
        aria-label={`One more: ${label}`}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        +
      </button>
    </fieldset>
  );
}
