import { type ComponentType, lazy } from 'react';
import { BookingsPanel } from './bookings-panel.tsx';

export interface Tab {
  id: string;
  label: string;
  Panel: ComponentType;
}

/** The dashboard's tabs in their order; `id` stands in the address. */
export const TABS: readonly Tab[] = [
  { id: 'bookings', label: 'Bookings', Panel: BookingsPanel },
  { id: 'today', label: 'Today', Panel: lazy(() => import('./today-panel.tsx')) },
  { id: 'users', label: 'Users', Panel: lazy(() => import('./users-panel.tsx')) },
  { id: 'messages', label: 'Messages', Panel: lazy(() => import('./contact-messages-panel.tsx')) },
  { id: 'notices', label: 'Mails & texts', Panel: lazy(() => import('./outbox-panel.tsx')) },
  { id: 'courts', label: 'Courts', Panel: lazy(() => import('./courts-panel.tsx')) },
  { id: 'insights', label: 'Insights', Panel: lazy(() => import('./insights-panel.tsx')) },
];
