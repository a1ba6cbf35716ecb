import type { ComponentProps, ReactNode } from 'react';
import type { AnyForm, Form } from '../lib/use-form.ts';
import { EmailField } from '../shared/email-field.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { PasswordField } from './password-field.tsx';

/** An account form: error summary, fields, one wide submit button. */
export function AccountForm({
  form: { formProps, failedAttempts, errors, busy },
  labels,
  submitLabel,
  disabled = false,
  children,
  ...name
}: {
  form: AnyForm;
  /** The field labels, in order. */
  labels: Record<string, string>;
  submitLabel: string;
  disabled?: boolean;
  children: ReactNode;
} & Pick<ComponentProps<'form'>, 'aria-label' | 'aria-labelledby'>) {
  return (
    // POST keeps the password out of the URL if the browser submits the form before the code has loaded.
    <form method="post" {...formProps} {...name}>
      <ErrorSummary errors={errors} failedAttempts={failedAttempts} labels={labels} />
      {children}
      <button type="submit" className="wide" aria-busy={busy} disabled={busy || disabled}>
        {submitLabel}
      </button>
    </form>
  );
}

/** An account's email; `form` comes from `useForm` for values with an `email`. */
export function AccountEmailField({ form }: { form: Pick<Form<{ email: string }>, 'set' | 'fieldProps'> }) {
  return (
    <EmailField
      label="Email"
      autoComplete="username"
      required
      {...form.fieldProps('email')}
      onCorrect={(email) => form.set('email', email)}
    />
  );
}

export function NewPasswordFields({
  password,
  confirmation,
}: Record<'password' | 'confirmation', ComponentProps<typeof PasswordField>>) {
  return (
    <>
      <PasswordField autoComplete="new-password" placeholder="At least 8 characters" required {...password} />
      <PasswordField autoComplete="new-password" required {...confirmation} />
    </>
  );
}
