import { ApiError } from '../../lib/api.ts';
import { useQuery } from '../../lib/query.ts';

const WARNING_TEXTS = {
  database_replaced:
    'Another file is in the place of club.db, so the server saves nothing. Stop it, put club.db back and start it.',
  future_instants:
    'The database has rows from a time when the server’s clock was ahead. The command padel-club doctor lists them.',
  untrusted_proxy:
    'A proxy forwards all requests, but TRUST_PROXY is not set, so all visitors share one rate limit. Set TRUST_PROXY=1 and restart the server.',
};

/** What the operator of the server should know, from the health check. */
export function HealthWarnings() {
  const { data, error } = useQuery('GET /api/health');
  const isBroken = error instanceof ApiError && error.status === 503;
  return (
    <>
      {isBroken && (
        <p className="alert danger" role="alert">
          The server cannot use its database. Please check its log.
        </p>
      )}
      {data?.warnings?.map((warning) => (
        <p key={warning} className="alert warning">
          {WARNING_TEXTS[warning]}
        </p>
      ))}
    </>
  );
}
