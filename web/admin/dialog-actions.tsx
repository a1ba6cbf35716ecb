import { ErrorAlert } from '../ui/error-alert.tsx';

/** The foot of a dialog that acts without a form: what failed, a button that closes it and one that acts. */
export function DialogActions({
  error,
  closeLabel = 'Close',
  onClose,
  label,
  onAct,
  busy,
  danger = false,
  disabled = false,
}: {
  error: string | null;
  closeLabel?: string;
  onClose: () => void;
  label: string;
  onAct: () => unknown;
  busy: boolean;
  /** The action takes something away. */
  danger?: boolean;
  disabled?: boolean;
}) {
  return (
    <>
      <ErrorAlert text={error} />
      <div className="admin-dialog-foot">
        <button type="button" className="ghost" onClick={onClose}>
          {closeLabel}
        </button>
        <button
          type="button"
          className={danger ? 'danger' : ''}
          aria-busy={busy}
          disabled={disabled}
          onClick={() => void onAct()}
        >
          {label}
        </button>
      </div>
    </>
  );
}
