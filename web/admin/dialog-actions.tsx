import type { ComponentProps, ReactNode } from 'react';
import { DialogFoot } from './dialog-foot.tsx';
import { useChange } from './use-change.ts';

/** The foot of a dialog without a form: any error, a close button and the action. */
export function DialogActions({
  error,
  closeLabel,
  onClose,
  label,
  onAct,
  busy = false,
  danger = false,
  disabled = false,
  hasFocus = false,
  children,
}: {
  error: string | null;
  closeLabel?: string | undefined;
  /** Absent where the dialog's own ✕ is enough. */
  onClose?: (() => void) | undefined;
  label: string;
  onAct: () => unknown;
  busy?: boolean;
  /** The action takes something away. */
  danger?: boolean;
  disabled?: boolean;
  /** Focuses the action's button when the dialog opens. */
  hasFocus?: boolean;
  /** Further buttons, before the two. */
  children?: ReactNode;
}) {
  return (
    <DialogFoot
      error={error}
      before={children}
      {...(closeLabel && { closeLabel })}
      {...(onClose && { onClose })}
    >
      <button
        type="button"
        className={danger ? 'danger' : ''}
        aria-busy={busy}
        disabled={disabled}
        data-autofocus={hasFocus || undefined}
        onClick={() => void onAct()}
      >
        {label}
      </button>
    </DialogFoot>
  );
}

/** The foot of a dialog that makes one change; the error appears above the buttons. */
export function DialogAction<T>({
  act,
  onDone,
  failure,
  error: problem = null,
  ...rest
}: Omit<ComponentProps<typeof DialogActions>, 'busy' | 'error' | 'onAct'> & {
  act: () => Promise<T>;
  onDone: (answer: T) => void;
  /** Shown if the server gave no reason. */
  failure: string;
  /** Any other error. */
  error?: string | null;
}) {
  const { busy, error, run } = useChange(failure);
  return <DialogActions {...rest} busy={busy} error={error ?? problem} onAct={() => run(act, onDone)} />;
}
