import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { ApiError } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import { ReauthenticationPrompt } from '../shared/reauthentication-prompt.tsx';
import { useIsOwner } from '../shared/session.tsx';
import { OpenSetupSteps } from '../shared/settings/open-setup-steps.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { BookingDrawer } from './bookings/booking-drawer.tsx';
import { CommandPalette } from './command-palette.tsx';
import { playSoundFor } from './inbox/sound-alerts.tsx';
import { useLiveUpdates } from './live-updates.ts';
import { CustomerDrawer } from './people/customer-drawer.tsx';
import { ScreenLockDialog, useScreenLock } from './screen-lock.tsx';
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

/** What the club has still to do; nothing once everything is done. */
function SetupChecklist() {
  const { data } = useAdminQuery('GET /api/admin/settings');
  const steps = data?.open_steps ?? [];
  if (steps.length === 0) return null;
  return (
    <details className="setup-checklist">
      <summary>
        {steps.length === 1
          ? '1 thing is still to be set up'
          : `${steps.length} things are still to be set up`}
        {steps.includes('bank') && ': bank transfer is not offered yet'}
      </summary>
      <OpenSetupSteps steps={steps} />
    </details>
  );
}

const WARNING_TEXTS = {
  database_replaced:
    'Another file is in the place of club.db, so the server saves nothing. Stop it, put club.db back and start it.',
  future_instants:
    'The database has rows from a time when the server’s clock was ahead. The command padel-club doctor lists them.',
  untrusted_proxy:
    'A proxy forwards all requests, but TRUST_PROXY is not set, so all visitors share one rate limit. Set TRUST_PROXY=1 and restart the server.',
};

/** What the operator of the server should know, from the health check. */
function HealthWarnings() {
  const { data, error } = useQuery('GET /api/health');
  const isBroken = error instanceof ApiError && error.status === 503;
  return (
    <>
      {isBroken && (
        <p className="alert danger" role="alert">
          The server cannot use its database. Please check its log.
        </p>
      )}
      {data?.warnings?.map((warning) => (
        <p key={warning} className="alert warning">
          {WARNING_TEXTS[warning]}
        </p>
      ))}
    </>
  );
}
