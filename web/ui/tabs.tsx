import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { readingKey } from '../lib/reading-direction.ts';

/**
 * Tabs with a single panel. Arrow keys, Home and End select a tab; the Tab key enters the list, then moves on to the
 * panel. The caller keeps track of the selected tab, usually in the URL.
 */
export function Tabs<T extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
}: {
  label: string;
  tabs: readonly { id: T; label: string }[];
  selected: T;
  onSelect: (id: T) => void;
  children: ReactNode;
}) {
  const unique = useId();
  const tabId = (id: T) => `${unique}-tab-${id}`;
  const panelId = `${unique}-panel`;

  const selectByKey = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === selected);
    const nextIndex = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[
      readingKey(event.key)
    ];
    const next = nextIndex === undefined ? undefined : tabs[(nextIndex + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    document.getElementById(tabId(next.id))?.focus();
  };

  return (
    <>
      <div role="tablist" className="tabs requires-javascript" aria-label={label} onKeyDown={selectByKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={tabId(tab.id)}
            type="button"
            role="tab"
            aria-selected={tab.id === selected}
            aria-controls={panelId}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(selected)} tabIndex={-1}>
        {children}
      </div>
    </>
  );
}
