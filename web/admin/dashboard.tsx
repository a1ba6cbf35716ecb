import { lazy, Suspense, useEffect } from 'react';
import { ProofPrompt } from '../shared/proof-prompt.tsx';
import { useIsOwner } from '../shared/session.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useAdminQuery } from './admin-query.tsx';
import { BookingDrawer } from './booking-drawer.tsx';
import { CustomerDrawer } from './customer-drawer.tsx';
import { HealthWarnings } from './health-warnings.tsx';
import { useLiveUpdates } from './live-updates.ts';
import { SetupChecklist } from './setup-checklist.tsx';
import { useSoundAlerts } from './sound-alerts.ts';
import { tabAt, tabsOf } from './tabs.ts';
import { useUrlParams } from './url-params.ts';

const SeriesDialogs = lazy(() => import('./series/series-dialogs.tsx'));

/** The tabs and the open booking. */
export default function Dashboard() {
  const { params, navigate } = useUrlParams();
  const sound = useSoundAlerts();
  const connected = useLiveUpdates((event) => sound.play(event));
  const isOwner = useIsOwner();
  const tabs = tabsOf(isOwner ? 'owner' : 'staff');
  const current = tabAt(tabs, params);
  const { data: inbox } = useAdminQuery('GET /api/admin/inbox/count');
  useEffect(() => {
    // The tab stays when the admin clears the filters of an old bookmark.
    if (!params.tab && current.id !== 'tonight') navigate({ tab: current.id }, { replace: true });
  });
  const inboxLabel = inbox?.count ? `Inbox (${inbox.count})` : 'Inbox';
  const openBookingId = bookingIdOf(params.booking);
  // A customer is known by any of their bookings.
  const customerOf = bookingIdOf(params.customer);

  return (
    <main id="main" className="container admin" tabIndex={-1}>
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
      <ProofPrompt />
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

function bookingIdOf(text = ''): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The URL parameters that belong to one tab only. */
const CLEARED_TAB_PARAMS = {
  q: undefined,
  status: undefined,
  sort: undefined,
  cursor: undefined,
  unread: undefined,
  user: undefined,
  method: undefined,
  cashier: undefined,
  shift: undefined,
};
