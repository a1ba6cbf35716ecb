import type { FormikValues } from 'formik';
import { type ReactNode, useState } from 'react';
import { sentenceOf } from '../lib/api.ts';
import { invalidate } from '../lib/query.ts';
import { useForm } from '../lib/use-form.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';

/** A form in a dialog of the desk: whatever came of a submit, the desk looks at the server again. */
export function useDialogForm<V extends FormikValues>({
  otherwise,
  failed,
  submit,
  ...options
}: Parameters<typeof useForm<V>>[0] & {
  /** Said when the server gave no sentence. */
  otherwise: string;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<V>({
    ...options,
    submit: async (values) => {
      setProblem(null);
      try {
        await submit(values);
      } finally {
        void invalidate('/api/admin');
      }
    },
    failed: (error) => {
      setProblem(sentenceOf(error, otherwise));
      failed?.(error);
    },
  });
  return { ...form, problem };
}

/** Its frame: what is wrong, the fields, the way out and the way on. */
export function DialogForm({
  form: { form, attempt, errors, busy, problem },
  labels,
  more,
  leave = 'Leave it',
  submit,
  onClose,
  children,
}: {
  form: Omit<ReturnType<typeof useDialogForm>, 'field' | 'form'> & { form: { handleSubmit: () => void } };
  labels: Record<string, string>;
  /** Stands below the problem. */
  more?: ReactNode;
  leave?: string;
  submit: string;
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
      <ErrorSummary errors={errors} attempt={attempt} labels={labels} />
      {problem && Object.keys(errors).length === 0 && (
        <div className="notice danger" role="alert">
          <p>{problem}</p>
          {more}
        </div>
      )}
      {children}
      <div className="desk-dialog-foot">
        <button type="button" className="ghost" onClick={onClose}>
          {leave}
        </button>
        <button type="submit" aria-busy={busy}>
          {submit}
        </button>
      </div>
    </form>
  );
}
