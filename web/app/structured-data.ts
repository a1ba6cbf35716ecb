import type { Weekday } from '../../src/domain/business-day.ts';
import type { Calendar, DayRule } from '../../src/domain/calendar.ts';
import type { Court } from '../../src/domain/court.ts';
import { openSlotsOf } from '../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR } from '../../src/domain/default-calendar.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { upcomingExceptions, weekdayGroups } from '../../src/domain/opening-hours.ts';
import type { PageData } from '../../src/domain/page-data.ts';
import { blocksOf, startTimeOf } from '../../src/domain/slot.ts';
import { weekPrices } from '../../src/domain/week-prices.ts';
import { pictureUrl } from '../ui/picture.tsx';

/** The club for search engines (schema.org `SportsActivityLocation`). */
export function structuredData(data: PageData): object {
  const { club, courts, calendar = DEFAULT_CALENDAR, today = '' } = data;
  const { latitude, longitude } = club;
  const week = weekdayGroups(calendar, today);
  const pricesAt = (court_id: number, hourly_rate: number) => weekPrices(week, { court_id, hourly_rate });
  const prices = courts.map(({ id, hourly_rate }) => pricesAt(id, hourly_rate));
  const lowest = Math.min(...prices.map((price) => price.lowest));
  const highest = Math.max(...prices.map((price) => price.highest));
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsActivityLocation',
    '@id': `${club.public_url}/#club`,
    name: club.name,
    slogan: club.tagline,
    url: `${club.public_url}/`,
    telephone: club.phone,
    email: club.email,
    image: club.public_url + pictureUrl('og.jpg'),
    address: {
      '@type': 'PostalAddress',
      streetAddress: club.address,
      addressLocality: club.city,
      addressCountry: 'PK',
    },
    ...(latitude !== null && longitude !== null
      ? { geo: { '@type': 'GeoCoordinates', latitude, longitude } }
      : {}),
    hasMap: club.map_url,
    ...openingHours(calendar, today),
    ...(prices.length > 0 ? { priceRange: `${formatPkr(lowest)} – ${formatPkr(highest)}` } : {}),
    currenciesAccepted: 'PKR',
    paymentAccepted: club.bank.iban ? 'Bank transfer, cash' : 'Cash',
    sameAs: [club.instagram_url, club.facebook_url].filter(Boolean),
    makesOffer: courts.map((court) => ({
      '@type': 'Offer',
      name: court.name,
      url: `${club.public_url}/booking?court=${court.id}`,
      priceSpecification: priceSpecification(court, (rate) => pricesAt(court.id, rate).usual),
    })),
  };
}

/** The usual price, and any upcoming ones. */
function priceSpecification(
  { hourly_rate, upcoming_rates = [] }: Court,
  usualAt: (rate: number) => number,
): object {
  const specification = (price: number, validity: object = {}) => ({
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency: 'PKR',
    unitCode: 'HUR',
    ...validity,
  });
  const now = specification(usualAt(hourly_rate));
  if (upcoming_rates.length === 0) return now;
  return [
    now,
    ...upcoming_rates.map((rate) => specification(usualAt(rate.hourly_rate), { validFrom: rate.from })),
  ];
}

/** The ordinary week and upcoming exceptions. A closing time before the opening time means the next day. */
function openingHours(calendar: Calendar, today: string): object {
  const standing = weekdayGroups({ ...calendar, exceptions: [] }, today);
  const special = upcomingExceptions(calendar, today);
  return {
    openingHoursSpecification: standing.flatMap(({ weekdays, slots }) =>
      timesOf(slots.map(({ slotIndex }) => slotIndex)).map((times) => specification(weekdays, times)),
    ),
    ...(special.length > 0
      ? {
          specialOpeningHoursSpecification: special.flatMap(({ reason, from, to, weekdays, day }) =>
            timesOfRule(day).map((times) => ({
              ...specification(weekdays, times),
              name: reason,
              validFrom: from,
              validThrough: to,
            })),
          ),
        }
      : {}),
  };
}

function specification(weekdays: readonly Weekday[], times: object): object {
  const dayOfWeek = weekdays.map((day) => `https://schema.org/${day[0]?.toUpperCase()}${day.slice(1)}`);
  return { '@type': 'OpeningHoursSpecification', dayOfWeek, ...times };
}

/** Search engines read midnight to midnight as closed. */
function timesOfRule(day: DayRule): { opens: string; closes: string }[] {
  if (!day.open) return [{ opens: '00:00', closes: '00:00' }];
  return timesOf(openSlotsOf(day).slots.map(({ slotIndex }) => slotIndex));
}

function timesOf(slotIndexes: readonly number[]): { opens: string; closes: string }[] {
  return blocksOf(slotIndexes).map(({ first, last }) => ({
    opens: startTimeOf(first),
    closes: startTimeOf((last + 1) % 48),
  }));
}
