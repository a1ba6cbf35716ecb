import type { ReactNode } from 'react';

/** A table that scrolls sideways where it is too wide, also by keyboard. */
export function TableRegion({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={`table-region ${className}`.trimEnd()} aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}
