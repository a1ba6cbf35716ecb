import { usePolledQuery } from '../../lib/use-polled-query.ts';

const PROGRESS_MS = 500;

/** How far the server has got with a long statement. */
export function ReadingProgress() {
  // The statement's own answer says what failed.
  const progress = usePolledQuery('GET /api/admin/statements/progress', PROGRESS_MS).data?.data;
  if (!progress || progress.rows === 0) return <progress aria-label="Sending the statement" />;
  const { rows, done } = progress;
  return (
    <label className="bank-progress">
      <span className="small">
        {done.toLocaleString('en-US')} of {rows.toLocaleString('en-US')} rows
      </span>
      <progress value={done} max={rows} />
    </label>
  );
}
