import { formatTimeOfDay } from '../../src/domain/format-time.ts';
import type { Tonight } from '../../src/domain/page-data.ts';
import { usePolledQuery } from '../lib/use-polled-query.ts';
import { NoWrap } from '../ui/no-wrap.tsx';

const REFRESH_MS = 60_000;

/**
 * Whether the club is open, and starts tonight that one tap chooses: first as the server rendered them, then kept up
 * to date.
 */
export function TonightLine({ drawn }: { drawn: Tonight | undefined }) {
  const { data: tonight } = usePolledQuery('GET /api/tonight', REFRESH_MS, { drawn });
  return (
    <div className="hero-tonight">
      {tonight && (
        <p>
          <span data-open={tonight.opening.startsWith('Open ') ? '' : undefined}>
            <NoWrap>{tonight.opening}</NoWrap>
          </span>
          {tonight.free && <span>{tonight.free}</span>}
        </p>
      )}
      {tonight && tonight.starts.length > 0 && (
        <ul aria-label={tonight.free}>
          {tonight.starts.map(({ court_id, date, time }) => (
            <li key={time}>
              <a href={`/booking?court=${court_id}&date=${date}&time=${time}&step=2`}>
                {formatTimeOfDay(time)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
