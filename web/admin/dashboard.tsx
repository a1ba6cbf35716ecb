import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react';
import { BackupLine } from './backup-line.tsx';
import { BookingDrawer } from './booking-drawer.tsx';
import { useLive, useSound } from './live.ts';
import { useParams } from './params.ts';
import { StatCards } from './stat-cards.tsx';
import { TABS, type Tab } from './tabs.ts';

/** The desk: figures, tabs, and the booking that is open. */
export default function Dashboard() {
  const { params, go } = useParams();
  const sound = useSound();
  const live = useLive((event) => sound.play(event));
  const current = TABS.find((tab) => tab.id === params.tab) ?? (TABS[0] as Tab);
  const opened = /^\d{1,15}$/.test(params.booking ?? '') ? Number(params.booking) : null;

  return (
    <main id="main" className="container desk" data-tab={current.id} tabIndex={-1}>
      <div className="desk-head">
        <h1>Admin Dashboard</h1>
        <p className="desk-live" data-open={live}>
          <span aria-hidden="true" className="desk-live-dot" />
          <span role="status">{live ? 'Live' : 'Connecting …'}</span>
        </p>
        <label className="desk-sound">
          <input type="checkbox" checked={sound.on} onChange={sound.toggle} />
          Sound
        </label>
      </div>
      <StatCards />
      <BackupLine />
      <TabList
        current={current}
        onChoose={(tab) => go({ ...EMPTY, tab: tab.id === TABS[0]?.id ? undefined : tab.id })}
      />
      <div role="tabpanel" id="desk-panel" aria-labelledby={`desk-tab-${current.id}`}>
        <Suspense fallback={<p aria-busy="true">One moment …</p>}>
          <current.Panel />
        </Suspense>
      </div>
      {opened !== null && (
        <BookingDrawer key={opened} id={opened} onClose={() => go({ booking: undefined })} />
      )}
    </main>
  );
}

/** What belongs to one tab and means nothing on another. */
const EMPTY = {
  q: undefined,
  status: undefined,
  sort: undefined,
  cursor: undefined,
  unread: undefined,
  user: undefined,
};

function TabList({ current, onChoose }: { current: Tab; onChoose: (tab: Tab) => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the row of tabs is wider than the screen.
    const tab = list.current?.querySelector<HTMLElement>(`#desk-tab-${current.id}`);
    if (tab && list.current) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 3;
  }, [current.id]);
  const step = (event: KeyboardEvent) => {
    const at = TABS.indexOf(current);
    const last = TABS.length - 1;
    const to = { ArrowRight: (at + 1) % TABS.length, ArrowLeft: at ? at - 1 : last, Home: 0, End: last };
    const next = TABS[to[event.key as keyof typeof to] ?? -1];
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`#desk-tab-${next.id}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Desk" className="tabs" ref={list} onKeyDown={step}>
      {TABS.map((tab) => (
        <button
          key={tab.id}
          id={`desk-tab-${tab.id}`}
          type="button"
          role="tab"
          aria-selected={tab === current}
          aria-controls="desk-panel"
          tabIndex={tab === current ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
