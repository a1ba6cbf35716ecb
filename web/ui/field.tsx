import { type ComponentProps, type ReactNode, useId } from 'react';
import { fieldId } from './field-id.ts';

interface FieldProps {
  label: string;
  name: string;
  /** Shown below the field and announced with it. */
  error?: string | undefined;
  hint?: ReactNode;
}

type ControlFieldProps<K extends 'input' | 'select' | 'textarea'> = FieldProps &
  Omit<ComponentProps<K>, 'name' | 'id' | 'aria-invalid' | 'aria-describedby'>;

export function InputField({ label, name, error, hint, ...rest }: ControlFieldProps<'input'>) {
  return (
    <FieldLayout label={label} name={name} error={error} hint={hint}>
      {(attributes) => <input {...rest} {...attributes} />}
    </FieldLayout>
  );
}

export function SelectField({ label, name, error, hint, ...rest }: ControlFieldProps<'select'>) {
  return (
    <FieldLayout label={label} name={name} error={error} hint={hint}>
      {(attributes) => <select {...rest} {...attributes} />}
    </FieldLayout>
  );
}

/** The options of a select as pairs of value and label. */
export function Options({ of }: { of: readonly (readonly [value: string | number, label: ReactNode])[] }) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

export function TextareaField({ label, name, error, hint, ...rest }: ControlFieldProps<'textarea'>) {
  return (
    <FieldLayout label={label} name={name} error={error} hint={hint}>
      {(attributes) => <textarea {...rest} {...attributes} />}
    </FieldLayout>
  );
}

/** A labelled yes or no. */
export function SwitchField({ label, name, error, hint, ...rest }: ControlFieldProps<'input'>) {
  return (
    <FieldLayout label={label} name={name} error={error} hint={hint} isSwitch>
      {(attributes) => (
        <input type="checkbox" role="switch" aria-checked={rest.checked} {...rest} {...attributes} />
      )}
    </FieldLayout>
  );
}

interface ControlAttributes {
  id: string;
  name: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

function FieldLayout({
  label,
  name,
  error,
  hint,
  isSwitch = false,
  children,
}: FieldProps & { isSwitch?: boolean; children: (attributes: ControlAttributes) => ReactNode }) {
  const unique = useId();
  const hintId = hint ? `${unique}-hint` : '';
  const errorId = error ? `${unique}-error` : '';
  const describedBy = [errorId, hintId].filter(Boolean).join(' ');
  return (
    <div className={isSwitch ? 'field switch' : 'field'}>
      <label htmlFor={fieldId(name)}>{label}</label>
      {children({
        id: fieldId(name),
        name,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
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
