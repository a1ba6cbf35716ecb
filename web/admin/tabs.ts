import { type ComponentType, lazy } from 'react';
import type { Role } from '../../src/domain/account.ts';
import DayPanel from './day/day-panel.tsx';
import type { UrlParams } from './url-params.ts';

export interface Tab {
  id: string;
  label: string;
  Panel: ComponentType;
  /** Staff do not see it. */
  ownerOnly?: boolean;
}

/** The URL holds the `id`. */
const TABS: readonly Tab[] = [
  { id: 'tonight', label: 'Tonight', Panel: DayPanel },
  { id: 'inbox', label: 'Inbox', Panel: lazy(() => import('./inbox/inbox-panel.tsx')) },
  { id: 'bookings', label: 'Bookings', Panel: lazy(() => import('./bookings/bookings-panel.tsx')) },
  { id: 'series', label: 'Series', Panel: lazy(() => import('./series/series-list-panel.tsx')) },
  { id: 'money', label: 'Money', Panel: lazy(() => import('./money/money-panel.tsx')) },
  { id: 'users', label: 'Users', Panel: lazy(() => import('./people/users-panel.tsx')), ownerOnly: true },
  { id: 'messages', label: 'Messages', Panel: lazy(() => import('./messages/contact-messages-panel.tsx')) },
  { id: 'outbox', label: 'Email & SMS', Panel: lazy(() => import('./messages/outbox-panel.tsx')) },
  {
    id: 'calendar',
    label: 'Calendar',
    Panel: lazy(() => import('./calendar/calendar-panel.tsx')),
    ownerOnly: true,
  },
  { id: 'courts', label: 'Courts', Panel: lazy(() => import('./courts/courts-panel.tsx')), ownerOnly: true },
  {
    id: 'extras',
    label: 'Add-ons & codes',
    Panel: lazy(() => import('./extras/extras-panel.tsx')),
    ownerOnly: true,
  },
  {
    id: 'insights',
    label: 'Insights',
    Panel: lazy(() => import('./insights/insights-panel.tsx')),
    ownerOnly: true,
  },
  {
    id: 'settings',
    label: 'Settings',
    Panel: lazy(() => import('./settings/settings-panel.tsx')),
    ownerOnly: true,
  },
];

/** Earlier ids, which bookmarks may still hold. */
const ALIASES: Record<string, string> = { notices: 'outbox', today: 'tonight' };

/** The list of bookings stood first once, so bookmarks may name its filters without a tab. */
const LIST_PARAMS = ['q', 'status', 'sort', 'cursor', 'startDate', 'endDate'];

/** The tabs of a role, in their order. */
export function tabsOf(role: Role): readonly Tab[] {
  return TABS.filter((tab) => role === 'owner' || !tab.ownerOnly);
}

/** The tab that the URL names; the first one without a name. */
export function tabAt(tabs: readonly Tab[], params: UrlParams): Tab {
  const id = params.tab ?? (LIST_PARAMS.some((name) => params[name]) ? 'bookings' : '');
  return tabs.find((tab) => tab.id === (ALIASES[id] ?? id)) ?? (tabs[0] as Tab);
}

/** The URL parameters that belong to one tab only. */
export const CLEARED_TAB_PARAMS = {
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
