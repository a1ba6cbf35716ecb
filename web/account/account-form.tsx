import type { ComponentProps, ReactNode } from 'react';
import { PHONE_PLACEHOLDER } from '../../src/domain/phone.ts';
import type { useForm } from '../lib/use-form.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { InputField } from '../ui/field.tsx';
import { PasswordField } from './password-field.tsx';

type AccountFormState = Pick<ReturnType<typeof useForm>, 'failedAttempts' | 'errors' | 'busy'> & {
  form: { handleSubmit: ComponentProps<'form'>['onSubmit'] };
};
/** What `useForm`'s `field` gives for one input. */
type AccountFieldProps = Omit<ComponentProps<typeof InputField>, 'label'> & { label?: string };

/** A form before or in the account: what is wrong, the fields, one wide button. */
export function AccountForm({
  form: { form, failedAttempts, errors, busy },
  labels,
  submitLabel,
  disabled = false,
  children,
  ...name
}: {
  form: AccountFormState;
  /** The fields in the order they stand. */
  labels: Record<string, string>;
  submitLabel: string;
  disabled?: boolean;
  children: ReactNode;
} & Pick<ComponentProps<'form'>, 'aria-label' | 'aria-labelledby'>) {
  return (
    // Posted, should it ever be sent before the code is there: a password has no place in an address.
    <form method="post" noValidate onSubmit={form.handleSubmit} {...name}>
      <ErrorSummary errors={errors} failedAttempts={failedAttempts} labels={labels} />
      {children}
      <button type="submit" className="wide" aria-busy={busy} disabled={busy || disabled}>
        {submitLabel}
      </button>
    </form>
  );
}

/** The address somebody logs in with. */
export function EmailField(props: AccountFieldProps) {
  return (
    <InputField
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}

export function PhoneField(props: AccountFieldProps) {
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

/** A password somebody chooses, twice. */
export function NewPasswordFields({
  chosen,
  again,
}: Record<'chosen' | 'again', ComponentProps<typeof PasswordField>>) {
  return (
    <>
      <PasswordField autoComplete="new-password" placeholder="At least 8 characters" required {...chosen} />
      <PasswordField autoComplete="new-password" required {...again} />
    </>
  );
}
