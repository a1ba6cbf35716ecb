import type { ComponentProps } from 'react';
import { Options } from '../ui/field.tsx';

/** A labelled text field for a small form. */
export function TextInput({
  label,
  onText,
  ...rest
}: { label: string; onText: (text: string) => void } & ComponentProps<'input'>) {
  return (
    <label>
      {label}
      <input {...rest} onChange={(event) => onText(event.target.value)} />
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
