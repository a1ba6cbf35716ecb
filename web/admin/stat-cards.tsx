import type { AdminStats } from '../../src/domain/admin-api.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { QueryError, useDesk } from './desk-query.tsx';
import { queryOf, useParams } from './params.ts';

const COUNTS = [
  ['bookings_today', 'Today', { tab: 'today' }],
  ['pending_bookings', 'Pending', { status: 'pending' }],
  ['paid_bookings', 'Paid', { status: 'paid' }],
  ['cancelled_bookings', 'Cancelled', { status: 'cancelled' }],
  ['total_bookings', 'In all', {}],
  ['total_members', 'Members', { tab: 'users' }],
] as const satisfies [keyof AdminStats, string, Record<string, string>][];

/** The figures; those that count something lead to what they count. */
export function StatCards() {
  const { params, href } = useParams();
  const { startDate, endDate } = params;
  const { data, error } = useDesk<AdminStats>(`/api/admin/stats${queryOf({ startDate, endDate })}`);
  const dated = Boolean(startDate || endDate);
  const show = (value: number | undefined) => (value === undefined ? '–' : count.format(value));
  const money = (value: number | undefined) => (value === undefined ? '–' : formatPkr(value));
  const none = { tab: undefined, status: undefined, q: undefined, sort: undefined, cursor: undefined };
  return (
    <section aria-label="Figures" className="desk-stats">
      <QueryError error={error} />
      <dl>
        <div className="desk-stat money">
          <dt>{dated ? 'Revenue of these dates' : 'Revenue'}</dt>
          <dd data-stat="filtered_revenue">{money(data?.filtered_revenue)}</dd>
          {dated && (
            <dd className="desk-stat-more">
              <span data-stat="total_revenue">{money(data?.total_revenue)}</span> in all
            </dd>
          )}
        </div>
        {COUNTS.map(([key, label, patch]) => (
          <div className="desk-stat" key={key}>
            <dt>{label}</dt>
            <dd>
              <a
                href={href({ ...none, ...patch })}
                aria-label={`${label}: ${show(data?.[key])}`}
                data-stat={key}
              >
                {show(data?.[key])}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const count = new Intl.NumberFormat('en-US');
