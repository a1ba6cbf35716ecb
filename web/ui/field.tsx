import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldProps {
  label: string;
  name: string;
  /** Shown under the field and read with it; no text, no error. */
  error?: string | undefined;
  hint?: ReactNode;
}

type Control<K extends 'input' | 'select' | 'textarea'> = FieldProps &
  Omit<ComponentProps<K>, 'name' | 'id' | 'aria-invalid' | 'aria-describedby'>;

/** The id of a field's control, for links that lead to it. One form with this name is on a page at a time. */
export function fieldId(name: string): string {
  return `field-${name}`;
}

/** A labelled input with its hint and its error. */
export function InputField({ label, name, error, hint, ...rest }: Control<'input'>) {
  return (
    <Frame label={label} name={name} error={error} hint={hint}>
      {(wiring) => <input {...rest} {...wiring} />}
    </Frame>
  );
}

export function SelectField({ label, name, error, hint, ...rest }: Control<'select'>) {
  return (
    <Frame label={label} name={name} error={error} hint={hint}>
      {(wiring) => <select {...rest} {...wiring} />}
    </Frame>
  );
}

export function TextareaField({ label, name, error, hint, ...rest }: Control<'textarea'>) {
  return (
    <Frame label={label} name={name} error={error} hint={hint}>
      {(wiring) => <textarea {...rest} {...wiring} />}
    </Frame>
  );
}

interface Wiring {
  id: string;
  name: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

function Frame({
  label,
  name,
  error,
  hint,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const unique = useId();
  const hintId = hint ? `${unique}-hint` : '';
  const errorId = error ? `${unique}-error` : '';
  const described = [errorId, hintId].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={fieldId(name)}>{label}</label>
      {children({
        id: fieldId(name),
        name,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
      })}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
