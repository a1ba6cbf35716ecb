import { clubTimestamp } from '../../src/domain/business-day.ts';
import {
  datesLabel,
  priceLabel,
  sessionLabel,
  shownSession,
  stageLabel,
  whomLabel,
} from '../../src/domain/event-labels.ts';
import type { PageData } from '../../src/domain/page-data.ts';
import { playTimes } from '../../src/domain/play-time.ts';
import type { LinkPreview } from './match-link-preview.ts';

/** What a shared link to an event shows; null for a page without one. */
export function eventLinkPreview({ event, club }: PageData): LinkPreview | null {
  if (!event) return null;
  const session = shownSession(event);
  const dates = event.sessions.filter(({ cancelled }) => !cancelled).length;
  const details = [
    ...(session ? [sessionLabel(session)] : []),
    ...(dates > 1 ? [datesLabel(dates)] : []),
    whomLabel(event).toLowerCase(),
    event.price === 0 ? 'free' : priceLabel(event),
  ];
  return {
    title: event.title,
    description: `${stageLabel(event)}: ${details.join(', ')}.`,
    url: event.share,
    isPrivate: event.share.includes('?'),
    ...(event.image_url ? { image: club.public_url + event.image_url } : {}),
  };
}

/** An event for search engines (schema.org `Event`), each date of a course as one of its own; null for what is private. */
export function eventStructuredData({ event, club }: PageData): object | null {
  if (!event || event.share.includes('?')) return null;
  const { name, address, city, public_url } = club;
  const location = {
    '@type': 'Place',
    name,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address,
      addressLocality: city,
      addressCountry: 'PK',
    },
  };
  const status = `https://schema.org/Event${event.stage === 'cancelled' ? 'Cancelled' : 'Scheduled'}`;
  const dates = event.sessions.flatMap((session) => {
    const [time] = playTimes(session);
    return time ? [{ session, time }] : [];
  });
  const [first] = dates;
  if (!first) return null;
  const shared = {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: event.title,
    url: event.share,
    eventStatus: status,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    sport: 'Padel',
    location,
    organizer: { '@type': 'Organization', name, url: `${public_url}/` },
    ...(event.text ? { description: event.text } : {}),
    ...(event.image_url ? { image: public_url + event.image_url } : {}),
    ...(event.coach_name ? { performer: { '@type': 'Person', name: event.coach_name } } : {}),
    maximumAttendeeCapacity: event.most,
    remainingAttendeeCapacity: event.places_left,
    offers: {
      '@type': 'Offer',
      url: event.share,
      price: event.price,
      priceCurrency: 'PKR',
      availability: `https://schema.org/${event.stage === 'open' ? 'InStock' : 'SoldOut'}`,
      validThrough: event.join_until,
    },
  };
  const spanOf = ({ time }: { time: { start: number; end: number } }) => ({
    startDate: clubTimestamp(time.start),
    endDate: clubTimestamp(time.end),
  });
  if (dates.length === 1) return { ...shared, ...spanOf(first) };
  return {
    ...shared,
    startDate: spanOf(first).startDate,
    endDate: spanOf(dates.at(-1) ?? first).endDate,
    subEvent: dates.map((one) => ({
      '@type': 'SportsEvent',
      name: event.title,
      location,
      eventStatus: one.session.cancelled ? 'https://schema.org/EventCancelled' : status,
      ...spanOf(one),
    })),
  };
}
