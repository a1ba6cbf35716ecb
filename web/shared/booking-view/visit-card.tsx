import type { Booking, PublicBooking } from '../../../src/domain/booking.ts';
import type { Club } from '../../../src/domain/club.ts';
import { awaitsCardPayment } from '../../../src/domain/payment-instructions.ts';
import { type PlayTime, playTimes, shortPlayDate } from '../../../src/domain/play-time.ts';
import { useHydrated } from '../../lib/hydrated.tsx';
import { whatsappLink } from '../../ui/contact-links.ts';
import { Icon } from '../../ui/icons.tsx';
import { NoWrap } from '../../ui/no-wrap.tsx';
import { usePageData } from '../page-data.tsx';
import { Row } from './row.tsx';

/** A booking as its customer or another payer sees it. */
interface Visit {
  booking: PublicBooking & Partial<Booking>;
  court_name: string;
}

/** Links to calendars, the map and WhatsApp, with the booking number where the target allows it. */
export function VisitCard({ details, startsOpen = false }: { details: Visit; startsOpen?: boolean }) {
  const { club } = usePageData();
  const { booking } = details;
  const canAddToCalendar = !awaitsCardPayment({ received: 0, ...booking });
  if (booking.status === 'cancelled' || !(canAddToCalendar || club.map_url || club.whatsapp)) return null;
  const plays = playTimes(booking);
  return (
    <Row id="actions-title" title="Calendar &amp; directions" startsOpen={startsOpen}>
      <div className="action-links">
        {canAddToCalendar && <CalendarLinks details={details} plays={plays} />}
        {club.map_url && (
          <a className="button ghost wide" href={club.map_url} target="_blank" rel="noopener">
            <Icon name="pin" /> Directions
          </a>
        )}
        <ShareButton details={details} plays={plays} />
        {club.whatsapp && (
          <a
            className="button ghost wide"
            href={whatsappLink(club.whatsapp, whatsappMessage(booking, plays[0]))}
            target="_blank"
            rel="noopener"
          >
            <Icon name="chat" /> WhatsApp us
          </a>
        )}
      </div>
    </Row>
  );
}

/** Hidden while a card payment is open: the booking may still end, leaving its calendar entry behind. */
function CalendarLinks({ details, plays }: { details: Visit; plays: PlayTime[] }) {
  const { club } = usePageData();
  return (
    <>
      <a
        className="button ghost wide"
        href={`/api/booking/${details.booking.id}/calendar.ics`}
        download
        // Otherwise the router would treat the file as a page.
        onClick={(event) => event.stopPropagation()}
      >
        <Icon name="calendar" /> Add to calendar
      </a>
      {plays.map((play) => (
        <a
          key={play.start}
          className="button ghost wide"
          href={googleCalendarUrl(details, play, club)}
          target="_blank"
          rel="noopener"
        >
          <Icon name="calendar" />{' '}
          <span>
            <NoWrap>{`Google Calendar${plays.length > 1 ? `, ${play.timeRange.split(' – ')[0]}` : ''}`}</NoWrap>
          </span>
        </a>
      ))}
    </>
  );
}

/** Tells the other players when and where, without a key or the booking's number. */
function ShareButton({ details, plays }: { details: Visit; plays: PlayTime[] }) {
  const { club } = usePageData();
  const hydrated = useHydrated();
  if (!hydrated || !navigator.share) return null;
  const times = plays.map(({ timeRange }) => timeRange).join(' and ');
  const text = `Padel: ${shortPlayDate(details.booking)}, ${times}, ${details.court_name}, ${club.name}, ${club.address}`;
  const share = () => navigator.share({ text, url: club.map_url || location.origin }).catch(() => {});
  return (
    <button type="button" className="ghost wide" onClick={share}>
      <Icon name="chat" /> Share with players
    </button>
  );
}

function whatsappMessage(booking: PublicBooking, play: PlayTime | undefined): string {
  const when = play ? ` (${shortPlayDate(booking)}, ${play.timeRange})` : '';
  return `Hello, this is about booking ${booking.id}${when}.`;
}

function googleCalendarUrl(details: Visit, play: PlayTime, club: Club): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: `Padel, ${details.court_name}`,
    dates: `${utcStamp(play.start)}/${utcStamp(play.end)}`,
    details: `Booking ${details.booking.id} at ${club.name}. Please arrive 15 minutes early.`,
    location: `${club.name}, ${club.address}`,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** `20261120T203000Z` */
function utcStamp(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
}
