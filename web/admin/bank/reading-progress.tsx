import { useEffect, useState } from 'react';
import type { ApiAnswer } from '../../../src/domain/api.ts';
import { callApi } from '../../lib/api.ts';

const PROGRESS_MS = 500;

/** How far the server has got with a long statement. */
export function ReadingProgress() {
  const [progress, setProgress] = useState<ApiAnswer<'GET /api/admin/statements/progress'>['data']>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      // The statement's own answer reports failures.
      callApi('GET /api/admin/statements/progress').then(
        ({ data }) => setProgress(data),
        () => {},
      );
    }, PROGRESS_MS);
    return () => clearInterval(timer);
  }, []);
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
