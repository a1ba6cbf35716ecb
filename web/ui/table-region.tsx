import type { ReactNode } from 'react';

/** A table that scrolls sideways where it is too wide, also by keyboard. */
export function TableRegion({
  label,
  className = '',
  columns,
  children,
}: {
  label: string;
  className?: string;
  /** The words of the header with their classes; the children are rows then. */
  columns?: readonly (readonly [word: string, className?: string])[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={`table-region ${className}`.trimEnd()} aria-label={label} tabIndex={0}>
      <table>{columns ? <TableRows columns={columns}>{children}</TableRows> : children}</table>
    </section>
  );
}

/** The header and the body of a table. */
export function TableRows({
  columns,
  children,
}: {
  columns: readonly (readonly [word: string, className?: string])[];
  children: ReactNode;
}) {
  return (
    <>
      <thead>
        <tr>
          {columns.map(([word, className]) => (
            <th key={word} scope="col" className={className}>
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </>
  );
}
