import type { ReactNode } from 'react';
import { ErrorAlert } from '../ui/error-alert.tsx';

/** The end of a dialog, in sight under a long one: what failed, a button that closes it and those that act. */
export function DialogFoot({
  error = null,
  before,
  closeLabel = 'Close',
  onClose,
  children,
}: {
  error?: string | null;
  before?: ReactNode;
  closeLabel?: string;
  /** Absent where the dialog's own ✕ is enough. */
  onClose?: () => void;
  /** The buttons that act. */
  children?: ReactNode;
}) {
  return (
    <div className="admin-dialog-foot">
      <ErrorAlert text={error} />
      {before}
      {onClose && (
        <button type="button" className="ghost" onClick={onClose}>
          {closeLabel}
        </button>
      )}
      {children}
    </div>
  );
}
