import type { Series } from '../../../src/domain/api/series-routes.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { LIST_LIMITS } from '../../../src/domain/list-limits.ts';
import { countDates, seriesLabel } from '../../../src/domain/series.ts';
import { MoneyLine } from '../list-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';

/** The club's regulars, the next to play first. */
export default function SeriesListPanel() {
  const { navigate } = useUrlParams();
  const { data, error } = useAdminQuery('GET /api/admin/series');
  const running = data?.series.filter(({ coming }) => coming > 0) ?? [];
  const over = data?.series.filter(({ coming }) => coming === 0) ?? [];
  return (
    <section aria-label="Weekly bookings">
      <div className="admin-day-head">
        <h2 className="visually-hidden">Weekly bookings</h2>
        <button type="button" onClick={() => navigate({ series: 'new' })}>
          New weekly booking
        </button>
      </div>
      <QueryStatus data={data} error={error} />
      {data?.series.length === 0 && (
        <p className="card flat">
          No weekly bookings yet. Press New weekly booking, or Repeat weekly in the menu of a booking.
        </p>
      )}
      {running.length > 0 && <SeriesList series={running} />}
      {data && data.series.length >= LIST_LIMITS.series && (
        <p className="muted small">
          Only {LIST_LIMITS.series} weekly bookings are shown; those that ended first are left out.
        </p>
      )}
      {over.length > 0 && (
        <details className="series-over">
          <summary>{`Ended (${over.length})`}</summary>
          <SeriesList series={over} />
        </details>
      )}
    </section>
  );
}

function SeriesList({ series }: { series: readonly Series[] }) {
  return (
    <ul className="lines">
      {series.map((one) => (
        <li key={one.id}>
          <SeriesLine series={one} />
        </li>
      ))}
    </ul>
  );
}

/** A series as a line that opens it. */
export function SeriesLine({ series }: { series: Series }) {
  const { href } = useUrlParams();
  const { id, name, court_name, coming, next_date, last_date, owed, ends_soon } = series;
  const dates =
    next_date && last_date
      ? `${countDates(coming)} to come, next ${shortDate(next_date)}, last ${shortDate(last_date)}`
      : 'Ended';
  return (
    <MoneyLine
      href={href({ series: String(id) })}
      name={name}
      details={
        <>
          {`${seriesLabel(series)}, ${shortCourtName(court_name)}`}
          <br />
          {dates}
          {owed > 0 && `, ${formatPkr(owed)} to collect`}
        </>
      }
    >
      {ends_soon && <span className="badge warning">Ends soon</span>}
    </MoneyLine>
  );
}
