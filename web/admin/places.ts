import { type ComponentType, lazy } from 'react';
import type { Role } from '../../src/domain/account.ts';
import type { StaffRight } from '../../src/domain/api.ts';
import DayPanel from './day/day-panel.tsx';
import type { UrlParams } from './url-params.ts';

/** One screen of a place. The URL contains its `id`. */
interface View {
  id: string;
  label: string;
  Panel: ComponentType;
  /** Hidden from staff. */
  ownerOnly?: boolean;
  /** Only for staff with this right from the owner; owners have a larger view. */
  right?: StaffRight;
}

/** A group of screens named in the dashboard's navigation. */
export interface Place {
  id: string;
  label: string;
  /** The icon's path. */
  icon: string;
  views: readonly View[];
}

const PLACES: readonly Place[] = [
  {
    id: 'desk',
    label: 'Desk',
    icon: 'M3 20h18M5 20V9l7-5 7 5v11M9.5 20v-6h5v6',
    views: [{ id: 'desk', label: 'Desk', Panel: DayPanel }],
  },
  {
    id: 'todo',
    label: 'To do',
    icon: 'M4 6.5 5.5 8 8 5M4 12.5 5.5 14 8 11M4 18.5 5.5 20 8 17M11.5 6.5H20M11.5 12.5H20M11.5 18.5H20',
    views: [
      { id: 'todo', label: 'To do', Panel: lazy(() => import('./inbox/inbox-panel.tsx')) },
      { id: 'bank', label: 'Bank', Panel: lazy(() => import('./bank/bank-panel.tsx')) },
      {
        id: 'messages',
        label: 'Messages',
        Panel: lazy(() => import('./messages/contact-messages-panel.tsx')),
      },
    ],
  },
  {
    id: 'bookings',
    label: 'Bookings',
    icon: 'M4 6.5h16v14H4zM4 11h16M8.5 3v5M15.5 3v5',
    views: [
      { id: 'bookings', label: 'Bookings', Panel: lazy(() => import('./bookings/bookings-panel.tsx')) },
      { id: 'series', label: 'Weekly bookings', Panel: lazy(() => import('./series/series-list-panel.tsx')) },
    ],
  },
  {
    id: 'money',
    label: 'Money',
    icon: 'M3.5 7h17v12h-17zM3.5 7l12-3.5V7M16 13h.01',
    views: [
      { id: 'money', label: 'To collect', Panel: lazy(() => import('./money/booking-balances.tsx')) },
      { id: 'drawer', label: 'Drawer', Panel: lazy(() => import('./money/cash-drawer.tsx')) },
      {
        id: 'ledger',
        label: 'Ledger',
        Panel: lazy(() => import('./money/ledger-view.tsx')),
        ownerOnly: true,
      },
    ],
  },
  {
    id: 'customers',
    label: 'Customers',
    icon: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.5 3-5.5 6.5-5.5s6.5 2 6.5 5.5M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.8c2.2.7 3.5 2.5 3.5 5.2',
    views: [
      { id: 'customers', label: 'Customers', Panel: lazy(() => import('./people/customers-panel.tsx')) },
      {
        id: 'codes',
        label: 'Promo codes',
        Panel: lazy(() => import('./extras/codes-section.tsx')),
        right: 'make_codes',
      },
      {
        id: 'users',
        label: 'Users',
        Panel: lazy(() => import('./people/users-panel.tsx')),
        ownerOnly: true,
      },
    ],
  },
  {
    id: 'club',
    label: 'Club',
    icon: 'M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
    views: [
      { id: 'insights', label: 'Insights', Panel: lazy(() => import('./insights/insights-panel.tsx')) },
      {
        id: 'calendar',
        label: 'Hours & prices',
        Panel: lazy(() => import('./calendar/calendar-panel.tsx')),
      },
      {
        id: 'events',
        label: 'Events',
        Panel: lazy(() => import('./events/events-panel.tsx')),
        ownerOnly: false,
      },
      { id: 'courts', label: 'Courts', Panel: lazy(() => import('./courts/courts-panel.tsx')) },
      {
        id: 'plans',
        label: 'Plans',
        Panel: lazy(() => import('./plans/plans-panel.tsx')),
        ownerOnly: false,
      },
      { id: 'extras', label: 'Extras', Panel: lazy(() => import('./extras/extras-panel.tsx')) },
      { id: 'outbox', label: 'Message log', Panel: lazy(() => import('./messages/outbox-panel.tsx')) },
      { id: 'settings', label: 'Settings', Panel: lazy(() => import('./settings/settings-panel.tsx')) },
    ].map((view) => ({ ownerOnly: true, ...view })),
  },
];

/** Earlier ids, which bookmarks may still contain. */
const ALIASES: Record<string, string> = {
  notices: 'outbox',
  staff: 'users',
  today: 'desk',
  tonight: 'desk',
  inbox: 'todo',
};

/** The list of bookings used to come first, so bookmarks may contain its filters without a view. */
const LIST_PARAMS = ['q', 'status', 'sort', 'cursor', 'dates', 'startDate', 'endDate'];

/** A role's places with its views, in order; `rights` are those of staff. */
export function placesOf(role: Role, rights: readonly StaffRight[] = []): readonly Place[] {
  return PLACES.map((place) => ({
    ...place,
    views: place.views.filter(({ right, ownerOnly }) =>
      right ? role === 'staff' && rights.includes(right) : role === 'owner' || !ownerOnly,
    ),
  })).filter(({ views }) => views.length > 0);
}

/** The place and view named in the URL, otherwise the first. */
export function viewAt(places: readonly Place[], params: UrlParams): { place: Place; view: View } {
  const id = params.tab ?? (LIST_PARAMS.some((name) => params[name]) ? 'bookings' : 'desk');
  // A shift's report used to be next to the balances.
  const viewId = id === 'money' && params.shift ? 'drawer' : (ALIASES[id] ?? id);
  const named = places.flatMap((place) => place.views.map((view) => ({ place, view })));
  const found = named.find(({ view }) => view.id === viewId) ?? named[0];
  if (!found) throw new Error('Every role has a place.');
  return found;
}
