import type { ReactNode } from 'react';
import { requireReauthentication } from '../lib/api.ts';

/** A download that requires the user to reauthenticate if the last time was long ago. */
export function DownloadLink({
  href,
  name,
  children,
}: {
  href: string;
  /** The router treats links without a file name as pages. */
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
