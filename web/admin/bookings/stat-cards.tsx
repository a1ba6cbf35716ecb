import type { AdminStats } from '../../../src/domain/api/insight-routes.ts';
import { formatPkr, withCommas } from '../../../src/domain/format-money.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import type { DateSpan } from './date-range-filter.tsx';

const CARDS: readonly { stat: keyof AdminStats; label: string; isMoney?: true }[] = [
  { stat: 'total_bookings', label: 'Bookings' },
  { stat: 'bookings_today', label: 'Today' },
  { stat: 'pending_bookings', label: 'Pending' },
  { stat: 'paid_bookings', label: 'Paid' },
  { stat: 'cancelled_bookings', label: 'Cancelled' },
  { stat: 'total_members', label: 'Members' },
  { stat: 'total_revenue', label: 'Revenue', isMoney: true },
  { stat: 'filtered_revenue', label: 'These dates', isMoney: true },
];

/** The owner's figures for the whole club; the last one follows the list's dates. */
export function StatCards({ startDate, endDate }: DateSpan) {
  const query = { ...(startDate ? { startDate } : {}), ...(endDate ? { endDate } : {}) };
  const { data } = useAdminQuery('GET /api/admin/stats', { query });
  return (
    <section aria-label="Figures of the club" className="admin-stats admin-figures" aria-busy={!data}>
      <dl>
        {CARDS.map(({ stat, label, isMoney }) => (
          <div className={`admin-stat${isMoney ? ' admin-money' : ''}`} key={stat}>
            <dt>{label}</dt>
            <dd data-stat={stat}>
              {data ? (isMoney ? formatPkr(data[stat]) : withCommas(data[stat])) : '–'}
            </dd>
          </div>
        ))}
      </dl>
      {data && data.to_give_back > 0 && (
        <p className="muted small">{`${formatPkr(data.to_give_back)} of these dates is still to give back.`}</p>
      )}
    </section>
  );
}
