import { type ReactNode, useId } from 'react';
import type { Booking } from '../../../src/domain/booking.ts';
import { LIST_LIMITS } from '../../../src/domain/list-limits.ts';

/** What a line in To do is about. */
type Line = { id: number } | { booking: Booking; payer?: { id: number } | null };

/** A list in To do; nothing while it is empty. */
export function InboxSection<Of extends Line>({
  title,
  note,
  lines,
  isCut = lines.length >= LIST_LIMITS.inbox,
  children,
}: {
  title: string;
  note?: string;
  lines: readonly Of[];
  /** Whether there may be more than the answer contains. */
  isCut?: boolean;
  /** A line with its actions. */
  children: (line: Of) => ReactNode;
}) {
  const headingId = useId();
  if (lines.length === 0) return null;
  return (
    <section className="card admin-inbox" aria-labelledby={headingId}>
      <h2 id={headingId}>
        {title} <span className="muted">({isCut ? `${lines.length}+` : lines.length})</span>
      </h2>
      {note && <p className="muted">{note}</p>}
      <ul className="lines">
        {lines.map((line) => {
          const { id } = 'booking' in line ? line.booking : line;
          return (
            <li key={`${id} ${'payer' in line ? line.payer?.id : ''}`} className="admin-inbox-line cluster">
              {children(line)}
            </li>
          );
        })}
      </ul>
      {isCut && <p className="muted small">The first {lines.length}; more will appear as these are done.</p>}
    </section>
  );
}
