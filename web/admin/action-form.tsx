import type { ReactNode } from 'react';
import type { AnyForm } from '../lib/use-form.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';

/** A small form of the dashboard; why it failed stands above its buttons. */
export function ActionForm({
  form,
  submitLabel,
  submitClass = '',
  disabled = false,
  className,
  actions,
  children,
}: {
  form: AnyForm;
  submitLabel: string;
  submitClass?: string;
  disabled?: boolean;
  className?: string;
  /** Next to the submit button. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <form className={className} {...form.formProps}>
      {children}
      <ErrorAlert text={form.problem} />
      <div className="cluster">
        <button type="submit" className={submitClass} aria-busy={form.busy} disabled={disabled}>
          {submitLabel}
        </button>
        {actions}
      </div>
    </form>
  );
}
