import { type ReactNode, useId, useRef } from 'react';
import { isMirrored } from '../lib/reading-direction.ts';

export interface MenuItem {
  label: string;
  run: () => void;
  danger?: boolean;
}

/** A button that opens a short list of actions; the browser closes it at Escape and at a press beside it. */
export function ActionMenu({
  label,
  items,
  className = 'quiet',
  children,
}: {
  /** The accessible name of the button, where `children` is only a sign. */
  label?: string;
  items: readonly MenuItem[];
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const place = () => {
    if (!button.current || !list.current) return;
    const { bottom, top, left, right } = button.current.getBoundingClientRect();
    const { offsetHeight, offsetWidth } = list.current;
    const fitsBelow = bottom + offsetHeight <= innerHeight;
    list.current.style.top = `${Math.max(0, fitsBelow ? bottom : top - offsetHeight)}px`;
    const start = isMirrored() ? Math.min(left, innerWidth - offsetWidth) : right - offsetWidth;
    list.current.style.left = `${Math.max(0, start)}px`;
  };
  return (
    <>
      <button ref={button} type="button" className={className} aria-label={label} popoverTarget={id}>
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className="action-menu"
        onToggle={(event) => event.newState === 'open' && place()}
      >
        <ul>
          {items.map(({ label: text, run, danger }) => (
            <li key={text}>
              <button
                type="button"
                className={danger ? 'danger' : 'quiet'}
                onClick={() => {
                  list.current?.hidePopover();
                  run();
                }}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
