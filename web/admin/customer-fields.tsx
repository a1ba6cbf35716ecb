import { PHONE_PLACEHOLDER } from '../../src/domain/text-schemas.ts';
import type { Form } from '../lib/use-form.ts';
import { InputField } from '../ui/field.tsx';

type FieldProps = Form<{ name: string; phone: string }>['fieldProps'];

/** The customer that the reception is booking for; a name is enough. */
export function CustomerFields({ fieldProps }: { fieldProps: FieldProps }) {
  return (
    <div className="field-row">
      <InputField label="Name" autoComplete="off" {...fieldProps('name')} data-autofocus />
      <InputField
        label="Phone (optional)"
        inputMode="tel"
        autoComplete="off"
        placeholder={PHONE_PLACEHOLDER}
        {...fieldProps('phone')}
      />
    </div>
  );
}
