import type { Calendar } from '../../../src/domain/calendar.ts';
import { type Court, courtRateOn, shortCourtName } from '../../../src/domain/court.ts';
import { closedDayMessage, dayPlanOf, hoursLabel } from '../../../src/domain/day-plan.ts';
import { longDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { startPrice } from '../../../src/domain/price.ts';
import { pricingBandsOf, TIER_LABELS } from '../../../src/domain/pricing-bands.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { TableRegion } from '../../ui/table-region.tsx';

/** What customers see on a date, computed the same way as in the wizard. */
export function CalendarPreview({
  calendar,
  courts,
  date,
  onDate,
}: {
  calendar: Calendar;
  courts: readonly Court[];
  date: string;
  onDate: (date: string) => void;
}) {
  const plan = dayPlanOf(calendar, date);
  const closed = closedDayMessage(plan);
  return (
    <section className="calendar-preview" aria-labelledby="preview-title">
      <h3 id="preview-title">What customers see</h3>
      <label>
        On
        <DateInput date={date} onDate={onDate} />
      </label>
      <p role="status">
        <strong>{longDate(date)}:</strong>{' '}
        {closed ?? `open ${hoursLabel(plan.slots)}${plan.exception ? ` (${plan.exception.reason})` : ''}.`}
      </p>
      {!closed && (
        <TableRegion
          label="Prices of an hour"
          columns={[['Start'], ...courts.map(({ name }) => [shortCourtName(name), 'amount'] as const)]}
        >
          {pricingBandsOf(plan.slots).map((band) => (
            <tr key={band.timeRange}>
              <th scope="row">
                {TIER_LABELS[band.tier]}
                <br />
                <span className="muted">{band.timeRange}</span>
              </th>
              {courts.map((court) => (
                <td key={court.id} className="amount">
                  {formatPkr(startPrice(courtRateOn(court, date), band))}
                </td>
              ))}
            </tr>
          ))}
        </TableRegion>
      )}
    </section>
  );
}
