import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { ReauthenticationPrompt } from '../shared/reauthentication-prompt.tsx';
import { useIsOwner } from '../shared/session.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { BookingDrawer } from './bookings/booking-drawer.tsx';
import { CommandPalette } from './command-palette.tsx';
import { playSoundFor } from './inbox/sound-alerts.tsx';
import { HealthWarnings } from './insights/health-warnings.tsx';
import { useLiveUpdates } from './live-updates.ts';
import { CustomerDrawer } from './people/customer-drawer.tsx';
import { ScreenLockDialog, useScreenLock } from './screen-lock.tsx';
import { SetupChecklist } from './settings/setup-checklist.tsx';
import { type Shortcut, ShortcutsDialog, useShortcuts } from './shortcuts.tsx';
import { CLEARED_TAB_PARAMS, tabAt, tabsOf } from './tabs.ts';
import { type UrlParams, useUrlParams } from './url-params.ts';
import { useAdminQuery } from './use-admin-query.ts';

const SeriesDialogs = lazy(() => import('./series/series-dialogs.tsx'));

/** The tabs and the open booking. */
export default function Dashboard() {
  const { params, navigate } = useUrlParams();
  const connected = useLiveUpdates(playSoundFor);
  const isOwner = useIsOwner();
  const tabs = tabsOf(isOwner ? 'owner' : 'staff');
  const current = tabAt(tabs, params);
  const { data: inbox } = useAdminQuery('GET /api/admin/inbox/count');
  const [openDialog, setOpenDialog] = useState<'palette' | 'shortcuts' | 'lock' | null>(null);
  const open = (to: UrlParams) => navigate({ ...CLEARED_TAB_PARAMS, date: undefined, ...to });
  const shortcuts: Shortcut[] = [
    { key: 't', label: 'Tonight', run: () => open({ tab: 'tonight' }) },
    { key: 'i', label: 'Inbox', run: () => open({ tab: 'inbox' }) },
    { key: 'b', label: 'Bookings; then / searches the list', run: () => open({ tab: 'bookings' }) },
    { key: 'm', label: 'Money', run: () => open({ tab: 'money' }) },
    {
      key: 'w',
      label: 'Walk-in on the first free court',
      run: () => open({ tab: 'tonight', start: 'walk-in' }),
    },
    { key: 'c', label: 'Close a court', run: () => open({ tab: 'tonight', start: 'closure' }) },
    { key: 'l', label: 'Lock this screen', run: () => setOpenDialog('lock') },
    { key: '?', label: 'These shortcuts', run: () => setOpenDialog('shortcuts') },
  ];
  const screenLock = useScreenLock();
  const singleKeys = useShortcuts(shortcuts, () => setOpenDialog('palette'));
  useEffect(() => {
    // The tab stays when the admin clears the filters of an old bookmark.
    if (!params.tab && current.id !== 'tonight') navigate({ tab: current.id }, { replace: true });
  });
  const inboxLabel = inbox?.count ? `Inbox (${inbox.count})` : 'Inbox';
  const openBookingId = bookingIdOf(params.booking);
  // A customer is known by any of their bookings.
  const customerOf = bookingIdOf(params.customer);

  return (
    <main id="main" className="container admin" data-tab={current.id} tabIndex={-1}>
      <div className="admin-head">
        <h1>Admin Dashboard</h1>
        <p className="admin-live" data-open={connected}>
          <span aria-hidden="true" className="admin-live-dot" />
          <span role="status">{connected ? 'Live' : 'Connecting …'}</span>
        </p>
        <HeadButton icon={SEARCH_ICON} onClick={() => setOpenDialog('palette')}>
          Find
          <kbd>Ctrl K</kbd>
        </HeadButton>
        <HeadButton icon={LOCK_ICON} onClick={() => setOpenDialog('lock')}>
          Lock
        </HeadButton>
      </div>
      <HealthWarnings />
      {isOwner && <SetupChecklist />}
      <Tabs
        label="Admin sections"
        tabs={tabs.map((tab) => (tab.id === 'inbox' ? { ...tab, label: inboxLabel } : tab))}
        selected={current.id}
        onSelect={(id) => navigate({ ...CLEARED_TAB_PARAMS, tab: id })}
      >
        <Suspense fallback={<p aria-busy="true">One moment …</p>}>
          <current.Panel />
        </Suspense>
      </Tabs>
      {customerOf !== null && (
        <CustomerDrawer
          key={`customer ${customerOf}`}
          bookingId={customerOf}
          onClose={() => navigate({ customer: undefined })}
        />
      )}
      {(params.series || params.repeat || params.request) && (
        <Suspense>
          <SeriesDialogs />
        </Suspense>
      )}
      <ReauthenticationPrompt />
      {openDialog === 'palette' && <CommandPalette tabs={tabs} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'lock' && (
        <ScreenLockDialog screenLock={screenLock} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === 'shortcuts' && (
        <ShortcutsDialog
          shortcuts={shortcuts}
          enabled={singleKeys.enabled}
          onToggle={singleKeys.toggle}
          onClose={() => setOpenDialog(null)}
        />
      )}
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

const SEARCH_ICON = 'M16.5 16.5 21 21M10.5 18a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z';
const LOCK_ICON = 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3';

/** A button of the head: an icon on a phone, its text on wider screens. */
function HeadButton({
  icon,
  onClick,
  children,
}: {
  /** The path of the drawing. */
  icon: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className="quiet admin-head-button" onClick={onClick}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
      <span>{children}</span>
    </button>
  );
}

function bookingIdOf(text = ''): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
