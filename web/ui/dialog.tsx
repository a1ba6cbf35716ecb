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
    if (dialog) focusFirst(dialog);
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

const FIELDS = 'input:not([type="hidden"]), select, textarea';

/**
 * Focuses what is done first: the marked element, else the first field, a chosen one of several radios. Without a field the
 * browser's choice stays, the close button, which does no harm. A finger keeps it too where a text field would open the
 * keyboard over a dialog that nobody has read.
 */
function focusFirst(dialog: HTMLDialogElement): void {
  const marked = dialog.querySelector<HTMLElement>('[data-autofocus]');
  if (marked) {
    marked.focus();
    return;
  }
  const isFinger = matchMedia('(pointer: coarse)').matches;
  for (const field of dialog.querySelectorAll<HTMLInputElement>(FIELDS)) {
    const isOther =
      field.type === 'radio' && !field.checked && dialog.querySelector(`[name="${field.name}"]:checked`);
    // A warning is read before it is confirmed.
    if (isOther || field.closest('.alert') || (isFinger && opensKeyboard(field))) continue;
    field.focus();
    // A field that is disabled or folded away takes no focus.
    if (document.activeElement === field) return;
  }
}

function opensKeyboard(field: HTMLElement): boolean {
  return field.matches(
    'textarea, input:not([type="checkbox"], [type="radio"], [type="date"], [type="file"])',
  );
}
