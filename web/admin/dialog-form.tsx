import type { ComponentProps, ReactNode } from 'react';
import type { AnyForm } from '../lib/use-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { DialogFoot } from './dialog-foot.tsx';

/** A form in a dialog: errors, fields, a cancel and a submit button. */
export function DialogForm({
  form,
  submitLabel,
  onClose,
  closeLabel = 'Cancel',
  summary,
  children,
}: {
  form: AnyForm;
  submitLabel: string;
  onClose: () => void;
  closeLabel?: string;
  /** Next to the buttons, always in sight. */
  summary?: ReactNode;
  children: ReactNode;
}) {
  return (
    <form {...form.formProps}>
      <ErrorSummary errors={form.errors} failedAttempts={form.failedAttempts} />
      <ErrorAlert text={form.problem} />
      {children}
      <DialogFoot before={summary} closeLabel={closeLabel} onClose={onClose}>
        <button type="submit" aria-busy={form.busy}>
          {submitLabel}
        </button>
      </DialogFoot>
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
