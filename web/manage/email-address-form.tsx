import { manageLinksSchema } from '../../src/domain/self-service.ts';
import { useForm } from '../lib/use-form.ts';
import { EmailField } from '../shared/email-field.tsx';

/** One email address with a button; `onSubmit` gets a valid address and throws the server's error. */
export function EmailAddressForm({
  label,
  name,
  submitLabel,
  onSubmit,
}: {
  label: string;
  name: string;
  submitLabel: string;
  onSubmit: (email: string) => Promise<void>;
}) {
  const { fieldProps, formProps, errors, problem, set, busy } = useForm({
    schema: manageLinksSchema,
    initialValues: { email: '' },
    onSubmit: ({ email }) => onSubmit(email.trim()),
    failure: 'The connection was lost. Please try again.',
  });
  return (
    <form {...formProps} aria-busy={busy}>
      <EmailField
        label={label}
        {...fieldProps('email')}
        name={name}
        error={errors.email ?? (problem || undefined)}
        onCorrect={(email) => set('email', email)}
      />
      <button type="submit" disabled={busy}>
        {submitLabel}
      </button>
    </form>
  );
}
