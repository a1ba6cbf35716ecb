import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

/**
 * Tabs with one panel. Arrows, Home and End move and choose; one Tab enters the list, the next one leaves it
 * for the panel. Which one is chosen is the caller's to keep, best in the address.
 */
export function Tabs<T extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: {
  label: string;
  tabs: readonly { id: T; label: string }[];
  chosen: T;
  onChoose: (id: T) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}) {
  const unique = useId();
  const list = useRef<HTMLDivElement>(null);
  const tabId = (id: T) => `${unique}-tab-${id}`;
  const panelId = `${unique}-panel`;

  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
    document.getElementById(tabId(next.id))?.focus();
  };

  return (
    <>
      <div ref={list} role="tablist" className="tabs needs-script" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={tabId(tab.id)}
            type="button"
            role="tab"
            aria-selected={tab.id === chosen}
            aria-controls={panelId}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(chosen)} tabIndex={-1}>
        {children}
      </div>
    </>
  );
}
