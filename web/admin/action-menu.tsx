import { type ReactNode, useId, useRef, useState } from 'react';
import { placePopover } from './place-popover.ts';

export interface MenuItem {
  label: string;
  run: () => void;
  danger?: boolean;
}

/** Opens a separate page in another tab. */
interface MenuLink {
  label: string;
  href: string;
  /** In smaller letters below. */
  text: string;
}

/** A button that opens a short list of actions or links; the browser closes it on Escape or a press elsewhere. */
export function ActionMenu({
  label,
  items,
  className = 'quiet',
  children,
}: {
  /** The button's accessible name if `children` is only a symbol. */
  label?: string;
  /** A function is called when the menu opens. */
  items: readonly MenuItem[] | (() => readonly MenuLink[]);
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // The items may depend on when the menu opens.
  const [openings, setOpenings] = useState(0);
  const place = () => {
    if (button.current && list.current) placePopover(list.current, button.current, 'end');
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
        onBeforeToggle={(event) => event.newState === 'open' && setOpenings((count) => count + 1)}
        onToggle={(event) => event.newState === 'open' && place()}
      >
        <ul>
          {typeof items === 'function'
            ? openings > 0 &&
              items().map(({ label: title, href, text }) => (
                <li key={title}>
                  <a
                    className="button quiet"
                    href={href}
                    target="_blank"
                    rel="noopener noreferrer"
                    onClick={() => list.current?.hidePopover()}
                  >
                    <span>{title}</span>
                    {text && (
                      <small className="muted" translate="no">
                        {text}
                      </small>
                    )}
                  </a>
                </li>
              ))
            : items.map(({ label: text, run, danger }) => (
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
