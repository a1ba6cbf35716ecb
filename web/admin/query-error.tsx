import { ApiError } from '../lib/api.ts';
import { connectionText } from '../lib/connection-text.ts';
import { invalidateQueries } from '../lib/query.ts';

/** Shows why a query failed, with a button to try again. */
export function QueryError({ error }: { error: Error | null }) {
  if (!error) return null;
  const code = error instanceof ApiError ? error.status : 0;
  return (
    <div className="alert danger" role="alert">
      <p>{code ? `HTTP error! status: ${code}` : connectionText()}</p>
      <button type="button" className="quiet" onClick={() => void invalidateQueries('GET /api/admin/*')}>
        Try again
      </button>
    </div>
  );
}

/** Says that a query is loading, or why it failed; nothing once it has `data`. */
export function QueryStatus({ data, error }: { data: unknown; error: Error | null }) {
  if (error) return <QueryError error={error} />;
  return data ? null : <p aria-busy="true">Loading …</p>;
}
