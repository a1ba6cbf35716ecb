import type { FormikValues } from 'formik';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { errorMessage } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { useForm } from '../lib/use-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';

/** A form in an admin dialog; every submit makes the dashboard reload its data. */
export function useDialogForm<V extends FormikValues>({
  fallbackMessage,
  onError,
  onSubmit,
  ...options
}: Parameters<typeof useForm<V>>[0] & {
  /** Shown if the server gave no error message. */
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
  submitLabel,
  onClose,
  summary,
  children,
}: {
  form: Omit<ReturnType<typeof useDialogForm>, 'fieldProps' | 'form'> & {
    form: { handleSubmit: () => void };
  };
  submitLabel: string;
  onClose: () => void;
  /** Next to the buttons, always in sight. */
  summary?: ReactNode;
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
      <ErrorSummary errors={errors} failedAttempts={failedAttempts} />
      <ErrorAlert text={Object.keys(errors).length === 0 ? submitError : null} />
      {children}
      <div className="admin-dialog-foot">
        {summary}
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

/** A dialog consisting of such a form. */
export function FormDialog({ title, ...form }: { title: string } & ComponentProps<typeof DialogForm>) {
  return (
    <Dialog title={title} onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  );
}
