import type { FormikValues } from 'formik';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { useForm } from '../lib/use-form.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';

/** A form in an admin dialog; after every submit the dashboard reloads its data. */
export function useDialogForm<V extends FormikValues>({
  fallbackMessage,
  onError,
  onSubmit,
  ...options
}: Parameters<typeof useForm<V>>[0] & {
  /** Shown when the server gave no error message. */
  fallbackMessage: string;
}) {
  const [submitError, setSubmitError] = useState<string | null>(null);
  const form = useForm<V>({
    ...options,
    isOwn: false,
    onSubmit: async (values) => {
      setSubmitError(null);
      try {
        await onSubmit(values);
      } finally {
        void invalidateQueries('/api/admin');
      }
    },
    onError: (error) => {
      setSubmitError(errorMessage(error, fallbackMessage));
      onError?.(error);
    },
  });
  return { ...form, submitError };
}

/** The layout of such a form: errors, fields, a cancel and a submit button. */
export function DialogForm({
  form: { form, failedAttempts, errors, busy, submitError },
  labels,
  errorDetails,
  submitLabel,
  onClose,
  children,
}: {
  form: Omit<ReturnType<typeof useDialogForm>, 'fieldProps' | 'form'> & {
    form: { handleSubmit: () => void };
  };
  labels: Record<string, string>;
  /** Shown below the error message. */
  errorDetails?: ReactNode;
  submitLabel: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.handleSubmit();
      }}
    >
      <ErrorSummary errors={errors} failedAttempts={failedAttempts} labels={labels} />
      {submitError && Object.keys(errors).length === 0 && (
        <div className="alert danger" role="alert">
          <p>{submitError}</p>
          {errorDetails}
        </div>
      )}
      {children}
      <div className="admin-dialog-foot">
        <button type="button" className="ghost" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" aria-busy={busy}>
          {submitLabel}
        </button>
      </div>
    </form>
  );
}
