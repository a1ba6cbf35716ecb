import type { Club } from '../../src/domain/club.ts';
import { type Court, shortCourtName } from '../../src/domain/court.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { DISCOUNT_PER_HOUR } from '../../src/domain/price.ts';
import { hourlyPriceForTier, PRICING_BANDS, TIER_LABELS } from '../../src/domain/pricing-bands.ts';

/** The opening hours as a timeline, and the price of an hour in each pricing band. */
export function Hours({ club, courts }: { club: Club; courts: readonly Court[] }) {
  const columns = priceColumns(courts);
  return (
    <section id="hours" className="landing-section hours" data-theme="dark" aria-labelledby="hours-title">
      <div className="container">
        <header className="landing-head">
          <p className="eyebrow">Hours and prices</p>
          <h2 id="hours-title">Open until late at night</h2>
          <p className="lead">
            {club.opening_text}. Start in the morning or off-peak and save {formatPkr(DISCOUNT_PER_HOUR)} per
            hour on the whole booking.
          </p>
        </header>
        <div className="day-timeline" aria-hidden="true">
          {PRICING_BANDS.map((band) => (
            <span key={band.timeRange} className={`day-band ${band.tier} slots-${band.slotCount}`}>
              {TIER_LABELS[band.tier]}
            </span>
          ))}
        </div>
        <div className="day-times" aria-hidden="true">
          <span>7 AM</span>
          <span>10 AM</span>
          <span>6 PM</span>
          <span>
            <span>2 AM</span>
            <span>4</span>
          </span>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be scrollable by keyboard */}
        <section className="table-region" aria-label="Price bands" tabIndex={0}>
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
              {PRICING_BANDS.map((band) => (
                <tr key={band.timeRange} className={band.tier}>
                  <th scope="row">
                    {TIER_LABELS[band.tier]} <span>{band.timeRange}</span>
                  </th>
                  {columns.map(({ label, rate }) => (
                    <td key={label} className="amount">
                      {formatPkr(hourlyPriceForTier(band.tier, rate))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <p className="muted small">
          Prices per hour of court time, taxes included. Pakistan Standard Time. One hour minimum.
        </p>
      </div>
    </section>
  );
}

/** One column for each rate, with the courts that have it; `An hour` when every court costs the same. */
function priceColumns(courts: readonly Court[]): { label: string; rate: number }[] {
  const rates = [...new Set(courts.map((court) => court.hourly_rate))];
  return rates.map((rate) => ({
    label:
      rates.length === 1
        ? 'An hour'
        : courts
            .filter((court) => court.hourly_rate === rate)
            .map((court) => shortCourtName(court.name))
            .join(', '),
    rate,
  }));
}
