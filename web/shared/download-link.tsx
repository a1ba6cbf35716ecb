import type { ReactNode } from 'react';
import { requireReauthentication } from '../lib/api.ts';

/** A download before which the user authenticates again when the last time is long ago. */
export function DownloadLink({
  href,
  name,
  children,
}: {
  href: string;
  /** The router takes links without a file name for pages. */
  name: string;
  children: ReactNode;
}) {
  return (
    <a
      className="button quiet"
      href={href}
      download={name}
      onClick={(event) => {
        event.preventDefault();
        void requireReauthentication().then((succeeded) => {
          if (succeeded) location.assign(href);
        });
      }}
    >
      {children}
    </a>
  );
}
