import type { AdminStats } from '../../../src/domain/api/insight-routes.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { QueryError } from '../query-error.tsx';
import { type UrlParams, useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';

const COUNT_CARDS = [
  ['bookings_today', 'Today', { tab: 'desk', startDate: undefined, endDate: undefined }],
  ['pending_bookings', 'Pending', { status: 'pending' }],
  ['paid_bookings', 'Paid', { status: 'paid' }],
  ['cancelled_bookings', 'Cancelled', { status: 'cancelled' }],
  ['total_bookings', 'Total', {}],
  ['total_members', 'Members', { tab: 'users' }],
] as const satisfies [keyof AdminStats, string, UrlParams][];

/** The dashboard's statistics; each count links to its list. */
export function StatCards() {
  const { params, href } = useUrlParams();
  const { startDate, endDate } = params;
  const { data, error } = useAdminQuery('GET /api/admin/stats', { query: { startDate, endDate } });
  const hasDates = Boolean(startDate || endDate);
  const formatCount = (value: number | undefined) => (value === undefined ? '–' : countFormat.format(value));
  const formatAmount = (value: number | undefined) => (value === undefined ? '–' : formatPkr(value));
  const clearedParams = {
    tab: 'bookings',
    status: undefined,
    q: undefined,
    sort: undefined,
    cursor: undefined,
  };
  return (
    <section aria-label="Statistics" className="admin-stats">
      <QueryError error={error} />
      <dl>
        <div className="admin-stat money">
          <dt>{hasDates ? 'Revenue of these dates' : 'Total revenue'}</dt>
          <dd data-stat="filtered_revenue">{formatAmount(data?.filtered_revenue)}</dd>
          {hasDates && (
            <dd className="admin-stat-details">
              <span data-stat="total_revenue">{formatAmount(data?.total_revenue)}</span> total
            </dd>
          )}
        </div>
        {COUNT_CARDS.map(([key, label, patch]) => (
          <div className="admin-stat" key={key}>
            <dt>{label}</dt>
            <dd>
              <a
                href={href({ ...clearedParams, ...patch })}
                aria-label={`${label}: ${formatCount(data?.[key])}`}
                data-stat={key}
              >
                {formatCount(data?.[key])}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const countFormat = new Intl.NumberFormat('en-US');
