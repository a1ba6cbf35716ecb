import type { AuditEntry } from '../../src/domain/audit-log.ts';
import { actorLabel } from './audit-log-format.ts';
import { dateTimeLabel } from './date-time-labels.ts';

/** Audit log entries, newest first. */
export function AuditLogList({
  history,
  formatEntry,
  firstEntry,
}: {
  history: readonly AuditEntry[];
  formatEntry: (entry: AuditEntry) => string;
  /** The oldest entry, if the audit log doesn't have it. */
  firstEntry?: { text: string; at: string };
}) {
  if (history.length === 0 && !firstEntry) return <p className="muted">No changes yet.</p>;
  return (
    <ol className="admin-history">
      {history.toReversed().map((entry) => (
        <li key={entry.id}>
          <span>{formatEntry(entry)}</span>
          <span className="muted">
            {dateTimeLabel(entry.at)}, {actorLabel(entry)}
          </span>
        </li>
      ))}
      {firstEntry && (
        <li>
          <span>{firstEntry.text}</span>
          <span className="muted">{dateTimeLabel(firstEntry.at)}</span>
        </li>
      )}
    </ol>
  );
}
