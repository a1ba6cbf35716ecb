import { useId, useLayoutEffect, useRef } from 'react';
import { ReauthenticationForm } from './reauthentication-form.tsx';

/** Authenticates the user again above everything else; Escape and Close give up. */
export default function ReauthenticationDialog({ onDone }: { onDone: (succeeded: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="reauthentication-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onDone(false);
      }}
    >
      <h2 id={titleId}>Confirm that it is you</h2>
      <p className="muted">This step needs a fresh confirmation. It counts for ten minutes.</p>
      <ReauthenticationForm onReauthenticated={() => onDone(true)} />
      <button type="button" className="quiet wide" onClick={() => onDone(false)}>
        Close
      </button>
    </dialog>
  );
}
