import type { Insights } from '../../src/domain/admin-api.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { timeLabel } from '../../src/domain/slot.ts';
import { BarChart } from './bar-chart.tsx';
import { DateRange } from './date-range.tsx';
import { QueryError, useDesk } from './desk-query.tsx';
import { queryOf, useParams } from './params.ts';

/** What the money and the courts did in the chosen dates. */
export default function InsightsPanel() {
  const { params } = useParams();
  const { startDate, endDate } = params;
  const { data, error } = useDesk<Insights>(`/api/admin/insights${queryOf({ startDate, endDate })}`);
  return (
    <section aria-label="Insights">
      <div className="desk-filters">
        <DateRange unchosen="30 days" />
      </div>
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Adding up …</p>}
      {data && (
        <div className="stack">
          <Revenue {...data} />
          <Occupancy {...data} />
        </div>
      )}
    </section>
  );
}

function Revenue({ revenue, step }: Insights) {
  const total = revenue.reduce((sum, at) => sum + at.amount, 0);
  const best = revenue.reduce((most, at) => (at.amount > most.amount ? at : most), { period: '', amount: 0 });
  const name = (period: string) => (step === 'day' ? dayName(period) : monthName(period));
  return (
    <BarChart
      title={step === 'day' ? 'Revenue per day' : 'Revenue per month'}
      summary={
        total === 0
          ? 'Nothing was paid for these dates.'
          : `${formatPkr(total)} in all; the most, ${formatPkr(best.amount)}, on ${name(best.period)}.`
      }
      head={[step === 'day' ? 'Day' : 'Month', 'Revenue']}
      bars={revenue.map((at) => ({
        key: at.period,
        label: name(at.period),
        value: at.amount,
        text: formatPkr(at.amount),
      }))}
      tick={(value) => (value >= 1000 ? `${Math.round(value / 1000)}k` : String(Math.round(value)))}
    />
  );
}

function Occupancy({ occupancy }: Insights) {
  const hours = occupancy.reduce<{ hour: number; booked: number; open: number }[]>((list, at) => {
    const last = list.at(-1);
    // Two half-hours make the hour people speak of.
    if (last && at.hour % 2 === 1)
      list[list.length - 1] = { ...last, booked: last.booked + at.booked, open: last.open + at.open };
    else list.push(at);
    return list;
  }, []);
  const share = (at: { booked: number; open: number }) => (at.open > 0 ? (at.booked / at.open) * 100 : 0);
  const all = hours.reduce((sum, at) => ({ booked: sum.booked + at.booked, open: sum.open + at.open }), {
    booked: 0,
    open: 0,
  });
  const fullest = hours.reduce((most, at) => (share(at) > share(most) ? at : most), {
    hour: 0,
    booked: 0,
    open: 0,
  });
  return (
    <BarChart
      title="Courts taken by hour"
      summary={
        all.booked === 0
          ? 'No court was booked on these dates.'
          : `${share(all).toFixed(0)} % of all court time; the fullest hour starts at ${timeLabel(fullest.hour)} with ${share(fullest).toFixed(0)} %.`
      }
      head={['Hour from', 'Taken']}
      bars={hours.map((at) => ({
        key: String(at.hour),
        label: timeLabel(at.hour).replace(':00', ''),
        value: share(at),
        text: `${share(at).toFixed(0)} % (${at.booked / 2} of ${at.open / 2} court hours)`,
      }))}
      most={100}
      tick={(value) => `${Math.round(value)} %`}
    />
  );
}

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

function dayName(date: string): string {
  return day.format(Date.parse(`${date}T00:00:00Z`));
}

function monthName(period: string): string {
  return month.format(Date.parse(`${period}-01T00:00:00Z`));
}
