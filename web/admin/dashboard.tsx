import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ApiError } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import { BAR_TOOLS_ID } from '../shared/bar-tools.ts';
import { ReauthenticationPrompt } from '../shared/reauthentication-prompt.tsx';
import { useIsOwner } from '../shared/session.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { BookingDrawer } from './bookings/booking-drawer.tsx';
import { CommandPalette } from './command-palette.tsx';
import { dateTimeLabel } from './date-time-labels.ts';
import { useFocusKeeper } from './focus-keeper.ts';
import { playSoundFor } from './inbox/sound-alerts.tsx';
import { type Connection, useLiveUpdates } from './live-updates.ts';
import { PaymentSheet } from './money/payment-sheet.tsx';
import { CustomerDrawer } from './people/customer-drawer.tsx';
import { type Place, placesOf, viewAt } from './places.ts';
import { ScreenLockDialog, useScreenLock } from './screen-lock.tsx';
import { type Shortcut, ShortcutsDialog, useShortcuts } from './shortcuts.tsx';
import { useUnfoldIntoView } from './unfold-into-view.ts';
import { adminUrl, idIn, useUrlParams } from './url-params.ts';
import { useAdminQuery } from './use-admin-query.ts';
import { useStaffRights } from './use-staff-rights.ts';

const ItemPayerSheet = lazy(() =>
  import('./money/item-payer-sheet.tsx').then((sheet) => ({ default: sheet.ItemPayerSheet })),
);
const EventDrawer = lazy(() => import('./events/event-drawer.tsx'));
const SeriesDialogs = lazy(() => import('./series/series-dialogs.tsx'));

/** The dashboard's places, with one of their views and the open booking. */
export default function Dashboard() {
  const { params, navigate, open } = useUrlParams();
  const connection = useLiveUpdates(playSoundFor);
  const isOwner = useIsOwner();
  const places = placesOf(isOwner ? 'owner' : 'staff', useStaffRights());
  const { place, view } = viewAt(places, params);
  const [openDialog, setOpenDialog] = useState<'palette' | 'shortcuts' | 'lock' | null>(null);
  const shortcuts: Shortcut[] = [
    { key: 'd', label: 'Desk', run: () => open({ tab: 'desk' }) },
    { key: 't', label: 'To do', run: () => open({ tab: 'todo' }) },
    { key: 'b', label: 'Bookings; then / searches the list', run: () => open({ tab: 'bookings' }) },
    { key: 'm', label: 'Money', run: () => open({ tab: 'money' }) },
    {
      key: 'w',
      label: 'Book the first free court',
      run: () => open({ tab: 'desk', start: 'booking' }),
    },
    { key: 'c', label: 'Block time', run: () => open({ tab: 'desk', start: 'closure' }) },
    { key: 'l', label: 'Lock this screen', run: () => setOpenDialog('lock') },
    { key: '?', label: 'These shortcuts', run: () => setOpenDialog('shortcuts') },
  ];
  const screenLock = useScreenLock();
  const singleKeys = useShortcuts(shortcuts, () => setOpenDialog('palette'));
  useEffect(() => {
    // The view stays when the admin clears the filters of an old bookmark.
    if (!params.tab && view.id !== 'desk') navigate({ tab: view.id }, { replace: true });
  });
  const main = useRef<HTMLElement>(null);
  useFocusKeeper(main);
  useUnfoldIntoView(main);
  const openBookingId = idIn(params.booking);
  const payForId = idIn(params.pay);
  const itemPayerId = idIn(params.item);
  const eventId = idIn(params.event);
  // A customer is identified by any of their bookings, a player also by the place in it.
  const customerOf = idIn(params.customer);
  const panel = (
    <Suspense fallback={<p aria-busy="true">Loading …</p>}>
      <view.Panel />
    </Suspense>
  );

  return (
    <main ref={main} id="main" className="admin" data-view={view.id} tabIndex={-1}>
      <h1 className="visually-hidden">Admin Dashboard</h1>
      <BarTools
        connected={connection.isOpen}
        onFind={() => setOpenDialog('palette')}
        onLock={() => setOpenDialog('lock')}
      />
      <PlaceNavigation places={places} current={place} />
      <div className="admin-content">
        <ConnectionWarning connection={connection} />
        <HealthWarnings />
        {place.views.length === 1 ? (
          panel
        ) : (
          <Tabs
            label={place.label}
            tabs={place.views}
            selected={view.id}
            onSelect={(id) => open({ tab: id })}
          >
            {panel}
          </Tabs>
        )}
      </div>
      {customerOf !== null && (
        <CustomerDrawer
          key={`customer ${customerOf} ${params.payer}`}
          bookingId={customerOf}
          payerId={idIn(params.payer)}
          onClose={() => navigate({ customer: undefined, payer: undefined })}
        />
      )}
      {eventId !== null && (
        <Suspense>
          <EventDrawer key={`event ${eventId}`} id={eventId} onClose={() => navigate({ event: undefined })} />
        </Suspense>
      )}
      {(params.series || params.repeat || params.request) && (
        <Suspense>
          <SeriesDialogs />
        </Suspense>
      )}
      <ReauthenticationPrompt />
      {openDialog === 'palette' && <CommandPalette places={places} onClose={() => setOpenDialog(null)} />}
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
      {itemPayerId !== null && (
        <Suspense>
          <ItemPayerSheet
            key={`item ${itemPayerId}`}
            id={itemPayerId}
            onClose={() => navigate({ item: undefined })}
          />
        </Suspense>
      )}
      {payForId !== null && (
        <PaymentSheet
          key={`pay ${payForId} ${params.payer}`}
          id={payForId}
          payerId={idIn(params.payer)}
          onClose={() => navigate({ pay: undefined, payer: undefined })}
        />
      )}
    </main>
  );
}

/** The places: a rail next to the content, or a bar at the bottom of a phone. */
function PlaceNavigation({ places, current }: { places: readonly Place[]; current: Place }) {
  const { data: inbox } = useAdminQuery('GET /api/admin/inbox/count');
  return (
    <nav className="admin-places" aria-label="Admin sections">
      <ul>
        {places.map((place) => (
          <li key={place.id}>
            <a
              href={adminUrl({ tab: place.views[0]?.id })}
              aria-current={place.id === current.id ? 'page' : undefined}
            >
              <DrawnIcon path={place.icon} />
              <span>{place.label}</span>
              {place.id === 'todo' && Boolean(inbox?.count) && (
                <span className="admin-place-count">{inbox?.count}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Says since when the page may be out of date, and whether the device or the server is at fault. */
function ConnectionWarning({ connection: { isOpen, lostAt } }: { connection: Connection }) {
  if (isOpen || lostAt === null) return null;
  const since = dateTimeLabel(new Date(lostAt).toISOString());
  return (
    <p className="alert warning" role="status">
      <strong>
        {navigator.onLine
          ? `The club’s server has not answered since ${since}.`
          : `This device has been offline since ${since}.`}
      </strong>{' '}
      You see what was known then; nothing can be saved. Print the day’s list on the Desk while you can.
    </p>
  );
}

const SEARCH_ICON = 'M16.5 16.5 21 21M10.5 18a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15Z';
const LOCK_ICON = 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3';

/** The dashboard's additions to the site's bar: the connection, the search and the lock; as icons on a phone. */
function BarTools({
  connected,
  onFind,
  onLock,
}: {
  connected: boolean;
  onFind: () => void;
  onLock: () => void;
}) {
  const bar = document.getElementById(BAR_TOOLS_ID);
  if (!bar) return null;
  return createPortal(
    <>
      <p className="admin-live" data-open={connected}>
        <span aria-hidden="true" className="admin-live-dot" />
        <span role="status">{connected ? 'Live' : 'Connecting …'}</span>
      </p>
      <button type="button" className="menu-toggle admin-bar-button" onClick={onFind}>
        <DrawnIcon path={SEARCH_ICON} />
        <span>
          Find
          <kbd>Ctrl K</kbd>
        </span>
      </button>
      <button type="button" className="menu-toggle admin-bar-button" onClick={onLock}>
        <DrawnIcon path={LOCK_ICON} />
        <span>Lock</span>
      </button>
    </>,
    bar,
  );
}

function DrawnIcon({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

const WARNING_TEXTS = {
  database_replaced:
    'The server has lost its database, so nothing is saved. Please call the person who runs the server at once.',
  database_damaged:
    'The database is damaged, so nothing is saved. Please call the person who runs the server: the newest copy must be restored.',
  disk_full: 'The server’s disk is full, so nothing is saved. Please call the person who runs the server.',
  clock_unconfirmed:
    'The club’s computer was off, or its clock jumped, so for ten minutes nothing is released, reminded or deleted. See To do.',
  future_instants:
    'Some entries are dated in the future, because the server’s clock was ahead. Please tell the person who runs the server.',
  untrusted_proxy:
    'The server sees all visitors as one, so they share one limit. Please ask the person who runs the server to trust its proxy.',
  sending_limited:
    'The email or text message provider is refusing messages for now, because of a limit or the balance. See To do.',
  whatsapp_unavailable:
    'WhatsApp takes no messages for now, so they go by other channels. An owner can see why under Settings, WhatsApp.',
  address_unknown:
    'The site doesn’t know the address people use to open it, so links in emails lead elsewhere. An owner can set it under Settings, Public address.',
};

/** What the server's operator should know, from the health check. */
function HealthWarnings() {
  const { data, error } = useQuery('GET /api/health');
  const isBroken = error instanceof ApiError && error.status === 503 && error.isFromClub;
  return (
    <>
      {isBroken && (
        <p className="alert danger" role="alert">
          The server can’t save anything right now. Please call the person who runs the server.
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
