import type { ReactNode } from 'react';

/** Line icons of one weight, hidden from screen readers because text stands beside them. */
const ICON_PATHS = {
  phone: (
    <path d="M5 3h4l2 5-2.5 1.5a12 12 0 0 0 6 6L16 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2Z" />
  ),
  mail: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2.5" />
      <path d="m3.5 7 8.5 6 8.5-6" />
    </>
  ),
  pin: (
    <>
      <path d="M12 21.5s7-6.2 7-11.7a7 7 0 1 0-14 0c0 5.5 7 11.7 7 11.700Z" />
      <circle cx="12" cy="9.8" r="2.5" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 6.5V12l3.5 2" />
    </>
  ),
  chat: <path d="M21 11.5a8.5 8.5 0 0 1-12.7 7.400L3.5 20.5l1.5-4.600A8.5 8.5 0 1 1 21 11.5Z" />,
  arrow: <path d="M4 12h15m-6-6 6 6-6 6" />,
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17.2 6.800h.01" />
    </>
  ),
  facebook: (
    <path d="M14.5 21v-8h3l.5-3.5h-3.5V7.3c0-1 .5-1.8 1.9-1.800H18V2.600C17.5 2.5 16.6 2.4 15.6 2.400c-2.7 0-4.6 1.6-4.6 4.5v2.600H8V13h3v8" />
  ),
  calendar: (
    <>
      <rect x="3.5" y="5" width="17" height="15.5" rx="2.5" />
      <path d="M3.5 10h17M8 2.5v4M16 2.5v4" />
    </>
  ),
  check: <path d="m4.5 12.5 5 5 10-11" />,
  glass: <path d="M5 4h14l-7 8.5L5 4Zm7 8.5V20m-4 0h8" />,
  trophy: (
    <path d="M7.5 4h9v5a4.5 4.5 0 0 1-9 0V4Zm0 2H4c0 3 1.3 4.5 3.7 4.800M16.5 6H20c0 3-1.3 4.5-3.7 4.800M12 13.5V17m-4 3.5h8M9.5 20.5c0-2 1-3.5 2.5-3.5s2.5 1.5 2.5 3.5" />
  ),
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof ICON_PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className={name === 'arrow' ? 'icon arrow' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {ICON_PATHS[name]}
    </svg>
  );
}
