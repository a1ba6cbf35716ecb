import type { ReactNode } from 'react';
import { requireProof } from '../lib/api.ts';

/** A download that asks for a proof first, when the last one is old. */
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
        void requireProof().then((proven) => {
          if (proven) location.assign(href);
        });
      }}
    >
      {children}
    </a>
  );
}
