import type { AuditEntry } from '../../src/domain/audit.ts';
import { dateTimeLabel } from './format.ts';
import { actorLabel } from './history-format.ts';

/** Who did what and when, the newest first. */
export function HistoryList({
  history,
  formatEntry,
  firstEntry,
}: {
  history: readonly AuditEntry[];
  formatEntry: (entry: AuditEntry) => string;
  /** The first line of the story, where none was written for it. */
  firstEntry?: { words: string; at: string };
}) {
  if (history.length === 0 && !firstEntry) return <p className="muted">Nothing has been changed yet.</p>;
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
          <span>{firstEntry.words}</span>
          <span className="muted">{dateTimeLabel(firstEntry.at)}</span>
        </li>
      )}
    </ol>
  );
}
