import type { Court } from '../../src/domain/court.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import type { WeekdayGroup } from '../../src/domain/opening-hours.ts';
import { startsLabel } from '../../src/domain/pricing-bands.ts';
import { weekPrices } from '../../src/domain/week-prices.ts';
import { Icon } from '../ui/icons.tsx';
import { Picture } from '../ui/picture.tsx';

/** Pictures for courts without their own, in the order of the courts' ids. */
const PICTURES = [
  { name: 'court-1', alt: 'A blue padel court inside glass walls at night, lit from four masts' },
  { name: 'court-2', alt: 'A terracotta padel court in a hall with a scoreboard and an umpire’s chair' },
] as const;

export function Courts({
  courts,
  week,
  phone,
}: {
  courts: readonly Court[];
  week: readonly WeekdayGroup[];
  phone: string;
}) {
  return (
    <section id="courts" className="landing-section" aria-labelledby="courts-title">
      <div className="container">
        <header className="landing-head">
          <p className="eyebrow">Sport</p>
          <h2 id="courts-title">{courts.length === 1 ? 'Our court' : 'Our courts'}</h2>
          <p className="lead muted">Full size, 20 by 10 metres.</p>
        </header>
        {courts.length === 0 && (
          <p className="alert">
            No courts can be booked right now. Call us on {phone} to ask when they open.
          </p>
        )}
        {courts.map((court, index) => (
          <CourtCard key={court.id} court={court} week={week} index={index} />
        ))}
      </div>
    </section>
  );
}

function CourtCard({ court, week, index }: { court: Court; week: readonly WeekdayGroup[]; index: number }) {
  const pricesAt = (hourly_rate: number) => weekPrices(week, { court_id: court.id, hourly_rate });
  const { usual, lowest, highest, lowestStarts } = pricesAt(court.hourly_rate);
  const picture = PICTURES[(court.id - 1) % PICTURES.length] ?? PICTURES[0];
  return (
    <article className={`court-card${index % 2 ? ' warm' : ''}`}>
      {court.image_url ? (
        <div className="picture court-picture">
          <img src={court.image_url} alt={court.name} loading="lazy" width={1200} height={800} />
        </div>
      ) : (
        <Picture {...picture} sizes="(min-width: 60rem) 46rem, 100vw" className="court-picture" />
      )}
      <div className="court-text banded">
        <h3>{court.name}</h3>
        {court.description && <p>{court.description}</p>}
        <ul className="checklist">
          {court.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        <p className="court-price">
          <strong>{formatPkr(usual)}</strong> an hour
          {lowest < usual && (
            <span>
              {formatPkr(lowest)} when you start {startsLabel(lowestStarts)}
            </span>
          )}
          {highest > usual && <span>{formatPkr(highest)} at the dearest hours</span>}
          {court.upcoming_rates?.map(({ from, hourly_rate }) => (
            <span key={from}>
              {formatPkr(pricesAt(hourly_rate).usual)} an hour from {shortDate(from)}
            </span>
          ))}
        </p>
        <a href={`/booking?court=${court.id}`} className="button" aria-label={`Book Now: ${court.name}`}>
          Book Now <Icon name="arrow" />
        </a>
      </div>
    </article>
  );
}
