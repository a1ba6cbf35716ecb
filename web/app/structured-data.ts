import type { PageData } from '../../src/domain/club.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { hourlyPriceForTier } from '../../src/domain/pricing-bands.ts';
import { pictureUrl } from '../ui/picture.tsx';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The club for search engines (schema.org `SportsActivityLocation`). */
export function structuredData({ club, courts }: PageData): object {
  const rates = courts.map((court) => court.hourly_rate);
  const lowest = Math.min(...rates.map((rate) => hourlyPriceForTier('off_peak', rate)));
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
    geo: { '@type': 'GeoCoordinates', latitude: club.latitude, longitude: club.longitude },
    hasMap: club.map_url,
    // A closing time before the opening time means the next day.
    openingHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: WEEKDAYS.map((day) => `https://schema.org/${day}`),
        opens: '07:00',
        closes: '04:00',
      },
    ],
    ...(rates.length > 0 ? { priceRange: `${formatPkr(lowest)} – ${formatPkr(Math.max(...rates))}` } : {}),
    currenciesAccepted: 'PKR',
    paymentAccepted: 'Bank transfer, cash',
    sameAs: [club.instagram_url, club.facebook_url].filter(Boolean),
    makesOffer: courts.map((court) => ({
      '@type': 'Offer',
      name: court.name,
      url: `${club.public_url}/booking?court=${court.id}`,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: court.hourly_rate,
        priceCurrency: 'PKR',
        unitCode: 'HUR',
      },
    })),
  };
}
