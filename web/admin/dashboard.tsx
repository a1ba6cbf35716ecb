import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react';
import { BackupStatus } from './backup-status.tsx';
import { BookingDrawer } from './booking-drawer.tsx';
import { useLiveUpdates, useSoundAlerts } from './live-updates.ts';
import { StatCards } from './stat-cards.tsx';
import { TABS, type Tab } from './tabs.ts';
import { useUrlParams } from './url-params.ts';

/** The desk: figures, tabs, and the booking that is open. */
export default function Dashboard() {
  const { params, navigate } = useUrlParams();
  const sound = useSoundAlerts();
  const connected = useLiveUpdates((event) => sound.play(event));
  const current = TABS.find((tab) => tab.id === params.tab) ?? (TABS[0] as Tab);
  const openBookingId = /^\d{1,15}$/.test(params.booking ?? '') ? Number(params.booking) : null;

  return (
    <main id="main" className="container admin" data-tab={current.id} tabIndex={-1}>
      <div className="admin-head">
        <h1>Admin Dashboard</h1>
        <p className="admin-live" data-open={connected}>
          <span aria-hidden="true" className="admin-live-dot" />
          <span role="status">{connected ? 'Live' : 'Connecting …'}</span>
        </p>
        <label className="admin-sound">
          <input type="checkbox" checked={sound.enabled} onChange={sound.toggle} />
          Sound
        </label>
      </div>
      <StatCards />
      <BackupStatus />
      <TabList
        current={current}
        onSelect={(tab) =>
          navigate({ ...CLEARED_TAB_PARAMS, tab: tab.id === TABS[0]?.id ? undefined : tab.id })
        }
      />
      <div role="tabpanel" id="admin-panel" aria-labelledby={`admin-tab-${current.id}`}>
        <Suspense fallback={<p aria-busy="true">One moment …</p>}>
          <current.Panel />
        </Suspense>
      </div>
      {openBookingId !== null && (
        <BookingDrawer
          key={openBookingId}
          id={openBookingId}
          onClose={() => navigate({ booking: undefined })}
        />
      )}
    </main>
  );
}

/** What belongs to one tab and means nothing on another. */
const CLEARED_TAB_PARAMS = {
  q: undefined,
  status: undefined,
  sort: undefined,
  cursor: undefined,
  unread: undefined,
  user: undefined,
};

function TabList({ current, onSelect }: { current: Tab; onSelect: (tab: Tab) => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the row of tabs is wider than the screen.
    const tab = list.current?.querySelector<HTMLElement>(`#admin-tab-${current.id}`);
    if (tab && list.current) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 3;
  }, [current.id]);
  const selectByKey = (event: KeyboardEvent) => {
    const index = TABS.indexOf(current);
    const last = TABS.length - 1;
    const targets = {
      ArrowRight: (index + 1) % TABS.length,
      ArrowLeft: index ? index - 1 : last,
      Home: 0,
      End: last,
    };
    const next = TABS[targets[event.key as keyof typeof targets] ?? -1];
    if (!next) return;
    event.preventDefault();
    onSelect(next);
    list.current?.querySelector<HTMLElement>(`#admin-tab-${next.id}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Desk" className="tabs" ref={list} onKeyDown={selectByKey}>
      {TABS.map((tab) => (
        <button
          key={tab.id}
          id={`admin-tab-${tab.id}`}
          type="button"
          role="tab"
          aria-selected={tab === current}
          aria-controls="admin-panel"
          tabIndex={tab === current ? 0 : -1}
          onClick={() => onSelect(tab)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
