import type { Insights } from '../../../src/domain/api/insight-routes.ts';
import { todayOf } from '../../../src/domain/day-plan.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { timeLabel } from '../../../src/domain/slot.ts';
import { useCalendar } from '../../shared/use-calendar.ts';
import { TableRegion } from '../../ui/table-region.tsx';
import { type DatePreset, DateRangeFilter, useDateChoice } from '../bookings/date-range-filter.tsx';
import { QueryError } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { BarChart } from './bar-chart.tsx';
import { StatCards } from './stat-cards.tsx';

const DATE_PRESETS: readonly DatePreset[] = ['today', 'last7', 'last30', 'month', 'lastMonth'];

/** Counts, revenue and occupancy in the selected dates. */
export default function InsightsPanel() {
  const today = todayOf(useCalendar(), Date.now());
  const dates = useDateChoice(today, DATE_PRESETS, 'last30');
  const { startDate, endDate } = dates;
  const { data, error } = useAdminQuery('GET /api/admin/insights', { query: { startDate, endDate } });
  return (
    <section aria-label="Insights">
      <div className="admin-filters">
        <DateRangeFilter choice={dates} presets={DATE_PRESETS} today={today} />
      </div>
      <StatCards />
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading insights …</p>}
      {data && (
        <div className="stack">
          <RevenueChart {...data} />
          <OccupancyChart {...data} />
          {data.sold && <SoldLines sold={data.sold} />}
        </div>
      )}
    </section>
  );
}

function RevenueChart({ revenue, step }: Insights) {
  const total = revenue.reduce((sum, at) => sum + at.amount, 0);
  const kept = revenue.reduce((sum, at) => sum + at.kept, 0);
  const best = revenue.reduce((most, at) => (at.amount > most.amount ? at : most), { period: '', amount: 0 });
  const periodLabel = (period: string) => (step === 'day' ? formatDay(period) : formatMonth(period));
  return (
    <BarChart
      title={step === 'day' ? 'Revenue per day' : 'Revenue per month'}
      summary={
        total === 0
          ? 'No payments for these dates.'
          : `Total ${formatPkr(total)}; the highest, ${formatPkr(best.amount)}, on ${periodLabel(best.period)}.${
              kept > 0 ? ` ${formatPkr(kept)} of it was kept from cancelled bookings.` : ''
            }`
      }
      columnNames={[step === 'day' ? 'Day' : 'Month', 'Revenue']}
      partNames={kept > 0 ? ['Played bookings', 'Kept from cancellations'] : undefined}
      bars={revenue.map((at) => ({
        key: at.period,
        label: periodLabel(at.period),
        value: at.amount,
        formattedValue: formatPkr(at.amount),
        part: at.kept,
        formattedPart: `${formatPkr(at.kept)} kept from cancellations`,
      }))}
      formatTick={(value) => (value >= 1000 ? `${Math.round(value / 1000)}k` : String(Math.round(value)))}
    />
  );
}

function OccupancyChart({ occupancy }: Insights) {
  const hours = occupancy.reduce<{ hour: number; booked: number; open: number }[]>((list, at) => {
    const last = list.at(-1);
    // Two slots make one hour of the chart.
    if (last && at.hour % 2 === 1)
      list[list.length - 1] = { ...last, booked: last.booked + at.booked, open: last.open + at.open };
    else list.push(at);
    return list;
  }, []);
  const occupancyPercent = (at: { booked: number; open: number }) =>
    at.open > 0 ? (at.booked / at.open) * 100 : 0;
  const totals = hours.reduce((sum, at) => ({ booked: sum.booked + at.booked, open: sum.open + at.open }), {
    booked: 0,
    open: 0,
  });
  const busiest = hours.reduce((most, at) => (occupancyPercent(at) > occupancyPercent(most) ? at : most), {
    hour: 0,
    booked: 0,
    open: 0,
  });
  return (
    <BarChart
      title="Occupancy by hour"
      summary={
        totals.booked === 0
          ? 'No bookings on these dates.'
          : `${occupancyPercent(totals).toFixed(0)} % of all court time; the busiest hour starts at ${timeLabel(busiest.hour)} with ${occupancyPercent(busiest).toFixed(0)} %.`
      }
      columnNames={['Hour', 'Occupancy']}
      bars={hours.map((at) => ({
        key: String(at.hour),
        label: timeLabel(at.hour),
        value: occupancyPercent(at),
        formattedValue: `${occupancyPercent(at).toFixed(0)} % (${at.booked / 2} of ${at.open / 2} court hours)`,
      }))}
      maxValue={100}
      formatTick={(value) => `${Math.round(value)} %`}
    />
  );
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

function formatDay(date: string): string {
  return dayFormat.format(Date.parse(`${date}T00:00:00Z`));
}

function formatMonth(period: string): string {
  return monthFormat.format(Date.parse(`${period}-01T00:00:00Z`));
}

/** What was booked beside the courts, and what codes and members' prices took off. */
function SoldLines({ sold }: { sold: NonNullable<Insights['sold']> }) {
  return (
    <section aria-labelledby="sold-title">
      <h2 id="sold-title">Add-ons and discounts</h2>
      <TableRegion label="Add-ons and discounts">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className="amount">
              Number
            </th>
            <th scope="col" className="amount">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {sold.map(({ kind, label, quantity, amount }) => (
            <tr key={`${kind} ${label}`}>
              <td>{label}</td>
              <td className="amount">{quantity}</td>
              <td className="amount">{amount < 0 ? `− ${formatPkr(-amount)}` : formatPkr(amount)}</td>
            </tr>
          ))}
        </tbody>
      </TableRegion>
    </section>
  );
}
