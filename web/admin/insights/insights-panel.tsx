import type { CSSProperties } from 'react';
import type { Insights, InsightTotals } from '../../../src/domain/api/insight-routes.ts';
import { WEEKDAYS } from '../../../src/domain/business-day.ts';
import { todayOf } from '../../../src/domain/day-plan.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { inPlayingOrder, timeLabel } from '../../../src/domain/slot.ts';
import { serverNow } from '../../lib/server-time.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useCalendar } from '../../shared/use-calendar.ts';
import { TableRegion } from '../../ui/table-region.tsx';
import {
  type DatePreset,
  DateRangeFilter,
  spanLabel,
  useDateChoice,
} from '../bookings/date-range-filter.tsx';
import { QueryStatus } from '../query-error.tsx';
import { type UrlParams, useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { emptySentence, owedSentence, pointsLabel, revenueSentence } from './insight-sentences.ts';

const DATE_PRESETS: readonly DatePreset[] = ['today', 'last7', 'last30', 'month', 'lastMonth'];

/** What the club earned and how its courts were used on the chosen dates, compared with as many days before. */
export default function InsightsPanel() {
  const today = todayOf(useCalendar(), serverNow());
  const dates = useDateChoice(today, DATE_PRESETS, 'last30');
  const { startDate, endDate } = dates;
  const { plans } = usePageData();
  const { data, error } = useAdminQuery('GET /api/admin/insights', { query: { startDate, endDate } });
  return (
    <section aria-label="Insights">
      <div className="admin-filters">
        <DateRangeFilter choice={dates} presets={DATE_PRESETS} today={today} />
      </div>
      <QueryStatus data={data} error={error} />
      {data && (
        <div className="stack">
          <Answers insights={data} />
          <Tiles {...data} />
          <RevenueChart {...data} />
          <HeatMap occupancy={data.occupancy} />
          {data.sold && <SoldLines sold={data.sold} />}
          {plans && <PlanTable startDate={startDate} endDate={endDate} />}
        </div>
      )}
    </section>
  );
}

/** What an owner asks first, before the figures of everything. */
function Answers({ insights }: { insights: Insights }) {
  const { href } = useUrlParams();
  const { data } = useAdminQuery('GET /api/admin/balances');
  const { from, to } = insights.before;
  return (
    <section aria-label="In short" className="card flat">
      <p>{revenueSentence(insights, spanLabel(from, to))}</p>
      <p>{emptySentence(insights)}</p>
      {data && (
        <p>
          <a href={href({ tab: 'money' })}>
            {owedSentence(
              [...data.to_collect, ...data.overdue],
              data.counts.to_collect + data.counts.overdue,
            )}
          </a>
        </p>
      )}
    </section>
  );
}

interface Tile {
  /** Identifies the figure for programs. */
  stat: string;
  label: string;
  of: (totals: InsightTotals) => number;
  unit?: 'PKR' | '%';
  /** The bookings that the figure counts. */
  status?: string;
}

const share = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : 0);
const playable = ({ paid, pending }: InsightTotals) => paid + pending;

const TILES: readonly Tile[] = [
  { stat: 'filtered_revenue', label: 'Revenue', of: ({ revenue }) => revenue, unit: 'PKR' },
  {
    stat: 'per_open_hour',
    label: 'Per open hour',
    of: ({ revenue, open }) => (open > 0 ? Math.round((revenue * 2) / open) : 0),
    unit: 'PKR',
  },
  { stat: 'court_use', label: 'Courts used', of: ({ booked, open }) => share(booked, open), unit: '%' },
  {
    stat: 'total_bookings',
    label: 'Bookings',
    of: (totals) => playable(totals) + totals.cancelled,
    status: 'all',
  },
  { stat: 'paid_bookings', label: 'Paid', of: ({ paid }) => paid, status: 'paid' },
  { stat: 'pending_bookings', label: 'Pending', of: ({ pending }) => pending, status: 'pending' },
  { stat: 'cancelled_bookings', label: 'Cancelled', of: ({ cancelled }) => cancelled, status: 'cancelled' },
  {
    stat: 'no_shows',
    label: 'No-shows',
    of: (totals) => share(totals.no_shows, playable(totals)),
    unit: '%',
  },
  {
    stat: 'repeat_customers',
    label: 'Booked more than once',
    of: ({ repeat_customers, customers }) => share(repeat_customers, customers),
    unit: '%',
  },
  { stat: 'new_members', label: 'New members', of: ({ new_members }) => new_members },
];

/** The figures for the chosen dates, each with its change; a count links to its list. */
function Tiles({ totals, before }: Insights) {
  const { href } = useUrlParams();
  const listOf = (status: string): UrlParams => ({
    tab: 'bookings',
    status: status === 'all' ? undefined : status,
    dates: undefined,
    startDate: totals.from,
    endDate: totals.to,
  });
  return (
    <section aria-label="Statistics" className="admin-stats">
      <dl>
        {TILES.map((tile) => {
          const figure = formatFigure(tile.of(totals), tile.unit);
          return (
            <div className="admin-stat" key={tile.stat}>
              <dt>{tile.label}</dt>
              <dd data-stat={tile.stat}>
                {tile.status ? (
                  <a href={href(listOf(tile.status))} aria-label={`${tile.label}: ${figure}`}>
                    {figure}
                  </a>
                ) : (
                  figure
                )}
              </dd>
              <dd className="admin-stat-details">{changeLabel(tile, totals, before)}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function formatFigure(value: number, unit?: Tile['unit']): string {
  if (unit === 'PKR') return formatPkr(value);
  return unit === '%' ? `${value.toFixed(0)}%` : new Intl.NumberFormat('en-US').format(value);
}

/** `▲ PKR 2,000`: how much more than before. */
function changeLabel({ of, unit }: Tile, totals: InsightTotals, before: InsightTotals): string {
  const change = Math.round(of(totals)) - Math.round(of(before));
  if (change === 0) return 'same as before';
  const amount = unit === '%' ? pointsLabel(Math.abs(change)) : formatFigure(Math.abs(change), unit);
  return `${change > 0 ? '▲' : '▼'} ${amount}`;
}

/** Revenue per day or month as bars, and as a table. */
function RevenueChart({ revenue, step }: Insights) {
  const total = revenue.reduce((sum, at) => sum + at.amount, 0);
  const kept = revenue.reduce((sum, at) => sum + at.kept, 0);
  const best = revenue.reduce((most, at) => (at.amount > most.amount ? at : most), { period: '', amount: 0 });
  const labelOf = (period: string) => (step === 'day' ? shortDate(period) : formatMonth(period));
  const title = step === 'day' ? 'Revenue per day' : 'Revenue per month';
  const summary =
    total === 0
      ? 'No payments for these dates.'
      : `Total ${formatPkr(total)}; the highest, ${formatPkr(best.amount)}, on ${labelOf(best.period)}.`;
  return (
    <figure className="card admin-chart">
      <figcaption>
        <h3>{title}</h3>
        <p>
          {summary}
          {kept > 0 && (
            <span className="admin-chart-kept">{` Kept from cancellations: ${formatPkr(kept)}.`}</span>
          )}
        </p>
      </figcaption>
      <div className="admin-chart-bars" role="img" aria-label={`${title}. ${summary}`}>
        {revenue.map((at) => (
          <span
            key={at.period}
            title={`${labelOf(at.period)}: ${formatPkr(at.amount)}`}
            style={
              {
                '--height': `${share(Math.max(0, at.amount), best.amount)}%`,
                '--kept': `${share(Math.max(0, at.kept), at.amount)}%`,
              } as CSSProperties
            }
          />
        ))}
      </div>
      <p className="admin-chart-ends muted small">
        <span>{labelOf(revenue[0]?.period ?? '')}</span>
        <span>{labelOf(revenue.at(-1)?.period ?? '')}</span>
      </p>
      <details>
        <summary>All values as a table</summary>
        <TableRegion
          label={title}
          className="admin-chart-table"
          columns={[
            [step === 'day' ? 'Day' : 'Month'],
            ['Revenue', 'amount'],
            ['Kept from cancellations', 'amount'],
          ]}
        >
          {revenue.map((at) => (
            <tr key={at.period}>
              <th scope="row">{labelOf(at.period)}</th>
              <td className="amount">{formatPkr(at.amount)}</td>
              <td className="amount">{formatPkr(at.kept)}</td>
            </tr>
          ))}
        </TableRegion>
      </details>
    </figure>
  );
}

/** How much of each weekday's hours is booked; the darker the cell, the fuller. */
function HeatMap({ occupancy }: Pick<Insights, 'occupancy'>) {
  const booked = occupancy.reduce((sum, at) => sum + at.booked, 0);
  const open = occupancy.reduce((sum, at) => sum + at.open, 0);
  const hours = inPlayingOrder(new Set(occupancy.map(({ hour }) => hour * 2)));
  const weekdays = WEEKDAYS.filter((weekday) => occupancy.some((at) => at.weekday === weekday));
  const nameOf = (weekday: string) => weekday.charAt(0).toUpperCase() + weekday.slice(1);
  const [fullest] = occupancy.toSorted((a, b) => share(b.booked, b.open) - share(a.booked, a.open));
  return (
    <section className="card" aria-labelledby="heat-title">
      <h3 id="heat-title">Use by weekday and hour</h3>
      <p>
        {booked === 0 || !fullest
          ? 'No bookings on these dates.'
          : `${share(booked, open).toFixed(0)}% of all court time. The fullest: ${nameOf(fullest.weekday)}, ${timeLabel(fullest.hour * 2)}, ${share(fullest.booked, fullest.open).toFixed(0)}%.`}
      </p>
      <TableRegion
        label="Use by weekday and hour"
        className="admin-heat"
        columns={[['Hour'], ...weekdays.map((weekday) => [nameOf(weekday).slice(0, 3)] as const)]}
      >
        {hours.map((slot) => (
          <tr key={slot}>
            <th scope="row">{timeLabel(slot)}</th>
            {weekdays.map((weekday) => {
              const at = occupancy.find((one) => one.weekday === weekday && one.hour * 2 === slot);
              const percent = at ? share(at.booked, at.open) : 0;
              return (
                <td
                  key={weekday}
                  title={at && `${at.booked / 2} of ${at.open / 2} court hours`}
                  style={{ '--use': `${percent.toFixed(0)}%` } as CSSProperties}
                >
                  {at && at.open > 0 ? percent.toFixed(0) : '–'}
                </td>
              );
            })}
          </tr>
        ))}
      </TableRegion>
    </section>
  );
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

function formatMonth(period: string): string {
  return monthFormat.format(Date.parse(`${period}-01T00:00:00Z`));
}

/** What was booked besides courts, and what codes and members' prices took off. */
function SoldLines({ sold }: { sold: NonNullable<Insights['sold']> }) {
  return (
    <section aria-labelledby="sold-title">
      <h2 id="sold-title">Add-ons and discounts</h2>
      <TableRegion
        label="Add-ons and discounts"
        columns={[['Name'], ['Number', 'amount'], ['Amount', 'amount']]}
      >
        {sold.map(({ kind, label, quantity, amount }) => (
          <tr key={`${kind} ${label}`}>
            <td>{label}</td>
            <td className="amount">{quantity}</td>
            <td className="amount">{formatPkr(amount)}</td>
          </tr>
        ))}
      </TableRegion>
    </section>
  );
}

/** What plans earned and gave, what their holders have not used yet, and how they fill the quiet hours. */
function PlanTable({ startDate, endDate }: { startDate: string | undefined; endDate: string | undefined }) {
  const { data } = useAdminQuery('GET /api/admin/plan-figures', { query: { startDate, endDate } });
  if (!data || data.plans.length === 0) return null;
  return (
    <section aria-labelledby="plan-figures-title">
      <h2 id="plan-figures-title">Plans and packages</h2>
      <TableRegion
        label="Plans and packages"
        columns={[
          ['Name'],
          ['Held by', 'amount'],
          ['Sold', 'amount'],
          ['Earned', 'amount'],
          ['Taken off prices', 'amount'],
          ['Hours played', 'amount'],
          ['Outside peak', 'amount'],
          ['Hours still owed', 'amount'],
        ]}
      >
        {data.plans.map((plan) => (
          <tr key={plan.plan_id}>
            <td>{plan.name}</td>
            <td className="amount">{plan.holders}</td>
            <td className="amount">{plan.sold}</td>
            <td className="amount">{formatPkr(plan.earned)}</td>
            <td className="amount">{formatPkr(plan.given)}</td>
            <td className="amount">{plan.slots_played / 2}</td>
            <td className="amount">{share(plan.quiet_slots, plan.slots_played).toFixed(0)}%</td>
            <td className="amount">{plan.slots_owed / 2}</td>
          </tr>
        ))}
      </TableRegion>
    </section>
  );
}
