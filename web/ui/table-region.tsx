import type { ReactNode } from 'react';

/** A table that scrolls sideways if it is too wide, by keyboard too. */
export function TableRegion({
  label,
  className = '',
  columns,
  foot,
  children,
}: {
  label: string;
  className?: string;
  /** Header texts with their classes; if given, the children are rows. */
  columns?: readonly (readonly [word: string, className?: string])[];
  /** Rows with the sums of the others. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={`table-region ${className}`.trimEnd()} aria-label={label} tabIndex={0}>
      <table>
        {columns ? <TableRows columns={columns}>{children}</TableRows> : children}
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </section>
  );
}

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
