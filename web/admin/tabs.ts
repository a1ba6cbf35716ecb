import { type ComponentType, lazy } from 'react';
import { BookingsPanel } from './bookings-panel.tsx';

export interface Tab {
  id: string;
  label: string;
  Panel: ComponentType;
}

/** The tabs in their order; the URL holds the `id`. */
export const TABS: readonly Tab[] = [
  { id: 'bookings', label: 'Bookings', Panel: BookingsPanel },
  { id: 'today', label: 'Today', Panel: lazy(() => import('./today-panel.tsx')) },
  { id: 'money', label: 'Money', Panel: lazy(() => import('./money-panel.tsx')) },
  { id: 'users', label: 'Users', Panel: lazy(() => import('./users-panel.tsx')) },
  { id: 'messages', label: 'Messages', Panel: lazy(() => import('./contact-messages-panel.tsx')) },
  { id: 'outbox', label: 'Email & SMS', Panel: lazy(() => import('./outbox-panel.tsx')) },
  { id: 'courts', label: 'Courts', Panel: lazy(() => import('./courts-panel.tsx')) },
  { id: 'insights', label: 'Insights', Panel: lazy(() => import('./insights-panel.tsx')) },
];

/** Earlier ids, which bookmarks may still hold. */
const ALIASES: Record<string, string> = { notices: 'outbox' };

/** The tab that the URL names; the first one without a name. */
export function tabAt(id = ''): Tab {
  return TABS.find((tab) => tab.id === (ALIASES[id] ?? id)) ?? (TABS[0] as Tab);
}
