import type { ReactNode } from 'react';

/** Line icons of one weight, hidden from screen readers because there is always text next to them. */
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
  calendar: (
    <>
      <rect x="3.5" y="5" width="17" height="15.5" rx="2.5" />
      <path d="M3.5 10h17M8 2.5v4M16 2.5v4" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

type IconName = keyof typeof ICON_PATHS;

export function Icon({ name }: { name: IconName }) {
  return <LineIcon className={name === 'arrow' ? 'icon arrow' : 'icon'}>{ICON_PATHS[name]}</LineIcon>;
}

/** The frame for an icon whose paths are defined where the only page that uses it needs them. */
export function LineIcon({ className = 'icon', children }: { className?: string; children: ReactNode }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}
