import type { AuditEntry } from '../../src/domain/admin-api.ts';
import { actorLabel } from './history-words.ts';
import { momentLabel } from './words.tsx';

/** Who did what and when, the newest first. */
export function HistoryList({
  history,
  wordsOf,
  began,
}: {
  history: readonly AuditEntry[];
  wordsOf: (entry: AuditEntry) => string;
  /** The first line of the story, where none was written for it. */
  began?: { words: string; at: string };
}) {
  if (history.length === 0 && !began) return <p className="muted">Nothing has been changed yet.</p>;
  return (
    <ol className="desk-history">
      {history.toReversed().map((entry) => (
        <li key={entry.id}>
          <span>{wordsOf(entry)}</span>
          <span className="muted">
            {momentLabel(entry.at)}, {actorLabel(entry)}
          </span>
        </li>
      ))}
      {began && (
        <li>
          <span>{began.words}</span>
          <span className="muted">{momentLabel(began.at)}</span>
        </li>
      )}
    </ol>
  );
}
