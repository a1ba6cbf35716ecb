import type { ComponentProps } from 'react';
import { PHONE_PLACEHOLDER } from '../../src/domain/text-schemas.ts';
import { InputField } from '../ui/field.tsx';

type FieldProps = Omit<ComponentProps<typeof InputField>, 'label'> & { label?: string };

export function NameField(props: FieldProps) {
  return <InputField label="Full Name" autoComplete="name" maxLength={100} {...props} />;
}

export function PhoneField(props: FieldProps) {
  return (
    <InputField
      label="Phone (optional)"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder={PHONE_PLACEHOLDER}
      {...props}
    />
  );
}
