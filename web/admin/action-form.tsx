import type { ReactNode } from 'react';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { useChange } from './use-change.ts';

/** A form that changes something; the error appears above its buttons. */
export function ActionForm<T>({
  act,
  onDone,
  failure,
  submitLabel,
  submitClass = '',
  disabled = false,
  className,
  actions,
  children,
}: {
  act: () => Promise<T>;
  onDone?: (answer: T) => void;
  /** Shown if the server gave no reason. */
  failure: string;
  submitLabel: string;
  submitClass?: string;
  disabled?: boolean;
  className?: string;
  /** Next to the submit button. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { busy, error, run } = useChange(failure);
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void run(act, onDone);
      }}
    >
      {children}
      <ErrorAlert text={error} />
      <div className="cluster">
        <button type="submit" className={submitClass} aria-busy={busy} disabled={disabled}>
          {submitLabel}
        </button>
        {actions}
      </div>
    </form>
  );
}
