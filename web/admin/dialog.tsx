import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** A modal dialog: Escape and the backdrop leave it, the focus goes back to where it came from. */
export function Dialog({
  title,
  onClose,
  children,
  drawer = false,
}: {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Stands at the side as high as the screen, for something to look through. */
  drawer?: boolean;
}) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    dialog?.showModal();
    // Where one begins to type; the close button else has the focus.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is the backdrop's; Escape is the key for it
    <dialog
      ref={dialogRef}
      className={drawer ? 'admin-dialog side' : 'admin-dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialogRef.current) onClose();
      }}
    >
      <div className="admin-dialog-body">
        <header className="admin-dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="quiet admin-close" aria-label="Close" onClick={onClose}>
            <span aria-hidden="true">✕</span>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
