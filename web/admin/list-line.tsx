import type { ReactNode } from 'react';

/** A line of a list: a name over its details, and what can be done with it. */
export function ListLine({
  name,
  details,
  children,
}: {
  name: ReactNode;
  details: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="list-line">
      <span>
        <strong>{name}</strong>
        <br />
        <span className="muted">{details}</span>
      </span>
      {children}
    </li>
  );
}
