import { Fragment } from 'react';
import { type CourtRate, shortCourtName } from '../../src/domain/court.ts';
import type { PlannedSlot } from '../../src/domain/day-plan.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import type { WeekdayGroup } from '../../src/domain/opening-hours.ts';
import type { PageData } from '../../src/domain/page-data.ts';
import { startPrice } from '../../src/domain/price.ts';
import {
  type PricingBand,
  pricingBandsOf,
  startsLabel,
  TIER_LABELS,
} from '../../src/domain/pricing-bands.ts';
import { isAfterMidnight, positionOf, timeLabel } from '../../src/domain/slot.ts';
import { groupCourts, weekSaving } from '../../src/domain/week-prices.ts';
import { SpecialHours } from '../shared/special-hours.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';

/** Opening hours as a timeline, and the price of an hour in each pricing band. */
export function Hours({ data, week }: { data: PageData; week: readonly WeekdayGroup[] }) {
  const { club, courts } = data;
  const rates = courts.map(({ id, name, hourly_rate }) => ({ court_id: id, name, hourly_rate }));
  const columns = priceColumns(week, rates);
  const saving = weekSaving(week, rates);
  const openLate = week.some(({ slots }) => isAfterMidnight(slots.at(-1)?.slotIndex ?? 12));
  return (
    <section id="hours" className="landing-section hours" data-theme="dark" aria-labelledby="hours-title">
      <div className="container">
        <header className="landing-head">
          <p className="eyebrow">Hours and prices</p>
          <h2 id="hours-title">{openLate ? 'Open until late at night' : 'When we are open'}</h2>
          <p className="lead">
            <NoWrap>{club.opening_text}</NoWrap>.
            {saving && (
              <>
                {' '}
                Start {startsLabel(saving.starts)} and save {saving.isLeast && 'at least '}
                {formatPkr(saving.amount)} per hour on the whole booking.
              </>
            )}
          </p>
        </header>
        {week.map((group) => (
          <Fragment key={group.label}>
            {week.length > 1 && <h3>{group.label}</h3>}
            <Timeline slots={group.slots} />
            <section
              className="table-region"
              aria-label={week.length > 1 ? `Price bands, ${group.label}` : 'Price bands'}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be scrollable by keyboard
              tabIndex={0}
            >
              <PriceTable bands={pricingBandsOf(group.slots)} columns={columns} />
            </section>
          </Fragment>
        ))}
        <SpecialHours data={data} heading="Special hours" />
        <p className="muted small">Taxes included. Pakistan Standard Time. One hour minimum.</p>
      </div>
    </section>
  );
}

/** Bands side by side, in proportion to their length, above the times they start. */
function Timeline({ slots }: { slots: readonly PlannedSlot[] }) {
  const bands = pricingBandsOf(slots);
  return (
    <>
      <div className="day-timeline" aria-hidden="true">
        {bands.map((band, at) => (
          <Fragment key={band.timeRange}>
            <Closed slots={closedSlotsBefore(bands, at)} />
            <span className={`day-band ${band.tier} slots-${band.slotIndexes.length}`}>
              {TIER_LABELS[band.tier]}
            </span>
          </Fragment>
        ))}
      </div>
      <div className="day-times" aria-hidden="true">
        {bands.map((band, at) => (
          <Fragment key={band.timeRange}>
            <Closed slots={closedSlotsBefore(bands, at)} />
            <span className={`slots-${band.slotIndexes.length}`}>
              {at < bands.length - 1 ? (
                timeLabel(firstSlot(band))
              ) : (
                <>
                  <span>{timeLabel(firstSlot(band))}</span>
                  <span>{timeLabel(lastSlot(band) + 1).replace(/ .*/, '')}</span>
                </>
              )}
            </span>
          </Fragment>
        ))}
      </div>
    </>
  );
}

/** A gap in the timeline while the club is closed between two bands. */
function Closed({ slots }: { slots: number }) {
  return slots > 0 && <span className={`slots-${slots}`} />;
}

function closedSlotsBefore(bands: readonly PricingBand[], at: number): number {
  const [previous, band] = [bands[at - 1], bands[at]];
  return previous && band ? positionOf(firstSlot(band)) - positionOf(lastSlot(previous)) - 1 : 0;
}

const firstSlot = ({ slotIndexes }: PricingBand): number => slotIndexes[0] ?? 0;
const lastSlot = ({ slotIndexes }: PricingBand): number => slotIndexes.at(-1) ?? 0;

function PriceTable({ bands, columns }: { bands: readonly PricingBand[]; columns: readonly PriceColumn[] }) {
  return (
    <table className="bands">
      <thead>
        <tr>
          <th scope="col">Start</th>
          {columns.map(({ label }) => (
            <th key={label} scope="col" className="amount">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bands.map((band) => (
          <tr key={band.timeRange} className={band.tier}>
            <th scope="row">
              {TIER_LABELS[band.tier]}{' '}
              <span>
                <NoWrap>{band.timeRange}</NoWrap>
              </span>
            </th>
            {columns.map(({ label, court }) => (
              <td key={label} className="amount">
                {formatPkr(startPrice(court, band))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PriceColumn {
  label: string;
  court: CourtRate;
}

/** One column if every court costs the same, otherwise one for each group of courts that do. */
function priceColumns(
  week: readonly WeekdayGroup[],
  courts: readonly (CourtRate & { name: string })[],
): PriceColumn[] {
  const groups = groupCourts(week, courts);
  return groups.map((group) => ({
    label: groups.length === 1 ? 'An hour' : group.map(({ name }) => shortCourtName(name)).join(', '),
    court: group[0],
  }));
}
