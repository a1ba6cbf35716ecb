import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** A modal dialog, closed by Escape or a click on the backdrop; the browser restores the focus. */
export function Dialog({
  title,
  onClose,
  children,
  drawer = false,
  full = false,
}: {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Shows it at the side, as tall as the screen. */
  drawer?: boolean;
  /** Fills the screen, so that the reception can turn it towards the customer. */
  full?: boolean;
}) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    dialog?.showModal();
    // Without such an element, the close button has the focus.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click closes by the backdrop; Escape does the same by keyboard
    <dialog
      ref={dialogRef}
      className={`dialog${drawer ? ' side' : ''}${full ? ' full' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React passes events of a nested dialog on to the ones around it.
        if (event.target !== dialogRef.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialogRef.current) onClose();
      }}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="quiet dialog-close" aria-label="Close" onClick={onClose}>
            <span aria-hidden="true">✕</span>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
