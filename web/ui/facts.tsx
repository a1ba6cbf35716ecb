import { Fragment, type ReactNode } from 'react';

/** Names with their values; a line without a value is left out. */
export function Facts({ of, total }: { of: Record<string, ReactNode>; total?: string }) {
  return (
    <dl className="facts">
      {Object.entries(of)
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt className={name === total ? 'total' : ''}>{name}</dt>
            <dd className={name === total ? 'total' : ''}>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
