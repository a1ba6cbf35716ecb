import { Fragment, useEffect, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { isTyping } from './is-typing.ts';

export interface Shortcut {
  /** The value of `KeyboardEvent.key` in lower case. */
  key: string;
  label: string;
  run: () => void;
}

const SINGLE_KEYS = 'admin-single-keys';

/**
 * Runs `onPalette` on Ctrl+K and a shortcut on its single key. Single keys are ignored while a field or dialog has
 * the keyboard, and an admin can turn them off.
 */
export function useShortcuts(shortcuts: readonly Shortcut[], onPalette: () => void) {
  const [enabled, setEnabled] = useState(() => localStorage.getItem(SINGLE_KEYS) !== 'off');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      // A drawer shows a booking; other dialogs hold typed input.
      if (
        key === 'k' &&
        (event.ctrlKey || event.metaKey) &&
        !document.querySelector('dialog[open]:not(.side)')
      ) {
        event.preventDefault();
        onPalette();
      }
      if (hasModifier || !enabled || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const shortcut = shortcuts.find((at) => at.key === key);
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return {
    enabled,
    toggle() {
      localStorage.setItem(SINGLE_KEYS, enabled ? 'off' : 'on');
      setEnabled(!enabled);
    },
  };
}

/** What always works, apart from the single keys. */
const FIXED_KEYS = [
  ['Ctrl K', 'Find a booking, a customer or a day; start a walk-in or a closure'],
  ['Tab, Enter', 'Go to a button or a link, and press it'],
  ['← → ↑ ↓', 'Move between tabs, courts and slots, and rows of bookings'],
  ['Esc', 'Close a dialog'],
] as const;

export function ShortcutsDialog({
  shortcuts,
  enabled,
  onToggle,
  onClose,
}: {
  shortcuts: readonly Shortcut[];
  enabled: boolean;
  onToggle: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="facts admin-shortcuts">
        {[...FIXED_KEYS, ...shortcuts.map(({ key, label }) => [key.toUpperCase(), label] as const)].map(
          ([key, label]) => (
            <Fragment key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{label}</dd>
            </Fragment>
          ),
        )}
      </dl>
      <label className="admin-checkbox">
        <input type="checkbox" checked={enabled} onChange={onToggle} />
        Use single keys
      </label>
    </Dialog>
  );
}
