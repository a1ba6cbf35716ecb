import type { ReactNode } from 'react';
import { formatPkr } from '../../src/domain/format-money.ts';

/** A list line: a name over its details, and its actions. */
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

/** A money line in a list: a name and an amount over the details; a link if it has `href`. */
export function MoneyLine({
  href,
  name,
  amount,
  details,
  children,
}: {
  href?: string;
  name: ReactNode;
  /** PKR. */
  amount?: number;
  details: ReactNode;
  children?: ReactNode;
}) {
  const Line = href === undefined ? 'div' : 'a';
  return (
    <Line className="money-line" href={href}>
      <span className="money-line-name" translate="no">
        {name}
      </span>
      {amount !== undefined && (
        <strong className="money-amount" translate="no" data-out={amount < 0 || undefined}>
          {formatPkr(amount)}
        </strong>
      )}
      <span className="muted small">{details}</span>
      {children}
    </Line>
  );
}
