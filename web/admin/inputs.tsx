import { type ComponentProps, useId } from 'react';
import { Options } from '../ui/field.tsx';

/** A labelled text of a small form, of which a page may have several. */
export function TextInput({
  label,
  error,
  onText,
  ...rest
}: {
  label: string;
  error?: string | undefined;
  onText?: (text: string) => void;
} & ComponentProps<'input'>) {
  const errorId = useId();
  return (
    <label>
      {label}
      <input
        {...(error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})}
        {...rest}
        {...(onText ? { onChange: (event) => onText(event.target.value) } : {})}
      />
      {error && (
        <span className="field-error" id={errorId}>
          {error}
        </span>
      )}
    </label>
  );
}

/** A whole number of rupees. */
export function AmountInput({
  onText,
  ...rest
}: {
  label: string;
  value: string;
  error?: string | undefined;
  onText: (digits: string) => void;
}) {
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      pattern="[0-9]*"
      autoComplete="off"
      required
      onText={(text) => onText(text.replace(/\D/g, ''))}
    />
  );
}

/** A labelled choice for a small form. */
export function ChoiceInput<Id extends string>({
  label,
  of,
  value,
  onChoose,
}: {
  label: string;
  of: readonly (readonly [id: Id, label: string])[];
  value: Id;
  onChoose: (id: Id) => void;
}) {
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.target.value as Id)}>
        <Options of={of} />
      </select>
    </label>
  );
}
