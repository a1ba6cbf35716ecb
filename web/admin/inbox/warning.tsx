import type { ReactNode } from 'react';

/** A warning above the lists: one line that opens in place, so that the first receipt stays on the first screen. */
export function Warning({
  head,
  tone = 'warning',
  children,
}: {
  /** A few words that fit on one line of a phone. */
  head: ReactNode;
  tone?: 'warning' | 'danger';
  children: ReactNode;
}) {
  return (
    <details className={`alert ${tone} inbox-warning`}>
      <summary>{head}</summary>
      {children}
    </details>
  );
}
